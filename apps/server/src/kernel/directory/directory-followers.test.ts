// Proves what becomes of declared tables when people are renamed or end and when tenants are deleted.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createLogger } from '../process/logger.ts';
import type { DirectoryEvent, DirectoryHooks } from './directory-event.ts';
import { createDirectoryFollowers } from './directory-followers.ts';
import type { OwnedTable } from './owned-table.ts';

const TABLES = `
  CREATE TABLE t_shelf (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, tenant_identifier text NOT NULL, made_by text NOT NULL,
    made_by_folded text NOT NULL);
  CREATE TABLE t_note (shelf_id bigint NOT NULL REFERENCES t_shelf (id));
  CREATE TABLE t_mark (tenant_identifier text NOT NULL, username_folded text NOT NULL, shown text NOT NULL, count int NOT NULL,
    PRIMARY KEY (tenant_identifier, username_folded));
  CREATE TABLE t_letter (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, tenant_identifier text NOT NULL, made_by text NOT NULL,
    made_by_folded text NOT NULL)`;

const tables: readonly OwnedTable[] = [
  { table: 't_note', tenant: { emptiedWhere: 'shelf_id IN (SELECT id FROM t_shelf WHERE tenant_identifier = $1)' } },
  { table: 't_shelf', tenant: 'EMPTIED', naming: { name: 'made_by', folded: 'made_by_folded' } },
  {
    table: 't_mark',
    tenant: 'EMPTIED',
    own: { handedOver: { changed: { shown: '$4::text' }, met: { count: 'mine.count + EXCLUDED.count' } } },
  },
  { table: 't_letter', tenant: 'BY_MODULE', naming: { name: 'made_by', folded: 'made_by_folded', byJob: true } },
];

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.withConnection((connection) => connection.script(TABLES));
});
afterAll(() => test.close());
beforeEach(() =>
  run(`TRUNCATE kernel_directory_change, t_note, t_shelf, t_mark, t_letter;
    INSERT INTO t_shelf (tenant_identifier, made_by, made_by_folded) SELECT t, n, lower(n)
      FROM unnest(ARRAY['north', 'south']) t, unnest(ARRAY['Ada', 'Bo']) n;
    INSERT INTO t_note SELECT id FROM t_shelf;
    INSERT INTO t_mark SELECT t, n, n, 1 FROM unnest(ARRAY['north', 'south']) t, unnest(ARRAY['ada', 'bo']) n;
    INSERT INTO t_letter (tenant_identifier, made_by, made_by_folded)
      SELECT t, 'Ada', 'ada' FROM unnest(ARRAY['north', 'south']) t, generate_series(1, 1500)`),
);

const run = (text: string) => test.database.withConnection((connection) => connection.script(text));
const rows = (text: string) => test.database.rows({ name: '', text });
const namesIn = async (table: string, tenant = 'north') =>
  (
    await test.database.rows<{ name: string; count: number }>(
      {
        name: '',
        text: `SELECT made_by AS name, count(*)::int AS count FROM ${table} WHERE tenant_identifier = $1 GROUP BY 1 ORDER BY 1`,
      },
      [tenant],
    )
  ).map(({ name, count }) => `${name} ${count}`);
const marks = () => rows('SELECT shown, username_folded AS name, count FROM t_mark ORDER BY tenant_identifier, 1');

const ada = { tenantIdentifier: 'north', userUuid: '019b76da-a800-7000-8000-000000000001', username: 'Ada' };
const renamed = (username: string, previousUsername: string): DirectoryEvent => ({
  ...ada,
  kind: 'user-renamed',
  username,
  previousUsername,
});
const deleted: DirectoryEvent = {
  kind: 'tenant-deleted',
  tenantIdentifier: 'north',
  userUuid: null,
  username: null,
  previousUsername: null,
};

/** Tells the events one after the other, then lets the job run once to its end. */
async function tell(events: readonly DirectoryEvent[], hooks: DirectoryHooks = {}): Promise<void> {
  const followers = createDirectoryFollowers({
    database: test.database,
    log: createLogger('warn', { write: (line) => void logged.push(line) }),
  });
  const handle = followers.handlerOf('test', tables, [hooks]);
  for (const event of events) await test.database.transaction((tx) => handle(tx, event));
  followers.job.wake();
  followers.job.start();
  await followers.job.stop();
}
const logged: string[] = [];

it('has rows follow another name: those of a person are joined with what the name has, of many the job changes all', async () => {
  await tell([renamed('Bo', 'Ada')]);
  expect(await namesIn('t_shelf')).toEqual(['Bo 2']);
  expect(await namesIn('t_letter')).toEqual(['Bo 1500']);
  expect(await namesIn('t_letter', 'south')).toEqual(['Ada 1500']);
  expect(await marks()).toMatchObject([{ name: 'bo', count: 2 }, { name: 'ada' }, { name: 'bo', count: 1 }]);
  expect(await rows('SELECT FROM kernel_directory_change')).toEqual([]);
});

it('follows two renames of a person in their order, also where the job comes to them late', async () => {
  await tell([renamed('Cleo', 'Ada'), renamed('Dora', 'Cleo')]);
  expect(await namesIn('t_letter')).toEqual(['Dora 1500']);
  expect(await namesIn('t_shelf')).toEqual(['Bo 1', 'Dora 1']);
  expect(await marks()).toMatchObject([{ shown: 'Dora', name: 'dora' }, { name: 'bo' }, {}, {}]);
});

it('hands nothing over where the same name is spelt otherwise, and tells that apart', async () => {
  const told: string[] = [];
  await tell([renamed('ADA', 'Ada')], {
    'user-renamed': async () => told.push('renamed'),
    'user-respelt': async (_tx, { previousFolded, usernameFolded }) => told.push(`${previousFolded} ${usernameFolded}`),
  });
  expect(told).toEqual(['ada ada']);
  expect(await namesIn('t_letter')).toEqual(['ADA 1500']);
  expect(await marks()).toMatchObject([{ shown: 'ada', count: 1 }, {}, {}, {}]);
});

it('deletes what is a deleted person’s own, and leaves what names him', async () => {
  await tell([{ ...ada, kind: 'user-deleted', previousUsername: null }]);
  expect(await marks()).toMatchObject([{ name: 'bo' }, { name: 'ada' }, { name: 'bo' }]);
  expect(await namesIn('t_shelf')).toEqual(['Ada 1', 'Bo 1']);
});

it('empties the tables of a deleted tenant in their order, and nobody else’s, between the two steps of the module', async () => {
  const steps: string[] = [];
  const noteCount = async () => (await rows('SELECT FROM t_note')).length;
  await tell([deleted], {
    'tenant-deleted': async (_tx, tenant) => steps.push(tenant),
    emptyFirst: async () => steps.push(`before ${await noteCount()}`) > 0,
    emptied: async () => void steps.push(`after ${await noteCount()}`),
  });
  expect(steps).toEqual(['north', 'before 4', 'after 2']);
  expect([await namesIn('t_shelf'), await namesIn('t_shelf', 'south')]).toEqual([[], ['Ada 1', 'Bo 1']]);
  expect(await namesIn('t_letter')).toEqual(['Ada 1500']);
  expect(await rows('SELECT FROM kernel_directory_change')).toEqual([]);
});

it('comes back to a tenant that a module cannot empty yet, or fails at, and keeps no other tenant waiting', async () => {
  const other = { ...deleted, tenantIdentifier: 'south' };
  const waits: DirectoryHooks = { emptyFirst: async (tenant) => tenant === 'south' };
  await tell([deleted, other], waits);
  expect([await namesIn('t_shelf'), await namesIn('t_shelf', 'south')]).toEqual([['Ada 1', 'Bo 1'], []]);
  await tell([], { emptyFirst: () => Promise.reject(new Error('not now')) });
  expect(logged.filter((line) => line.includes('not now'))).toHaveLength(1);
  expect(await namesIn('t_shelf')).toEqual(['Ada 1', 'Bo 1']);
  await tell([]);
  expect(await namesIn('t_shelf')).toEqual([]);
});
