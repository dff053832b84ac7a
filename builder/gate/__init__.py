"""The gate: the checks that a patch must pass, outside the sandbox, on a clean checkout.

    paths -> honesty -> rules -> build -> probe -> cluster -> siblings -> regression -> speed

`verdict` names the reasons; `gate.Gate` runs the checks in this order and stops at the first
that fails. What an agent is told is the reason and a few lines, never a held-back answer.
"""
