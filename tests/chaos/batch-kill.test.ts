// Kills one of two processes in the midst of a batch: the other one goes on, each item is done once, and what could not be done is listed.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SvcBpmnCreateBatchModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExternalDatabase, type ExternalDatabase } from '../support/database-url.ts';
import { chain, processFile } from '../support/models.ts';
import { type Person, personOf, signInAdmin } from '../support/people.ts';
import { makeSecretKeys, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

/** Is more than two processes do in the time that it takes to see that they have begun. */
const INSTANCES = 3_000;
/** So many stand where the other version has nothing. */
const STUCK = 20;
const STARTED_AT_ONCE = 50;
/** A turn of 100 items takes longer. */
const MIDST_MS = 10;
const TEST_MS = 180_000;
/** A process that is silent for five seconds is dead, and what it held is taken within another one. */
const THROUGH_MS = 60_000;
const KEY = 'many';

const environment = { KEELSON_SECRET_KEYS: makeSecretKeys() };
let external: ExternalDatabase;
let survivor: ServerProcess;
let victim: ServerProcess | undefined;
let admin: Person;
const stuck: string[] = [];

const rows = <R extends object>(text: string, values: readonly unknown[]) =>
  external.database.rows<R>({ name: '', text }, values);
const start = () => startServerProcess({ databaseUrl: external.url, environment });

async function deploy(...tasks: readonly string[]): Promise<string> {
  const bytes = processFile(KEY, chain('<startEvent id="begun"/>', ...tasks, '<endEvent id="done"/>'));
  await admin.sure.bpmnEngine.deploy({ files: { xmlFile: [{ fileName: `${KEY}.bpmn`, bytes }] } });
  const { body } = await admin.sure.bpmnEngine.queryDefinitions({ body: { key: KEY, latestOnly: true } });
  return body.data[0]!.id;
}

async function startOne(): Promise<string> {
  const { body } = await admin.sure.bpmnEngine.startProcessInstanceByKey({ params: { processDefinitionKey: KEY } });
  return body.id;
}

beforeAll(async () => {
  external = await createExternalDatabase();
  survivor = await start();
  admin = await signInAdmin(survivor.url);
  await deploy('<userTask id="work"/>', '<userTask id="gone"/>');
  for (let count = 0; count < INSTANCES; count += STARTED_AT_ONCE) {
    const ids = await Promise.all(Array.from({ length: STARTED_AT_ONCE }, startOne));
    if (stuck.length < STUCK) stuck.push(...ids.slice(0, 1));
  }
  for (const processInstanceId of stuck) {
    const [task] = (await admin.sure.bpmnEngine.task_queryList({ body: { processInstanceId } })).body;
    await admin.sure.bpmnEngine.complete({ params: { id: task!.id } });
  }
}, TEST_MS);
afterAll(async () => {
  await Promise.all([survivor?.stop(), victim?.stop()]);
  await external?.close();
});

/** Orders the batch with a process that is killed while it is at it; answers the batch once the other one is through. */
async function struck(order: SvcBpmnCreateBatchModel) {
  const orderer = await start();
  victim = orderer;
  const there = personOf(orderer.url, admin.username, admin.token);
  const { id } = (await there.sure.bpmnEngine.createBatch({ body: order })).body;
  const atWork = `SELECT FROM bpm_batch_part p JOIN kernel_process k ON k.id = p.leased_by WHERE p.batch_id = $1 AND k.pid = $2`;
  const left = async () =>
    (await rows<{ count: number }>('SELECT count(*)::int AS count FROM bpm_batch_item WHERE batch_id = $1', [id]))[0]!
      .count;
  await until(
    'the process to be at work',
    async () => (await left()) < INSTANCES && (await rows(atWork, [id, orderer.pid])).length > 0,
    { pollMs: 1 },
  );
  // Not at the seam of two turns, of which each notes what it did.
  await sleep(MIDST_MS);
  process.kill(orderer.pid, 'SIGKILL');
  expect(await orderer.ended).toBe('SIGKILL');
  victim = undefined;
  expect(await left()).toBeGreaterThan(INSTANCES / 10);
  return until(
    'the batch to be through',
    async () => {
      const { body } = await admin.sure.bpmnEngine.getBatch({ params: { id: id! } });
      return body.state === 'COMPLETED' ? body : null;
    },
    { timeoutMs: THROUGH_MS, pollMs: 100 },
  );
}

describe('bpmn-engine 85: a batch of two processes of which one is killed', { timeout: TEST_MS }, () => {
  it('migrates each instance once, and lists those that stand where the other version has nothing', async () => {
    const targetDefinitionId = await deploy('<manualTask id="soon"/>', '<userTask id="work"/>');
    const query = { processDefinitionKeys: [KEY] };
    const batch = await struck({ type: 'MIGRATE', query, arguments: { targetDefinitionId } });
    expect(batch).toMatchObject({ total: INSTANCES, done: INSTANCES - STUCK, failed: STUCK });
    const pageable = { pageSize: 100 };
    const failures = await admin.sure.bpmnEngine.queryBatchFailures({ params: { id: batch.id! }, body: { pageable } });
    const listed = failures.body.data.map(({ itemId, code }) => [itemId, code]);
    expect(listed.toSorted()).toEqual(stuck.map((id) => [id, 'MIGRATION_NOT_POSSIBLE']).toSorted());
    expect(failures.body.data[0]?.message).toContain('gone');
    // Whoever is migrated a second time, from the version to itself, has it in the history, too.
    const migrations = `SELECT count(*)::int AS times, count(DISTINCT instance_id)::int AS instances FROM bpm_history_event
      WHERE strpos(record, $1) > 0`;
    const each = INSTANCES - STUCK;
    expect(await rows(migrations, [`"M","${targetDefinitionId}"`])).toEqual([{ times: each, instances: each }]);
    const there = { processDefinitionId: targetDefinitionId };
    expect((await admin.sure.bpmnEngine.processInstance_queryPage({ body: there })).body.totalElements).toBe(each);
  });

  it('ends each instance once', async () => {
    const batch = await struck({ type: 'DELETE', query: { processDefinitionKeys: [KEY] } });
    expect(batch).toMatchObject({ total: INSTANCES, done: INSTANCES, failed: 0 });
    const ends = `SELECT count(*)::int AS times, count(DISTINCT instance_id)::int AS instances FROM bpm_history_event
      WHERE end_state = $1`;
    expect(await rows(ends, ['CANCELLED'])).toEqual([{ times: INSTANCES, instances: INSTANCES }]);
    const ended = { processDefinitionKeys: [KEY], endStates: ['CANCELLED' as const], states: ['ENDED' as const] };
    expect((await admin.sure.bpmnEngine.processInstance_queryPage({ body: ended })).body.totalElements).toBe(INSTANCES);
  });
});
