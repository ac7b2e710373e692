// Tests that a past moment of an instance is told as the instance was then.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPersonWithRoles, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import {
  after,
  catching,
  chained,
  deployed,
  END,
  messageOf,
  START,
  startedOf,
  task,
} from '../testing/driven-process.ts';
import { createStranger, outcome, startEngine } from '../testing/engine-server.ts';

let server: TestServer;
let admin: Person;
let ada: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  ada = await createPersonWithRoles(admin, server.url, 'ada');
});
afterAll(() => server.stop());

type Shown = Record<string, unknown> & { elementId: string };
const path = (id: string, at?: number) =>
  `/history/process-instance/${id}/replay${at === undefined ? '' : `?at=${encodeURIComponent(new Date(at).toISOString())}`}`;

/** Answers where the instance stands, who has what, and what it knows, as other operations tell it now. */
async function present(id: string) {
  const { body: instance } = await admin.get(`/process-instance/${id}?withVariables=n`);
  const { body: tasks } = await admin.post('/task/list', { processInstanceId: id });
  return {
    state: instance.state,
    endState: instance.endState,
    at: instance.currentElements.map(({ elementId }: Shown) => elementId).sort(),
    tasks: tasks.map(({ id: taskId, assignee }: Record<string, string>) => [taskId, assignee]).sort(),
    variables: instance.variables,
  };
}

async function past(id: string, at: number) {
  const { body } = await admin.get(path(id, at));
  return {
    state: body.state,
    endState: body.endState,
    at: body.activities.map(({ elementId }: Shown) => elementId).sort(),
    tasks: body.tasks.map(({ id: taskId, assignee }: Record<string, string>) => [taskId, assignee]).sort(),
    variables: body.variables,
  };
}

const FORKED = [
  START,
  '<parallelGateway id="fork"/>',
  task('one'),
  catching('pay', messageOf('paid')),
  '<parallelGateway id="join"/>',
  task('last'),
  END,
  '<sequenceFlow id="a" sourceRef="start" targetRef="fork"/>',
  '<sequenceFlow id="b" sourceRef="fork" targetRef="one"/>',
  '<sequenceFlow id="c" sourceRef="fork" targetRef="pay"/>',
  '<sequenceFlow id="d" sourceRef="one" targetRef="join"/>',
  '<sequenceFlow id="e" sourceRef="pay" targetRef="join"/>',
  '<sequenceFlow id="f" sourceRef="join" targetRef="last"/>',
  '<sequenceFlow id="g" sourceRef="last" targetRef="end"/>',
].join('\n');

describe('a replay', () => {
  it('bpmn-engine 48: of every moment is what the instance was then', async () => {
    const { key } = await deployed(admin, FORKED);
    const run = await startedOf(admin, key, { businessKey: 'replayed', variables: { n: 0 } });
    const seen: [number, Awaited<ReturnType<typeof present>>][] = [];
    const look = async () => {
      seen.push([server.clock.now(), await present(run.id)]);
      server.clock.advance(60_000);
    };
    await look();
    const [open] = await run.tasks();
    await admin.post(`/task/${open?.id}/claim`);
    await look();
    await run.complete('one', { n: 1 });
    await look();
    await admin.post(`/process-instance/${run.id}/suspend`);
    await look();
    await admin.post(`/process-instance/${run.id}/activate`);
    const correlated = await admin.post('/runtime/messages/correlate', {
      messageName: 'paid',
      businessKey: 'replayed',
    });
    expect(correlated.errorDetail).toBeNull();
    await look();
    await run.complete('last', { n: 2 });
    await look();
    for (const [at, then] of seen) {
      const { at: standing, ...rest } = then;
      const told = await past(run.id, at + 30_000);
      expect({ ...told, at: told.at.filter((id: string) => standing.includes(id)) }).toEqual({
        ...rest,
        at: standing.filter((id: string) => id !== 'join'),
      });
    }
    expect((await admin.get(path(run.id))).body).toMatchObject({
      state: 'ENDED',
      endState: 'COMPLETED',
      endElementIds: ['end'],
      variables: { n: 2 },
    });
  });

  it('tells what was waited for, and by which name each element is known', async () => {
    const { key } = await deployed(admin, chained([START, catching('later', after('PT5H')), END]));
    const run = await startedOf(admin, key);
    const { body } = await admin.get(path(run.id));
    expect(body.waits).toEqual([
      { elementId: 'later', elementName: null, elementType: 'intermediateCatchEvent', kind: 'TIMER' },
    ]);
    expect(body.activities).toMatchObject([{ elementId: 'later', variables: {} }]);
  });

  it('is refused for a time before the start, and for who may not see the instance', async () => {
    const { key } = await deployed(admin, chained([START, task('own'), END]));
    const run = await startedOf(ada, key);
    expect(outcome(await admin.get(path(run.id, server.clock.now() - 60_000)))).toEqual([400, 'VALIDATION_FAILED']);
    expect(outcome(await admin.get(`/history/process-instance/${run.id}/replay?at=yesterday`))).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
    expect((await ada.get(path(run.id))).body).toMatchObject({ state: 'ACTIVE', tasks: [{ elementId: 'own' }] });
    const eve = await createPersonWithRoles(admin, server.url, 'eve');
    const stranger = await createStranger({ server, admin }, 'replay-elsewhere');
    for (const person of [eve, stranger]) {
      expect(outcome(await person.get(path(run.id)))).toEqual([404, 'INSTANCE_NOT_FOUND']);
    }
    expect(outcome(await admin.get(path('none')))).toEqual([404, 'INSTANCE_NOT_FOUND']);
  });
});
