// Tests the page of decisions that instances have made: what each saw and gave, for whom it is, and when it goes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPersonWithRoles, createRole, type Person } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { dmnFile, expression, ruleTask, TEN_RULES, table } from '../../testing/decision-models.ts';
import { chained, END, instanceOf, START, task } from '../../testing/driven-process.ts';
import { createStranger, outcome, startEngine, startPath } from '../../testing/engine-server.ts';
import { bpmnFile } from '../../testing/models.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  const asks = (id: string, key: string, more = '') => ruleTask(id, `keelson:decisionRef="${key}" ${more}`);
  const files = [
    ['level.dmn', dmnFile(table('level', { rules: TEN_RULES }))],
    ['large.dmn', dmnFile(expression('large', 'for i in 1..40000 return "0123456789"'))],
    [
      'rated.bpmn',
      bpmnFile('rated', chained([START, asks('rate', 'level'), task('after'), asks('again', 'level'), END])),
    ],
    [
      'later.bpmn',
      bpmnFile('later', chained([START, task('first'), asks('late', 'level', 'keelson:asyncBefore="true"'), END])),
    ],
    ['big.bpmn', bpmnFile('big', chained([START, asks('rate', 'large'), END]))],
  ] as const;
  expect((await admin.deploy(files)).errorDetail).toBeNull();
});
afterAll(() => server.stop());

const page = async (filter: object, as = admin) => (await as.post('/history/decisions/page', filter)).body;
const rows = (text: string, ...values: readonly unknown[]) =>
  server.kernel.database.rows<Record<string, unknown>>({ name: '', text }, values);
async function start(key: string, variables: object = {}) {
  const answer = await admin.post(`${startPath}/${key}`, { variables });
  expect(answer.errorDetail).toBeNull();
  return instanceOf(admin, answer.body.id as string);
}

describe('decisions that an instance has made', () => {
  it('bpmn-engine 71: are paged with inputs, rules and results, the newest first', async () => {
    const run = await start('rated', { amount: 42 });
    await run.complete('after', { amount: 7 });
    const { data, totalElements } = await page({ processInstanceId: run.id });
    expect(totalElements).toBe(2);
    expect(data).toMatchObject([
      { elementId: 'again', inputs: [{ name: 'Amount', value: 7 }], results: [{ level: 'l0' }] },
      {
        decisionKey: 'level',
        version: 1,
        elementId: 'rate',
        processInstanceId: run.id,
        processDefinitionKey: 'rated',
        hitPolicy: 'UNIQUE',
        inputs: [{ name: 'Amount', value: 42 }],
        matchedRules: [{ number: 5, id: 'level-r5' }],
        results: [{ level: 'l4' }],
        shortened: false,
      },
    ]);
    const { data: activities } = (
      await admin.post('/history/activities/page', { processInstanceId: run.id, elementId: 'rate' })
    ).body;
    expect(data[1]).toMatchObject({ activityId: activities[0].id, time: activities[0].endTime });
  });

  it('name the element that had begun before a job made them', async () => {
    const run = await start('later', { amount: 11 });
    await run.complete('first');
    await run.ends();
    expect((await page({ processInstanceId: run.id })).data).toMatchObject([
      { elementId: 'late', results: [{ level: 'l1' }] },
    ]);
  });

  it('say where inputs and results were too large to be kept', async () => {
    const run = await start('big');
    expect((await page({ processInstanceId: run.id })).data).toMatchObject([
      { decisionKey: 'large', results: [], shortened: true, hitPolicy: null },
    ]);
  });

  it('are filtered by process, decision and time', async () => {
    const run = await start('rated', { amount: 1 });
    const { processDefinitionId } = await run.instance();
    const [made] = (await page({ processInstanceId: run.id })).data;
    const total = async (filter: object) => (await page({ processInstanceId: run.id, ...filter })).totalElements;
    expect(await total({ processDefinitionId })).toBe(1);
    expect(await total({ processDefinitionId: 'none' })).toBe(0);
    expect(await total({ processDefinitionKeys: ['rated'] })).toBe(1);
    expect(await total({ decisionKeys: ['level'] })).toBe(1);
    expect(await total({ decisionKeys: ['large'] })).toBe(0);
    expect(await total({ timeFrom: made.time })).toBe(1);
    expect(await total({ timeTo: made.time })).toBe(0);
    expect((await page({ processInstanceId: 'none' })).totalElements).toBe(0);
    expect((await page({ decisionKeys: ['large'], pageable: { pageSize: 1 } })).data).toHaveLength(1);
    expect(outcome(await admin.post('/history/decisions/page', { timeFrom: 'yesterday' }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
  });

  it('bpmn-engine 30: are of instances that the caller started, of all of the tenant with BPMN_HISTORY_VIEW, and never of another one', async () => {
    const run = await start('rated', { amount: 1 });
    const ofRun = { processInstanceId: run.id };
    await createRole(admin, 'ROLE_HISTORIAN', ['BPMN_HISTORY_VIEW']);
    const historian = await createPersonWithRoles(admin, server.url, 'historian', ['ROLE_HISTORIAN']);
    expect((await page(ofRun, historian)).totalElements).toBe(1);
    const ada = await createPersonWithRoles(admin, server.url, 'ada');
    expect((await page({}, ada)).totalElements).toBe(0);
    await ada.post(`${startPath}/rated`, { variables: { amount: 3 } });
    expect((await page({}, ada)).data).toMatchObject([{ results: [{ level: 'l0' }] }]);
    const stranger = await createStranger({ server, admin }, 'decisions-elsewhere');
    expect((await page({}, stranger)).totalElements).toBe(0);
  });

  it('are made of what an earlier version of the program projected past', async () => {
    const run = await start('rated', { amount: 1 });
    expect((await page({ processInstanceId: run.id })).totalElements).toBe(1);
    await rows('DELETE FROM bpm_hi_decision');
    await rows("UPDATE bpm_projection SET decisions_to = '0'");
    expect((await page({ processInstanceId: run.id })).totalElements).toBe(1);
  });

  it('go with the history of their instance', async () => {
    const run = await start('rated', { amount: 1 });
    await run.complete('after');
    expect((await page({ processInstanceId: run.id })).totalElements).toBe(2);
    await admin.remove(`/history/process-instance/${run.id}`);
    expect((await page({ processInstanceId: run.id })).totalElements).toBe(0);
  });

  it('are found in the order of a page by an index', async () => {
    await rows(`INSERT INTO bpm_hi_decision (instance_id, revision, number, at, tenant_identifier, definition_id, decision_key)
      SELECT gen_random_uuid(), 1, 0, now() - n * interval '1 second', 'filled', 'filled:' || n % 50, 'd' || n % 500
      FROM generate_series(1, 40000) n`);
    await rows('ANALYZE bpm_hi_decision');
    const plan = async (where: string) => {
      const text = `EXPLAIN SELECT * FROM bpm_hi_decision m WHERE m.tenant_identifier = 'filled' AND ${where}
        ORDER BY m.at DESC NULLS LAST, m.instance_id DESC LIMIT 20`;
      return (await rows(text)).map((row) => row['QUERY PLAN']).join('\n');
    };
    expect(await plan('true')).toContain('bpm_hi_decision_tenant');
    expect(await plan("m.decision_key = ANY ('{d7}')")).toContain('bpm_hi_decision_key');
    expect(await plan("m.definition_id = 'filled:7'")).toContain('bpm_hi_decision_definition');
  });
});
