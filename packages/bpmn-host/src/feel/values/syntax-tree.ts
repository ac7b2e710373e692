// Parses FEEL into a plain tree; errors and what is nested too deeply end it.
import { parseExpression, parseUnaryTests } from 'feelin';
import { FEEL_DEPTH_MAX, FEEL_LENGTH_MAX } from './budget.ts';

export interface FeelNode {
  readonly name: string;
  readonly text: string;
  readonly from: number;
  /** Depth of the tree, 1 for a leaf. */
  readonly depth: number;
  readonly children: readonly FeelNode[];
}

/** Thrown for a text that is no FEEL, with the reason. */
export class FeelProblem extends Error {
  readonly offset: number;
  constructor(problem: string, offset: number) {
    super(problem);
    this.offset = offset;
  }
}

/** Names that may contain blanks and signs; nested ones are the entries of contexts. */
export type KnownNames = { readonly [name: string]: KnownNames | null };

export type FeelForm = 'expression' | 'unary-tests';

/** Parses a text. Throws `FeelProblem`. */
export function parseFeel(text: string, form: FeelForm, names: KnownNames): FeelNode {
  if (text.length > FEEL_LENGTH_MAX)
    throw new FeelProblem(`longer than ${FEEL_LENGTH_MAX} characters`, FEEL_LENGTH_MAX);
  if (text.trim() === '') throw new FeelProblem('empty', 0);
  checkShape(text);
  const stack: { children: FeelNode[]; depth: number }[] = [{ children: [], depth: 0 }];
  parsed(text, form, names).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) throw unexpected(text, from, to);
      if (type.isSkipped) return false;
      if (stack.length > FEEL_DEPTH_MAX) throw new FeelProblem(`nested deeper than ${FEEL_DEPTH_MAX}`, from);
      stack.push({ children: [], depth: 0 });
      return undefined;
    },
    leave: ({ type, name, from, to }) => {
      if (type.isSkipped) return;
      const { children, depth } = stack.pop()!;
      const around = stack.at(-1)!;
      around.children.push({ name, text: text.slice(from, to), from, depth: depth + 1, children });
      around.depth = Math.max(around.depth, depth + 1);
    },
  });
  return stack[0]!.children[0]!;
}

/** Bound of the square brackets of a text, and of its colons: the time of the parser grows with the square of their number. */
const SIGNS_MAX = 1_000;

/** Refuses what makes the parser take seconds, or leave the call stack. Signs inside of strings count, too, which hurts nobody. */
function checkShape(text: string): void {
  let [depth, brackets, colons] = [0, 0, 0];
  for (let index = 0; index < text.length; index++) {
    const sign = text[index];
    if (sign === '[' || sign === ']') brackets++;
    if (sign === ':') colons++;
    if (sign === '(' || sign === '[' || sign === '{') depth++;
    else if (sign === ')' || sign === ']' || sign === '}') depth = Math.max(0, depth - 1);
    if (depth > FEEL_DEPTH_MAX) throw new FeelProblem(`nested deeper than ${FEEL_DEPTH_MAX}`, index);
    if (Math.max(brackets, colons) > SIGNS_MAX) throw new FeelProblem(`more than ${SIGNS_MAX} of ${sign}`, index);
  }
}

/** Parses a text; a parser that runs out of the call stack over texts that mean nothing is a problem of the text. */
function parsed(text: string, form: FeelForm, names: KnownNames) {
  try {
    return (form === 'expression' ? parseExpression : parseUnaryTests)(text, names, undefined);
  } catch (error) {
    if (error instanceof RangeError) throw new FeelProblem('too deeply nested to be read', 0);
    throw error;
  }
}

const SHOWN_MAX = 40;

function unexpected(text: string, from: number, to: number): FeelProblem {
  const rest = text.slice(from, Math.max(to, from)).trim() || text.slice(from).trim();
  if (rest === '') return new FeelProblem('it ends too early', from);
  return new FeelProblem(`unexpected ${rest.length > SHOWN_MAX ? `${rest.slice(0, SHOWN_MAX)}...` : rest}`, from);
}

/** Answers a name in one form, as blanks around signs count alike, however it was written. */
export function normalName(name: string): string {
  return name
    .replaceAll(/\s*([./\-'+*])\s*/g, ' $1 ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export function nameOf(node: FeelNode): string {
  return normalName(node.children.length === 0 ? node.text : node.children.map(({ text }) => text).join(' '));
}
