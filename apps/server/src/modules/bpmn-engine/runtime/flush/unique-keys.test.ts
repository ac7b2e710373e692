// Tests business keys that a process wants once, over HTTP on two processes of the program.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Person } from '../../../../testing/test-people.ts';
import {
  catching,
  chained,
  END,
  instanceOf,
  messageOf,
  ROOTS,
  START,
  task,
  WAIT,
} from '../../testing/driven-process.ts';
import { type EnginePair, outcome, startEnginePair, startPath } from '../../testing/engine-server.ts';
import { createLosingRuntime } from '../../testing/losing-runtime.ts';
import { bpmnFile } from '../../testing/models.ts';
import { KeyInUse } from '../state/burst-failure.ts';

let pair: EnginePair;
let onOne: Person;
let onTwo: Person;

const UNIQUE = ' keelson:uniqueBusinessKey="true"';

async function deploy(key: string, content: string, attributes = UNIQUE): Promise<string> {
  const file = bpmnFile(key, content, attributes).replace('</definitions>', ROOTS);
  expect((await onOne.deploy([[`${key}.bpmn`, file]])).errorDetail).toBeNull();
  return key;
}

beforeAll(async () => {
  pair = await startEnginePair();
  ({ onOne, onTwo } = pair);
  await deploy('once', chained([START, task('work'), END]));
});
afterAll(() => pair.stop());

const start = (person: Person, key: string, businessKey: string | null) =>
  person.post(`${startPath}/${key}`, { businessKey });

async function started(key: string, businessKey: string | null) {
  const answer = await start(onOne, key, businessKey);
  expect(answer.errorDetail).toBeNull();
  return instanceOf(onOne, answer.body.id);
}

describe('a business key that a process wants once', () => {
  it('is of one running instance, which the refusal names; free again with its end', async () => {
    const run = await started('once', 'A-1');
    const refused = await start(onTwo, 'once', 'A-1');
    expect(outcome(refused)).toEqual([409, 'BUSINESS_KEY_IN_USE']);
    expect(refused.errorDetail.errorArguments).toEqual([{ businessKey: 'A-1', processInstanceId: run.id }]);
    const { processDefinitionId } = await run.instance();
    const byId = `/runtime/start/by-process-definition-id/${processDefinitionId}`;
    expect(outcome(await onTwo.post(byId, { businessKey: 'A-1' }))).toEqual([409, 'BUSINESS_KEY_IN_USE']);
    await run.complete('work');
    expect((await start(onTwo, 'once', 'A-1')).status).toBe(200);
  });

  it('hinders no other key, no instance without one, and no other process', async () => {
    await deploy('often', chained([START, task('work'), END]), '');
    await deploy('once-too', chained([START, task('work'), END]));
    for (const [key, businessKey] of [
      ['once', 'B-1'],
      ['once', 'b-1'],
      ['once', null],
      ['once', null],
      ['often', 'B-1'],
      ['often', 'B-1'],
      ['once-too', 'B-1'],
    ] as const) {
      expect((await start(onTwo, key, businessKey)).errorDetail).toBeNull();
    }
  });

  it('goes to one of many who start at once on two processes', async () => {
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => start(index % 2 === 0 ? onOne : onTwo, 'once', `R-${round}`)),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      const lost = answers.filter((answer) => answer !== won[0]);
      expect(lost.map(outcome)).toEqual(lost.map(() => [409, 'BUSINESS_KEY_IN_USE']));
      const [{ processInstanceId }] = lost[0]!.errorDetail.errorArguments;
      expect(processInstanceId).toBe(won[0]!.body.id);
    }
  });

  it('is free for one that ends at once only while nobody has it', async () => {
    const elements = [
      START,
      '<exclusiveGateway id="stays" default="f-no"/>',
      task('work'),
      END,
      '<sequenceFlow id="f0" sourceRef="start" targetRef="stays"/>',
      '<sequenceFlow id="f-yes" sourceRef="stays" targetRef="work"><conditionExpression>${stay}</conditionExpression></sequenceFlow>',
      '<sequenceFlow id="f-no" sourceRef="stays" targetRef="end"/>',
      '<sequenceFlow id="f2" sourceRef="work" targetRef="end"/>',
    ];
    await deploy('maybe', elements.join('\n'));
    const begin = (stay: boolean) => onTwo.post(`${startPath}/maybe`, { businessKey: 'C-1', variables: { stay } });
    expect((await begin(false)).body.ended).toBe(true);
    expect((await begin(false)).body.ended).toBe(true);
    expect((await begin(true)).body.ended).toBe(false);
    expect(outcome(await begin(false))).toEqual([409, 'BUSINESS_KEY_IN_USE']);
  });

  it('can be changed to one that is free, which leaves the former one to others', async () => {
    const run = await started('once', 'D-1');
    const other = await started('once', 'D-2');
    const set = (businessKey: string | null) => onTwo.put(`/process-instance/${run.id}`, { businessKey });
    const refused = await set('D-2');
    expect([outcome(refused), refused.errorDetail.errorArguments[0].processInstanceId]).toEqual([
      [409, 'BUSINESS_KEY_IN_USE'],
      other.id,
    ]);
    expect((await run.instance()).businessKey).toBe('D-1');
    expect((await set('D-3')).errorDetail).toBeNull();
    expect((await start(onOne, 'once', 'D-1')).status).toBe(200);
    expect(outcome(await start(onOne, 'once', 'D-3'))).toEqual([409, 'BUSINESS_KEY_IN_USE']);
    expect((await set(null)).errorDetail).toBeNull();
    expect((await start(onOne, 'once', 'D-3')).status).toBe(200);
  });

  it('is refused to a message that would start a second one', async () => {
    const begin = `<startEvent id="start">${messageOf('paid')}</startEvent>`;
    await deploy('by-message', chained([begin, task('work'), END]));
    const send = (person: Person) =>
      person.post('/runtime/messages/correlate', {
        messageName: 'paid',
        businessKey: 'E-1',
        processDefinitionKey: 'by-message',
      });
    const [{ processInstanceId }] = (await send(onOne)).body;
    const refused = await send(onTwo);
    expect([outcome(refused), refused.errorDetail.errorArguments]).toEqual([
      [409, 'BUSINESS_KEY_IN_USE'],
      [{ businessKey: 'E-1', processInstanceId }],
    ]);
  });

  it('is an incident of a start by condition that nobody waits for', async () => {
    const begin =
      '<startEvent id="start"><conditionalEventDefinition><condition xsi:type="tFormalExpression">${stock lt 10}</condition></conditionalEventDefinition></startEvent>';
    await deploy('by-condition', chained([begin, task('work'), END]));
    const look = (stock: number) =>
      onOne.post('/runtime/conditions/evaluate', {
        processDefinitionKey: 'by-condition',
        businessKey: 'I-1',
        variables: { stock },
      });
    const running = async () => {
      const { body } = await onOne.post('/process-instance/page', { processDefinitionKeys: ['by-condition'] });
      return body.totalElements;
    };
    expect((await look(1)).body.starts).toBe(1);
    await vi.waitFor(async () => expect(await running()).toBe(1), WAIT);
    expect((await look(20)).body.starts).toBe(0);
    expect((await look(1)).body.starts).toBe(1);
    await vi.waitFor(async () => {
      pair.one.clock.advance(60_000);
      const { body } = await onOne.post('/management/incidents/page', { types: ['FAILED_JOB'] });
      expect(JSON.stringify(body.data)).toContain('business key I-1');
    }, WAIT);
    expect(await running()).toBe(1);
  });

  it('fails the call that would begin a second one, or is its incident', async () => {
    const call = '<callActivity id="call" calledElement="once" keelson:inheritBusinessKey="true"/>';
    await deploy('calling', chained([START, call, END]), '');
    const { id: holder } = await started('once', 'F-1');
    const refused = await start(onTwo, 'calling', 'F-1');
    expect([outcome(refused), refused.errorDetail.errorArguments]).toEqual([
      [422, 'PROCESS_EXECUTION_FAILED'],
      [
        {
          elementId: 'call',
          code: 'BUSINESS_KEY_IN_USE',
          message: `The process instance ${holder} has the business key F-1`,
        },
      ],
    ]);
    const asynchronous = call.replace('id="call"', 'id="call" keelson:async="true"');
    await deploy('calling-later', chained([START, asynchronous, END]), '');
    const later = await started('calling-later', 'F-1');
    await vi.waitFor(async () => {
      pair.one.clock.advance(60_000);
      const { body } = await onOne.post('/management/incidents/page', { processInstanceId: later.id });
      expect(body.data).toMatchObject([{ type: 'FAILED_JOB', elementId: 'call' }]);
    }, WAIT);
  });

  it('goes from one called instance to the next, one after the other', async () => {
    await deploy('each', chained([START, catching('wait', messageOf('paid')), END]));
    const loop =
      '<multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>';
    const call = `<callActivity id="call" calledElement="each" keelson:inheritBusinessKey="true">${loop}</callActivity>`;
    await deploy('in-turn', chained([START, call, END]), '');
    const run = await started('in-turn', 'G-1');
    for (const person of [onOne, onTwo]) {
      const sent = { messageName: 'paid', businessKey: 'G-1', processDefinitionKey: 'each' };
      const answer = await person.post('/runtime/messages/correlate', sent);
      expect(answer.errorDetail).toBeNull();
    }
    await run.ends();
    const parallel = call.replace('isSequential="true"', '');
    await deploy('at-once', chained([START, parallel, END]), '');
    expect((await start(onOne, 'at-once', 'G-2')).errorDetail.errorArguments).toMatchObject([
      { elementId: 'call', code: 'BUSINESS_KEY_IN_USE' },
    ]);
  });

  it('is held under a lock, too', async () => {
    const run = await started('once', 'H-1');
    const other = await started('once', 'H-2');
    const { runtime, clock, close } = createLosingRuntime(pair.one);
    const set = (businessKey: string) =>
      runtime.runByJob(run.id, {
        decide: () => ({ kind: 'update-instance', at: clock.now(), actor: null, changes: { businessKey } }),
        answer: () => undefined,
      });
    try {
      await expect(set('H-2')).rejects.toBeInstanceOf(KeyInUse);
      await set('H-3');
    } finally {
      await close();
    }
    expect(outcome(await start(onTwo, 'once', 'H-3'))).toEqual([409, 'BUSINESS_KEY_IN_USE']);
    expect((await start(onTwo, 'once', 'H-1')).status).toBe(200);
    expect((await other.instance()).businessKey).toBe('H-2');
  });
});

describe('what else a process says of all its instances', () => {
  it('is whether task lists offer it', async () => {
    await deploy('offered', chained([START, END]), '');
    await deploy('not-offered', chained([START, END]), ' keelson:isStartableInTasklist="false"');
    const keys = async (startableInTasklist: boolean) => {
      const { body } = await onTwo.post('/repository/definitions/page', { name: '', startableInTasklist });
      return body.data.map(({ key }: { key: string }) => key);
    };
    expect(await keys(true)).toContain('offered');
    expect(await keys(true)).not.toContain('not-offered');
    expect(await keys(false)).toEqual(['not-offered']);
    expect((await start(onTwo, 'not-offered', null)).status).toBe(200);
  });

  it('is what it throws when something happens in it: to itself, to others, and as an error', async () => {
    const listener = (attributes: string) =>
      `<extensionElements><keelson:eventListener ${attributes}/></extensionElements>`;
    const heard = (definition: string) =>
      `<subProcess id="hears" triggeredByEvent="true"><startEvent id="on" isInterrupting="false">${definition}</startEvent><userTask id="heard"/><sequenceFlow id="fh" sourceRef="on" targetRef="heard"/></subProcess>`;
    const SIGNAL = '<signalEventDefinition signalRef="alarm"/>';
    const flowing = chained([START, task('work'), END]);
    const told = 'events="TASK_COMPLETED" throwEvent="signal" signalName="alarm"';
    await deploy('tells-itself', listener(told) + flowing.replace('<userTask', `${heard(SIGNAL)}<userTask`), '');
    await deploy('hears', chained([START, catching('wait', SIGNAL), task('heard'), END]), '');
    await deploy('tells-all', listener(told.replace('signal"', 'globalSignal"')) + flowing, '');
    const error = 'events="TASK_CREATED" throwEvent="error" errorCode="E1"';
    await deploy('fails', listener(error) + flowing, '');
    const itself = await started('tells-itself', null);
    await itself.complete('work');
    await itself.standsAt('heard');
    const other = await started('hears', null);
    await (await started('tells-all', null)).complete('work');
    await other.standsAt('heard');
    const failed = await start(onOne, 'fails', null);
    expect([outcome(failed), failed.errorDetail.errorArguments[0].code]).toEqual([
      [422, 'PROCESS_EXECUTION_FAILED'],
      'UNCAUGHT_ERROR',
    ]);
  });
});
