// Tests finding, claiming, releasing and completing tasks, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createPersonWithRoles, createRole, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { outcome, startEngine, startedId, tasksOf } from '../testing/engine-server.ts';
import { choiceFile, nestedParallelFile, parallelFile, userTaskFile } from '../testing/models.ts';

let server: TestServer;
let admin: Person;
let ada: Person;
let max: Person;
let eve: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  await createRole(admin, 'ROLE_MANAGERS');
  ada = await createPersonWithRoles(admin, server.url, 'ada', ['ROLE_MANAGERS']);
  max = await createPersonWithRoles(admin, server.url, 'max', ['ROLE_MANAGERS']);
  eve = await createPersonWithRoles(admin, server.url, 'eve');
  await admin.deploy([
    ['group.bpmn', userTaskFile('group', 'keelson:candidateGroups="MANAGERS" keelson:candidateUsers="zoe"')],
  ]);
  await admin.deploy([['own.bpmn', userTaskFile('own', 'keelson:assignee="${initiator}"')]]);
  await admin.deploy([['choice.bpmn', choiceFile('choosing')]]);
  await admin.deploy([['parallel.bpmn', parallelFile('parallel')]]);
});
afterAll(() => server.stop());

async function onlyTask(person: Person, instanceId: string): Promise<string> {
  const [task, ...others] = await tasksOf(person, instanceId);
  expect(others).toEqual([]);
  return task?.id ?? '';
}

describe('a task', () => {
  it('is seen by candidates by name and by role, and by holders of BPMN_TASK_VIEW_ALL; by nobody else', async () => {
    const instance = await startedId(eve, 'group');
    for (const person of [ada, max, admin]) expect(await tasksOf(person, instance)).toHaveLength(1);
    expect(await tasksOf(eve, instance)).toEqual([]);
    expect((await eve.post('/task/page', { processInstanceId: instance })).body.totalElements).toBe(0);
    const task = await onlyTask(ada, instance);
    expect(outcome(await eve.get(`/task/variables/${task}`))).toEqual([404, 'TASK_NOT_FOUND']);
    expect(outcome(await eve.post(`/task/${task}/claim`))).toEqual([404, 'TASK_NOT_FOUND']);
    expect(outcome(await eve.post(`/task/${task}/complete`, {}))).toEqual([404, 'TASK_NOT_FOUND']);
  });

  it('looks the same when found by its instance as on the page with the same filter', async () => {
    const instance = await startedId(eve, 'group', { businessKey: 'same' });
    const [fromList] = await tasksOf(ada, instance);
    const fromPage = (await ada.post('/task/page', { processInstanceId: instance, businessKey: 'same' })).body.data[0];
    expect(fromList).toEqual(fromPage);
    expect(fromList).toMatchObject({
      state: 'UNASSIGNED',
      candidateGroups: ['MANAGERS'],
      candidateUsers: ['zoe'],
      taskDefinitionKey: 'work',
      name: 'Work',
      priority: 50,
      businessKey: 'same',
    });
  });

  it('is not found by the id of an instance that is none', async () => {
    expect(await tasksOf(ada, "' OR 1=1 --")).toEqual([]);
    expect(await tasksOf(ada, '01a1fdf0-0000-7000-8000-000000000000')).toEqual([]);
  });
});

describe('claiming and giving back', () => {
  /** Makes a person with a session that nobody signed in for: fifty passwords would only be hashed. */
  async function enter(username: string): Promise<Person> {
    const { body } = await admin.post('/users', { username, roleList: ['ROLE_MANAGERS'] });
    const begun = await server.database.database.transaction((tx) =>
      server.apis.session.begin(tx, {
        tenantIdentifier: 'default',
        username,
        userUuid: body.uuid,
        securityVersion: 0,
        methods: ['PASSWORD'],
        localeTag: 'en',
        deviceName: '',
        userAgent: '',
        attributes: {},
        replacedIdentifier: null,
        actor: { username, tenantIdentifier: 'default', ipAddress: null, requestId: null },
      }),
    );
    return createPerson(server.url, username, begun!.token);
  }

  it('bpmn-engine 23: lets one of 50 people win who claim at once, the 49 others get 409 with the assignee', async () => {
    const people: Person[] = [];
    for (let index = 0; index < 50; index += 1) people.push(await enter(`claimer-${index}`));
    const instance = await startedId(eve, 'group');
    const task = await onlyTask(ada, instance);
    const claims = await Promise.all(people.map((person) => person.post(`/task/${task}/claim`)));
    const winners = people.filter((_, index) => claims[index]?.status === 200);
    expect(winners).toHaveLength(1);
    const assignee = winners[0]!.username;
    for (const claim of claims.filter(({ status }) => status !== 200)) {
      expect(outcome(claim)).toEqual([409, 'TASK_ALREADY_CLAIMED']);
      expect(claim.errorDetail.errorArguments).toEqual([{ assignee }]);
    }
    expect((await tasksOf(ada, instance))[0]).toMatchObject({ assignee, version: 2 });
  });

  it('works by GET, keeps the candidates, and changes nothing when repeated', async () => {
    const instance = await startedId(eve, 'group');
    const task = await onlyTask(ada, instance);
    await ada.post(`/task/${task}/claim`);
    expect((await tasksOf(max, instance))[0]).toMatchObject({ assignee: 'ada', state: 'ASSIGNED', version: 2 });
    expect(outcome(await max.get(`/task/${task}/unclaim`))).toEqual([403, 'ACCESS_DENIED']);
    expect((await ada.get(`/task/${task}/unclaim`)).body).toEqual({});
    expect((await ada.get(`/task/${task}/unclaim`)).body).toEqual({});
    expect((await tasksOf(max, instance))[0]).toMatchObject({
      assignee: null,
      claimTime: null,
      version: 3,
      candidateGroups: ['MANAGERS'],
    });
  });

  it('lets a manager of tasks take and release the tasks of others', async () => {
    const task = await onlyTask(ada, await startedId(eve, 'group'));
    await ada.post(`/task/${task}/claim`);
    expect((await admin.get(`/task/${task}/unclaim`)).status).toBe(200);
    expect((await admin.post(`/task/${task}/claim`)).status).toBe(200);
  });
});

describe('completing', () => {
  it('claims first for a candidate, is 409 the second time, and keeps the values of then readable', async () => {
    const instance = await startedId(eve, 'group', { variables: { before: 1 } });
    const task = await onlyTask(ada, instance);
    const done = await ada.post(`/task/${task}/complete`, { variables: { after: [1, { deep: 'ş' }] } });
    expect(done.body).toMatchObject({
      id: instance,
      ended: true,
      state: 'ENDED',
      endState: 'COMPLETED',
      endElementIds: ['end'],
    });
    expect(outcome(await ada.post(`/task/${task}/complete`, {}))).toEqual([409, 'TASK_ALREADY_COMPLETED']);
    expect(outcome(await max.post(`/task/${task}/claim`))).toEqual([409, 'TASK_ALREADY_COMPLETED']);
    expect(outcome(await ada.get(`/task/${task}/unclaim`))).toEqual([409, 'TASK_ALREADY_COMPLETED']);
    expect(outcome(await eve.post(`/task/${task}/complete`, {}))).toEqual([404, 'TASK_NOT_FOUND']);
    expect((await ada.get(`/task/variables/${task}`)).body).toEqual({ before: 1, after: [1, { deep: 'ş' }] });
  });

  it('is 403 for somebody who sees the task of another', async () => {
    const task = await onlyTask(ada, await startedId(eve, 'group'));
    await ada.post(`/task/${task}/claim`);
    expect(outcome(await max.post(`/task/${task}/complete`, {}))).toEqual([403, 'ACCESS_DENIED']);
  });

  it('is for the starter what the model assigns to the initiator', async () => {
    const instance = await startedId(eve, 'own');
    expect((await eve.post(`/task/${await onlyTask(eve, instance)}/complete`)).body.ended).toBe(true);
  });

  it('bpmn-engine 9: answers 422 with the element and the code where no condition is true, and changes nothing', async () => {
    const failed = await admin.post('/runtime/start/by-process-definition-key/choosing', { variables: { amount: 50 } });
    expect(outcome(failed)).toEqual([422, 'PROCESS_EXECUTION_FAILED']);
    expect(failed.errorDetail.errorArguments).toEqual([
      expect.objectContaining({ elementId: 'choice', code: 'NO_FLOW_SELECTED' }),
    ]);
    const page = await admin.post('/process-instance/page', {
      processDefinitionKeys: ['choosing'],
      states: ['ACTIVE', 'ENDED'],
    });
    expect(page.body.totalElements).toBe(0);
  });

  it('bpmn-engine 12: does not let a parallel join fire while one branch holds an open task', async () => {
    const instance = await startedId(admin, 'parallel');
    const [right, left] = await tasksOf(admin, instance);
    const first = await admin.post(`/task/${left?.id}/complete`, {});
    expect(first.body.ended).toBe(false);
    expect(first.body.currentElements.map((element: { elementId: string }) => element.elementId).sort()).toEqual([
      'join',
      'right',
    ]);
    expect((await admin.post(`/task/${right?.id}/complete`, {})).body.ended).toBe(true);
  });

  it.each([
    ['in a sub-process', 'nested', 1, '', 1],
    ['three sub-processes down', 'deep', 3, '', 1],
    [
      'in each of two parallel instances',
      'many',
      1,
      '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>',
      2,
    ],
    [
      'in each of two instances one after the other',
      'turns',
      1,
      '<multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>',
      1,
    ],
  ] as const)(
    'bpmn-engine 12: does not let a parallel join fire %s while one branch holds an open task',
    async (_, key, depth, loop, atOnce) => {
      const deployed = await admin.deploy([[`${key}.bpmn`, nestedParallelFile(key, depth, loop)]]);
      expect(outcome(deployed)).toEqual([200, null]);
      const instance = await startedId(admin, key);
      const rounds = key === 'turns' ? 2 : 1;
      for (let round = 1; round <= rounds; round += 1) {
        const open = await tasksOf(admin, instance);
        const left = open.filter(({ taskDefinitionKey }) => taskDefinitionKey === 'left');
        const right = open.filter(({ taskDefinitionKey }) => taskDefinitionKey === 'right');
        expect([left.length, right.length]).toEqual([atOnce, atOnce]);
        for (const { id } of left) {
          const answer = await admin.post(`/task/${id}/complete`, {});
          expect(answer.body.ended).toBe(false);
          expect(answer.body.currentElements.map((element: { elementId: string }) => element.elementId)).toContain(
            'join',
          );
          expect(
            (await tasksOf(admin, instance)).filter(({ taskDefinitionKey }) => taskDefinitionKey === 'right'),
          ).toHaveLength(atOnce);
        }
        for (const [index, { id }] of right.entries()) {
          const isLast = round === rounds && index === right.length - 1;
          expect((await admin.post(`/task/${id}/complete`, {})).body.ended).toBe(isLast);
        }
      }
    },
  );

  it('bpmn-engine 16: joins two branches that are completed at once once, and shows no conflict', async () => {
    for (let round = 0; round < 10; round++) {
      const tasks = await tasksOf(admin, await startedId(admin, 'parallel'));
      const answers = await Promise.all(tasks.map((task) => admin.post(`/task/${task.id}/complete`, {})));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers.filter(({ body }) => body.ended)).toHaveLength(1);
    }
  });

  it('happens once under one Idempotency-Key and answers the same', async () => {
    const task = await onlyTask(ada, await startedId(eve, 'group'));
    const headers = { 'idempotency-key': 'complete-once' };
    const first = await ada.post(`/task/${task}/complete`, { variables: { a: 1 } }, headers);
    const second = await ada.post(`/task/${task}/complete`, { variables: { a: 1 } }, headers);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    const other = await ada.post(`/task/${task}/complete`, { variables: { a: 2 } }, headers);
    expect(outcome(other)).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('bpmn-engine 34: refuses a variable over 4 MiB with 413 and leaves the instance unharmed', async () => {
    const instance = await startedId(eve, 'group');
    const task = await onlyTask(ada, instance);
    const { status, errorDetail } = await ada.post(`/task/${task}/complete`, {
      variables: { big: 'x'.repeat(4_194_305) },
    });
    expect([status, errorDetail.errorCode]).toEqual([413, 'VARIABLE_TOO_LARGE']);
    expect((await ada.post(`/task/${task}/complete`, {})).status).toBe(200);
  });
});

describe('a query of tasks', () => {
  it('keeps by each filter what matches and drops what does not', async () => {
    const file = userTaskFile(
      'filters',
      'keelson:assignee="${who}" keelson:priority="${priority}" keelson:dueDate="${due}" keelson:followUpDate="2030-01-01T00:00:00Z" keelson:category="cat_1" keelson:formKey="app:form%1" keelson:owner="olga"',
    );
    await admin.deploy([['filters.bpmn', file]]);
    const one = await startedId(admin, 'filters', {
      businessKey: 'KEY_1',
      variables: { who: 'ada', priority: 10, due: '2020-01-01T00:00:00Z' },
    });
    const two = await startedId(admin, 'filters', {
      businessKey: 'KEY%2',
      variables: { who: 'max', priority: 90, due: '2040-01-01T00:00:00Z' },
    });
    const found = async (filter: object) => {
      const { body, errorDetail } = await admin.post('/task/page', { processDefinitionKeys: ['filters'], ...filter });
      expect(errorDetail).toBeNull();
      expect(body.totalElements).toBe(body.data.length);
      return body.data.map((task: { processInstanceId: string }) => task.processInstanceId).sort();
    };
    const both = [one, two].sort();
    const definition = (await admin.get(`/process-instance/${one}`)).body.processDefinitionId;
    const taskOne = await onlyTask(admin, one);
    const cases: readonly (readonly [object, string[]])[] = [
      [{}, both],
      [{ ids: [taskOne] }, [one]],
      [{ taskDefinitionKeys: ['work', 'x'] }, both],
      [{ taskDefinitionKeys: ['x'] }, []],
      [{ processInstanceId: two, category: 'cat_1' }, [two]],
      [{ rootProcessInstanceId: two }, [two]],
      [{ processDefinitionId: definition }, both],
      [{ businessKey: 'KEY_1' }, [one]],
      [{ businessKeyLike: 'key_' }, [one]],
      [{ businessKeyLike: 'y%' }, [two]],
      [{ assignee: 'max' }, [two]],
      [{ owner: 'olga' }, both],
      [{ involvedUser: 'olga' }, both],
      [{ involvedUser: 'ada' }, [one]],
      [{ candidateUser: 'ada' }, []],
      [{ candidateGroups: ['MANAGERS'] }, []],
      [{ category: 'cat_1' }, both],
      [{ category: 'CAT_1' }, []],
      [{ formKey: 'app:form%1' }, both],
      [{ name: 'WOR' }, both],
      [{ nameLike: 'w_rk' }, []],
      [{ assigned: true }, both],
      [{ assigned: false }, []],
      [{ overdue: true }, [one]],
      [{ overdue: false }, [two]],
      [{ suspended: true }, []],
      [{ suspended: false }, both],
      [{ priorityMin: 10, priorityMax: 89 }, [one]],
      [{ dueDateFrom: '2040-01-01T00:00:00Z' }, [two]],
      [{ dueDateTo: '2040-01-01T00:00:00Z' }, [one]],
      [{ followUpFrom: '2030-01-01T01:00:00+01:00', followUpTo: '2030-01-01T00:00:01Z' }, both],
      [{ createTimeTo: '2020-01-01T00:00:00Z' }, []],
      [{ or: [{ assignee: 'ada' }, { priorityMin: 90 }] }, both],
      [{ or: [{ assignee: 'ada', priorityMin: 90 }] }, []],
      [{ mine: true }, []],
      [{ or: [{ mine: true }] }, []],
      [{ or: [{ mine: true }, { assignee: 'max' }] }, [two]],
    ];
    for (const [filter, expected] of cases) expect([filter, await found(filter)]).toEqual([filter, expected]);
  });

  it('sorts, pages past the end, and answers variables when asked for', async () => {
    const sorted = await admin.post('/task/page', {
      processDefinitionKeys: ['filters'],
      pageable: { pageSize: 1, sort: { properties: ['priority'], direction: 'DESC' } },
      withVariables: ['who', 'nothing'],
    });
    expect(sorted.body).toMatchObject({
      totalPages: 2,
      totalElements: 2,
      data: [{ priority: 90, variables: { who: 'max' } }],
    });
    const past = await admin.post('/task/page', { processDefinitionKeys: ['filters'], pageable: { pageNumber: 9 } });
    expect(past.body).toMatchObject({ data: [], totalElements: 2 });
    const all = await admin.post('/task/list', { processDefinitionKeys: ['filters'], includeVariables: true });
    expect(all.body[0].variables).toMatchObject({ priority: expect.any(Number), who: expect.any(String) });
    const unknown = await admin.post('/task/page', { pageable: { sort: { properties: ['name', 'nonsense'] } } });
    expect(unknown.errorDetail.errorArguments).toEqual([
      expect.objectContaining({ field: 'pageable.sort.properties[1]', code: 'SORT_PROPERTY_UNKNOWN' }),
    ]);
  });

  it('is refused as a list of more than 1,000, never cut', async () => {
    await admin.deploy([['many.bpmn', userTaskFile('many')]]);
    for (let started = 0; started <= 1_000; started += 91) {
      await Promise.all(Array.from({ length: 91 }, () => startedId(admin, 'many')));
    }
    const list = await admin.post('/task/list', { processDefinitionKeys: ['many'] });
    expect(outcome(list)).toEqual([422, 'RESULT_TOO_LARGE']);
    expect((await admin.post('/task/page', { processDefinitionKeys: ['many'] })).body.totalElements).toBe(1_001);
  });
});
