// Tests how an instance is shown that another one called: where it belongs, and while it is undone after its end.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { chained, deployed, END, START, started, task } from '../testing/driven-process.ts';
import { startEngine } from '../testing/engine-server.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const BOOKED = [
  '<boundaryEvent id="undone" attachedToRef="book"><compensateEventDefinition/></boundaryEvent>',
  '<userTask id="unbook" isForCompensation="true"/>',
  '<association id="undo" associationDirection="One" sourceRef="undone" targetRef="unbook"/>',
].join('');
const BACK = '<intermediateThrowEvent id="back"><compensateEventDefinition/></intermediateThrowEvent>';
const EVER = ['ACTIVE', 'SUSPENDED', 'ENDED'];

it('is listed once, running while it is compensated and ended before and after', async () => {
  const child = await deployed(admin, chained([START, '<manualTask id="book"/>', END], BOOKED));
  const call = `<callActivity id="call" calledElement="${child.key}"/>`;
  const run = await started(admin, chained([START, call, task('between'), BACK, END]));
  const found = async (states: readonly string[]) => {
    const query = { rootProcessInstanceId: run.id, superProcessInstanceId: run.id, states };
    const { body } = await admin.post('/process-instance/page', query);
    return [body.totalElements, ...body.data.map(({ state }: { state: string }) => state)];
  };
  expect(await found(EVER)).toEqual([1, 'ENDED']);
  await run.complete('between');
  expect(await found(EVER)).toEqual([1, 'ACTIVE']);
  expect(await found(['ENDED'])).toEqual([0]);
  const [open] = (await admin.post('/task/list', { rootProcessInstanceId: run.id })).body;
  expect(open).toMatchObject({ taskDefinitionKey: 'unbook', rootProcessInstanceId: run.id });
  await admin.post(`/task/${open.id}/complete`, {});
  expect(await found(EVER)).toEqual([1, 'ENDED']);
  expect((await run.instance()).endState).toBe('COMPLETED');
});
