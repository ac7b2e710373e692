// Proves which statements are kept prepared, and that conflicts are read only from what PostgreSQL can have said.
import { describe, expect, it } from 'vitest';
import { createBatchEncoder } from './batch.ts';

function createWithWriters(preparedMax: number) {
  const encoder = createBatchEncoder(preparedMax);
  const define = (name: string, conflict?: string) =>
    encoder.defineWriter({
      name,
      columns: [{ name: 'n', type: 'int4' }],
      statement: (rows) => `INSERT INTO ${name} SELECT v.n FROM ${rows} v RETURNING v.member`,
      ...(conflict === undefined ? {} : { conflict }),
    });
  const writers = [define('a'), define('b', 'B_TAKEN'), define('c', 'C_TAKEN')];
  const encode = (...members: number[][]) => {
    const batch = encoder.encode(members.map((used) => ({ rows: { writers: used, rows: used.map(() => [1]) } })));
    if ('misfit' in batch) throw batch.error;
    return batch;
  };
  return { encoder, writers, encode };
}

describe('a batch', () => {
  it('has one statement for each combination of writers, whatever the order and number of rows', () => {
    const { encode } = createWithWriters(10);
    const first = encode([0, 1]).statement;
    expect(encode([1], [0], [0, 1, 1]).statement).toBe(first);
    expect(encode([0]).statement.name).not.toBe(first.name);
  });

  it('has another statement for a writer of more than 64 rows, beside whom the others keep theirs', () => {
    const { encode } = createWithWriters(10);
    const some = (writer: number, count: number) => encode([...Array<number>(count).fill(writer), 1]);
    const [short, long] = [some(0, 64), some(0, 65)];
    expect(some(0, 1).statement).toBe(short.statement);
    expect(some(0, 700).statement).toBe(long.statement);
    expect(long.statement.text).toMatch(
      /unnest\(\$2::int4\[\], \$3::int4\[\]\).*\[place\] AS "n" FROM unnest\(\$1::int4\[\]\)/,
    );
    const all = encode(Array<number>(65).fill(0));
    expect(all.statement.text).not.toContain('place');
    expect(all.values).toHaveLength(2);
  });

  it('is not kept prepared beyond the bound, and the first combinations stay', () => {
    const { encode } = createWithWriters(1);
    const first = encode([0]).statement;
    expect(first.name).toMatch(/^kernel_group_commit_[0-9a-f]{40}$/);
    expect(encode([1]).statement).not.toHaveProperty('name');
    expect(encode([1]).statement.text).toContain('w_b');
    expect(encode([0]).statement).toBe(first);
  });

  it('says which member does not fit, and encodes the others afterwards as if it had never been there', () => {
    const { encoder, encode } = createWithWriters(10);
    const before = encode([0], [0]).values.map((value) => value.toString('hex'));
    const members = [{ rows: { writers: [0], rows: [[1]] } }, { rows: { writers: [0], rows: [['x']] } }];
    expect(encoder.encode(members)).toMatchObject({ misfit: 1 });
    expect(encode([0], [0]).values.map((value) => value.toString('hex'))).toEqual(before);
  });
});

describe('conflicts', () => {
  const conflictError = (detail: string): Error =>
    Object.assign(new Error('conflict'), { severity: 'ERROR', code: 'KC001', detail });

  it('are told by the word of the first writer that a member failed', () => {
    const { encoder } = createWithWriters(10);
    expect(encoder.readConflicts(conflictError('1:0,2;2:2,3;'), 4)).toEqual(
      new Map([
        [0, 'B_TAKEN'],
        [2, 'B_TAKEN'],
        [3, 'C_TAKEN'],
      ]),
    );
  });

  it('are none in any other error, and none of members or writers that are not in the batch', () => {
    const { encoder } = createWithWriters(10);
    expect(encoder.readConflicts(new Error('KC001'), 4)).toBeNull();
    expect(encoder.readConflicts(Object.assign(conflictError('1:0;'), { code: '23505' }), 4)).toBeNull();
    for (const detail of ['', '1:9;', '0:1;', '7:1;', 'x']) {
      expect(encoder.readConflicts(conflictError(detail), 4)).toBeNull();
    }
  });
});
