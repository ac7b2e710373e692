// Tests conditions that are looked at from outside: what starts by them, when it starts again, and whose they are.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActiveUser, createTenant, login, USER_PASSWORD } from '../../../testing/sign-in.ts';
import { createPerson, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { startEngine, startPath } from '../testing/engine-server.ts';
import { bpmnFile, flow } from '../testing/models.ts';

const BAD = '<serviceTask id="order" keelson:expression="${nobody.knows}"/>';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const condition = (text: string, attributes = '') =>
  `<conditionalEventDefinition><condition xsi:type="tFormalExpression" ${attributes}>${text}</condition></conditionalEventDefinition>`;

function startingFile(key: string, text: string, attributes = ''): string {
  const elements = [
    `<startEvent id="low">${condition(text, attributes)}</startEvent>`,
    flow('in', 'low', 'order'),
    '<userTask id="order"/>',
    flow('out', 'order', 'end'),
    '<endEvent id="end"/>',
  ];
  return bpmnFile(key, elements.join('\n'));
}

async function deploy(key: string, text: string, attributes = ''): Promise<void> {
  const { errorDetail } = await admin.deploy([[`${key}.bpmn`, startingFile(key, text, attributes)]]);
  expect(errorDetail).toBeNull();
}
const evaluate = (body: object, as = admin, headers = {}) => as.post('/runtime/conditions/evaluate', body, headers);
async function starts(body: object): Promise<number> {
  const answer = await evaluate(body);
  expect(answer.errorDetail).toBeNull();
  return answer.body.starts;
}
/** Waits for the jobs by which instances begin. */
async function running(key: string, count: number): Promise<{ id: string; businessKey: string | null }[]> {
  for (;;) {
    const { body } = await admin.post('/process-instance/page', { processDefinitionKeys: [key] });
    if (body.totalElements >= count) return body.data;
  }
}

describe('a start by condition', () => {
  it('happens when the condition becomes true, once until it was seen false, for each business key by itself', async () => {
    await deploy('reorder', '${stock lt 10}');
    const of = (stock: number, businessKey?: string) =>
      starts({ processDefinitionKey: 'reorder', variables: { stock }, businessKey });
    expect(await of(20, 'bolts')).toBe(0);
    expect(await of(3, 'bolts')).toBe(1);
    expect(await of(2, 'bolts')).toBe(0);
    expect(await of(2, 'nuts')).toBe(1);
    expect(await of(2)).toBe(1);
    expect(await of(12, 'bolts')).toBe(0);
    expect(await of(4, 'bolts')).toBe(1);
    const begun = await running('reorder', 4);
    expect(begun.map(({ businessKey }) => String(businessKey)).sort()).toEqual(['bolts', 'bolts', 'null', 'nuts']);
    const id = begun[0]?.id;
    const [task] = (await admin.post('/task/list', { processInstanceId: id })).body;
    expect((await admin.get(`/task/variables/${task.id}`)).body.stock).toBeLessThan(10);
  });

  it('happens once where two look at the same moment', async () => {
    await deploy('at-once', '${stock lt 10}');
    const body = { processDefinitionKey: 'at-once', variables: { stock: 1 } };
    const answers = await Promise.all(Array.from({ length: 8 }, () => starts(body)));
    expect(answers.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(await running('at-once', 1)).toHaveLength(1);
  });

  it('takes conditions in every language, and takes an unknown name for false', async () => {
    await deploy('in-js', 'stock &lt; 10 &amp;&amp; kind === "bolt"', 'language="javascript"');
    await deploy('in-feel', '= stock &lt; 10');
    const variables = { stock: 3, kind: 'bolt' };
    expect(await starts({ processDefinitionKey: 'in-js', variables })).toBe(1);
    expect(await starts({ processDefinitionKey: 'in-feel', variables })).toBe(1);
    await deploy('unknown', '${nobody.knows}');
    expect((await evaluate({ processDefinitionKey: 'unknown' })).body).toEqual({
      conditions: 1,
      starts: 0,
      failures: [],
    });
  });

  it('is one of the newest active version, which starts with a memory of its own', async () => {
    await deploy('newer', '${stock lt 10}');
    const body = { processDefinitionKey: 'newer', variables: { stock: 5 } };
    expect(await starts(body)).toBe(1);
    await deploy('newer', '${stock lt 8}');
    expect(await starts(body)).toBe(1);
    await admin.post('/repository/suspend', { key: 'newer' });
    expect((await evaluate(body)).body).toEqual({ conditions: 0, starts: 0, failures: [] });
  });

  it('that cannot be evaluated is told, starts nothing and holds up no other', async () => {
    await deploy('fine', '${stock lt 10}');
    await deploy('failing', '${stock}');
    const { body } = await evaluate({ variables: { stock: 1 }, businessKey: 'all' });
    const told = body.failures.filter(({ processDefinitionId }: { processDefinitionId: string }) =>
      processDefinitionId.startsWith('failing:'),
    );
    expect(told).toEqual([
      {
        processDefinitionId: expect.stringMatching(/^failing:1:/),
        elementId: 'low',
        code: 'EXPRESSION_FAILED',
        message: expect.stringContaining('${stock}'),
      },
    ]);
    expect(body.conditions).toBeGreaterThan(2);
    expect(await running('fine', 1)).toHaveLength(1);
    const { totalElements } = (await admin.post('/process-instance/page', { processDefinitionKeys: ['failing'] })).body;
    expect(totalElements).toBe(0);
  });

  it('answers a repeated key as before, and starts nothing again', async () => {
    await deploy('repeated', '${stock lt 10}');
    const body = { processDefinitionKey: 'repeated', variables: { stock: 1 } };
    const headers = { 'idempotency-key': 'look-1' };
    for (let n = 0; n < 2; n += 1) {
      expect((await evaluate(body, admin, headers)).body).toEqual({ conditions: 1, starts: 1, failures: [] });
    }
    expect(await running('repeated', 1)).toHaveLength(1);
  });
});

describe('conditions of an instance', () => {
  it('are looked at with the variables, which become its own', async () => {
    const elements = [
      '<startEvent id="start"/>',
      flow('f1', 'start', 'wait'),
      `<intermediateCatchEvent id="wait">${condition('${stock lt 10}')}</intermediateCatchEvent>`,
      flow('f2', 'wait', 'order'),
      '<userTask id="order"/>',
      flow('f3', 'order', 'end'),
      '<endEvent id="end"/>',
    ];
    await admin.deploy([['waits.bpmn', bpmnFile('waits', elements.join('\n'))]]);
    const { id } = (await admin.post(`${startPath}/waits`, {})).body;
    const of = (stock: number) => evaluate({ processInstanceId: id, variables: { stock } });
    expect((await of(20)).body).toEqual({ conditions: 1, starts: 0, failures: [] });
    expect((await of(2)).body).toEqual({ conditions: 1, starts: 0, failures: [] });
    const [task] = (await admin.post('/task/list', { processInstanceId: id })).body;
    expect(task.taskDefinitionKey).toBe('order');
    const headers = { 'idempotency-key': 'nothing-waits' };
    for (let n = 0; n < 2; n += 1) {
      const looked = await evaluate({ processInstanceId: id }, admin, headers);
      expect([looked.status, looked.body]).toEqual([200, { conditions: 0, starts: 0, failures: [] }]);
    }
    await admin.post(`/process-instance/${id}/suspend`, {});
    expect((await of(1)).errorDetail.errorCode).toBe('INSTANCE_SUSPENDED');
    const failing = elements.map((element) => element.replace('<userTask id="order"/>', BAD));
    await admin.deploy([['then-fails.bpmn', bpmnFile('then-fails', failing.join('\n'))]]);
    const other = (await admin.post(`${startPath}/then-fails`, {})).body;
    const failed = await evaluate({ processInstanceId: other.id, variables: { stock: 2 } });
    expect([failed.status, failed.errorDetail.errorCode]).toEqual([422, 'PROCESS_EXECUTION_FAILED']);
    for (const processInstanceId of ['none', id.replace(/.$/, 'x')]) {
      expect((await evaluate({ processInstanceId })).errorDetail.errorCode).toBe('INSTANCE_NOT_FOUND');
    }
  });
});

describe('looking at conditions', () => {
  it('bpmn-engine 30: starts nothing of another tenant', async () => {
    await deploy('theirs', '${stock lt 10}');
    await createTenant(server, 'elsewhere');
    const boss = { username: 'boss', tenantIdentifier: 'elsewhere', roleList: ['ROLE_TENANT_ADMIN'] };
    await createActiveUser(server, admin.token, boss);
    const signedIn = await login(server, 'boss', USER_PASSWORD, { body: { tenantIdentifier: 'elsewhere' } });
    const elsewhere = createPerson(server.url, 'boss', signedIn.body.token ?? '');
    const body = { processDefinitionKey: 'theirs', variables: { stock: 1 } };
    expect((await evaluate(body, elsewhere)).body).toEqual({ conditions: 0, starts: 0, failures: [] });
    const named = await evaluate({ ...body, tenantIdentifier: 'default' }, elsewhere);
    expect([named.status, named.errorDetail.errorCode]).toEqual([403, 'ACCESS_DENIED']);
    expect(await starts(body)).toBe(1);
  });
});
