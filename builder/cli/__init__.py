"""The builder's commands: `dbwright build`, `submit` and `demo`, a file each."""
