"""Agents: whoever turns a work order into a changed worktree.

`workbench` are the tools, jailed, timed and capped; `native` and `actions` drive a chat model
(with its own tool calls, or by JSON actions for endpoints without); `command` runs a
command-line coding agent. `meter` books every call; `models` makes chat models, `recorded`
one that replays. `team` says who does what.
"""
