// Tests that processes share batches, and that each item is done once, whatever becomes of who was at it.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { chained, deployed, END, START, startedOf, task, WAIT } from '../testing/driven-process.ts';
import { type EnginePair, outcome, startEnginePair } from '../testing/engine-server.ts';

let pair: EnginePair;

beforeAll(async () => {
  pair = await startEnginePair();
});
afterAll(() => pair.stop());

const GONE = '00000000-0000-4000-8000-00000000dead';
const HOLD = sql('t_hold', "INSERT INTO bpm_held_tenant (tenant_identifier) VALUES ('default') ON CONFLICT DO NOTHING");
const RESUME = sql('t_resume', "DELETE FROM bpm_held_tenant WHERE tenant_identifier = 'default'");
const DEAD = sql(
  't_dead',
  "INSERT INTO kernel_process VALUES ($1, now(), now() - interval '1 minute', 'gone', 1) ON CONFLICT DO NOTHING",
);
const TAKE = sql(
  't_take',
  'UPDATE bpm_batch_part SET leased_by = $2, lease_token = gen_random_uuid(), attempts = 1 WHERE batch_id = $1 AND number = 1',
);
const ROB = sql(
  't_rob',
  'UPDATE bpm_batch_part SET leased_by = NULL, lease_token = NULL WHERE batch_id = $1 AND leased_by IS NOT NULL',
);
const DID = sql('t_did', 'DELETE FROM bpm_batch_item WHERE batch_id = $1 AND ref_id = ANY ($2::uuid[])');
const PARTS = sql('t_parts', 'SELECT count(*)::int AS parts FROM bpm_batch_part WHERE batch_id = $1');
const MIGRATED = sql(
  't_migrated',
  `SELECT count(*)::int AS migrations, count(DISTINCT e.instance_id)::int AS instances FROM bpm_history_event e
   WHERE e.definition_id = $1 AND e.revision > 1`,
);

const run = (statement: ReturnType<typeof sql>, ...values: readonly unknown[]) =>
  pair.one.kernel.database.rows<Record<string, unknown>>(statement, values);

afterEach(() => run(RESUME));

const path = (id: string, rest = '') => `/management/batches/${id}${rest}`;
const completed = (id: string) =>
  vi.waitFor(
    async () => {
      const { body } = await pair.onTwo.get(path(id));
      expect(body.state).toBe('COMPLETED');
      return body;
    },
    { timeout: 30_000, interval: 50 },
  );

/** Starts so many instances, and deploys the version that they are to go on by. */
async function toMigrate(count: number) {
  const { key } = await deployed(pair.onOne, chained([START, task('work'), END]));
  const runs = await Promise.all(
    Array.from({ length: count }, (_, index) => startedOf(index % 2 ? pair.onOne : pair.onTwo, key)),
  );
  await deployed(pair.onOne, chained([START, '<manualTask id="soon"/>', task('work'), END]), key);
  const { body } = await pair.onOne.post('/repository/definitions/page', { key, latestOnly: true });
  const targetDefinitionId = body.data[0].id as string;
  const create = async () => {
    const query = { processDefinitionKeys: [key] };
    const answer = await pair.onOne.post('/management/batches', {
      type: 'MIGRATE',
      query,
      arguments: { targetDefinitionId },
    });
    expect(answer.errorDetail).toBeNull();
    return answer.body as { id: string };
  };
  return { targetDefinitionId, runs, create };
}

describe('bpmn-engine 85: a batch of two processes', () => {
  it('does each item once, also where both are at the same ones', async () => {
    const { targetDefinitionId, create } = await toMigrate(250);
    const { id } = await create();
    let isOver = false;
    const robber = (async () => {
      while (!isOver) {
        await run(ROB, id);
        pair.two.clock.advance(1);
        await sleep(15);
      }
    })();
    await sleep(150);
    isOver = true;
    await robber;
    // Whoever was robbed gives nothing back: the others hear of it by the next batch.
    await pair.onTwo.post('/management/batches', { type: 'SUSPEND', ids: [id] });
    expect(await completed(id)).toMatchObject({ total: 250, done: 250, failed: 0 });
    expect(await run(MIGRATED, targetDefinitionId)).toEqual([{ migrations: 250, instances: 250 }]);
    expect(await run(PARTS, id)).toEqual([{ parts: 0 }]);
  });

  it('goes on where a process died in the midst of a part, and does nothing twice', async () => {
    const { targetDefinitionId, runs, create } = await toMigrate(120);
    await run(HOLD);
    const { id } = await create();
    await run(DEAD, GONE);
    await run(TAKE, id, GONE);
    const first = runs.slice(0, 10).map((each) => each.id);
    // What it had done went with its items.
    await pair.onOne.post('/process-instance/migrate', { targetDefinitionId, processInstanceIds: first });
    await run(DID, id, first);
    await run(RESUME);
    await pair.onTwo.post('/management/batches', { type: 'SUSPEND', ids: [id] });
    expect(await completed(id)).toMatchObject({ total: 120, done: 120, failed: 0 });
    expect(await run(MIGRATED, targetDefinitionId)).toEqual([{ migrations: 120, instances: 120 }]);
  });

  it('that is cancelled leaves the rest as it is, and can neither be cancelled nor tried again', async () => {
    const { runs, create } = await toMigrate(3);
    await run(HOLD);
    const { id } = await create();
    expect(outcome(await pair.onTwo.post(path(id, '/retry-failed')))).toEqual([409, 'BATCH_NOT_COMPLETED']);
    const cancelled = await pair.onTwo.post(path(id, '/cancel'));
    expect(cancelled.body).toMatchObject({ state: 'CANCELLED', total: 3, done: 0, failed: 0 });
    await run(RESUME);
    expect(outcome(await pair.onTwo.post(path(id, '/retry-failed')))).toEqual([409, 'BATCH_NOT_COMPLETED']);
    expect(await run(PARTS, id)).toEqual([{ parts: 0 }]);
    expect((await runs[0]!.instance()).version).toBe(1);
  });

  it('that is cancelled while a process is at it ends where that is through, which lists what failed', async () => {
    const { runs, create } = await toMigrate(2);
    await run(HOLD);
    const { id } = await create();
    await run(DEAD, GONE);
    await run(TAKE, id, GONE);
    await pair.onOne.post(path(id, '/cancel'));
    expect(await run(PARTS, id)).toEqual([{ parts: 1 }]);
    await run(RESUME);
    await pair.onTwo.post('/management/batches', { type: 'SUSPEND', ids: [id] });
    await vi.waitFor(async () => expect(await run(PARTS, id)).toEqual([{ parts: 0 }]), WAIT);
    expect((await pair.onOne.get(path(id))).body).toMatchObject({ state: 'CANCELLED', total: 2, done: 0 });
    expect((await runs[0]!.instance()).version).toBe(1);
  });
});
