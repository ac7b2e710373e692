// What the compilers of the kinds of FEEL nodes share: each is handed the compiler of what is inside of its node.
import type { Run } from '../values/scope.ts';
import { type FeelNode, FeelProblem } from '../values/syntax-tree.ts';
import type { FeelValue } from '../values/values.ts';

/** Names that the text itself binds at a place; a function that is neither one of them nor built in does not exist. */
export type BoundNames = ReadonlySet<string>;

export type Compile = (node: FeelNode, bound: BoundNames) => Run;

/** Compiles one kind of node. */
export type NodeCompiler = (node: FeelNode, bound: BoundNames, compile: Compile) => Run;

export function childOf(node: FeelNode, index: number): FeelNode {
  const child = node.children[index];
  if (child === undefined) throw new FeelProblem(`${node.name} is incomplete`, node.from);
  return child;
}

export function constant(value: FeelValue): Run {
  return () => value;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', "'": "'", '\\': '\\' };

export function stringIn(text: string): string {
  const inner = text.slice(1, -1);
  return inner.replaceAll(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{6})|([nrt"'\\]))/g, (all, short, long, sign) => {
    if (sign !== undefined) return ESCAPES[sign as string] ?? all;
    const code = Number.parseInt((short ?? long) as string, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
