"""Runs the conformance suite: ``python -m tests.conformance`` (`make conformance`)."""

from tests.accuracy.conformance_command import command

if __name__ == "__main__":
    command(prog_name="python -m tests.conformance")
