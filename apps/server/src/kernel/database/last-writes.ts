// Joins the writes that a transaction keeps for its end into one statement, so that they take one round trip.
import { hash } from 'node:crypto';
import { type Statement, sql } from './database-client.ts';

/**
 * A plain INSERT, UPDATE or DELETE whose result nobody needs. No WITH in front: PostgreSQL takes writing ones at the top only.
 * It sees the database as it was before the others that it is joined with, and no two of them may change the same row.
 */
export interface LastWrite {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

// The name ends in a hash of the text in hexadecimal; there are as many as combinations of writes, which are few.
const NAME_HASH_LENGTH = 16;

export type JoinWrites = (writes: readonly LastWrite[]) => LastWrite;

/** Remembers the joined texts, which are those of the program's own statements and nothing of a caller's. */
export function createWriteJoiner(): JoinWrites {
  const joined = new Map<string, Statement>();
  return (writes) => {
    const [only] = writes;
    if (only !== undefined && writes.length === 1) return only;
    const key = writes.map(({ statement }) => statement.name).join(' ');
    let statement = joined.get(key);
    if (statement === undefined) {
      statement = joinTexts(writes);
      joined.set(key, statement);
    }
    return { statement, values: writes.flatMap(({ values }) => values) };
  };
}

function joinTexts(writes: readonly LastWrite[]): Statement {
  let offset = 0;
  const texts = writes.map(({ statement: { text }, values }) => {
    const before = offset;
    offset += values.length;
    return text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`);
  });
  // PostgreSQL runs the others after the main one, the last first: so they lock their rows in the order in which they were kept.
  const [first, ...others] = texts;
  const named = others.map((one, index) => `write_${index} AS (${one})`).reverse();
  const text = `WITH ${named.join(',\n')}\n${first}`;
  return sql(`joined_${hash('sha256', text, 'hex').slice(0, NAME_HASH_LENGTH)}`, text);
}
