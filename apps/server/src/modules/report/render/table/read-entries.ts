// Reads a report line by line, decoded from the text that COPY sends.
import type pg from 'pg';
import { copyText } from './copy.store.ts';
import { type EntryShape, entryQuery } from './entries.store.ts';
import { readBytes } from './read-bytes.ts';
import type { ReportTable } from './report-table.ts';

/** Fields of a line: the cells, and for headings and totals behind them the kind and the values of the groups. */
export type Fields = readonly (string | null)[];

export interface Entry {
  /** `h` opens a group, `f` is its total, or at level 0 that of all rows. */
  readonly kind: 'row' | 'h' | 'f';
  readonly level: number;
  readonly cells: Fields;
  /** The values of the groups, the outermost first; null beyond the level. */
  readonly keys: Fields;
}

const NEW_LINE = 10;
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const noKeys: Fields = [];

function fieldOf(field: string): string | null {
  if (field === '\\N') return null;
  return field.includes('\\') ? field.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter) : field;
}

/** Splits a line of COPY's text format. */
export function fieldsOf(line: string): Fields {
  const fields: (string | null)[] = line.split('\t');
  if (!line.includes('\\')) return fields;
  for (let place = 0; place < fields.length; place++) fields[place] = fieldOf(fields[place]!);
  return fields;
}

/** Yields the complete lines of each chunk. */
async function* readLines(client: pg.ClientBase, copy: string, signal: AbortSignal): AsyncGenerator<readonly string[]> {
  let rest: Buffer[] = [];
  for await (const chunk of readBytes(client, copy, signal)) {
    const end = chunk.lastIndexOf(NEW_LINE);
    if (end < 0) {
      rest.push(chunk);
      continue;
    }
    const whole = chunk.subarray(0, end);
    const text = rest.length === 0 ? whole.toString() : Buffer.concat([...rest, whole]).toString();
    rest = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    yield text.split('\n');
  }
}

function entryOf(fields: Fields, columns: number): Entry {
  const kind = fields[columns];
  if (kind === null || kind === undefined) return { kind: 'row', level: 0, cells: fields, keys: noKeys };
  const level = Number(kind.slice(1));
  return { kind: kind[0] as 'h' | 'f', level, cells: fields, keys: fields.slice(columns + 1) };
}

/** Answers entries in portions of some dozens to thousands; `cells` of an entry may have more fields than there are columns. */
export async function* readEntries(
  client: pg.ClientBase,
  table: ReportTable,
  shape: EntryShape,
  signal: AbortSignal,
): AsyncGenerator<readonly Entry[]> {
  const columns = table.columns.length;
  for await (const lines of readLines(client, copyText(entryQuery(table, shape).text), signal)) {
    yield lines.map((line) => entryOf(fieldsOf(line), columns));
  }
}
