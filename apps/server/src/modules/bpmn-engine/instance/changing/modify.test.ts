// Tests how operators end and begin elements of a running instance, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import type { Person } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { chained, END, START, started, task } from '../../testing/driven-process.ts';
import { createStranger, outcome, startEngine } from '../../testing/engine-server.ts';

let server: TestServer;
let admin: Person;
let stranger: Person;

beforeAll(async () => {
  const engine = await startEngine();
  ({ server, admin } = engine);
  stranger = await createStranger(engine, 'elsewhere');
});
afterAll(() => server.stop());

const EVENTS = sql(
  'test_modified',
  "SELECT actor, detail FROM log_recorded_event WHERE kind = 'process-instance.modified' AND subject = $1",
);
const BOX = `<subProcess id="box">${chained(['<startEvent id="in"/>', task('inside'), '<endEvent id="out"/>'])}</subProcess>`;

async function running() {
  const run = await started(admin, chained([START, task('work'), BOX, task('last'), END]));
  const modify = (instructions: readonly object[], more: object = {}, person = admin) =>
    person.post(`/process-instance/${run.id}/modify`, { instructions, ...more });
  return { run, modify };
}

const cancel = (elementId: string) => ({ type: 'CANCEL', elementId });
const before = (elementId: string, more: object = {}) => ({ type: 'startBefore', elementId, ...more });

describe('bpmn-engine 84: a modification', () => {
  it('does what its dry run has planned, and the dry run nothing', async () => {
    const { run, modify } = await running();
    const instructions = [cancel('work'), before('inside', { variables: { seen: 1 } }), before('last')];
    const plan = (await modify(instructions, { dryRun: true })).body;
    expect(plan).toMatchObject({ legal: true, reasons: [], processInstance: null });
    expect(plan.cancels.map(({ elementId }: { elementId: string }) => elementId)).toEqual(['work']);
    expect(await run.names()).toEqual(['work']);
    const done = (await modify(instructions, { expectedVersion: plan.expectedVersion })).body;
    expect({ ...done, processInstance: null }).toEqual({ ...plan, expectedVersion: plan.expectedVersion + 1 });
    expect(await run.names()).toEqual(['inside', 'last']);
  });

  it('takes a flow, begins behind an element, and ends one execution of several', async () => {
    const { run, modify } = await running();
    expect((await modify([{ type: 'START_AFTER', elementId: 'box' }, before('work')])).status).toBe(200);
    expect(await run.names()).toEqual(['last', 'work', 'work']);
    const [first] = (await run.tasks()).filter(({ taskDefinitionKey }) => taskDefinitionKey === 'work');
    const ended = [{ type: 'CANCEL', executionId: first?.executionId }];
    expect((await modify([...ended, { type: 'START_TRANSITION', elementId: 'f0_start' }])).status).toBe(200);
    expect(await run.names()).toEqual(['last', 'work', 'work']);
    expect((await run.tasks()).map(({ id }) => id)).not.toContain(first?.id);
  });

  it('begins in the scope that it names', async () => {
    const { run, modify } = await running();
    await modify([before('box'), before('box')]);
    const { currentElements } = await run.instance();
    const boxes = currentElements.filter(({ elementId }: { elementId: string }) => elementId === 'box');
    expect(outcome(await modify([before('inside')]))).toEqual([422, 'MODIFICATION_NOT_POSSIBLE']);
    expect((await modify([before('inside', { scopeExecutionId: boxes[0]?.executionId })])).status).toBe(200);
    expect(await run.names()).toEqual(['inside', 'inside', 'inside', 'work']);
    expect((await modify([before('last', { scopeExecutionId: run.id })])).status).toBe(200);
  });

  it('that is not possible changes nothing and gives every reason', async () => {
    const { run, modify } = await running();
    const refused = await modify([cancel('work'), before('nowhere'), cancel('box'), before('last')]);
    expect(outcome(refused)).toEqual([422, 'MODIFICATION_NOT_POSSIBLE']);
    expect(refused.errorDetail.errorArguments).toEqual([
      { reason: 'There is no element nowhere' },
      { reason: 'Nothing runs or waits at box' },
    ]);
    expect(await run.names()).toEqual(['work']);
  });

  it('that would leave nothing is refused: the instance would neither run nor have ended as its model says', async () => {
    const { run, modify } = await running();
    const refused = await modify([cancel('work')]);
    expect(refused.errorDetail.errorArguments).toEqual([
      { reason: 'Nothing would be left: cancel the instance instead' },
    ]);
    expect((await modify([cancel('work')], { dryRun: true })).body.legal).toBe(false);
    expect((await run.instance()).state).toBe('ACTIVE');
  });

  it('is refused where the instance was moved since the dry run, and done once under one key', async () => {
    const { run, modify } = await running();
    expect(outcome(await modify([before('last')], { expectedVersion: 99 }))).toEqual([409, 'VERSION_CONFLICT']);
    const body = { instructions: [before('last')] };
    const once = () => admin.post(`/process-instance/${run.id}/modify`, body, { 'idempotency-key': 'modify-once' });
    const [first, second] = [await once(), await once()];
    expect(second.body).toEqual(first.body);
    expect(await run.names()).toEqual(['last', 'work']);
  });

  it('is reported with its reason and its actor, a dry run is not', async () => {
    const { run, modify } = await running();
    await modify([before('last')], { dryRun: true, reason: 'to see' });
    await modify([cancel('work'), before('last')], { reason: 'The customer called.' });
    expect(await server.kernel.database.rows(EVENTS, [run.id])).toEqual([
      {
        actor: 'admin',
        detail: { reason: 'The customer called.', instructions: 2, cancels: ['work'], starts: ['last'] },
      },
    ]);
    const { body } = await admin.get(`/history/process-instance/${run.id}/timeline`);
    expect(body.data.filter(({ command }: { command: string }) => command === 'modify').length).toBeGreaterThan(0);
  });

  it('skips listeners and mappings where it is asked to', async () => {
    const listener =
      '<extensionElements><keelson:executionListener event="start" expression="${missing}"/></extensionElements>';
    const run = await started(admin, chained([START, task('work'), `<userTask id="bad">${listener}</userTask>`, END]));
    const body = { instructions: [before('bad')] };
    const path = `/process-instance/${run.id}/modify`;
    expect(outcome(await admin.post(path, body))).toEqual([422, 'PROCESS_EXECUTION_FAILED']);
    expect((await admin.post(path, { ...body, skipListeners: true, skipMappings: true })).status).toBe(200);
    expect(await run.names()).toEqual(['bad', 'work']);
  });

  it('names the fields that are not for the type, and those that it needs', async () => {
    const { modify } = await running();
    const answer = await modify([
      { type: 'CANCEL', elementId: 'work', variables: { a: 1 } },
      { type: 'START_BEFORE', executionId: 'x' },
      { type: 'CANCEL' },
    ]);
    expect(answer.status).toBe(400);
    const told = answer.errorDetail.errorArguments.map(({ field, code }: Record<string, string>) => [field, code]);
    expect(told).toEqual([
      ['instructions[0].variables', 'NOT_ALLOWED'],
      ['instructions[1].executionId', 'NOT_ALLOWED'],
      ['instructions[1].elementId', 'REQUIRED'],
      ['instructions[2].elementId', 'REQUIRED'],
    ]);
  });

  it('reaches what runs in the tenant of the caller alone', async () => {
    const { run, modify } = await running();
    expect(outcome(await modify([before('last')], {}, stranger))).toEqual([404, 'INSTANCE_NOT_FOUND']);
    const other = await running();
    const execution = (await other.run.tasks())[0]?.executionId;
    expect(outcome(await modify([{ type: 'CANCEL', executionId: execution }]))).toEqual([404, 'EXECUTION_NOT_FOUND']);
    const large = { variables: { text: 'x'.repeat(5_000_000) } };
    expect(outcome(await modify([before('last', large)]))).toEqual([413, 'VARIABLE_TOO_LARGE']);
    await admin.remove(`/process-instance/${run.id}`);
    expect(outcome(await modify([before('last')]))).toEqual([409, 'INSTANCE_ENDED']);
  });

  it('of two at once both are done, one after the other', async () => {
    const { run, modify } = await running();
    const answers = await Promise.all([modify([before('last')]), modify([before('last')])]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await run.names()).toEqual(['last', 'last', 'work']);
  });
});
