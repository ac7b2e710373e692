// Bounds the depth of a statement's tree, from its tokens alone, so that no parser runs out of stack.
import type { SqlToken } from './sql-tokens.ts';

/** Levels of brackets: usual statements nest some ten; deparsing is fast up to here. */
export const NESTING_MAX = 100;
/**
 * Length of a chain of operators, which is as deep as it is long. The thread's stack of 4 MiB holds 5,000 of every kind
 * (sql-lane.test.ts).
 */
export const CHAIN_MAX = 2_500;

const OPENING: ReadonlySet<string> = new Set(['(', '[', '{']);
const CLOSING: ReadonlySet<string> = new Set([')', ']', '}']);

interface Level {
  chain: number;
}

/** Answers the token at which the tree may become too deep, or null. */
export function findTooDeep(tokens: readonly SqlToken[]): SqlToken | null {
  const levels: Level[] = [{ chain: 0 }];
  let chain = 0;
  let cases = 0;
  for (const token of tokens) {
    const word = token.text.toLowerCase();
    if (OPENING.has(word)) {
      // A subscript may follow another one: `a[1][2]`.
      chain += 1;
      levels.at(-1)!.chain += 1;
      levels.push({ chain: 0 });
    } else if (CLOSING.has(word)) {
      // The parser refuses surplus closing brackets.
      if (levels.length > 1) chain -= levels.pop()!.chain;
    } else if (word === ',') {
      chain -= levels.at(-1)!.chain;
      levels.at(-1)!.chain = 0;
    } else if (!token.isLeaf && word !== '.') {
      chain += 1;
      levels.at(-1)!.chain += 1;
    }
    if (word === 'case') cases += 1;
    else if (word === 'end' && cases > 0) cases -= 1;
    if (levels.length + cases > NESTING_MAX || chain > CHAIN_MAX) return token;
  }
  return null;
}
