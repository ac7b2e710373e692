// Tests what each operation on executions says where it is refused: the code that its contract declares, and nothing changed.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { boundary, catching, chained, END, START, started, task } from '../testing/driven-process.ts';
import { outcome, startEngine } from '../testing/engine-server.ts';
import { flow } from '../testing/models.ts';

let server: TestServer;
let admin: Person;

/** A variable of a kilobyte is too large. */
const SETTINGS = { 'bpmn-engine.limit.variable': 1 };
const LARGE = 'x'.repeat(2_000);

beforeAll(async () => {
  ({ server, admin } = await startEngine({ settings: SETTINGS }));
});
afterAll(() => server.stop());

const expectCode = (answer: Answer, code: string) => expect(outcome(answer)[1]).toBe(code);
const pathOf = (id: string, rest = '') => `/runtime/executions/${id}/variables${rest}`;

type Call = (id: string) => Promise<Answer>;
const READS: Readonly<Record<string, Call>> = {
  'read all': (id) => admin.get(pathOf(id)),
  'read one': (id) => admin.get(pathOf(id, '/a')),
  'read a file': (id) => admin.get(pathOf(id, '/a/data')),
};
const WRITES: Readonly<Record<string, Call>> = {
  'set many': (id) => admin.put(pathOf(id), { variables: { a: 2 } }),
  'set one': (id) => admin.put(pathOf(id, '/a'), { type: 'integer', value: 2 }),
  'set by the old address': (id) => admin.post(`/runtime/set-variable/by-execution-id/${id}/by-variable-name/a`, 2),
  'remove many': (id) => admin.remove(pathOf(id, '?names=a')),
  'remove one': (id) => admin.remove(pathOf(id, '/a')),
};

/** What follows the condition on `a` fails, also where there is no such variable. */
async function failing() {
  const condition = "${!execution.hasVariable('a') || a == 2}";
  const waits = `<conditionalEventDefinition><condition xsi:type="tFormalExpression">${condition}</condition></conditionalEventDefinition>`;
  const check = '<serviceTask id="check" keelson:expression="${missing}"/>';
  return started(admin, chained([START, catching('until', waits), check, END]), { variables: { a: 1 } });
}

describe('a variable', () => {
  it.each(Object.keys({ ...READS, ...WRITES }))('of what does not exist or has ended refuses to %s', async (name) => {
    const call = { ...READS, ...WRITES }[name]!;
    const run = await started(admin, chained([START, task('work'), END]), { variables: { a: 1 } });
    for (const id of ['nothing', `${run.id}-e99`]) expectCode(await call(id), 'EXECUTION_NOT_FOUND');
    await run.complete('work');
    expectCode(await call(run.id), 'INSTANCE_ENDED');
    expectCode(await call(`${run.id.slice(0, 8)}-0000-7000-8000-000000000000`), 'EXECUTION_NOT_FOUND');
  });

  it.each(Object.keys(WRITES))('of which something fails that follows refuses to %s', async (name) => {
    const run = await failing();
    const before = (await admin.get(pathOf(run.id))).body;
    expectCode(await WRITES[name]!(run.id), 'PROCESS_EXECUTION_FAILED');
    expect((await admin.get(pathOf(run.id))).body).toEqual(before);
  });

  it('that is not there is neither read nor removed', async () => {
    const run = await started(admin, chained([START, task('work'), END]));
    for (const call of [READS['read one'], READS['read a file'], WRITES['remove many'], WRITES['remove one']]) {
      expectCode(await call!(run.id), 'VARIABLE_NOT_FOUND');
    }
  });

  it('that is too large is not set, nor one of a token that is in no activity', async () => {
    const elements = [
      START,
      '<parallelGateway id="fork"/>',
      task('work'),
      '<parallelGateway id="join"/>',
      END,
      flow('a', 'start', 'fork'),
      flow('b', 'fork', 'work'),
      flow('c', 'fork', 'join'),
      flow('d', 'work', 'join'),
      flow('e', 'join', 'end'),
    ];
    const run = await started(admin, elements.join('\n'));
    expectCode(await admin.put(pathOf(run.id), { variables: { a: LARGE } }), 'VARIABLE_TOO_LARGE');
    expectCode(await admin.put(pathOf(run.id, '/a'), { type: 'string', value: LARGE }), 'VARIABLE_TOO_LARGE');
    expectCode(await admin.put(pathOf(run.id, '/a'), { type: 'long', value: 'x' }), 'VALIDATION_FAILED');
    const page = { processInstanceId: run.id, elementId: 'join' };
    const [waiting] = (await admin.post('/runtime/executions/page', page)).body.data;
    expectCode(await admin.put(pathOf(waiting.id, '?local=true'), { variables: { a: 1 } }), 'EXECUTION_NOT_ACTIVE');
    const one = await admin.put(pathOf(waiting.id, '/a?local=true'), { type: 'null' });
    expectCode(one, 'EXECUTION_NOT_ACTIVE');
    expect((await admin.get(pathOf(run.id))).body).toEqual([]);
    expect((await admin.put(pathOf(waiting.id), { variables: { a: 1 } })).status).toBe(200);
  });
});

describe('an execution', () => {
  it('throws nothing that is too large, that fails, or while its instance is suspended', async () => {
    const caught = [
      boundary('raised', 'work', '<escalationEventDefinition escalationRef="raise"/>'),
      '<serviceTask id="check" keelson:expression="${missing}"/>',
      flow('x', 'raised', 'check'),
    ].join('');
    const run = await started(admin, chained([START, task('work'), END], caught));
    const path = `/runtime/executions/${(await run.instance()).currentElements[0].executionId}`;
    for (const [action, code] of [
      ['throw-error', 'E9'],
      ['escalate', 'R1'],
    ]) {
      expectCode(await admin.post(`${path}/${action}`, { code }), 'PROCESS_EXECUTION_FAILED');
      expectCode(await admin.post(`${path}/${action}`, { code, variables: { a: LARGE } }), 'VARIABLE_TOO_LARGE');
      expectCode(await admin.post(`${path}9/${action}`, { code }), 'EXECUTION_NOT_FOUND');
    }
    expect(await run.names()).toEqual(['work']);
    await admin.post(`/process-instance/${run.id}/suspend`);
    for (const action of ['throw-error', 'escalate']) {
      expectCode(await admin.post(`${path}/${action}`, { code: 'R1' }), 'INSTANCE_SUSPENDED');
    }
  });

  it('is one of at most 5,000 of a tree; pages have all of them', async () => {
    const loop =
      '<multiInstanceLoopCharacteristics><loopCardinality xsi:type="tFormalExpression">5000</loopCardinality></multiInstanceLoopCharacteristics>';
    const hand = `<manualTask id="hand" keelson:wait="true">${loop}</manualTask>`;
    const run = await started(admin, chained([START, hand, END]));
    expectCode(await admin.get(`/process-instance/${run.id}/tree`), 'RESULT_TOO_LARGE');
    const page = { processInstanceId: run.id, pageable: { pageSize: 1 } };
    expect((await admin.post('/runtime/executions/page', page)).body.totalElements).toBe(5_002);
  });
});
