// Tests that the history of instances is deleted when its time is over, and nothing else, by whoever is interrupted or beside others.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import { createPersonWithRoles, type Person } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { chained, deployed, END, START, startedOf, task } from '../../testing/driven-process.ts';
import { createStranger, outcome, startEngine } from '../../testing/engine-server.ts';
import { bpmnFile } from '../../testing/models.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const rows = (text: string, ...values: readonly unknown[]) =>
  server.kernel.database.rows<Record<string, unknown>>({ name: '', text }, values);
const clean = async (as = admin) => (await as.post('/history/cleanup')).body;
const exists = async (id: string) => (await admin.get(`/process-instance/${id}`)).status === 200;
/** Has the instances have ended so many days ago. */
const age = async (ids: readonly string[], days: number) => {
  await admin.post('/history/process-instances/page', { ids });
  const text = `UPDATE bpm_hi_instance SET started_at = started_at - $2 * interval '1 day', ended_at = ended_at - $2 * interval '1 day'
    WHERE id = ANY ($1::uuid[])`;
  await rows(text, ids, days);
};

async function ended(content = chained([START, task('one'), END]), key?: string) {
  const process = key === undefined ? await deployed(admin, content) : { key };
  const run = await startedOf(admin, process.key);
  await run.complete('one');
  return { ...run, key: process.key };
}

async function living(timeToLive: string): Promise<string> {
  const key = `kept-${timeToLive.toLowerCase()}`;
  const file = bpmnFile(key, chained([START, task('one'), END])).replace(
    'isExecutable="true"',
    `isExecutable="true" keelson:historyTimeToLive="${timeToLive}"`,
  );
  expect((await admin.deploy([[`${key}.bpmn`, file]])).errorDetail).toBeNull();
  return key;
}

describe('the clean-up of history', () => {
  it('bpmn-engine 62: deletes what ended longer ago than the setting says, and tells the log of events', async () => {
    const old = await ended();
    const { processDefinitionId } = await old.instance();
    const young = await ended('', old.key);
    const open = await startedOf(admin, old.key);
    await age([old.id], 181);
    await age([young.id], 179);
    expect(await clean()).toEqual({ instances: 1, more: false });
    expect([await exists(old.id), await exists(young.id), await exists(open.id)]).toEqual([false, true, true]);
    const left = await rows('SELECT FROM bpm_history_event WHERE instance_id = $1', old.id);
    const tasks = await rows('SELECT FROM bpm_hi_task WHERE instance_id = $1', old.id);
    expect([left, tasks]).toEqual([[], []]);
    const text = "SELECT detail FROM log_recorded_event WHERE kind = 'process-history.cleaned' AND subject = $1";
    expect(await rows(text, processDefinitionId)).toHaveLength(1);
    expect(await clean()).toEqual({ instances: 0, more: false });
  });

  it('goes by historyTimeToLive of the version where it has one, and keeps for ever what says so', async () => {
    const [brief, long, always] = [await living('P2D'), await living('P1Y'), await living('P999999D')];
    const of = async (key: string, days: number) => {
      const { id } = await ended('', key);
      await age([id], days);
      return id;
    };
    const ids = [
      await of(brief, 3),
      await of(brief, 1),
      await of(long, 300),
      await of(long, 400),
      await of(always, 900),
    ];
    expect(await clean()).toEqual({ instances: 2, more: false });
    expect(await Promise.all(ids.map(exists))).toEqual([false, true, true, false, true]);
  });

  it('goes by what somebody has said of the version since', async () => {
    const { id, key, instance } = await ended();
    const { processDefinitionId } = await instance();
    const path = `/repository/definitions/${processDefinitionId}`;
    await age([id], 10);
    expect(await clean()).toMatchObject({ instances: 0 });
    for (const historyTimeToLive of ['', 'P', '10 days', 'PT', 'P1.5D']) {
      expect(outcome(await admin.put(path, { historyTimeToLive }))).toEqual([400, 'VALIDATION_FAILED']);
    }
    expect((await admin.put(path, { historyTimeToLive: 'P2W' })).body).toMatchObject({ historyTimeToLive: 'P2W' });
    expect(await clean()).toMatchObject({ instances: 0 });
    expect((await admin.put(path, { historyTimeToLive: 'P1W' })).body).toMatchObject({ historyTimeToLive: 'P1W' });
    expect(await clean()).toMatchObject({ instances: 1 });
    expect((await admin.put(path, { historyTimeToLive: null })).body).toMatchObject({ historyTimeToLive: null });
    const text = "SELECT FROM log_recorded_event WHERE kind = 'definition.history-changed' AND subject = $1";
    expect(await rows(text, processDefinitionId)).toHaveLength(3);
    const other = await ended('', key);
    await age([other.id], 10);
    expect(await clean()).toMatchObject({ instances: 0 });
  });

  it('takes called instances with the outermost one, and leaves what is undone right now', async () => {
    const child = await deployed(admin, chained([START, task('inner'), END]));
    const call = `<callActivity id="call" calledElement="${child.key}"/>`;
    const { key } = await deployed(admin, chained([START, call, END]));
    const run = await startedOf(admin, key);
    const [open] = (await admin.post('/task/list', { rootProcessInstanceId: run.id })).body;
    await admin.post(`/task/${open.id}/complete`, {});
    const called = open.processInstanceId as string;
    await age([run.id, called], 200);
    // As though a called one were undone after its end.
    const again = `INSERT INTO bpm_instance (id, revision, started_at, tenant_identifier, definition_id, state)
      SELECT id, 9, started_at, tenant_identifier, definition_id, '' FROM bpm_hi_instance WHERE id = $1`;
    await rows(again, called);
    expect(await clean()).toEqual({ instances: 0, more: false });
    await rows('DELETE FROM bpm_instance WHERE id = $1', called);
    expect(await clean()).toEqual({ instances: 2, more: false });
    expect(await rows('SELECT FROM bpm_call WHERE called_id = $1', called)).toEqual([]);
  });

  it('goes on where it was interrupted, and a request does at most so much', async () => {
    const { id } = await ended();
    await age([id], 200);
    const { database } = server.kernel;
    const copies = `INSERT INTO bpm_hi_instance (id, started_at, ended_at, revision, end_state, tenant_identifier, definition_id)
      SELECT gen_random_uuid(), started_at, ended_at, 1, 'COMPLETED', tenant_identifier, definition_id
      FROM bpm_hi_instance, generate_series(1, $2::int) WHERE id = $1`;
    await rows(copies, id, 5_100);
    // The third transaction fails, as that of a process that is killed.
    await database.execute(sql('t_cleanup_seq', 'CREATE SEQUENCE t_cleanup'));
    await database.execute(
      sql(
        't_cleanup_function',
        `CREATE FUNCTION t_cleanup_fails() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN IF nextval('t_cleanup') = 3 THEN RAISE EXCEPTION 'killed'; END IF; RETURN NULL; END $$`,
      ),
    );
    const trigger =
      'CREATE TRIGGER t_cleanup BEFORE DELETE ON bpm_hi_instance FOR EACH STATEMENT EXECUTE FUNCTION t_cleanup_fails()';
    await database.execute(sql('t_cleanup_trigger', trigger));
    const left = async () =>
      (await rows("SELECT FROM bpm_hi_instance WHERE ended_at < now() - interval '180 day'")).length;
    const before = await left();
    expect((await admin.post('/history/cleanup')).status).toBe(500);
    expect(await left()).toBe(before - 1_000);
    expect(await clean()).toEqual({ instances: 4_101, more: false });
    const other = await ended();
    await age([other.id], 200);
    await rows(copies, other.id, 5_100);
    expect(await clean()).toEqual({ instances: 5_000, more: true });
    expect(await clean()).toEqual({ instances: 101, more: false });
  }, 60_000);

  it('does nothing while another process is at it', async () => {
    const { id } = await ended();
    await age([id], 2_000);
    await server.kernel.database.transaction(async (tx) => {
      await tx.rows(sql('t_cleanup_turn', 'SELECT pg_advisory_xact_lock(2001, 0)'));
      expect(await clean()).toEqual({ instances: 0, more: true });
    });
    expect((await clean()).instances).toBeGreaterThan(0);
    expect(await exists(id)).toBe(false);
  });

  it('bpmn-engine 30: is of the own tenant, by whoever may', async () => {
    const { id } = await ended();
    await age([id], 3_000);
    const stranger = await createStranger({ server, admin }, 'cleanup-elsewhere');
    expect(await clean(stranger)).toEqual({ instances: 0, more: false });
    const ada = await createPersonWithRoles(admin, server.url, 'ada-cleanup');
    expect(outcome(await ada.post('/history/cleanup'))).toEqual([403, 'ACCESS_DENIED']);
    expect(await exists(id)).toBe(true);
  });
});
