// Tests messages and signals from outside over HTTP: who gets them, and what is said where nobody or several do.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import {
  catching,
  chained,
  deployed,
  END,
  messageOf,
  SIGNAL,
  START,
  startedOf,
  task,
} from '../testing/driven-process.ts';
import { outcome, startEngine } from '../testing/engine-server.ts';
import { bpmnFile } from '../testing/models.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const correlate = (body: object, headers?: Record<string, string>) =>
  admin.post('/runtime/messages/correlate', body, headers);
const waiting = () => deployed(admin, chained([START, catching('wait', messageOf('paid')), task('next'), END]));

describe('a message from outside', () => {
  it('reaches the instance of its business key, and is not received twice', async () => {
    const { key } = await waiting();
    const [mine, other] = [
      await startedOf(admin, key, { businessKey: 'o-1' }),
      await startedOf(admin, key, { businessKey: 'o-2' }),
    ];
    const given = { messageName: 'paid', businessKey: 'o-1', variables: { sum: 3 } };
    const answer = await correlate(given);
    expect(answer.body).toEqual([{ kind: 'EXECUTION', processInstanceId: mine.id, executionId: expect.any(String) }]);
    expect([await mine.names(), await other.names()]).toEqual([['next'], []]);
    expect(outcome(await correlate(given))).toEqual([404, 'MESSAGE_NOT_CORRELATED']);
  });

  it('that fits several is refused with their names, unless all are meant', async () => {
    const { key } = await waiting();
    const all = await Promise.all(['a', 'a'].map((businessKey) => startedOf(admin, key, { businessKey })));
    const given = { messageName: 'paid', businessKey: 'a' };
    const refused = await correlate(given);
    expect(outcome(refused)).toEqual([422, 'MESSAGE_AMBIGUOUS']);
    expect(refused.errorDetail?.errorArguments).toHaveLength(2);
    expect((await correlate({ ...given, all: true })).body).toHaveLength(2);
    for (const run of all) await run.standsAt('next');
  });

  it('bpmn-engine 18: that is sent before its subscription waits for it, and is delivered once', async () => {
    const { key } = await deployed(admin, chained([START, catching('wait', messageOf('early')), task('next'), END]));
    const early = { messageName: 'early', businessKey: 'e-1', timeToLive: 20_000, messageId: 'm-1' };
    expect((await correlate(early)).body).toEqual([{ kind: 'BUFFERED', processInstanceId: null, executionId: null }]);
    expect((await correlate(early)).body).toEqual([{ kind: 'DUPLICATE', processInstanceId: null, executionId: null }]);
    const [first, second] = [
      await startedOf(admin, key, { businessKey: 'e-1' }),
      await startedOf(admin, key, { businessKey: 'e-1' }),
    ];
    await first.standsAt('next');
    expect(await second.names()).toEqual([]);
  });

  it('brings variables for the place alone where it is received: now, later, to all, and to what it starts', async () => {
    const outputs =
      '<keelson:inputOutput><keelson:outputParameter name="kept">${mine + 1}</keelson:outputParameter></keelson:inputOutput>';
    const receive = (message: string) =>
      `<receiveTask id="wait" messageRef="${message}"><extensionElements>${outputs}</extensionElements></receiveTask>`;
    const now = await deployed(admin, chained([START, receive('paid'), task('next'), END]));
    const later = await deployed(admin, chained([START, receive('early'), task('next'), END]));
    const begin = `<startEvent id="start">${messageOf('begun')}</startEvent>`;
    const file = bpmnFile('local-start', chained([begin, task('next'), END]));
    const roots = '<message id="begun" name="begun"/></definitions>';
    expect((await admin.deploy([['b.bpmn', file.replace('</definitions>', roots)]])).errorDetail).toBeNull();
    const sent = { variables: { plain: 1 }, localVariables: { mine: 1 } };
    const variablesOf = async (id: string) =>
      (await admin.get(`/process-instance/${id}?withVariables=plain,kept,mine`)).body.variables;
    for (const all of [false, true]) {
      const run = await startedOf(admin, now.key, { businessKey: `l-${all}` });
      const answer = await correlate({ messageName: 'paid', businessKey: `l-${all}`, all, ...sent });
      expect(answer.errorDetail).toBeNull();
      await run.standsAt('next');
      expect(await variablesOf(run.id)).toEqual({ plain: 1, kept: 2 });
    }
    await correlate({ messageName: 'early', businessKey: 'l', timeToLive: 20_000, ...sent });
    const run = await startedOf(admin, later.key, { businessKey: 'l' });
    await run.standsAt('next');
    expect(await variablesOf(run.id)).toEqual({ plain: 1, kept: 2 });
    const { body } = await correlate({ messageName: 'begun', ...sent });
    expect(await variablesOf(body[0].processInstanceId)).toEqual({ plain: 1, mine: 1 });
    const big = { localVariables: { mine: 'x'.repeat(4_194_305) } };
    expect(outcome(await correlate({ messageName: 'paid', ...big }))).toEqual([413, 'VARIABLE_TOO_LARGE']);
  });

  it('starts an instance where nobody waits for it', async () => {
    const begin = `<startEvent id="start">${messageOf('other')}</startEvent>`;
    await deployed(admin, chained([begin, task('begun'), END]));
    const answer = await correlate({ messageName: 'other', businessKey: 's-1', variables: { a: 1 } });
    const [{ kind, processInstanceId }] = answer.body;
    expect(kind).toBe('START');
    expect((await admin.get(`/process-instance/${processInstanceId}?withVariables=a`)).body).toMatchObject({
      businessKey: 's-1',
      variables: { a: 1 },
    });
  });

  it('under an idempotency key is answered as the first time', async () => {
    const { key } = await waiting();
    await startedOf(admin, key, { businessKey: 'i-1' });
    const given = { messageName: 'paid', businessKey: 'i-1' };
    const headers = { 'Idempotency-Key': 'pay-once' };
    const first = await correlate(given, headers);
    expect((await correlate(given, headers)).body).toEqual(first.body);
  });
});

describe('a message from outside for who waits by a correlation key', () => {
  const KEYED = (key: string) => `
    <message id="order" name="order-${key}"/>
    <correlationProperty id="number" name="number">
      <correlationPropertyRetrievalExpression messageRef="order"><messagePath>\${order.number}</messagePath></correlationPropertyRetrievalExpression>
    </correlationProperty>
    <collaboration id="c"><participant id="P" processRef="${key}"/>
      <correlationKey id="k" name="byNumber"><correlationPropertyRef>number</correlationPropertyRef></correlationKey>
    </collaboration>`;
  const SUBSCRIPTION = `<correlationSubscription correlationKeyRef="k">
    <correlationPropertyBinding correlationPropertyRef="number"><dataPath>\${number}</dataPath></correlationPropertyBinding>
    </correlationSubscription>`;
  const keyed = async (key: string) => {
    const content = chained([START, catching('wait', messageOf('order')), task('next'), END], SUBSCRIPTION);
    const file = bpmnFile(key, content).replace('</definitions>', `${KEYED(key)}</definitions>`);
    expect((await admin.deploy([[`${key}.bpmn`, file]])).errorDetail).toBeNull();
    return { messageName: `order-${key}` };
  };

  it('bpmn-engine 38: reaches it by what the model retrieves from what it brings, and by what its sender says', async () => {
    const message = await keyed('keyed');
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map((number) => startedOf(admin, 'keyed', { variables: { number } })),
    );
    const answer = await correlate({ ...message, variables: { order: { number: 2 } } });
    expect(answer.body).toMatchObject([{ kind: 'EXECUTION', processInstanceId: second?.id }]);
    await correlate({ ...message, correlationKeys: { byNumber: 1 }, variables: { order: { number: 3 } } });
    expect([await first?.names(), await second?.names(), await third?.names()]).toEqual([['next'], ['next'], []]);
  });

  it('bpmn-engine 38: that came before it reaches it once it waits', async () => {
    const message = await keyed('keyed-later');
    const early = { ...message, variables: { order: { number: 7 } }, timeToLive: 20_000 };
    expect((await correlate(early)).body).toMatchObject([{ kind: 'BUFFERED' }]);
    const other = await startedOf(admin, 'keyed-later', { variables: { number: 8 } });
    const meant = await startedOf(admin, 'keyed-later', { variables: { number: 7 } });
    await meant.standsAt('next');
    expect(await other.names()).toEqual([]);
  });

  it('is refused where it brings nothing of the key, or another one, and told how many wait with others', async () => {
    const message = await keyed('keyed-none');
    await startedOf(admin, 'keyed-none', { variables: { number: 1 } });
    await startedOf(admin, 'keyed-none', { variables: { number: 2 } });
    for (const variables of [{}, { order: 'text' }, { order: { number: 9 } }]) {
      const refused = await correlate({ ...message, variables });
      expect(outcome(refused)).toEqual([404, 'MESSAGE_NOT_CORRELATED']);
      expect(refused.errorDetail?.errorMessage).toMatch(/; 2 wait for it with others\.$/);
    }
  });
});

describe('two messages at once for one who waits', () => {
  it('under keys are each answered as the first time: one has reached it, the other nobody', async () => {
    const { key } = await waiting();
    await startedOf(admin, key, { businessKey: 'both-1' });
    const send = (name: string) =>
      correlate({ messageName: 'paid', businessKey: 'both-1' }, { 'Idempotency-Key': name });
    const first = await Promise.all([send('both-a'), send('both-b')]);
    expect(first.map(({ status }) => status).sort()).toEqual([200, 404]);
    const again = [await send('both-a'), await send('both-b')];
    expect(again.map(({ status, body }) => [status, body])).toEqual(first.map(({ status, body }) => [status, body]));
  });
});

describe('a signal from outside', () => {
  it('reaches all who wait for it, or the one instance that is named', async () => {
    const { key } = await deployed(admin, chained([START, catching('wait', SIGNAL), task('heard'), END]));
    const runs = [await startedOf(admin, key), await startedOf(admin, key)];
    const one = await admin.post('/runtime/signals', { name: 'alarm', processInstanceId: runs[0]?.id });
    expect(one.body).toEqual({ subscriptions: 1, starts: 0 });
    expect([await runs[0]?.names(), await runs[1]?.names()]).toEqual([['heard'], []]);
    expect((await admin.post('/runtime/signals', { name: 'alarm' })).body).toEqual({ subscriptions: 1, starts: 0 });
    await runs[1]?.standsAt('heard');
  });
});

describe('a signal under an idempotency key', () => {
  it('that nobody heard is answered the same, though the instance waits for it by then', async () => {
    const { key } = await deployed(
      admin,
      chained([START, task('before'), catching('wait', SIGNAL), task('heard'), END]),
    );
    const run = await startedOf(admin, key);
    const headers = { 'Idempotency-Key': 'alarm-once' };
    const send = () => admin.post('/runtime/signals', { name: 'alarm', processInstanceId: run.id }, headers);
    expect(await send()).toMatchObject({ status: 200, body: { subscriptions: 0, starts: 0 } });
    await run.complete('before');
    expect(await send()).toMatchObject({ status: 200, body: { subscriptions: 0, starts: 0 } });
    expect(await run.names()).toEqual([]);
  });
});

describe('the page of subscriptions', () => {
  it('shows who waits for what', async () => {
    const { key } = await waiting();
    const run = await startedOf(admin, key, { businessKey: 'p-1' });
    const { body } = await admin.post('/runtime/subscriptions/page', { processInstanceId: run.id });
    expect(body.data).toMatchObject([
      {
        type: 'MESSAGE',
        name: 'paid',
        correlationKey: 'p-1',
        start: false,
        elementId: 'wait',
        processInstanceId: run.id,
      },
    ]);
  });
});
