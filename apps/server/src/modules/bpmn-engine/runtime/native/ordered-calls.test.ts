// Tests calls whose result another module brings later: what waits for it, and how it goes on.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import type { Person } from '../../../../testing/test-people.ts';
import type { ActionCall, CallResult } from '../../api.ts';
import { boundary, chained, deployed, END, START, startedOf, task, WAIT } from '../../testing/driven-process.ts';
import { type EnginePair, startEnginePair } from '../../testing/engine-server.ts';

type Ordered = ActionCall & { readonly jobId: string };

let pair: EnginePair;
let admin: Person;
const orders: Ordered[] = [];
let onOrder: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  pair = await startEnginePair();
  admin = pair.onOne;
  for (const { apis } of [pair.one, pair.two]) {
    apis.bpmnEngine.registerAction({
      name: 'test.order',
      required: [],
      optional: ['text'],
      authority: 'BPMN_DEPLOY',
      kind: 'order',
      async order(call) {
        orders.push(call);
        await onOrder();
      },
    });
  }
});
afterAll(() => pair?.stop());
beforeEach(() => {
  orders.length = 0;
  onOrder = async () => undefined;
});

const ordering = (attributes = '') =>
  `<serviceTask id="call" keelson:call="test.order" keelson:resultVariable="r" ${attributes}><extensionElements><keelson:with name="text" value="\${text}"/></extensionElements></serviceTask>`;
const LATER = { variables: { text: 'later' } };

async function waiting(content: string) {
  const { key } = await deployed(admin, content);
  const instance = await startedOf(admin, key, LATER);
  await vi.waitFor(async () => expect(await jobs(instance.id)).toEqual([['WORK', true, null]]), WAIT);
  return { ...instance, jobId: orders.at(-1)!.jobId };
}
const JOBS = sql(
  'test_ordered_jobs',
  'SELECT kind, ordered, leased_by FROM bpm_job WHERE instance_id = $1::uuid ORDER BY number',
);
async function jobs(id: string) {
  const rows = await pair.one.kernel.database.rows<{ kind: string; ordered: boolean; leased_by: string | null }>(JOBS, [
    id,
  ]);
  return rows.map(({ kind, ordered, leased_by }) => [kind, ordered, leased_by]);
}
const settle = (jobId: string, result: CallResult, server = pair.one) =>
  server.kernel.database.transaction((tx) => server.apis.bpmnEngine.settleCall(tx, jobId, result));
const resultOf = async (id: string) => (await admin.get(`/process-instance/${id}?withVariables=r`)).body.variables.r;
const incidentsOf = async (processInstanceId: string) =>
  (await admin.post('/management/incidents/page', { processInstanceId })).body.data;

it('bpmn-engine 42: what was ordered is waited for until its result is there, whichever process brings it, and goes on once', async () => {
  const instance = await waiting(chained([START, ordering(), task('after'), END]));
  expect(orders).toHaveLength(1);
  expect(orders[0]).toMatchObject({ parameters: { text: 'later' }, person: { username: 'admin' } });
  expect(instance.jobId).toMatch(new RegExp(`^${instance.id}-j\\d+$`));
  await settle(instance.jobId, { value: { rows: 7 } }, pair.two);
  await instance.standsAt('after');
  expect(await resultOf(instance.id)).toEqual({ rows: 7 });
  await settle(instance.jobId, { value: 'again' });
  await settle(instance.jobId, { code: 'LATE', message: 'Too late.' });
  expect([await jobs(instance.id), await resultOf(instance.id), await incidentsOf(instance.id)]).toEqual([
    [],
    { rows: 7 },
    [],
  ]);
  expect(orders).toHaveLength(1);
});

it('bpmn-engine 42: a result whose transaction is taken back was never there, and one for nobody does nothing', async () => {
  const instance = await waiting(chained([START, ordering(), task('after'), END]));
  const undone = pair.one.kernel.database.transaction(async (tx) => {
    await pair.one.apis.bpmnEngine.settleCall(tx, instance.jobId, { value: 1 });
    throw new Error('taken back');
  });
  await expect(undone).rejects.toThrow('taken back');
  for (const nobody of ['', 'x', `${instance.id}-j9999`, `${crypto.randomUUID()}-j1`, instance.id]) {
    await settle(nobody, { value: 'nobody' });
  }
  expect([await instance.names(), await jobs(instance.id)]).toEqual([[], [['WORK', true, null]]]);
  expect((await admin.remove(`/process-instance/${instance.id}`)).errorDetail).toBeNull();
  await settle(instance.jobId, { value: 'too late' });
  expect([await jobs(instance.id), (await instance.instance()).endState]).toEqual([[], 'CANCELLED']);
});

it('bpmn-engine 42: a result that is a failure is an incident with its code, whose retry orders anew', async () => {
  const instance = await waiting(chained([START, ordering(), task('after'), END]));
  await settle(instance.jobId, { code: 'NO_PAPER', message: 'There is none left.' });
  const [incident] = await vi.waitFor(async () => {
    const found = await incidentsOf(instance.id);
    expect(found).toHaveLength(1);
    return found;
  }, WAIT);
  expect(incident).toMatchObject({
    elementId: 'call',
    code: 'CALL_FAILED',
    message: 'NO_PAPER: There is none left.',
  });
  expect(await jobs(instance.id)).toEqual([]);
  const retried = await admin.post(`/management/incidents/${incident.id}/resolve`, { action: 'retry' });
  expect(retried.errorDetail).toBeNull();
  await vi.waitFor(async () => expect(await jobs(instance.id)).toEqual([['WORK', true, null]]), WAIT);
  const [first, second] = orders;
  expect([orders.length, second?.jobId === first?.jobId]).toEqual([2, false]);
  await settle(first!.jobId, { value: 'of the first' });
  await settle(second!.jobId, { value: 'of the second' });
  await instance.standsAt('after');
  expect(await resultOf(instance.id)).toBe('of the second');
});

it('bpmn-engine 42: a result that is a failure is caught where the element maps it', async () => {
  const caught = boundary('caught', 'call', '<errorEventDefinition errorRef="broken"/>');
  const beside = `${caught}${task('mended')}<sequenceFlow id="c1" sourceRef="caught" targetRef="mended"/>`;
  const instance = await waiting(chained([START, ordering('keelson:mapFailure="E1"'), task('after'), END], beside));
  await settle(instance.jobId, { code: 'NO_PAPER', message: 'There is none left.' });
  await instance.standsAt('mended');
  expect(await incidentsOf(instance.id)).toEqual([]);
});

it('bpmn-engine 42: an order that was broken off is given again under its id, and a result that overtakes its order counts', async () => {
  const { key } = await deployed(admin, chained([START, ordering(), task('after'), END]));
  onOrder = async () => {
    if (orders.length === 1) fail('SERVICE_UNAVAILABLE');
    // The result comes while the order is still under way.
    await settle(orders[1]!.jobId, { value: 'early' });
  };
  const instance = await startedOf(admin, key, LATER);
  await vi.waitFor(async () => {
    pair.one.clock.advance(1_000);
    expect(await instance.names()).toEqual(['after']);
  }, WAIT);
  expect(await resultOf(instance.id)).toBe('early');
  expect([orders.length, new Set(orders.map(({ jobId }) => jobId)).size]).toEqual([2, 1]);
});

it('bpmn-engine 42: a result for an instance that is suspended is kept until it goes on', async () => {
  const instance = await waiting(chained([START, ordering(), task('after'), END]));
  expect((await admin.post(`/process-instance/${instance.id}/suspend`)).errorDetail).toBeNull();
  await settle(instance.jobId, { value: 'kept' });
  await vi.waitFor(async () => expect(await jobs(instance.id)).toEqual([['SETTLED', false, null]]), WAIT);
  expect(await instance.names()).toEqual([]);
  expect((await admin.post(`/process-instance/${instance.id}/activate`)).errorDetail).toBeNull();
  await instance.standsAt('after');
  expect(await resultOf(instance.id)).toBe('kept');
});
