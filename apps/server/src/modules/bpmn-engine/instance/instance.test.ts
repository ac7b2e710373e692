// Tests starting instances, their pages and variables, over HTTP.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPersonWithRoles, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { chained, END, START } from '../testing/driven-process.ts';
import { outcome, start, startEngine, startPath } from '../testing/engine-server.ts';
import { bpmnFile, endlessElements, flow, singleElementFile, userTaskFile } from '../testing/models.ts';

let server: TestServer;
let admin: Person;
let ada: Person;
let eve: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  ada = await createPersonWithRoles(admin, server.url, 'ada');
  eve = await createPersonWithRoles(admin, server.url, 'eve');
  await admin.deploy([['work.bpmn', userTaskFile('working', 'keelson:assignee="${initiator}"')]]);
  await admin.deploy([['through.bpmn', singleElementFile('through', '<manualTask id="m" name="Through"/>', 'm')]]);
});
afterAll(() => server.stop());

describe('starting', () => {
  it('answers every field of the model, running and ended', async () => {
    const running = await start(ada, 'working', {
      businessKey: 'B',
      name: 'N',
      priority: 7,
      dueDate: '2031-02-03T04:05:06+02:00',
      variables: { a: 1 },
      returnVariables: true,
    });
    expect(running).toMatchObject({
      processInstanceId: running.id,
      rootProcessInstanceId: running.id,
      businessKey: 'B',
      name: 'N',
      priority: 7,
      dueDate: '2031-02-03T02:05:06.000Z',
      startUserId: 'ada',
      startElementId: 'start',
      state: 'ACTIVE',
      ended: false,
      endState: null,
      variables: { a: 1 },
      currentElements: [expect.objectContaining({ elementId: 'work', elementType: 'userTask' })],
    });
    const ended = await start(ada, 'through');
    expect(ended).toMatchObject({
      state: 'ENDED',
      ended: true,
      endState: 'COMPLETED',
      durationMillis: 0,
      currentElements: [],
      variables: null,
    });
    expect(Object.keys(ended).sort()).toEqual(Object.keys(running).sort());
  });

  it('names the element of a user task as its task is called now, by whose name people know it', async () => {
    const named = '<userTask id="work" name="Check ${what}" keelson:candidateUsers="ada"/>';
    await admin.deploy([['named.bpmn', singleElementFile('named', named, 'work')]]);
    const { id, ...begun } = await start(ada, 'named', { variables: { what: 'invoice 7' } });
    expect(begun.currentElements).toMatchObject([{ elementName: 'Check invoice 7' }]);
    const [open] = (await admin.post('/task/list', { processInstanceId: id })).body;
    const names = async () => {
      const page = (await admin.post('/process-instance/page', { ids: [id] })).body.data[0];
      const executions = (await admin.post('/runtime/executions/page', { processInstanceId: id })).body.data;
      const found = [
        page.currentElements[0],
        executions.find((each: { elementId: string }) => each.elementId === 'work'),
      ];
      return found.map(({ elementName }) => elementName);
    };
    expect(await names()).toEqual([open.name, open.name]);
    await admin.put(`/task/${open.id}`, { name: 'Check it again' });
    expect(await names()).toEqual(['Check it again', 'Check it again']);
    const empty = await start(ada, 'named', { variables: { what: null } });
    expect(empty.currentElements).toMatchObject([{ elementName: 'Check' }]);
  });

  it('takes an empty body, at both spellings, by key and by id', async () => {
    const { processDefinitionId } = await start(ada, 'through');
    for (const path of ['by-process-defitinion-key/through', 'by-process-definition-key/through']) {
      expect((await ada.post(`/runtime/start/${path}`)).status).toBe(200);
    }
    for (const spelling of ['defitinion', 'definition']) {
      const path = `/runtime/start/by-process-${spelling}-id/${processDefinitionId}`;
      expect((await ada.post(path)).body.processDefinitionId).toBe(processDefinitionId);
    }
  });

  it('takes variables with their types, which win over those without', async () => {
    const started = await start(ada, 'working', {
      variables: { a: 1, b: 1 },
      typedVariables: { a: { type: 'DATE', value: '2028-02-29' }, c: { type: 'BYTES', value: 'aGk=' } },
      returnVariables: true,
    });
    expect(started.variables).toEqual({ a: '2028-02-29', b: 1, c: 'data:application/octet-stream;base64,aGk=' });
    const wrong = { typedVariables: { a: { type: 'DATE', value: '2027-02-29' }, b: { type: 'text', value: 'x' } } };
    expect(outcome(await ada.post(`${startPath}/working`, wrong))).toEqual([400, 'VALIDATION_FAILED']);
    const { errorDetail } = await ada.post(`${startPath}/working`, {
      typedVariables: { a: { type: 'LONG', value: 1.5 } },
    });
    expect(errorDetail.errorArguments).toEqual([
      { field: 'typedVariables.a.value', code: 'TYPE', message: 'Must be a value of the type LONG.' },
    ]);
  });

  it('takes a version by its number by key, and refuses the number by id', async () => {
    await admin.deploy([['v.bpmn', userTaskFile('versioned')]]);
    await admin.deploy([['v.bpmn', userTaskFile('versioned', 'keelson:assignee="x"')]]);
    const first = await start(admin, 'versioned', { definitionVersion: 1 });
    expect(first.processDefinitionVersion).toBe(1);
    expect(outcome(await admin.post(`${startPath}/versioned`, { definitionVersion: 9 }))).toEqual([
      404,
      'DEFINITION_NOT_FOUND',
    ]);
    const byId = await admin.post(`/runtime/start/by-process-definition-id/${first.processDefinitionId}`, {
      definitionVersion: 1,
    });
    expect(outcome(byId)).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('needs startElementId where there are several none start events', async () => {
    const elements = [
      '<startEvent id="one"/>',
      '<startEvent id="two"/>',
      flow('f1', 'one', 'end'),
      flow('f2', 'two', 'end'),
      '<endEvent id="end"/>',
    ];
    await admin.deploy([['two.bpmn', bpmnFile('two-starts', elements.join('\n'))]]);
    expect(outcome(await ada.post(`${startPath}/two-starts`))).toEqual([422, 'START_EVENT_AMBIGUOUS']);
    const started = await start(ada, 'two-starts', { startElementId: 'two' });
    expect(started.startElementId).toBe('two');
    const byId = `/runtime/start/by-process-definition-id/${started.processDefinitionId}`;
    expect(outcome(await ada.post(byId))).toEqual([422, 'START_EVENT_AMBIGUOUS']);
    expect(outcome(await ada.post(byId, { startElementId: 'end' }))).toEqual([422, 'START_EVENT_NOT_FOUND']);
    expect(outcome(await ada.post(`${startPath}/two-starts`, { startElementId: 'end' }))).toEqual([
      422,
      'START_EVENT_NOT_FOUND',
    ]);
  });

  it('begins at an activity of the process for holders of BPMN_INSTANCE_MANAGE alone', async () => {
    const second = '<userTask id="second" keelson:assignee="${initiator}"/>';
    await admin.deploy([['later.bpmn', bpmnFile('later', chained([START, '<userTask id="first"/>', second, END]))]]);
    const at = (startElementId: string) => ({ startElementId });
    const refused = await ada.post(`${startPath}/later`, at('second'));
    expect(outcome(refused)).toEqual([403, 'ACCESS_DENIED']);
    expect(refused.errorDetail.errorArguments).toEqual([{ authority: 'BPMN_INSTANCE_MANAGE' }]);
    expect(outcome(await ada.post(`${startPath}/later`, at('nowhere')))).toEqual([422, 'START_EVENT_NOT_FOUND']);
    const begun = await start(admin, 'later', at('second'));
    expect(begun).toMatchObject({ startElementId: 'second' });
    const open = await admin.post('/task/page', { processInstanceId: begun.id });
    expect(open.body.data).toMatchObject([{ taskDefinitionKey: 'second', assignee: 'admin' }]);
    const byId = `/runtime/start/by-process-definition-id/${begun.processDefinitionId}`;
    expect(outcome(await ada.post(byId, at('second')))).toEqual([403, 'ACCESS_DENIED']);
    expect((await start(ada, 'later', at('start'))).startElementId).toBe('start');
  });

  it('is for candidate starters and holders of BPMN_INSTANCE_MANAGE only, where the model names them', async () => {
    await admin.deploy([
      [
        'c.bpmn',
        userTaskFile('restricted', '', ' keelson:candidateStarterUsers="ada" keelson:candidateStarterGroups="CHIEFS"'),
      ],
    ]);
    expect((await ada.post(`${startPath}/restricted`)).status).toBe(200);
    expect((await admin.post(`${startPath}/restricted`)).status).toBe(200);
    expect(outcome(await eve.post(`${startPath}/restricted`))).toEqual([403, 'ACCESS_DENIED']);
  });

  it('happens once under one Idempotency-Key, also when both arrive together', async () => {
    const headers = { 'idempotency-key': 'start-once' };
    const send = (businessKey: string) => ada.post(`${startPath}/working`, { businessKey }, headers);
    const first = await send('ONCE');
    expect((await send('ONCE')).body).toEqual(first.body);
    expect(outcome(await send('OTHER'))).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    const page = await ada.post('/process-instance/page', { businessKey: 'ONCE' });
    expect(page.body.totalElements).toBe(1);
    const together = { 'idempotency-key': 'start-together' };
    const both = await Promise.all(
      [1, 2].map(() => ada.post(`${startPath}/working`, { businessKey: 'TOGETHER' }, together)),
    );
    for (const answer of both) expect([200, 409]).toContain(answer.status);
    expect((await ada.post('/process-instance/page', { businessKey: 'TOGETHER' })).body.totalElements).toBe(1);
  });

  it('is for holders of TENANT_ALL in another tenant, which has definitions of its own', async () => {
    expect(outcome(await ada.post(`${startPath}/working`, { tenantIdentifier: 'other' }))).toEqual([
      403,
      'ACCESS_DENIED',
    ]);
    expect(outcome(await admin.post(`${startPath}/working`, { tenantIdentifier: 'other' }))).toEqual([
      404,
      'DEFINITION_NOT_FOUND',
    ]);
  });

  it('bpmn-engine 14: ends an endless loop with BURST_LIMIT and stores nothing', async () => {
    await admin.deploy([['loop.bpmn', bpmnFile('loop', endlessElements.join('\n'))]]);
    const { status, errorDetail } = await ada.post(`${startPath}/loop`);
    expect(status).toBe(422);
    expect(errorDetail.errorArguments[0].code).toBe('BURST_LIMIT');
    expect(
      (await admin.post('/process-instance/page', { processDefinitionKeys: ['loop'], states: ['ACTIVE', 'ENDED'] }))
        .body.totalElements,
    ).toBe(0);
  });

  it('makes one person wait who starts a loop again and again, and nobody else', async () => {
    const looper = await createPersonWithRoles(admin, server.url, 'looper');
    const answers: Awaited<ReturnType<Person['post']>>[] = [];
    // A fast machine needs so many starts to use the budget up.
    while (answers.at(-1)?.status !== 429 && answers.length < 200) {
      answers.push(await looper.post(`${startPath}/loop`));
    }
    expect(answers.length).toBeGreaterThan(1);
    expect(outcome(answers.at(-1)!)).toEqual([429, 'RATE_LIMITED']);
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(outcome(await looper.post(`${startPath}/working`))).toEqual([429, 'RATE_LIMITED']);
    expect(outcome(await ada.post(`${startPath}/working`))).toEqual([200, null]);
  }, 60_000);
});

describe('finding instances', () => {
  it('bpmn-engine 28: shows a caller his own start and completion at once, running and ended', async () => {
    for (let round = 0; round < 5; round++) {
      const businessKey = `at-once-${round}`;
      const { id } = await start(ada, 'working', { businessKey });
      const running = await ada.post('/process-instance/page', { businessKey, states: ['ACTIVE', 'ENDED'] });
      expect(running.body.data).toMatchObject([{ id, state: 'ACTIVE' }]);
      const [task] = (await ada.post('/task/list', { processInstanceId: id })).body;
      const completed = await ada.post(`/task/${task.id}/complete`, { variables: { done: true } });
      const ended = await ada.post('/process-instance/page', {
        businessKey,
        states: ['ENDED'],
        withVariables: ['done'],
      });
      expect(ended.headers.get('x-svc-history-lag')).toBeNull();
      expect(ended.body.data).toEqual([{ ...completed.body, variables: { done: true } }]);
      expect((await ada.get(`/process-instance/${id}`)).body).toEqual(completed.body);
      expect((await ada.post('/process-instance/page', { businessKey })).body.totalElements).toBe(0);
    }
  });

  it('shows own started ones, and all with BPMN_INSTANCE_VIEW', async () => {
    const { id } = await start(eve, 'working', { businessKey: 'private' });
    expect((await ada.post('/process-instance/page', { businessKey: 'private' })).body.totalElements).toBe(0);
    expect(outcome(await ada.get(`/process-instance/${id}`))).toEqual([404, 'INSTANCE_NOT_FOUND']);
    expect((await admin.post('/process-instance/page', { businessKey: 'private' })).body.totalElements).toBe(1);
    expect((await admin.get(`/process-instance/${id}`)).body.id).toBe(id);
  });

  it('does not know an id that is none', async () => {
    for (const id of ['x', '01a1fdf0-0000-7000-8000-000000000000']) {
      expect(outcome(await admin.get(`/process-instance/${id}`))).toEqual([404, 'INSTANCE_NOT_FOUND']);
      expect(outcome(await admin.get(`/history/process-instance/${id}/timeline`))).toEqual([404, 'INSTANCE_NOT_FOUND']);
      const activities = await admin.post('/history/activities/page', { processInstanceId: id });
      expect(outcome(activities)).toEqual([404, 'INSTANCE_NOT_FOUND']);
    }
  });

  it('keeps by each filter what matches and drops what does not', async () => {
    await admin.deploy([['f.bpmn', userTaskFile('found', 'keelson:assignee="ada"')]]);
    const one = await start(ada, 'found', {
      businessKey: 'F_1',
      name: 'First %',
      dueDate: '2030-01-01T00:00:00Z',
      priority: 1,
    });
    const two = await start(admin, 'found', {
      businessKey: 'F%2',
      name: 'Second',
      dueDate: '2031-01-01T00:00:00Z',
      priority: 2,
    });
    const [task] = (await ada.post('/task/list', { processInstanceId: two.id })).body;
    await ada.post(`/task/${task.id}/complete`, {});
    const found = async (filter: object) => {
      const query = { processDefinitionKeys: ['found'], states: ['ACTIVE', 'ENDED'], ...filter };
      const { body, errorDetail } = await admin.post('/process-instance/page', query);
      expect(errorDetail).toBeNull();
      expect(body.totalElements).toBe(body.data.length);
      return body.data.map((instance: { id: string }) => instance.id).sort();
    };
    const both = [one.id, two.id].sort();
    const cases: readonly (readonly [object, string[]])[] = [
      [{}, both],
      [{ ids: [one.id] }, [one.id]],
      [{ processDefinitionId: one.processDefinitionId }, both],
      [{ processDefinitionKeys: ['working'], businessKey: 'F_1' }, []],
      [{ businessKey: 'F_1' }, [one.id]],
      [{ businessKeyLike: 'f_' }, [one.id]],
      [{ name: 'st %' }, [one.id]],
      [{ rootProcessInstanceId: two.id }, [two.id]],
      [{ superProcessInstanceId: two.id }, []],
      [{ startUserId: 'ada' }, [one.id]],
      [{ states: ['ENDED'] }, [two.id]],
      [{ states: ['ACTIVE'] }, [one.id]],
      [{ states: ['SUSPENDED'] }, []],
      [{ id: one.id }, [one.id]],
      [{ idList: [one.id, two.id] }, both],
      [{ endState: 'COMPLETED' }, [two.id]],
      [{ or: [{ startUserId: 'ada' }, { state: 'ENDED' }] }, both],
      [{ endStates: ['COMPLETED'] }, [two.id]],
      [{ endStates: ['TERMINATED'] }, []],
      [{ startTimeFrom: one.startTime }, both],
      [{ startTimeTo: one.startTime }, []],
      [{ endTimeFrom: '2020-01-01T00:00:00Z' }, [two.id]],
      [{ dueDateFrom: '2030-06-01T00:00:00Z' }, [two.id]],
      [{ or: [{ startUserId: 'ada' }, { states: ['ENDED'] }] }, both],
      [{ or: [{ startUserId: 'ada', endStates: ['COMPLETED'] }] }, []],
    ];
    for (const [filter, expected] of cases)
      expect([filter, await found(filter)]).toEqual([filter, [...expected].sort()]);
    const sorted = await admin.post('/process-instance/page', {
      processDefinitionKeys: ['found'],
      states: ['ENDED', 'ACTIVE'],
      pageable: { sort: { properties: ['endTime', 'priority'], direction: 'ASC' } },
    });
    expect(sorted.body.data.map((instance: { id: string }) => instance.id)).toEqual([two.id, one.id]);
  });
});

describe('setting a variable', () => {
  const path = (execution: string, name: string) =>
    `/runtime/set-variable/by-execution-id/${execution}/by-variable-name/${name}`;

  it('takes any JSON, null and text, by instance and by execution', async () => {
    const instance = await start(ada, 'working', { variables: { a: 1 } });
    const [task] = (await ada.post('/task/list', { processInstanceId: instance.id })).body;
    for (const value of [{ b: [true] }, [1], 'text', 4.5, false, null]) {
      expect((await admin.post(path(instance.id, 'a'), value)).body).toEqual({});
      expect((await ada.get(`/task/variables/${task.id}`)).body).toEqual({ a: value });
    }
    const raw = await fetch(server.url + path(task.executionId, 'a'), {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'text/plain' },
      body: '4711',
    });
    expect(raw.status).toBe(200);
    expect((await ada.get(`/task/variables/${task.id}`)).body).toEqual({ a: '4711' });
  });

  it('is for managers, and for the assignee of a task at that execution', async () => {
    const instance = await start(ada, 'working');
    const [task] = (await ada.post('/task/list', { processInstanceId: instance.id })).body;
    expect((await ada.post(path(task.executionId, 'x'), 1)).status).toBe(200);
    expect(outcome(await ada.post(path(instance.id, 'x'), 1))).toEqual([403, 'ACCESS_DENIED']);
    expect(outcome(await eve.post(path(task.executionId, 'x'), 1))).toEqual([403, 'ACCESS_DENIED']);
  });

  it('refuses unknown executions, ended instances and bad names', async () => {
    const { id } = await start(ada, 'through');
    expect(outcome(await admin.post(path(id, 'x'), 1))).toEqual([409, 'INSTANCE_ENDED']);
    const unknown = `${id.slice(0, -1)}${id.endsWith('f') ? 'e' : 'f'}`;
    for (const execution of ['nothing', unknown, `${(await start(ada, 'working')).id}-e99`]) {
      expect(outcome(await admin.post(path(execution, 'x'), 1))).toEqual([404, 'EXECUTION_NOT_FOUND']);
    }
    expect(outcome(await admin.post(path(id, '1x'), 1))).toEqual([400, 'VALIDATION_FAILED']);
  });
});
