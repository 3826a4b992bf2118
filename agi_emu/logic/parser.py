"""Statements and conditions of LOGIC source, translated as they are read (reference: logic-language.md 2, 3 and 6.2).

One token ahead decides everything; code comes out in the order of the source, so no tree is kept.
"""

from __future__ import annotations

from dataclasses import replace

from agi_emu.errors import LogicError
from agi_emu.logic.emitter import CodeBuffer
from agi_emu.logic.lexer import Kind, Token
from agi_emu.logic.opcodes import (
    ACTIONS,
    END_OF_LOGIC,
    GOTO,
    IF,
    NOT,
    OR,
    TESTS,
    Opcode,
    Operand,
    Profile,
    action_by_name,
    operands_of,
    test_by_name,
)
from agi_emu.logic.sugar import ASSIGNMENTS, COMPARISONS, RAW_BYTES
from agi_emu.logic.suggestions import did_you_mean
from agi_emu.logic.values import Value, ValueReader

_MAX_SAID_WORDS = 0xFF
_PARENTHESES = "expected alternatives in parentheses of their own: ((a || b) && c)"


class Parser:
    """Reads the statements of a source into a code buffer."""

    def __init__(
        self, tokens: list[Token], values: ValueReader, code: CodeBuffer, profile: Profile | None, notes: list[str]
    ) -> None:
        self._tokens = tokens
        self._position = 0
        self._values = values
        self._code = code
        self._profile = profile
        self._notes = notes
        self.problems: list[LogicError] = []

    def parse(self) -> None:
        """Translate everything; what is wrong is kept in `problems`."""
        while not self._at_end():
            if self._at("}"):
                self.problems.append(self._next().error("expected a statement; this } has no {"))
                continue
            self._statement_or_problem()
        if not self.problems and (not self._code.code or self._code.code[-1] != END_OF_LOGIC):
            self._notes.append(str(self._peek().error("expected return() as the last statement")))

    # --- tokens -----------------------------------------------------------------------------------------------------

    def _peek(self, ahead: int = 0) -> Token:
        return self._tokens[min(self._position + ahead, len(self._tokens) - 1)]

    def _at_end(self) -> bool:
        return self._peek().kind is Kind.END

    def _at(self, symbol: str, ahead: int = 0) -> bool:
        token = self._peek(ahead)
        return token.text == symbol and token.kind in (Kind.SYMBOL, Kind.NAME)

    def _next(self) -> Token:
        token = self._peek()
        self._position += 1
        return token

    def _accept(self, symbol: str) -> bool:
        if self._at(symbol):
            self._position += 1
            return True
        return False

    def _expect(self, symbol: str, where: str) -> Token:
        if not self._at(symbol):
            raise self._expected(f"'{symbol}' {where}")
        return self._next()

    def _expected(self, what: str) -> LogicError:
        token = self._peek()
        return token.error(f"expected {what}, found {token}")

    def _value(self) -> Value:
        value, self._position = self._values.take(self._tokens, self._position)
        return value

    # --- mistakes ---------------------------------------------------------------------------------------------------

    def _statement_or_problem(self) -> None:
        """Translate a statement; where it is wrong, keep the error and go on behind it."""
        start = self._position
        try:
            self._statement()
        except LogicError as problem:
            self.problems.append(problem)
            self._position = max(self._position, start + 1)
            self._skip_statement()

    def _skip_statement(self) -> None:
        """Go behind the next ';', or the blocks of an if, whose statements are looked at; stop in front of '}'."""
        while not (self._at_end() or self._at("}")):
            if self._at("{"):
                self._block_or_problem()
                while self._accept("else"):
                    while not (self._at_end() or self._at("{") or self._at("}") or self._at(";")):
                        self._next()
                    if self._at("{"):
                        self._block_or_problem()
                return
            if self._next().text == ";":
                return

    def _block_or_problem(self) -> None:
        try:
            self._block("here")
        except LogicError as problem:
            self.problems.append(problem)

    # --- statements -------------------------------------------------------------------------------------------------

    def _statement(self) -> None:
        token = self._peek()
        self._code.note_place(token)
        if token.kind is Kind.SYMBOL and token.text in ("++", "--"):
            self._next()
            self._step(token, self._value())
        elif self._at("*"):
            self._assign_indirectly()
        elif self._at(":"):
            self._next()
            self._label(self._name("a label's name behind ':'"))
            return
        elif token.kind is not Kind.NAME:
            raise self._expected("a statement")
        elif self._at(":", 1):
            self._label(self._next())
            self._next()
            return
        elif self._at("if"):
            self._if()
            return
        elif self._at("else"):
            raise token.error("expected a statement; else stands only behind the } of an if")
        elif self._at("goto"):
            self._goto()
        elif self._at("ifnot"):
            self._if_not()
        elif self._at("(", 1):
            self._command()
        elif self._at("return"):
            self._next()
            self._code.put(END_OF_LOGIC)
        else:
            self._assign()
        self._expect(";", "at the end of the statement")

    def _name(self, what: str) -> Token:
        if self._peek().kind is not Kind.NAME:
            raise self._expected(what)
        return self._next()

    def _label(self, name: Token) -> None:
        if self._code.has_label(name.text):
            raise name.error(f"the label {name.text}: stands already elsewhere")
        self._code.put_label(name.text)

    def _jump_label(self) -> Token:
        in_parentheses = self._accept("(")
        label = self._offset() if self._accept("@") else self._name("the label to go to")
        if in_parentheses:
            self._expect(")", "behind the label")
        return label

    def _offset(self) -> Token:
        """Return an offset in the code, as disassembled logics name it where there is no place for a label."""
        is_before_code = self._accept("-")
        if self._peek().kind is not Kind.NUMBER:
            raise self._expected("an offset in the code behind @")
        token = self._next()
        return replace(token, number=-token.number) if is_before_code else token

    def _goto(self) -> None:
        self._next()
        self._code.put(GOTO)
        self._code.put_jump_to(self._jump_label())

    def _if_not(self) -> None:
        """`ifnot (condition) goto(label);`: a condition whose end lies outside the block that it stands in."""
        self._next()
        self._condition()
        if not self._at("goto"):
            raise self._expected("goto behind the condition of ifnot")
        self._next()
        self._code.put_jump_to(self._jump_label())

    def _if(self) -> None:
        """If, any number of `else if`, and else.

        The parts of a chain all end at the same place, so their jumps are closed together.
        """
        jumps_to_end: list[int] = []
        start = self._peek()
        while True:
            self._code.note_place(self._peek())
            token = self._expect("if", "here")
            self._condition()
            jump_over = self._code.put_open_jump()
            self._block("behind the condition")
            if not self._accept("else"):
                self._code.close_jump(jump_over, token)
                break
            self._code.put(GOTO)
            jumps_to_end.append(self._code.put_open_jump())
            self._code.close_jump(jump_over, token)
            if not self._at("if"):
                self._block("behind else")
                break
        for jump in jumps_to_end:
            self._code.close_jump(jump, start)

    def _block(self, where: str) -> None:
        brace = self._expect("{", where)
        while not self._at("}"):
            if self._at_end():
                raise brace.error("this { has no }")
            self._statement_or_problem()
        self._next()

    def _command(self) -> None:
        name = self._next()
        if name.text == RAW_BYTES:
            self._code.put(*[self._values.operand(value, Operand.NUMBER, name.text) for value in self._arguments()])
            return
        try:
            opcode = action_by_name(name.text)
        except KeyError:
            names = (action.name for action in ACTIONS)
            raise name.error(f"there is no command {name.text}{did_you_mean(name.text, names)}") from None
        values = self._arguments()
        kinds = operands_of(opcode, self._profile)
        # The operands of a null command are executed as commands of their own, so a source may leave them out.
        if not values and opcode.is_null:
            kinds = ()
        self._check_count(name, kinds, len(values))
        operands = [self._values.operand(value, kind, name.text) for value, kind in zip(values, kinds, strict=True)]
        self._action(opcode, name, *operands)

    def _arguments(self) -> list[Value]:
        self._expect("(", "before the operands")
        values: list[Value] = []
        while not self._at(")"):
            if values:
                self._expect(",", "between operands, or ')'")
            values.append(self._value())
        self._next()
        return values

    @staticmethod
    def _check_count(name: Token, kinds: tuple[Operand, ...], count: int) -> None:
        if len(kinds) != count:
            names = ", ".join(kind.value for kind in kinds) or "none"
            plural = "operand" if len(kinds) == 1 else "operands"
            raise name.error(f"{name.text} expects {len(kinds)} {plural} ({names}), not {count}")

    def _action(self, opcode: Opcode, token: Token, *operands: int) -> None:
        if self._profile is not None and opcode.number > self._profile.last_action:
            raise token.error(f"{opcode.name} needs interpreter {opcode.first}; this is {self._profile.name}")
        self._code.put(opcode.number, *operands)

    # --- assignments ------------------------------------------------------------------------------------------------

    def _step(self, operator: Token, target: Value) -> None:
        name = "increment" if operator.text == "++" else "decrement"
        self._action(action_by_name(name), operator, self._variable(target))

    @staticmethod
    def _variable(value: Value) -> int:
        if value.marker != "v":
            raise value.token.error(f"expected a variable (v0 to v255), not {value}")
        return value.number

    def _assign_indirectly(self) -> None:
        """`*v1 = 4;` or `*v1 = v2;`: the variable whose number is in v1."""
        star = self._next()
        target = self._variable(self._value())
        self._expect("=", "behind the variable")
        self._by_kind("lindirectn", "lindirectv", star, target, self._value())

    def _by_kind(self, with_number: str, with_variable: str, token: Token, target: int, value: Value) -> None:
        """Emit one of two actions, by the right side's kind."""
        opcode = action_by_name(with_variable if value.marker == "v" else with_number)
        self._action(opcode, token, target, self._values.operand(value, opcode.operands[1], "this assignment"))

    def _assign(self) -> None:
        target = self._value()
        operator = self._next()
        if target.marker == "?":
            raise target.token.error(f"expected a statement; '{target.token.text}' is no command, label or variable")
        if operator.kind is not Kind.SYMBOL:
            raise operator.error(f"expected an operator behind {target}, found {operator}")
        if target.marker == "f":
            self._assign_flag(target, operator)
        elif target.marker == "s":
            self._assign_string(target, operator)
        elif operator.text in ("++", "--"):
            self._step(operator, target)
        elif operator.text == "@=":
            self._by_kind("lindirectn", "lindirectv", operator, self._variable(target), self._value())
        elif operator.text == "=@" or (operator.text == "=" and self._accept("*")):
            source = self._variable(self._value())
            self._action(action_by_name("rindirect"), operator, self._variable(target), source)
        elif operator.text in ASSIGNMENTS:
            self._assign_variable(target, operator)
        else:
            raise operator.error(f"expected =, +=, -=, *=, /=, ++ or --, found {operator}")

    def _assign_variable(self, target: Value, operator: Token) -> None:
        variable = self._variable(target)
        names = ASSIGNMENTS[operator.text]
        value = self._value()
        arithmetic = f"{self._peek().text}="
        # v1 = v1 + 4 means v1 += 4; only the target itself may stand first.
        if operator.text == "=" and self._peek().kind is Kind.SYMBOL and arithmetic in ("+=", "-=", "*=", "/="):
            if value.marker != "v" or value.number != variable:
                raise value.token.error(f"expected the target of the assignment, v{variable}, as the first operand")
            self._next()
            names = ASSIGNMENTS[arithmetic]
            value = self._value()
        self._by_kind(*names, operator, variable, value)

    def _assign_flag(self, target: Value, operator: Token) -> None:
        value = self._next()
        actions = {"true": "set", "false": "reset"}
        if operator.text != "=" or value.text not in actions:
            raise operator.error("expected '= true' or '= false' behind a flag")
        self._action(action_by_name(actions[value.text]), operator, target.number)

    def _assign_string(self, target: Value, operator: Token) -> None:
        if operator.text != "=":
            raise operator.error(f"expected '=' behind a string, found {operator}")
        message = self._values.operand(self._value(), Operand.MESSAGE, "this assignment")
        self._action(action_by_name("set.string"), operator, target.number, message)

    # --- conditions -------------------------------------------------------------------------------------------------

    def _condition(self) -> None:
        """Tests joined by &&, each of which may be a group in parentheses joined by ||; or tests joined by || alone.

        Every inner parenthesis is a group.
        """
        self._expect("(", "before the condition")
        self._code.put(IF)
        start = len(self._code.code)
        while True:
            if self._at("("):
                self._group()
                is_bare = False
            else:
                is_bare = len(self._code.code) == start
                self._test()
            if is_bare and self._at("||"):
                self._alternatives(start)
                break
            if self._at("||"):
                raise self._peek().error(_PARENTHESES)
            if not self._accept("&&"):
                break
        self._expect(")", "or && behind the test")
        self._code.put(IF)

    def _alternatives(self, start: int) -> None:
        """Read the rest of a condition that is nothing but alternatives, which need no parentheses of their own."""
        self._code.code.insert(start, OR)
        while self._accept("||"):
            if self._at("("):
                raise self._peek().error("expected a test; groups cannot stand in groups")
            self._test()
        if self._at("&&"):
            raise self._peek().error(_PARENTHESES)
        self._code.put(OR)

    def _group(self) -> None:
        self._next()
        self._code.put(OR)
        while True:
            if self._at("("):
                raise self._peek().error("expected a test; groups cannot stand in groups")
            self._test()
            if self._at("&&"):
                raise self._peek().error("expected || or ')'; && cannot stand within a group")
            if not self._accept("||"):
                break
        self._expect(")", "or || behind the test")
        self._code.put(OR)

    def _test(self) -> None:
        while self._accept("!"):
            self._code.put(NOT)
            if self._at("("):
                raise self._peek().error("expected a test behind !; a group cannot be negated")
        token = self._peek()
        if token.kind is Kind.NAME and self._at("(", 1):
            self._test_command(self._next())
            return
        value = self._value()
        operator = self._peek()
        if operator.kind is Kind.SYMBOL and operator.text in COMPARISONS:
            self._next()
            with_number, with_variable, negated = COMPARISONS[operator.text]
            variable = self._variable(value)
            right = self._value()
            opcode = test_by_name(with_variable if right.marker == "v" else with_number)
            number = self._values.operand(right, opcode.operands[1], "this comparison")
            self._code.put(*([NOT] if negated else []), opcode.number, variable, number)
        elif value.marker == "f":
            self._code.put(test_by_name("isset").number, value.number)
        elif value.marker == "v":
            self._code.put(test_by_name("greatern").number, value.number, 0)
        else:
            raise value.token.error(f"expected a test, not {value}")

    def _test_command(self, name: Token) -> None:
        try:
            test = test_by_name(name.text)
        except KeyError:
            names = (each.name for each in TESTS)
            raise name.error(f"there is no test {name.text}{did_you_mean(name.text, names)}") from None
        values = self._arguments()
        if test.operands != (Operand.WORDS,):
            self._check_count(name, test.operands, len(values))
            self._code.put(test.number)
            for value, kind in zip(values, test.operands, strict=True):
                self._code.put(self._values.operand(value, kind, name.text))
            return
        if len(values) > _MAX_SAID_WORDS:
            raise name.error(f"{name.text} takes at most {_MAX_SAID_WORDS} words, not {len(values)}")
        self._code.put(test.number, len(values))
        for value in values:
            self._code.put(*self._values.word_group(value).to_bytes(2, "little"))
