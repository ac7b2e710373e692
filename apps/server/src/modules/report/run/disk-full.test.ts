// Tests what becomes of runs where the database says that its disk is full, while it writes their rows or their files.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, query, type RunServer, startRunServer } from '../execution/execution.fixture.ts';

let server: RunServer;
let uuid: string;
beforeAll(async () => {
  server = await startRunServer();
  ({ uuid } = await server.report('changes', { query: { dataSetCode: 'setting-changes' } }));
  await query(
    server,
    `CREATE FUNCTION t_full() RETURNS boolean LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`,
  );
  await query(
    server,
    `CREATE FUNCTION t_full_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM t_full(); RETURN NEW; END $$`,
  );
});
afterAll(() => server?.stop());

const count = async (text: string): Promise<number> => (await query<{ n: number }>(server, text))[0]!.n;
const tables = () => count("SELECT count(*)::int AS n FROM pg_class WHERE relname ~ '^snapshot_[0-9]+$'");
const contents = () => count('SELECT count(*)::int AS n FROM kernel_content');

/** The disk is full from the first row on that is read, or written, where the statements say so. */
const ways = [
  {
    name: 'rows',
    fill: [
      'ALTER TABLE system_setting_history ENABLE ROW LEVEL SECURITY',
      'ALTER TABLE system_setting_history FORCE ROW LEVEL SECURITY',
      'CREATE POLICY t_full ON system_setting_history FOR SELECT USING (t_full())',
    ],
    empty: [
      'DROP POLICY t_full ON system_setting_history',
      'ALTER TABLE system_setting_history NO FORCE ROW LEVEL SECURITY',
      'ALTER TABLE system_setting_history DISABLE ROW LEVEL SECURITY',
    ],
  },
  {
    name: 'files',
    fill: ['CREATE TRIGGER t_full BEFORE INSERT ON kernel_content_chunk FOR EACH ROW EXECUTE FUNCTION t_full_row()'],
    empty: ['DROP TRIGGER t_full ON kernel_content_chunk'],
  },
] as const;

it.each(ways)(
  'report 29: where the disk is full while $name are written the run fails, its room is free again, and the next one works',
  async ({ fill, empty }) => {
    const before = await contents();
    for (const text of fill) await query(server, text);
    const failed = await server.ran(uuid, { outputFormat: 'XLSX' });
    for (const text of empty) await query(server, text);
    expect([failed.status, failed.errorDetail?.errorCode]).toEqual(['FAILED', 'REPORT_DISK_FULL']);
    // No run is left that has a table, and no file that nobody has finished.
    const left = async () => {
      server.jobs.find(({ name }) => name === 'report-snapshots')?.wake();
      return [await tables(), await contents()];
    };
    expect(await eventually(left, (now) => now.join() === [0, before].join())).toEqual([0, before]);
    const next = await server.ran(uuid, { outputFormat: 'XLSX' });
    expect(next.status).toBe('SUCCEEDED');
    await server.as(server.admin, 'DELETE', `/report-executions/${next.uuid}`);
  },
);
