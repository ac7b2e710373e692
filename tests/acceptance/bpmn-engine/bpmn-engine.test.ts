// Uses the engine over HTTP: what a modeller, a clerk and a crowd of clerks rely on.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chain, flow, joinedTasks, oneTask, processFile } from '../../support/models.ts';
import { createPerson, type Person } from '../../support/people.ts';
import { startTarget, type Target } from '../target.ts';

let target: Target;
let admin: Person;
beforeAll(async () => {
  target = await startTarget();
  admin = target.admin;
});
afterAll(() => target?.stop());

const fileOf = (bytes: string) => ({ files: { xmlFile: [{ fileName: 'model.bpmn', bytes }] } });

async function deployed(write: (key: string) => string): Promise<string> {
  const key = target.name('process');
  await admin.sure.bpmnEngine.deploy(fileOf(write(key)));
  return key;
}
async function started(key: string, variables: Readonly<Record<string, unknown>> = {}, person = admin) {
  const params = { processDefinitionKey: key };
  return (await person.sure.bpmnEngine.startProcessInstanceByKey({ params, body: { variables } })).body;
}
async function tasksOf(processInstanceId: string, person = admin) {
  return (await person.sure.bpmnEngine.task_queryList({ body: { processInstanceId } })).body;
}

describe('a file that breaks twenty rules', () => {
  it('is refused with all twenty problems, each with its rule, element and place, and nothing is stored', async () => {
    const key = target.name('broken');
    // Each of these tasks has a flow to something that is not there.
    const lost = Array.from(
      { length: 20 },
      (_, index) => `<sequenceFlow id="f${index}" sourceRef="t" targetRef="x${index}"/>`,
    );
    const parts = [chain('<startEvent id="s"/>', '<manualTask id="t"/>', '<endEvent id="e"/>'), ...lost];
    const answer = await admin.client.bpmnEngine.deploy(fileOf(processFile(key, parts.join('\n'))));
    expect(answer).toMatchObject({ ok: false, status: 422, errorDetail: { errorCode: 'DEPLOYMENT_INVALID' } });
    const problems = (answer.errorDetail?.errorArguments ?? []).filter(({ severity }) => severity === 'ERROR');
    expect(new Set(problems.map(({ elementId }) => elementId)).size).toBe(20);
    for (const problem of problems) {
      expect(problem).toMatchObject({ ruleId: expect.any(String), message: expect.any(String) });
      expect(problem.line).toBeGreaterThan(1);
      expect(problem.column).toBeGreaterThan(0);
    }
    const start = await admin.client.bpmnEngine.startProcessInstanceByKey({ params: { processDefinitionKey: key } });
    expect(start.errorDetail).toMatchObject({ errorCode: 'DEFINITION_NOT_FOUND' });
  });
});

/** Draws a task, then a choice between two conditions and no default. */
const choosing = (key: string): string =>
  processFile(
    key,
    [
      chain('<startEvent id="s"/>', '<userTask id="t"/>', '<exclusiveGateway id="which"/>'),
      '<endEvent id="low"/><endEvent id="high"/>',
      flow('which', 'low', '${n &lt; 10}'),
      flow('which', 'high', '${n &gt; 20}'),
    ].join('\n'),
  );

describe('a choice of which no condition holds', () => {
  it('answers 422 with the element, and nothing has changed: the task is open and can be completed otherwise', async () => {
    const instance = await started(await deployed(choosing), { n: 15 });
    const [task] = await tasksOf(instance.id);
    const params = { id: task?.id ?? '' };
    const before = (await admin.sure.bpmnEngine.getTimeline({ params: { id: instance.id } })).body.data;
    const failed = await admin.client.bpmnEngine.complete({ params, body: { variables: { seen: true } } });
    expect(failed).toMatchObject({ status: 422, errorDetail: { errorCode: 'PROCESS_EXECUTION_FAILED' } });
    expect(failed.errorDetail?.errorArguments[0]).toMatchObject({ elementId: 'which', code: 'NO_FLOW_SELECTED' });
    expect(await tasksOf(instance.id)).toEqual([task]);
    expect((await admin.sure.bpmnEngine.getVariables({ params: { taskId: params.id } })).body).toEqual({ n: 15 });
    expect((await admin.sure.bpmnEngine.getTimeline({ params: { id: instance.id } })).body.data).toEqual(before);
    const { body } = await admin.sure.bpmnEngine.complete({ params, body: { variables: { n: 25 } } });
    expect(body).toMatchObject({ ended: true, endElementIds: ['high'] });
  });
});

describe('a parallel join', () => {
  it.each([[['a', 'b', 'c']], [['c', 'b', 'a']], [['b', 'a', 'c']]])(
    'does not fire while a task of a branch is open, in the order %s',
    async (order) => {
      const { id } = await started(await deployed(joinedTasks));
      for (const [index, elementId] of order.entries()) {
        const open = await tasksOf(id);
        expect(open.map(({ taskDefinitionKey }) => taskDefinitionKey).sort()).toEqual(order.slice(index).sort());
        const task = open.find(({ taskDefinitionKey }) => taskDefinitionKey === elementId);
        const { body } = await admin.sure.bpmnEngine.complete({ params: { id: task?.id ?? '' } });
        expect(body.ended).toBe(index === order.length - 1);
      }
    },
  );

  it('fires once when its branches are completed at the same moment', async () => {
    const key = await deployed(joinedTasks);
    for (let round = 0; round < 10; round += 1) {
      const { id } = await started(key);
      const open = await tasksOf(id);
      const answers = await Promise.all(
        open.map((task) => admin.client.bpmnEngine.complete({ params: { id: task.id } })),
      );
      expect(answers.map(({ errorDetail }) => errorDetail)).toEqual([null, null, null]);
      expect(answers.filter(({ body }) => body?.ended)).toHaveLength(1);
      const { body } = await admin.sure.bpmnEngine.queryActivities({
        body: { processInstanceId: id, elementId: 'done' },
      });
      expect(body.totalElements).toBe(1);
    }
  });
});

describe('fifty people who claim one task at once', () => {
  it('are one who has it and forty-nine who learn who has it', async () => {
    const role = `ROLE_${target.name('clerk').toUpperCase().replaceAll('-', '_')}`;
    await admin.sure.authentication.createRole({ body: { code: role } });
    const people: Person[] = [];
    for (let index = 0; index < 50; index += 10) {
      const some = Array.from({ length: 10 }, () => createPerson(admin, target.url, target.name('clerk'), [role]));
      people.push(...(await Promise.all(some)));
    }
    const key = await deployed((name) => oneTask(name, `keelson:candidateGroups="${role}"`));
    const [task] = await tasksOf((await started(key)).id);
    const answers = await Promise.all(
      people.map(({ client }) => client.bpmnEngine.claim({ params: { id: task?.id ?? '' } })),
    );
    const winners = people.filter((_person, index) => answers[index]?.ok);
    expect(winners).toHaveLength(1);
    const refusals = answers.filter(({ ok }) => !ok);
    expect(new Set(refusals.map(({ errorDetail }) => errorDetail?.errorCode))).toEqual(
      new Set(['TASK_ALREADY_CLAIMED']),
    );
    expect(refusals[0]?.errorDetail?.errorArguments).toEqual([{ assignee: winners[0]?.username }]);
    expect(await tasksOf(task?.processInstanceId ?? '')).toMatchObject([{ assignee: winners[0]?.username }]);
  }, 60_000);
});

describe('a caller', () => {
  it('reads its own start, completion and history at once, a hundred times over', async () => {
    const key = await deployed((name) => oneTask(name));
    const path = async (): Promise<void> => {
      const { id } = await started(key, { n: 1 });
      const page = await admin.sure.bpmnEngine.processInstance_queryPage({ body: { ids: [id] } });
      expect(page.body).toMatchObject({ totalElements: 1, data: [{ id, state: 'ACTIVE' }] });
      const [task] = await tasksOf(id);
      await admin.sure.bpmnEngine.complete({ params: { id: task?.id ?? '' }, body: { variables: { n: 2 } } });
      expect(await tasksOf(id)).toEqual([]);
      const query = { ids: [id], states: ['ENDED' as const] };
      const ended = await admin.sure.bpmnEngine.processInstance_queryPage({ body: query });
      expect(ended.body).toMatchObject({ totalElements: 1, data: [{ id, endState: 'COMPLETED' }] });
      const { body } = await admin.sure.bpmnEngine.queryActivities({ body: { processInstanceId: id } });
      expect(body.data.map(({ state }) => state)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
      const old = await admin.sure.bpmnEngine.getVariables({ params: { taskId: task?.id ?? '' } });
      expect(old.body).toEqual({ n: 2 });
    };
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 10 }, path));
  }, 60_000);

  it('who repeats a start with its key gets the first answer; another body under the key is refused', async () => {
    const params = { processDefinitionKey: await deployed((name) => oneTask(name)) };
    const headers = { 'idempotency-key': target.name('order') };
    const first = await admin.sure.bpmnEngine.startProcessInstanceByKey({
      params,
      headers,
      body: { businessKey: 'a' },
    });
    const again = await admin.sure.bpmnEngine.startProcessInstanceByKey({
      params,
      headers,
      body: { businessKey: 'a' },
    });
    expect(again.body).toEqual(first.body);
    const other = await admin.client.bpmnEngine.startProcessInstanceByKey({
      params,
      headers,
      body: { businessKey: 'b' },
    });
    expect(other.errorDetail).toMatchObject({ errorCode: 'IDEMPOTENCY_KEY_REUSED' });
    const page = await admin.sure.bpmnEngine.processInstance_queryPage({
      body: { processDefinitionKeys: [params.processDefinitionKey] },
    });
    expect(page.body.totalElements).toBe(1);
  });
});
