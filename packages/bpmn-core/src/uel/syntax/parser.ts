// Parses one expression (what stands between `${` and `}`) into its syntax tree.
import { EXPRESSION_DEPTH_MAX } from './bounds.ts';
import { type ExpressionToken, readToken } from './lexer.ts';
import { type BinaryOperator, CompileStop, type SyntaxForm, type SyntaxNode } from './syntax.ts';

interface Parser {
  readonly source: string;
  token: ExpressionToken;
  /** Calls inside each other, which parentheses and prefix operators deepen without making nodes. */
  nesting: number;
}

/** Precedences of operators; higher binds tighter. */
const PRECEDENCE: ReadonlyMap<string, { readonly operator: BinaryOperator; readonly level: number }> = new Map(
  (
    [
      [['||', 'or'], '||', 1],
      [['&&', 'and'], '&&', 2],
      [['==', 'eq'], '==', 3],
      [['!=', 'ne'], '!=', 3],
      [['<', 'lt'], '<', 4],
      [['>', 'gt'], '>', 4],
      [['<=', 'le'], '<=', 4],
      [['>=', 'ge'], '>=', 4],
      [['+='], '+=', 5],
      [['+'], '+', 6],
      [['-'], '-', 6],
      [['*'], '*', 7],
      [['/', 'div'], '/', 7],
      [['%', 'mod'], '%', 7],
    ] as const
  ).flatMap(([words, operator, level]) => words.map((word) => [word, { operator, level }] as const)),
);

const LITERALS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Words that are no names of variables. `instanceof` is reserved by the language and not offered. */
const RESERVED: ReadonlySet<string> = new Set([
  ...[...PRECEDENCE.keys()].filter((word) => /^[a-z]/.test(word)),
  'not',
  'empty',
  'instanceof',
]);

/** Prefixes of the functions over variables, all of one meaning. */
const VARIABLE_FUNCTION_PREFIXES: ReadonlySet<string> = new Set(['variables', 'vars', 'var']);

/** Parses from `from` to the closing brace, or to the end of the source where `until` is `end`. Throws `CompileStop`. */
export function parseSyntax(source: string, from: number, until: '}' | 'end'): { node: SyntaxNode; end: number } {
  const parser: Parser = { source, token: readToken(source, from), nesting: 0 };
  if (isLast(parser, until)) throw new CompileStop('empty', from);
  const node = parseChoice(parser);
  if (!isLast(parser, until)) unexpected(parser);
  return { node, end: parser.token.end };
}

function isLast({ token }: Parser, until: '}' | 'end'): boolean {
  return until === 'end' ? token.kind === 'end' : isOperator(token, '}');
}

function isOperator(token: ExpressionToken, value: string): boolean {
  return token.kind === 'operator' && token.value === value;
}

function unexpected({ token }: Parser): never {
  const found = token.kind === 'end' ? 'end' : JSON.stringify(token.value);
  throw new CompileStop(`syntax error: unexpected ${found}`, token.start);
}

function advance(parser: Parser): ExpressionToken {
  const token = parser.token;
  parser.token = readToken(parser.source, token.end);
  return token;
}

function accept(parser: Parser, operator: string): boolean {
  if (!isOperator(parser.token, operator)) return false;
  advance(parser);
  return true;
}

function expect(parser: Parser, operator: string): number {
  if (!isOperator(parser.token, operator)) unexpected(parser);
  return advance(parser).end;
}

function nested<Result>(parser: Parser, parse: (parser: Parser) => Result): Result {
  parser.nesting += 1;
  checkDepth(parser.nesting, parser.token.start);
  const result = parse(parser);
  parser.nesting -= 1;
  return result;
}

function checkDepth(depth: number, offset: number): void {
  if (depth > EXPRESSION_DEPTH_MAX) {
    throw new CompileStop(`nested deeper than ${EXPRESSION_DEPTH_MAX} levels`, offset);
  }
}

function makeNode(form: SyntaxForm, start: number, end: number, ...inner: readonly SyntaxNode[]): SyntaxNode {
  const depth = 1 + inner.reduce((deepest, node) => Math.max(deepest, node.depth), 0);
  checkDepth(depth, start);
  return { ...form, start, end, depth };
}

function parseChoice(parser: Parser): SyntaxNode {
  const condition = parseBinary(parser, 1);
  if (!accept(parser, '?')) return condition;
  const yes = nested(parser, parseChoice);
  expect(parser, ':');
  const no = nested(parser, parseChoice);
  return makeNode({ type: 'choice', condition, yes, no }, condition.start, no.end, condition, yes, no);
}

function binaryAt({ token }: Parser) {
  return token.kind === 'operator' || token.kind === 'name' ? PRECEDENCE.get(token.value) : undefined;
}

function parseBinary(parser: Parser, level: number): SyntaxNode {
  let left = parseUnary(parser);
  for (let found = binaryAt(parser); found !== undefined && found.level >= level; found = binaryAt(parser)) {
    advance(parser);
    const right = parseBinary(parser, found.level + 1);
    left = makeNode({ type: 'binary', operator: found.operator, left, right }, left.start, right.end, left, right);
  }
  return left;
}

const UNARY = { '!': '!', not: '!', '-': '-', empty: 'empty' } as const;

function parseUnary(parser: Parser): SyntaxNode {
  const { kind, value, start } = parser.token;
  if (kind !== 'operator' && kind !== 'name') return parsePostfix(parser);
  if (!Object.hasOwn(UNARY, value)) return parsePostfix(parser);
  const operator = UNARY[value as keyof typeof UNARY];
  advance(parser);
  const operand = nested(parser, parseUnary);
  if (operator === '-' && operand.type === 'literal' && typeof operand.value === 'number') {
    return makeNode({ type: 'literal', value: -operand.value }, start, operand.end);
  }
  return makeNode({ type: 'unary', operator, operand }, start, operand.end, operand);
}

function parsePostfix(parser: Parser): SyntaxNode {
  let target = parsePrimary(parser);
  for (;;) {
    if (accept(parser, '.')) {
      target = parseMember(parser, target);
    } else if (accept(parser, '[')) {
      const key = nested(parser, parseChoice);
      target = makeNode({ type: 'index', target, key }, target.start, expect(parser, ']'), target, key);
    } else {
      return target;
    }
  }
}

function parseMember(parser: Parser, target: SyntaxNode): SyntaxNode {
  if (parser.token.kind !== 'name') unexpected(parser);
  const { value: name, end } = advance(parser);
  if (!isOperator(parser.token, '(')) return makeNode({ type: 'property', target, name }, target.start, end, target);
  const { args, end: argsEnd } = parseArguments(parser);
  return makeNode({ type: 'method', target, name, args }, target.start, argsEnd, target, ...args);
}

function parseArguments(parser: Parser): { args: SyntaxNode[]; end: number } {
  expect(parser, '(');
  const args: SyntaxNode[] = [];
  if (!isOperator(parser.token, ')')) {
    do args.push(nested(parser, parseChoice));
    while (accept(parser, ','));
  }
  return { args, end: expect(parser, ')') };
}

function parsePrimary(parser: Parser): SyntaxNode {
  const { kind, value, start, end } = parser.token;
  if (kind === 'text') {
    advance(parser);
    return makeNode({ type: 'literal', value }, start, end);
  }
  if (kind === 'number') return parseNumber(parser);
  if (kind === 'name') return parseName(parser);
  if (!accept(parser, '(')) unexpected(parser);
  const inner = nested(parser, parseChoice);
  expect(parser, ')');
  return inner;
}

function parseNumber(parser: Parser): SyntaxNode {
  const { value, start, end } = advance(parser);
  const number = Number(value);
  if (!Number.isFinite(number)) throw new CompileStop('syntax error: number out of range', start);
  return makeNode({ type: 'literal', value: number }, start, end);
}

function parseName(parser: Parser): SyntaxNode {
  const { value: name, start, end } = parser.token;
  if (RESERVED.has(name)) unexpected(parser);
  advance(parser);
  const literal = LITERALS.get(name);
  if (literal !== undefined) return makeNode({ type: 'literal', value: literal }, start, end);
  const qualified = VARIABLE_FUNCTION_PREFIXES.has(name) ? parseQualified(parser, end) : undefined;
  if (qualified === undefined && !isOperator(parser.token, '(')) {
    return makeNode({ type: 'variable', name }, start, end);
  }
  const { args, end: argsEnd } = parseArguments(parser);
  const functionName = qualified === undefined ? name : `variables:${qualified}`;
  return makeNode({ type: 'function', name: functionName, args }, start, argsEnd, ...args);
}

/** Reads the `get` of `variables:get(`, written without space; a colon in any other place belongs to `? :`. */
function parseQualified(parser: Parser, prefixEnd: number): string | undefined {
  const { source, token } = parser;
  if (!isOperator(token, ':') || token.start !== prefixEnd) return undefined;
  const name = readToken(source, token.end);
  if (name.kind !== 'name' || name.start !== token.end || source.charAt(name.end) !== '(') return undefined;
  parser.token = readToken(source, name.end);
  return name.value;
}
