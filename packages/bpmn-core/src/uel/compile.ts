// Compiles the text of an attribute or condition, with or without `${...}` parts, once into an expression.
import type { Expression, ExpressionProblem, ResultType } from '../expression/expression.ts';
import type { Value } from '../values/values.ts';
import type { Linked } from './calls.ts';
import { kindOf, toText } from './evaluation/coercion.ts';
import { chargeSteps, type Evaluation } from './evaluation/evaluation.ts';
import { joinTexts } from './evaluation/operators.ts';
import { link } from './linker.ts';
import { EXPRESSION_LENGTH_MAX } from './syntax/bounds.ts';
import { parseSyntax } from './syntax/parser.ts';
import { CompileStop, type SyntaxNode } from './syntax/syntax.ts';

export interface CompileOptions {
  /** In the position of a condition: text without `${...}` is the expression itself, white space around it means nothing. */
  readonly bare?: boolean;
}

/**
 * Answers the expression that a text stands for, or why it is none (EXE-07). One part alone gives its value, text with parts gives
 * text, text without parts is a constant; `\${` stands for `${` itself.
 */
export function compileExpression(text: string, options: CompileOptions = {}): Expression | ExpressionProblem {
  if (text.length > EXPRESSION_LENGTH_MAX) {
    return { problem: `longer than ${EXPRESSION_LENGTH_MAX} characters`, offset: EXPRESSION_LENGTH_MAX };
  }
  try {
    return options.bare === true ? compileBare(text) : compileTemplate(text, 0, text.length);
  } catch (stop) {
    if (stop instanceof CompileStop) return { problem: stop.message, offset: stop.offset };
    throw stop;
  }
}

/** Says whether compiling gave a problem instead of an expression. */
export function isExpressionProblem(compiled: Expression | ExpressionProblem): compiled is ExpressionProblem {
  return 'problem' in compiled;
}

/** What a text consists of: bare text and the trees of its expressions. Throws `CompileStop` for what is none. */
export function partsOf(text: string, { bare = false }: CompileOptions): readonly Part[] {
  const isTemplate = !bare || nextPart(text, 0, text.length) !== undefined;
  return isTemplate ? templateParts(text, 0, text.length) : [parseSyntax(text, 0, 'end').node];
}

function compileBare(text: string): Expression {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  if (nextPart(text, start, end) !== undefined) return compileTemplate(text, start, end);
  const { node } = parseSyntax(text, 0, 'end');
  return compileAlone(text, node);
}

type Part = string | SyntaxNode;

function compileTemplate(text: string, start: number, end: number): Expression {
  const parts = templateParts(text, start, end);
  const [only] = parts;
  if (parts.length > 1 || only === undefined) return compileMixed(text, parts);
  return typeof only === 'string' ? constantOf(text, only, 'text') : compileAlone(text, only);
}

function templateParts(text: string, start: number, end: number): readonly Part[] {
  const parts: Part[] = [];
  let at = start;
  for (let next = nextPart(text, at, end); next !== undefined; next = nextPart(text, at, end)) {
    const before = withoutEscapes(text.slice(at, next));
    if (before !== '') parts.push(before);
    const parsed = parseSyntax(text, next + 2, '}');
    parts.push(parsed.node);
    at = parsed.end;
  }
  const rest = withoutEscapes(text.slice(at, end));
  if (rest !== '' || parts.length === 0) parts.push(rest);
  return parts;
}

/** Offset of the next `${` or `#{` before `end` that no backslash stands in front of. */
function nextPart(text: string, from: number, end: number): number | undefined {
  for (let at = text.indexOf('{', from); at !== -1 && at < end; at = text.indexOf('{', at + 1)) {
    const sign = text[at - 1];
    if (at > from && (sign === '$' || sign === '#') && !(at - 1 > from && text[at - 2] === '\\')) return at - 1;
  }
  return undefined;
}

function withoutEscapes(text: string): string {
  return text.replaceAll(/\\([$#]\{)/g, '$1');
}

function constantOf(text: string, constant: Value, resultType: ResultType): Expression {
  return { text, constant, resultType, evaluate: () => constant };
}

function compileAlone(text: string, node: SyntaxNode): Expression {
  const linked = link(node, text);
  return node.type === 'literal'
    ? constantOf(text, node.value, linked.result)
    : evaluated(text, linked.result, linked.run);
}

function compileMixed(text: string, parts: readonly Part[]): Expression {
  const linked = parts.map((part): Linked | string => (typeof part === 'string' ? part : link(part, text)));
  return evaluated(text, 'text', (evaluation) => {
    let result = '';
    for (const part of linked) {
      chargeSteps(evaluation, 1);
      result = joinTexts(
        evaluation,
        result,
        typeof part === 'string' ? part : toText(evaluation, part.run(evaluation)),
      );
    }
    return result;
  });
}

function evaluated(text: string, resultType: ResultType, run: (evaluation: Evaluation) => Value): Expression {
  return {
    text,
    constant: undefined,
    resultType,
    evaluate: (context) => {
      const evaluation = { text, context, steps: 0 };
      const value = run(evaluation);
      // Nothing that is no value leaves, whatever the context handed in.
      kindOf(evaluation, value);
      return value;
    },
  };
}
