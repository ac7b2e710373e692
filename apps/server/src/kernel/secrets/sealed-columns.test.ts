// Proves that sealed texts move to the first key in pieces, that nobody's write is undone, and that lost texts stop nothing.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Database, sql } from '../database/database.ts';
import { createSeal } from './seal.ts';
import { createSealedColumn } from './sealed-columns.ts';
import { loadSecretKeys } from './secret-keys.ts';

const PURPOSE = 'test';
const keyText = (id: string, fill: number): string => `${id}:${Buffer.alloc(32, fill).toString('base64url')}`;
const load = (...keys: string[]) => loadSecretKeys({ environmentValue: keys.join(',') });
// The id of one begins with that of the other.
const [older, newer, foreign] = [keyText('k1', 1), keyText('k11', 2), keyText('gone', 3)];
const both = load(newer, older);
const [oldSeal, newSeal] = [createSeal(load(older), PURPOSE), createSeal(load(newer), PURPOSE)];

let test: TestDatabase;

beforeAll(async () => {
  test = await createEmptyDatabase();
  await test.database.withConnection((connection) =>
    connection.script('CREATE TABLE held (id bigint PRIMARY KEY, owner text NOT NULL, text text)'),
  );
});
afterAll(() => test.close());
beforeEach(() => test.database.withConnection((connection) => connection.script('TRUNCATE held')));

const table = { table: 'held', id: 'id', sealed: 'text', ownerKey: 'owner' } as const;
const columnOn = (database: Database, keys = both) =>
  createSealedColumn({ ...table, database, keys, purpose: PURPOSE, ownerOf: (owner: string) => `of ${owner}` });
const insert = sql('t_held_insert', 'INSERT INTO held VALUES ($1, $2, $3)');
const select = sql('t_held_select', 'SELECT id, owner, text FROM held ORDER BY id');
const write = sql('t_held_write', 'UPDATE held SET text = $2 WHERE id = $1');

const put = (id: number, seal = oldSeal) =>
  test.database.execute(insert, [id, `o${id}`, seal.seal(`text ${id}`, `of o${id}`)]);
const opened = async () => {
  const rows = await test.database.rows<{ owner: string; text: string | null }>(select);
  return rows.map(({ owner, text }) => newSeal.open(text ?? '', `of ${owner}`));
};

describe('sealing anew', () => {
  it('goes through a column in pieces, leaves alone what the first key sealed, and is done when it is called again', async () => {
    for (const id of [1, 2, 4, 5]) await put(id);
    await put(3, newSeal);
    await test.database.execute(insert, [6, 'o6', null]);
    const column = columnOn(test.database);
    expect(column.name).toBe('held.text');
    expect(await column.reseal(2, 0)).toEqual({ resealed: 2, unopened: 0, lastId: 2 });
    // It goes on as after a crash: what is done is not begun again.
    expect(await column.reseal(3, 0)).toEqual({ resealed: 2, unopened: 0, lastId: null });
    expect(await opened()).toEqual(['text 1', 'text 2', 'text 3', 'text 4', 'text 5', null]);
    expect(await column.reseal(200, 0)).toEqual({ resealed: 0, unopened: 0, lastId: null });
  });

  it('passes over what no key opens, and over what was moved from another row', async () => {
    const lost = createSeal(load(foreign), PURPOSE);
    await put(1, lost);
    await test.database.execute(insert, [2, 'o2', oldSeal.seal('text', 'of somebody else')]);
    await put(3);
    const column = columnOn(test.database);
    expect(await column.reseal(2, 0)).toEqual({ resealed: 0, unopened: 2, lastId: 2 });
    expect(await column.reseal(2, 2)).toEqual({ resealed: 1, unopened: 0, lastId: null });
    expect(await opened()).toEqual([null, null, 'text 3']);
  });

  it('never undoes what was written or removed after it was read', async () => {
    for (const id of [1, 2, 3]) await put(id);
    const written = newSeal.seal('written meanwhile', 'of o1');
    const racing: Database = {
      ...test.database,
      async rows<R extends object>(...read: Parameters<Database['rows']>): Promise<R[]> {
        const rows = await test.database.rows<R>(...read);
        await test.database.execute(write, [1, written]);
        await test.database.execute(write, [2, null]);
        return rows;
      },
    };
    expect(await columnOn(racing).reseal(200, 0)).toEqual({ resealed: 1, unopened: 0, lastId: null });
    const rows = await test.database.rows<{ text: string | null }>(select);
    expect(rows.slice(0, 2).map(({ text }) => text)).toEqual([written, null]);
    expect(await opened()).toEqual(['written meanwhile', null, 'text 3']);
  });

  it('done by two processes at once is done once', async () => {
    for (let id = 1; id <= 50; id += 1) await put(id);
    const done = await Promise.all([1, 2].map(() => columnOn(test.database).reseal(200, 0)));
    expect(done.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(50);
    expect((await opened()).every((text, index) => text === `text ${index + 1}`)).toBe(true);
  });
});
