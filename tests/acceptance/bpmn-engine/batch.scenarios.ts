// Plays the scenarios of batches.
import { expect, vi } from 'vitest';
import type { Scenario, World } from '../world.ts';
import { startedProcess, user } from './started-process.ts';

const NOBODY = '00000000-0000-7000-8000-000000000000';

/** Waits until everything was tried. */
async function through({ admin }: World, id: string) {
  return vi.waitFor(
    async () => {
      const { body } = await admin.sure.bpmnEngine.getBatch({ params: { id } });
      expect(body.state).toBe('COMPLETED');
      return body;
    },
    { timeout: 10_000 },
  );
}

async function failing(world: World): Promise<string> {
  const { body } = await world.admin.sure.bpmnEngine.createBatch({ body: { type: 'SUSPEND', ids: [NOBODY] } });
  await through(world, body.id ?? '');
  return body.id ?? '';
}

export const batchScenarios: Readonly<Record<string, Scenario>> = {
  'bpmn-engine createBatch': async (as, world) => {
    const run = await startedProcess(world, [user('work')]);
    const query = { processDefinitionKeys: [run.key] };
    const { body } = await as(world.admin).bpmnEngine.createBatch({
      body: { type: 'DELETE', query, arguments: { reason: 'The order was withdrawn.' } },
    });
    expect(body).toMatchObject({ type: 'DELETE', total: 1, failed: 0, createdBy: world.admin.username });
    expect(await through(world, body.id ?? '')).toMatchObject({ total: 1, done: 1, failed: 0 });
  },
  'bpmn-engine queryBatches': async (as, world) => {
    const id = await failing(world);
    const { body } = await as(world.admin).bpmnEngine.queryBatches({ body: { types: ['SUSPEND'] } });
    expect(body.data.map((batch) => batch.id)).toContain(id);
  },
  'bpmn-engine getBatch': async (as, world) => {
    const id = await failing(world);
    const { body } = await as(world.admin).bpmnEngine.getBatch({ params: { id } });
    expect(body).toMatchObject({ id, state: 'COMPLETED', total: 1, done: 0, failed: 1 });
  },
  'bpmn-engine queryBatchFailures': async (as, world) => {
    const id = await failing(world);
    const { body } = await as(world.admin).bpmnEngine.queryBatchFailures({ params: { id } });
    expect(body.data).toEqual([{ itemId: NOBODY, code: 'INSTANCE_NOT_FOUND', message: null }]);
  },
  'bpmn-engine cancelBatch': async (as, world) => {
    const ids = Array.from({ length: 5_000 }, (_, index) => NOBODY.replace(/.{5}$/, String(index).padStart(5, '0')));
    const created = await world.admin.sure.bpmnEngine.createBatch({ body: { type: 'SUSPEND', ids } });
    const { body } = await as(world.admin).bpmnEngine.cancelBatch({ params: { id: created.body.id ?? '' } });
    expect(body).toMatchObject({ state: 'CANCELLED', total: 5_000, done: 0 });
  },
  'bpmn-engine retryBatch': async (as, world) => {
    const id = await failing(world);
    const { body } = await as(world.admin).bpmnEngine.retryBatch({ params: { id } });
    expect(body).toMatchObject({ id, state: 'RUNNING', total: 1, failed: 0, endTime: null });
    expect(await through(world, id)).toMatchObject({ failed: 1 });
  },
};
