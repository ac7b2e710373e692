// Tests that what waits for a script is not deaf: other branches, timers, cancels and suspensions go on beside it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../testing/sign-in.ts';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import {
  after,
  boundary,
  chained,
  deployed,
  END,
  instanceOf,
  START,
  started,
  startedOf,
  task,
} from '../testing/driven-process.ts';
import { startEngine, startPath } from '../testing/engine-server.ts';
import { bpmnFile, flow } from '../testing/models.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const script = (id: string, source: string, result = id) =>
  `<scriptTask id="${id}" scriptFormat="javascript" keelson:resultVariable="${result}"><script>${source}</script></scriptTask>`;
/** Runs until somebody ends it, or until its limit. */
const ENDLESS = script('endless', 'while (true);');

describe('a burst', () => {
  it('bpmn-engine 13: runs scripts of parallel branches at the same time', async () => {
    const busy = (id: string) =>
      script(id, 'var from = Date.now(); while (Date.now() - from &lt; 400); [from, Date.now()]');
    const elements = [
      START,
      '<parallelGateway id="fork"/>',
      flow('in', 'start', 'fork'),
      busy('a'),
      busy('b'),
      '<parallelGateway id="join"/>',
      task('next'),
      END,
      ...['a', 'b'].flatMap((id) => [flow(`to_${id}`, 'fork', id), flow(`of_${id}`, id, 'join')]),
      flow('out', 'join', 'next'),
      flow('over', 'next', 'end'),
    ];
    const { key } = await deployed(admin, elements.join('\n'));
    const { body } = await admin.post(`${startPath}/${key}`, { returnVariables: true });
    const { a, b } = body.variables as { a: [number, number]; b: [number, number] };
    expect(a[0] < b[1] && b[0] < a[1], `${a} and ${b} overlap`).toBe(true);
  });

  it.each([
    ['its result', 'n + 1', 'n'],
    ['what it sets', 'execution.setVariable("n", execution.getVariable("n") + 1)', 'other'],
  ])(
    'bpmn-engine 39: loses nothing that a script of another branch wrote meanwhile, by %s',
    async (_, source, result) => {
      const loop =
        '<multiInstanceLoopCharacteristics><loopCardinality>20</loopCardinality></multiInstanceLoopCharacteristics>';
      const counting = script('count', source, result).replace('<script>', `${loop}<script>`);
      const { key } = await deployed(admin, chained([START, counting, task('next'), END]));
      const run = await startedOf(admin, key, { variables: { n: 0 } });
      const { body } = await admin.get(`/process-instance/${run.id}?withVariables=n`);
      expect(body.variables).toEqual({ n: 20 });
    },
  );

  it('bpmn-engine 40: tells one time of its start in its answer, while it runs and once it has ended', async () => {
    const busy = (id: string) => script(id, 'var from = Date.now(); while (Date.now() - from &lt; 100);');
    const ticking = setInterval(() => server.clock.advance(1_000), 20);
    try {
      const whole = await deployed(admin, chained([START, busy('a'), busy('b'), END]));
      const { body: answer } = await admin.post(`${startPath}/${whole.key}`, {});
      expect(answer.durationMillis).toBeGreaterThan(0);
      const { startTime, endTime, durationMillis } = answer;
      expect(await instanceOf(admin, answer.id).instance()).toMatchObject({ startTime, endTime, durationMillis });

      const waiting = await deployed(admin, chained([START, busy('a'), task('next'), END]));
      const { body: begun } = await admin.post(`${startPath}/${waiting.key}`, {});
      const run = instanceOf(admin, begun.id);
      expect((await run.instance()).startTime).toBe(begun.startTime);
      await run.complete('next');
      await run.ends();
      expect((await run.instance()).startTime).toBe(begun.startTime);
    } finally {
      clearInterval(ticking);
    }
  });

  it('bpmn-engine 40: tells when what waits was begun, though a script of another branch held up its commit', async () => {
    const elements = [
      START,
      '<parallelGateway id="fork"/>',
      flow('in', 'start', 'fork'),
      '<serviceTask id="ship" keelson:type="external" keelson:topic="ship"/>',
      task('wait'),
      boundary('late', 'wait', after('PT1H')),
      script('busy', 'var from = Date.now(); while (Date.now() - from &lt; 100);'),
      END,
      ...['ship', 'wait', 'busy'].flatMap((id) => [flow(`to_${id}`, 'fork', id), flow(`of_${id}`, id, 'end')]),
      flow('of_late', 'late', 'end'),
    ];
    const { key } = await deployed(admin, elements.join('\n'));
    const ticking = setInterval(() => server.clock.advance(1_000), 20);
    const { body } = await admin.post(`${startPath}/${key}`, {}).finally(() => clearInterval(ticking));
    const rows = await query<{ created_at: Date }>(
      server,
      `SELECT created_at FROM bpm_external_task WHERE instance_id = $1
       UNION ALL SELECT created_at FROM bpm_job WHERE instance_id = $1
       UNION ALL SELECT created_at FROM bpm_task WHERE instance_id = $1`,
      [body.id],
    );
    expect(rows.map((row) => row.created_at.toISOString())).toEqual(Array(3).fill(body.startTime));
    expect(server.clock.now()).toBeGreaterThan(Date.parse(body.startTime));
  });

  it('bpmn-engine 32: is reached by a timer that ends the script of its own start, whose result changes nothing', async () => {
    const late = boundary('late', 'endless', after('PT5S'));
    const model = chained([START, ENDLESS, task('done'), END], `${late}${task('care')}${flow('x', 'late', 'care')}`);
    const { key } = await deployed(admin, model);
    const ticking = setInterval(() => server.clock.advance(1_000), 20);
    try {
      const run = await startedOf(admin, key);
      expect(await run.names()).toEqual(['care']);
    } finally {
      clearInterval(ticking);
    }
  });

  it('bpmn-engine 32: is reached by a cancel, which both callers are told of', async () => {
    const run = await started(admin, chained([START, task('work'), ENDLESS, END]));
    const [open] = await run.tasks();
    const completing = admin.post(`/task/${open?.id}/complete`, {});
    const cancelled = await admin.remove(`/process-instance/${run.id}`);
    expect(cancelled.body).toMatchObject({ endState: 'CANCELLED' });
    expect((await completing).errorDetail?.errorCode ?? 'CANCELLED').toMatch(
      /CANCELLED|TASK_ALREADY_COMPLETED|TASK_NOT_FOUND/,
    );
    expect(await run.instance()).toMatchObject({ endState: 'CANCELLED' });
  });

  it('is taken back whole where one instance of it fails', async () => {
    const failing = await deployed(admin, chained([START, script('bad', 'nothing.here'), END]));
    const call = `<callActivity id="call" calledElement="${failing.key}"/>`;
    const { key } = await deployed(admin, chained([START, call, task('next'), END]));
    const refused = await admin.post(`${startPath}/${key}`, {});
    expect(refused.errorDetail?.errorArguments[0].code).toBe('SCRIPT_FAILED');
    const left = await admin.post('/process-instance/page', {
      processDefinitionKeys: [key, failing.key],
      states: ['ACTIVE', 'SUSPENDED', 'ENDED'],
    });
    expect(left.body.totalElements).toBe(0);
  });

  it('keeps what came before the element that failed, where the model asks for an incident', async () => {
    const key = 'incident-kept';
    const model = bpmnFile(
      key,
      chained([START, script('first', '1'), script('bad', 'nothing.here'), END]),
      ' keelson:onFailure="INCIDENT"',
    );
    expect((await admin.deploy([['i.bpmn', model]])).errorDetail).toBeNull();
    const { body } = await admin.post(`${startPath}/${key}`, { returnVariables: true });
    expect(body).toMatchObject({ incidentCount: 1, variables: { first: 1 }, currentElements: [{ elementId: 'bad' }] });
    const [incident] = (await admin.post('/management/incidents/page', { processInstanceId: body.id })).body.data;
    const skipped = await admin.post(`/management/incidents/${incident.id}/resolve`, { action: 'SKIP' });
    expect(skipped.errorDetail).toBeNull();
    expect(await instanceOf(admin, body.id).instance()).toMatchObject({ endState: 'COMPLETED', incidentCount: 0 });
  });
});
