"""Statements and conditions of LOGIC source, translated as they are read (reference: LANG-17, LANG-19 to LANG-25).

One token ahead decides everything; code comes out in the order of the source, so no tree is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from agi_emu.facts.errors import LogicError
from agi_emu.facts.numbers import LARGEST
from agi_emu.facts.versions import VersionProfile, first_with_action
from agi_emu.logic.conditions import ConditionReader
from agi_emu.logic.cursor import MissingAtLineEndError, TokenCursor, check_count
from agi_emu.logic.emitter import CodeBuffer
from agi_emu.logic.lexer import AlreadyToldError, Mistakes, Token, TokenKind
from agi_emu.logic.mentions import COMMAND, DEFINING, LABEL
from agi_emu.logic.names import did_you_mean
from agi_emu.logic.opcodes import (
    ACTIONS,
    END_OF_LOGIC,
    GOTO,
    Opcode,
    Operand,
    action_by_name,
    operands_of,
    test_by_name,
)
from agi_emu.logic.preprocessor import marked
from agi_emu.logic.sugar import ASSIGNMENTS, COMMUTATIVE, RAW_BYTES, TRUTHS
from agi_emu.logic.values import UNKNOWN_NAME, Value, ValueReader

_DEEPEST = 120
"""The most blocks in blocks."""
_ELSE = "else-without-if"
_KEYWORDS = ("if", "else", "goto", "return", "ifnot")
_OF_OTHER_LANGUAGES = {
    "elseif": "else if",
    "elsif": "else if",
    "while": "if, a label and goto",
    "for": "if, a label and goto",
    "do": "if, a label and goto",
    "switch": "if and else if",
}
"""Words that beginners try, and what stands for them."""


@dataclass(eq=False)
class Parser:
    """Reads the statements of a source into a code buffer."""

    _tokens: list[Token]
    _values: ValueReader
    _code: CodeBuffer
    _profile: VersionProfile | None
    _notes: list[str]

    def __post_init__(self) -> None:
        self._cursor = TokenCursor(self._tokens, self._values)
        self._conditions = ConditionReader(self._cursor, self._values)
        self._depth = 0
        self._is_open = False
        """Whether the source ends in a block."""
        self.problems = Mistakes()

    def parse(self) -> None:
        """Translate everything; what is wrong is kept in `problems`."""
        while not self._cursor.is_at_end:
            if self._cursor.at("}"):
                self.problems.append(self._cursor.next().error("expected a statement; this } has no {"))
                continue
            self._statement_or_problem()
        if self._is_open and not self._cursor.is_cut_off:
            # An else after such a block is the same mistake.
            self.problems[:] = [problem for problem in self.problems if problem.mistakes[0].rule != _ELSE]
            for problem in unclosed_blocks(self._tokens):
                self.problems.append(problem)
        if not self.problems and (not self._code.code or self._code.code[-1] != END_OF_LOGIC):
            last = self._cursor.last or self._cursor.peek()
            self._notes.append(last.note("expected return() after this, as the last statement", rule="no-return"))

    # --- mistakes ---------------------------------------------------------------------------------------------------

    def _statement_or_problem(self) -> None:
        """Translate a statement; where it is wrong, keep the error and continue after it."""
        start, first = self._cursor.position, self._cursor.peek()
        try:
            self._statement()
        except MissingAtLineEndError as problem:
            self.problems.append(problem)
            if self._cursor.at("{") or first.text == "if":
                self._skip_statement()
        except LogicError as problem:
            self.problems.append(problem)
            if not self._cursor.at("{"):
                self._cursor.position = max(self._cursor.position, start + 1)
            self._skip_statement()

    def _skip_statement(self) -> None:
        """Step past the next ';', or the blocks of an if, whose statements are looked at; stop in front of '}'."""
        while not (self._cursor.is_at_end or self._cursor.at("}")):
            if self._cursor.at("{"):
                self._block_or_problem()
            elif self._cursor.next().text != ";" or self._cursor.at("{"):
                continue
            if not self._cursor.accept("else"):
                return

    def _block_or_problem(self) -> None:
        try:
            self._block("here")
        except LogicError as problem:
            self.problems.append(problem)

    # --- statements -------------------------------------------------------------------------------------------------

    def _statement(self) -> None:
        token = self._cursor.peek()
        self._code.note_place(token)
        if self._cursor.accept(";"):
            return
        if token.kind is TokenKind.SYMBOL and token.text in ("++", "--"):
            self._cursor.next()
            self._step(token, self._cursor.value())
        elif self._cursor.at("*"):
            self._assign_indirectly()
        elif self._cursor.at(":"):
            self._cursor.next()
            self._label(self._name("a label's name after ':'"))
            return
        elif token.kind is not TokenKind.NAME:
            raise self._cursor.expected("a statement")
        elif self._cursor.at(":", 1):
            self._label(self._cursor.next())
            self._cursor.next()
            return
        elif self._cursor.at("if"):
            self._if()
            return
        elif self._cursor.at("else"):
            raise token.error("expected a statement; else can only follow the } of an if", rule=_ELSE)
        elif self._cursor.at("goto"):
            self._goto()
        elif self._cursor.at("ifnot"):
            self._if_not()
        elif token.text in _OF_OTHER_LANGUAGES:
            raise self._foreign(token)
        elif self._cursor.at("(", 1):
            self._command()
        elif self._cursor.at("return"):
            self._cursor.next()
            self._code.put(END_OF_LOGIC)
        else:
            self._assign()
        self._cursor.expect(";", "at the end of the statement")

    def _foreign(self, token: Token) -> LogicError:
        """Return the error about a statement of other languages, after its head."""
        self._cursor.next()
        depth = 0
        while not (self._cursor.is_at_end or self._cursor.at("{") or self._cursor.at("}")):
            depth += self._cursor.at("(") - self._cursor.at(")")
            if depth <= 0 and self._cursor.at(";", 1):
                break
            self._cursor.next()
        return token.error(f"this language does not have {token.text}; expected {_OF_OTHER_LANGUAGES[token.text]}")

    def _name(self, what: str) -> Token:
        if self._cursor.peek().kind is not TokenKind.NAME:
            raise self._cursor.expected(what)
        return self._cursor.next()

    def _label(self, name: Token) -> None:
        if self._code.has_label(name.text):
            raise name.error(f"the label {name.text}: is already defined; rename one of the two")
        self._values.mention_token(name, LABEL, name.text, DEFINING)
        self._code.put_label(name.text)

    def _jump_label(self) -> Token:
        in_parentheses = self._cursor.accept("(")
        label = self._offset() if self._cursor.accept("@") else self._name("the label to go to")
        if label.kind is TokenKind.NAME:
            self._values.mention_token(label, LABEL, label.text)
        if in_parentheses:
            self._cursor.expect(")", "after the label")
        return label

    def _offset(self) -> Token:
        """Return an offset in the code, as disassembled logics name it where there is no place for a label."""
        is_before_code = self._cursor.accept("-")
        if self._cursor.peek().kind is not TokenKind.NUMBER:
            raise self._cursor.expected("an offset in the code after @")
        token = self._cursor.next()
        return token._replace(number=-token.number) if is_before_code else token

    def _goto(self) -> None:
        self._cursor.next()
        self._code.put(GOTO)
        self._code.put_jump_to(self._jump_label())

    def _if_not(self) -> None:
        """`ifnot (condition) goto(label);`: a condition whose end lies outside the block that it stands in."""
        self._cursor.next()
        self._code.put(*self._conditions.read())
        if not self._cursor.at("goto"):
            raise self._cursor.expected("goto after the condition of ifnot")
        self._cursor.next()
        self._code.put_jump_to(self._jump_label())

    def _if(self) -> None:
        """If, any number of `else if`, and else.

        The parts of a chain all end at the same place, so their jumps are closed together.
        """
        jumps_to_end: list[int] = []
        start = self._cursor.peek()
        while True:
            self._code.note_place(self._cursor.peek())
            token = self._cursor.expect("if", "here")
            self._code.put(*self._conditions.read())
            jump_over = self._code.put_open_jump()
            self._block("after the condition")
            if not self._cursor.accept("else"):
                self._code.close_jump(jump_over, token)
                break
            self._code.put(GOTO)
            jumps_to_end.append(self._code.put_open_jump())
            self._code.close_jump(jump_over, token)
            if not self._cursor.at("if"):
                self._block("after else")
                break
        for jump in jumps_to_end:
            self._code.close_jump(jump, start)

    def _block(self, where: str) -> None:
        brace = self._cursor.expect("{", where)
        if self._depth >= _DEEPEST:
            raise brace.error(f"blocks are nested more than {_DEEPEST} deep; nest fewer")
        self._depth += 1
        try:
            self._statements(brace)
        finally:
            self._depth -= 1

    def _statements(self, brace: Token) -> None:
        """Read the rest of a block."""
        while not self._cursor.at("}"):
            if self._cursor.is_at_end:
                self._is_open = True
                raise AlreadyToldError(str(brace))
            self._statement_or_problem()
        self._cursor.next()

    def _command(self) -> None:
        name = self._cursor.next()
        if name.text == RAW_BYTES:
            self._code.put(
                *[self._values.operand(value, Operand.NUMBER, name.text) for value in self._cursor.arguments()]
            )
            return
        try:
            opcode = action_by_name(name.text)
        except KeyError:
            raise name.error(self._unknown_command(name.text), rule="unknown-command", may_fix=True) from None
        self._values.mention_token(name, COMMAND, opcode.name)
        values = self._cursor.arguments()
        kinds = operands_of(opcode, self._profile)
        # The operands of a null command are executed as commands of their own, so a source may leave them out.
        if not values and opcode.is_null:
            kinds = ()
        check_count(name, kinds, len(values))
        arguments = enumerate(zip(values, kinds, strict=True))
        operands = [self._values.operand(value, kind, name.text, at) for at, (value, kind) in arguments]
        self._action(opcode, name, *operands)

    @staticmethod
    def _unknown_command(name: str) -> str:
        try:
            test_by_name(name)
        except KeyError:
            return f"unknown command {name}{did_you_mean(name, [*_KEYWORDS, *(each.name for each in ACTIONS)])}"
        return f"{name} is a test; expected it in the condition of an if"

    def _action(self, opcode: Opcode, token: Token, *operands: int) -> None:
        if self._profile is not None and opcode.number > self._profile.last_action:
            first = first_with_action(opcode.number)
            raise token.error(f"{opcode.name} needs interpreter {first}; this is {self._profile.name}")
        self._code.put(opcode.number, *operands)

    # --- assignments ------------------------------------------------------------------------------------------------

    def _step(self, operator: Token, target: Value) -> None:
        name = "increment" if operator.text == "++" else "decrement"
        self._action(action_by_name(name), operator, self._cursor.variable(target, name))

    def _assign_indirectly(self) -> None:
        """`*v1 = 4;` or `*v1 = v2;`: the variable whose number is in v1."""
        star = self._cursor.next()
        target = self._cursor.variable(self._cursor.value(), "lindirectn")
        self._cursor.expect("=", "after the variable")
        self._by_kind("lindirectn", "lindirectv", star, target, self._cursor.value())

    def _by_kind(self, with_number: str, with_variable: str, token: Token, target: int, value: Value) -> None:
        """Emit one of two actions, by the right side's kind."""
        opcode = action_by_name(with_variable if value.marker == "v" else with_number)
        self._action(opcode, token, target, self._values.operand(value, opcode.operands[1], "this assignment", 1))

    def _assign(self) -> None:
        target = self._cursor.value()
        if target.marker == "?":
            raise target.token.error(self._no_statement(target.token.text), rule=UNKNOWN_NAME, may_fix=True)
        operator = self._cursor.next()
        if operator.kind is not TokenKind.SYMBOL:
            raise operator.error(f"expected an operator after {target}, found {operator}")
        if target.marker == "f":
            self._assign_flag(target, operator)
        elif target.marker == "s":
            self._assign_string(target, operator)
        elif operator.text in ("++", "--"):
            self._step(operator, target)
        elif operator.text == "@=":
            number = self._cursor.variable(target, "lindirectn")
            self._by_kind("lindirectn", "lindirectv", operator, number, self._cursor.value())
        elif operator.text == "=@" or (operator.text == "=" and self._cursor.accept("*")):
            source = self._cursor.variable(self._cursor.value(), "rindirect", 1)
            number = self._cursor.variable(target, "rindirect")
            self._action(action_by_name("rindirect"), operator, number, source)
        elif operator.text in ASSIGNMENTS:
            self._assign_variable(target, operator)
        else:
            raise operator.error(f"expected =, +=, -=, *=, /=, ++ or --, found {operator}")

    def _no_statement(self, name: str) -> str:
        """Return what is wrong with a statement that begins with a name which is not a variable."""
        if name in {action.name for action in ACTIONS}:
            return f"expected '(' after {name}: operands go in parentheses, even if there are none"
        hint = f"; did you mean {name.lower()}?" if marked(name.lower()) else did_you_mean(name, self._values.names)
        return f"expected a statement; '{name}' is not a command, label or variable{hint}"

    def _assign_variable(self, target: Value, operator: Token) -> None:
        names = ASSIGNMENTS[operator.text]
        target_number = self._cursor.variable(target, names[0])
        value = self._cursor.value()
        arithmetic = f"{self._cursor.peek().text}="
        # v1 = v1 + 4 means v1 += 4; only the target itself may stand first.
        if (
            operator.text == "="
            and self._cursor.peek().kind is TokenKind.SYMBOL
            and arithmetic in ("+=", "-=", "*=", "/=")
        ):
            sign = self._cursor.next().text
            first, value = value, self._cursor.value()
            if sign in COMMUTATIVE and first.marker == "" and value.marker == "v":
                first, value = value, first
            if first.marker != "v" or first.number != target_number:
                name = target.token.text
                split = f"write {name} = {first.token.text}; {name} {sign}= {value.token.text};"
                raise first.token.error(
                    f"expected the target of the assignment, v{target_number}, as the first operand; {split}"
                )
            names = ASSIGNMENTS[arithmetic]
        self._by_kind(*names, operator, target_number, value)
        self._values.mention_named_value(target_number, value)

    def _assign_flag(self, target: Value, operator: Token) -> None:
        truth = TRUTHS.get(self._cursor.peek().text.lower())
        if operator.text != "=" or truth is None:
            raise operator.error("expected '= true' or '= false' after a flag")
        self._cursor.next()
        command = action_by_name("set" if truth else "reset")
        self._values.mention(target, Operand.FLAG, target.number, command.name)
        self._action(command, operator, target.number)

    def _assign_string(self, target: Value, operator: Token) -> None:
        if operator.text != "=":
            raise operator.error(f"expected '=' after a string, found {operator}")
        self._values.mention(target, Operand.STRING, target.number, "set.string")
        message = self._values.operand(self._cursor.value(), Operand.MESSAGE, "this assignment", 1)
        self._action(action_by_name("set.string"), operator, target.number, message)


def unclosed_blocks(tokens: Sequence[Token]) -> list[LogicError]:
    """Return an error for each { whose } is missing.

    Braces alone show how many there are; that a line is not indented further than the `if` of a block shows which, if
    closing the block in front of that line makes the rest come out even.
    """
    even: list[Token] = []
    for token in tokens:
        if token.text == "{":
            even.append(token)
        elif token.text == "}" and even:
            even.pop()
    indented = _by_indentation(tokens)
    return [
        brace.error(f"this {{ is not closed; expected }}{f' before line {line}' if line else ''}")
        for brace, line in (indented if len(indented) == len(even) else [(brace, 0) for brace in even])
    ]


def _by_indentation(tokens: Sequence[Token]) -> list[tuple[Token, int]]:
    """Return each { that is not closed, with the number of the line that its } belongs before, 0 for the end.

    Nothing where indentation and braces contradict each other.
    """
    found: list[tuple[Token, int]] = []
    blocks: list[tuple[Token, int]] = []
    indent = of_statement = parentheses = 0
    for token, following in pairwise(tokens):
        before = token.source.text[token.source.text.rfind("\n", 0, token.offset) + 1 : token.offset]
        if not before.strip():
            indent = len(before.expandtabs())
            is_statement = token.kind is TokenKind.NAME and following.text != ":" and not parentheses
            least = indent + (token.text == "}") if is_statement or token.text == "}" else LARGEST
            while blocks and least <= blocks[-1][1] and token.source is blocks[-1][0].source:
                found.append((blocks.pop()[0], token.line))
        parentheses = 0 if token.text in ("{", "}", ";") else parentheses + (token.text == "(") - (token.text == ")")
        if token.text in ("if", "else"):
            of_statement = indent
        elif token.text == "{":
            blocks.append((token, of_statement))
        elif token.text == "}":
            if not blocks:
                return []
            blocks.pop()
    return found + [(brace, 0) for brace, _ in blocks]
