"""The LOGIC language: its opcode table, compiler and disassembler.

`opcodes` declares every action and test once; compiler, disassembler, machine and core are fed from it. Compiling goes
`lexer`, `preprocessor`, `parser` (with `cursor`, `conditions`, `sugar`, `values`, `names`), `emitter`; `compiler` joins
them. Back again: `code` decodes, `blocks` finds if and else, `clauses` what a condition asks, `disassembler` writes
source.

Knows neither a game nor a machine; uses `versions` and `errors` only. Begin with `opcodes`.
"""
