// Turns the change sets of one batch into one prepared statement with array parameters, and reads back who conflicted.
import { hash } from 'node:crypto';
import { sqlState } from '../database/database-errors.ts';
import { type ArrayColumn, appendValue, beginArray, createArrayColumn, finishArray } from './binary-array.ts';
import type { Writer, WriterDefinition } from './group-commit.types.ts';

/** Holds the rows of one member, in the order in which they were added. */
export interface MemberRows {
  readonly writers: number[];
  readonly rows: (readonly unknown[])[];
}

export interface BatchStatement {
  /** Missing where too many combinations of writers are prepared already. */
  readonly name?: string;
  readonly text: string;
}

export interface EncodedBatch {
  readonly statement: BatchStatement;
  readonly values: readonly Buffer[];
}

/** A member whose value does not fit its column. */
export interface MisfitMember {
  readonly misfit: number;
  readonly error: unknown;
}

/** Encodes batches; members that would make one too large stay for the next. */
export interface BatchEncoder {
  defineWriter(definition: WriterDefinition): Writer;
  /** Encodes members from the first on while they fit into one batch; `taken` says how many. */
  encode(members: readonly { readonly rows: MemberRows }[]): (EncodedBatch & { readonly taken: number }) | MisfitMember;
  /** Says which members conflicted and with which word, when the error says so. */
  readConflicts(error: unknown, memberCount: number): ReadonlyMap<number, string> | null;
}

/** Each prepared statement costs the database some 100 kB of plan; real traffic has a few dozen combinations. */
const PREPARED_MAX = 200;
/** Bytes of a batch after which no further member joins: one message to PostgreSQL ends at 1 GB, and latency before. */
const BATCH_BYTES_MAX = 8 * 1024 * 1024;
/**
 * Rows of a writer up to which its arrays are read by subscripts; `unnest` would fill one more table in memory for each
 * column. An element of an array of texts is found by walking over those before it, so that long batches would take
 * quadratic time.
 */
const SUBSCRIPTED_ROWS_MAX = 64;
const CONFLICT_STATE = 'KC001';
const WRITER_NAME = /^[a-z][a-z0-9_]{0,50}$/;

interface WriterState {
  readonly writer: Writer;
  readonly members: ArrayColumn;
  readonly columns: readonly ArrayColumn[];
  /** Number of the batch in which its columns were begun last. */
  batch: number;
}

export function createBatchEncoder(preparedMax: number = PREPARED_MAX): BatchEncoder {
  const states: WriterState[] = [];
  const statements = new Map<string, BatchStatement>();
  let batch = 0;

  const statementOf = (indexes: readonly number[]): BatchStatement => {
    const used = indexes.map((index) => ({ writer: states[index]!.writer, isLong: isLong(states[index]!) }));
    const key = used.map(({ writer, isLong }) => `${writer.index}${isLong ? 'l' : ''}`).join(',');
    const known = statements.get(key);
    if (known !== undefined) return known;
    const text = buildText(used);
    if (statements.size >= preparedMax) return { text };
    // Named after a hash of its text, since several encoders may meet on one connection.
    const statement = { name: `kernel_group_commit_${hash('sha1', text, 'hex')}`, text };
    statements.set(key, statement);
    return statement;
  };

  return {
    defineWriter(definition) {
      checkDefinition(definition, states);
      const writer = { definition, index: states.length };
      const columns = definition.columns.map(({ name, type }) => createArrayColumn(`${definition.name}.${name}`, type));
      states.push({ writer, members: createArrayColumn('member', 'int4'), columns, batch });
      return writer;
    },
    encode(members) {
      batch += 1;
      const used: number[] = [];
      let bytes = 0;
      let taken = 0;
      for (; taken < members.length && bytes < BATCH_BYTES_MAX; taken += 1) {
        try {
          bytes += encodeMember(states, members[taken]!.rows, taken, batch, used);
        } catch (error) {
          return { misfit: taken, error };
        }
      }
      used.sort((a, b) => a - b);
      const counts = used.map((index) => states[index]!.members.count).filter((count) => count <= SUBSCRIPTED_ROWS_MAX);
      const values: Buffer[] = counts.length === 0 ? [] : [placesUpTo(Math.max(...counts))];
      for (const index of used) {
        const state = states[index]!;
        values.push(finishArray(state.members));
        for (const column of state.columns) values.push(finishArray(column));
      }
      return { statement: statementOf(used), values, taken };
    },
    readConflicts: (error, memberCount) => readConflicts(error, memberCount, states),
  };
}

function isLong({ members }: WriterState): boolean {
  return members.count > SUBSCRIPTED_ROWS_MAX;
}

const places = new Map<number, Buffer>();

/** Answers the array of the numbers from 1 on. */
function placesUpTo(count: number): Buffer {
  let known = places.get(count);
  if (known === undefined) {
    const column = createArrayColumn('place', 'int4');
    beginArray(column);
    for (let place = 1; place <= count; place += 1) appendValue(column, place);
    known = Buffer.from(finishArray(column));
    places.set(count, known);
  }
  return known;
}

/**
 * Encodes the rows of a member and answers their bytes; notes the writers that it is the first to use in this batch.
 */
function encodeMember(
  states: readonly WriterState[],
  { writers, rows }: MemberRows,
  member: number,
  batch: number,
  used: number[],
): number {
  let bytes = 0;
  for (let at = 0; at < writers.length; at += 1) {
    const index = writers[at]!;
    const state = states[index]!;
    const { columns } = state;
    if (state.batch !== batch) {
      state.batch = batch;
      beginArray(state.members);
      for (const column of columns) beginArray(column);
      used.push(index);
    }
    appendValue(state.members, member);
    const row = rows[at]!;
    for (let place = 0; place < columns.length; place += 1) {
      const column = columns[place]!;
      const before = column.used;
      appendValue(column, row[place]);
      bytes += column.used - before;
    }
  }
  return bytes;
}

function checkDefinition(definition: WriterDefinition, states: readonly WriterState[]): void {
  const { name, columns } = definition;
  for (const word of [name, ...columns.map((column) => column.name)]) {
    if (!WRITER_NAME.test(word)) throw new Error(`"${word}" is no name for a writer or its column`);
  }
  if (columns.length === 0) throw new Error(`the writer "${name}" has no columns`);
  if (columns.some((column) => column.name === 'member')) throw new Error(`"member" of the writer "${name}" is taken`);
  if (states.some((state) => state.writer.definition.name === name)) {
    throw new Error(`the writer "${name}" is defined twice`);
  }
}

/** A writer that the batch uses, and whether it has too many rows for subscripts. */
interface UsedWriter {
  readonly writer: Writer;
  readonly isLong: boolean;
}

/** Writes `WITH w_a AS (...) SELECT ...`; the select raises when a guarded CTE gave back fewer rows than it was given. */
function buildText(used: readonly UsedWriter[]): string {
  const expressions: string[] = [];
  const shortfalls: string[] = [];
  const missing: string[] = [];
  let parameter = used.every(({ isLong }) => isLong) ? 1 : 2;
  for (const { writer, isLong } of used) {
    const { definition, index } = writer;
    const members = `$${parameter}::int4[]`;
    const cte = `w_${definition.name}`;
    expressions.push(`${cte} AS (${definition.statement(rowsOf(definition, parameter, isLong))})`);
    parameter += 1 + definition.columns.length;
    if (definition.conflict !== undefined) {
      shortfalls.push(`(SELECT count(*) FROM ${cte}) <> cardinality(${members})`);
      missing.push(`kernel_missing_members(${index}, ${members}, ARRAY(SELECT member FROM ${cte}))`);
    }
  }
  const check =
    shortfalls.length === 0
      ? '1'
      : `CASE WHEN ${shortfalls.join(' OR ')} THEN kernel_raise_conflict(${missing.join(' || ')}) END`;
  return `WITH ${expressions.join(', ')} SELECT ${check} AS done`;
}

/**
 * Writes the rows of a writer whose arrays begin with this parameter: first the members, then the columns in their order. The
 * first parameter of all holds the places of short arrays: of a series the planner would think that it has a thousand rows.
 */
function rowsOf({ columns }: WriterDefinition, first: number, isLong: boolean): string {
  const members = `$${first}::int4[]`;
  const given = [
    { name: 'member', array: members },
    ...columns.map(({ name, type }, place) => ({ name: `"${name}"`, array: `$${first + 1 + place}::${type}[]` })),
  ];
  if (isLong) {
    const names = given.map(({ name }) => name).join(', ');
    return `(SELECT * FROM unnest(${given.map(({ array }) => array).join(', ')}) AS given(${names}))`;
  }
  const values = given.map(({ name, array }) => `(${array})[place] AS ${name}`).join(', ');
  return `(SELECT ${values} FROM unnest($1::int4[]) AS place WHERE place <= cardinality(${members}))`;
}

/** The detail reads `writer:member,member;writer:member;`; of two words for one member the first counts. */
function readConflicts(
  error: unknown,
  memberCount: number,
  states: readonly WriterState[],
): ReadonlyMap<number, string> | null {
  if (sqlState(error) !== CONFLICT_STATE) return null;
  const detail = (error as { detail?: unknown }).detail;
  const conflicts = new Map<number, string>();
  for (const part of String(detail ?? '').split(';')) {
    const [writer, members] = part.split(':');
    const word = states[Number(writer)]?.writer.definition.conflict;
    if (word === undefined || members === undefined) continue;
    for (const member of members.split(',').map(Number)) {
      if (member < memberCount && !conflicts.has(member)) conflicts.set(member, word);
    }
  }
  return conflicts.size > 0 ? conflicts : null;
}
