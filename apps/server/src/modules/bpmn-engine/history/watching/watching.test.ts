// Tests the streams of an instance and of the caller's tasks, over HTTP on two processes.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EventReader, readEvents } from '../../../../kernel/http/streams/streams.fixture.ts';
import { createPersonWithRoles, type Person } from '../../../../testing/test-people.ts';
import { chained, deployed, END, START, started, startedOf, task } from '../../testing/driven-process.ts';
import { createStranger, type EnginePair, startEnginePair } from '../../testing/engine-server.ts';

import { placeIn } from './watching.service.ts';

let pair: EnginePair;
let onOne: Person;
let onTwo: Person;
let ada: Person;
const readers: EventReader[] = [];

beforeAll(async () => {
  pair = await startEnginePair();
  ({ onOne, onTwo } = pair);
  ada = await createPersonWithRoles(onOne, pair.one.url, 'ada');
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(() => pair.stop());

/** Whoever has the head hears of everything from then on. */
async function listen(person: Person, path: string, lastEventId = '', url = pair.two.url): Promise<EventReader> {
  const place: Record<string, string> = lastEventId === '' ? {} : { 'last-event-id': lastEventId };
  const reader = await readEvents(`${url}${path}`, { authorization: `Bearer ${person.token}`, ...place });
  readers.push(reader);
  return reader;
}
const count = (reader: EventReader, most: number) => reader.until(({ events }) => events.length >= most);
const changesIn = ({ events }: EventReader) =>
  events.flatMap(({ event, data }) =>
    event === 'tasks' ? data.tasks.map(({ change }: { change: string }) => change) : [event],
  );
const answered = async (answer: Promise<{ errorDetail: unknown }>) => expect((await answer).errorDetail).toBeNull();

describe('the stream of an instance', () => {
  it('bpmn-engine 82: tells each commit of it once and in order, on every process, and again to whoever comes back', async () => {
    const { key } = await deployed(onOne, chained([START, task('one'), task('two'), END]));
    const run = await startedOf(onOne, key);
    const beside = await startedOf(onOne, key);
    const stream = await listen(onTwo, `/process-instance/${run.id}/stream`);
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream']);
    await beside.complete('one');
    await run.complete('one');
    await count(stream, 1);
    const place = stream.lastEventId();
    await run.complete('two');
    await count(stream, 2);
    const told = stream.events.map(({ event, data }) => [event, data.processInstanceId, data.version, data.endState]);
    expect(told).toEqual([
      ['change', run.id, 2, null],
      ['change', run.id, 3, 'COMPLETED'],
    ]);
    const again = await listen(onTwo, `/process-instance/${run.id}/stream`, place, pair.one.url);
    await count(again, 1);
    expect(again.events).toEqual(stream.events.slice(1));
    const lost = await listen(onTwo, `/process-instance/${run.id}/stream`, 'none of ours');
    await count(lost, 1);
    expect(lost.events.map(({ event }) => event)).toEqual(['resync']);
  });

  it('bpmn-engine 82: is 404 for whoever may not read it', async () => {
    const run = await started(onOne, chained([START, task('one'), END]));
    const stranger = await createStranger({ server: pair.one, admin: onOne }, 'watching-elsewhere');
    for (const person of [ada, stranger]) {
      expect((await person.get(`/process-instance/${run.id}/stream`)).errorDetail?.errorCode).toBe(
        'INSTANCE_NOT_FOUND',
      );
    }
    expect((await onOne.get('/process-instance/none/stream')).errorDetail?.errorCode).toBe('INSTANCE_NOT_FOUND');
  });
});

it('a place is read back unless it is none of ours, or too many transactions behind the present', () => {
  const order = '01890000-0000-7000-8000-0000000000010000000002';
  const present = { xid: '1200000', order };
  expect(placeIn(`1000000.${order}`, present)).toEqual({ xid: '1000000', order });
  for (const id of [`999999.${order}`, `99999999999999999999.${order}`, order, '7.x', '']) {
    expect([id, placeIn(id, present)]).toEqual([id, null]);
  }
});

describe('the stream of tasks', () => {
  it('bpmn-engine 83: tells what becomes of tasks that are one’s own, or were, and of no others', async () => {
    const model = chained([START, '<userTask id="ours" keelson:candidateUsers="ADA"/>', task('theirs'), END]);
    const { key } = await deployed(onOne, model);
    const [own, all] = [await listen(ada, '/task/stream'), await listen(onTwo, '/task/stream')];
    const run = await startedOf(onOne, key);
    const [open] = await run.tasks();
    await count(own, 1);
    expect(own.events[0]).toMatchObject({
      event: 'tasks',
      data: { processInstanceId: run.id, version: 1, tasks: [{ taskId: open?.id, change: 'CREATED' }] },
    });
    await answered(ada.post(`/task/${open?.id}/claim`));
    await count(own, 2);
    const bob = `/task/${open?.id}/identity-links`;
    await answered(onOne.post(bob, { type: 'candidate', user: 'bob' }));
    await answered(onOne.remove(`${bob}?type=candidate&user=ada`));
    await answered(onOne.post(`/task/${open?.id}/assign`, { assignee: 'admin' }));
    await count(own, 5);
    await answered(onOne.put(`/task/${open?.id}`, { priority: 7 }));
    await answered(onOne.post(`/task/${open?.id}/complete`, {}));
    // The administrator had it at its end; what follows is nobody's.
    await count(all, 3);
    await run.complete('theirs');
    expect(changesIn(all)).toEqual(['CHANGED', 'CHANGED', 'COMPLETED']);
    expect(changesIn(own)).toEqual(['CREATED', 'CHANGED', 'CHANGED', 'CHANGED', 'CHANGED']);
  });

  it('bpmn-engine 83: tells of a task that is cancelled, and of none that one commit creates and cancels', async () => {
    const own = await listen(ada, '/task/stream');
    const { key } = await deployed(
      onOne,
      chained([START, '<userTask id="ours" keelson:assignee="ada"/>', task('next'), END]),
    );
    const first = await startedOf(onOne, key);
    await answered(onOne.remove(`/process-instance/${first.id}`));
    await count(own, 2);
    expect(changesIn(own)).toEqual(['CREATED', 'CANCELLED']);
    const ends = '<endEvent id="stop"><terminateEventDefinition/></endEvent>';
    const flows =
      '<sequenceFlow id="a" sourceRef="fork" targetRef="ours"/><sequenceFlow id="b" sourceRef="fork" targetRef="stop"/>';
    const fork = [START, '<parallelGateway id="fork"/>'];
    const beside = `<userTask id="ours" keelson:assignee="ada"/>${ends}${flows}`;
    const hidden = await started(onOne, chained(fork, beside));
    const last = await startedOf(onOne, key);
    await count(own, 3);
    expect(own.events.map(({ data }) => data.processInstanceId)).toEqual([first.id, first.id, last.id]);
    expect((await hidden.instance()).ended).toBe(true);
  });

  it('bpmn-engine 83: tells everybody at most his own of many at once, and again to whoever comes back', async () => {
    const { key } = await deployed(onOne, chained([START, '<userTask id="ours" keelson:assignee="ada"/>', END]));
    const { key: other } = await deployed(onOne, chained([START, task('theirs'), END]));
    const own = await listen(ada, '/task/stream');
    await startedOf(onOne, key);
    await count(own, 1);
    const place = own.lastEventId();
    await Promise.all(Array.from({ length: 60 }, (_, index) => startedOf(onOne, index % 3 === 0 ? key : other)));
    await count(own, 21);
    const again = await listen(ada, '/task/stream', place);
    await count(again, 20);
    const told = (reader: EventReader) => reader.events.map(({ data }) => data.tasks[0].taskId);
    expect(told(again)).toEqual(told(own).slice(1));
    expect(new Set(told(own)).size).toBe(21);
  });
});
