"""builder"""
