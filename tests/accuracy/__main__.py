"""Compares with everything recorded from the original: ``python -m tests.accuracy`` (`make accuracy`)."""

from tests.accuracy.accuracy_command import command

if __name__ == "__main__":
    command(prog_name="python -m tests.accuracy")
