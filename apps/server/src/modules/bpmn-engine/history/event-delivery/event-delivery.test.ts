// Proves that other modules hear what happened in instances: in order, at least once, with the history or not at all.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql, type Transaction } from '../../../../kernel/database/database.ts';
import { createPersonWithRoles, type Person } from '../../../../testing/test-people.ts';
import type { EngineEvent } from '../../api.ts';
import { chained, type DrivenInstance, deployed, END, START, startedOf, task } from '../../testing/driven-process.ts';
import { type EnginePair, startEnginePair } from '../../testing/engine-server.ts';
import { flow } from '../../testing/models.ts';

let pair: EnginePair;
let admin: Person;
let ada: Person;
/** Every event that a process told in a transaction that was committed, or not. */
let delivered: EngineEvent[] = [];
/** The same of a module that refuses nothing. */
const deliveredBeside: EngineEvent[] = [];
/** Runs before an event is noted. */
let refuse: (event: EngineEvent) => void = () => {};

const NOTE = sql('t_note', 'INSERT INTO t_told (place, id, kind, instance_id) VALUES (DEFAULT, $1, $2, $3)');
const NOTED = sql('t_noted', 'SELECT id, kind FROM t_told WHERE instance_id = $1 ORDER BY place');

async function hear(tx: Transaction, event: EngineEvent): Promise<void> {
  await tx.execute(NOTE, [event.id, event.kind, event.instanceId]);
  refuse(event);
  delivered.push(event);
}

beforeAll(async () => {
  pair = await startEnginePair();
  admin = pair.onOne;
  ada = await createPersonWithRoles(admin, pair.one.url, 'ada');
  await pair.one.database.database.execute(
    sql('t_table', 'CREATE TABLE t_told (place serial, id text NOT NULL, kind text NOT NULL, instance_id uuid)'),
  );
  for (const { apis } of [pair.one, pair.two]) {
    apis.bpmnEngine.registerEngineHandler(
      'test',
      ['task.created', 'task.assigned', 'task.completed', 'instance.ended', 'incident.raised'],
      hear,
    );
    apis.bpmnEngine.registerEngineHandler('beside', ['task.created'], (_, event) => {
      if (deliveredBeside.every(({ id }) => id !== event.id)) deliveredBeside.push(event);
      return Promise.resolve();
    });
  }
});
afterAll(() => pair.stop());
beforeEach(() => {
  delivered = [];
  refuse = () => {};
});

const UNTOLD = sql('t_untold', 'SELECT event FROM bpm_event_untold ORDER BY number');
const undeliveredOf = async (id: string) =>
  (await pair.one.database.database.rows<{ event: string }>(UNTOLD)).filter(({ event }) => event.includes(id));
const TAKE_NUMBER = sql('t_number', 'SELECT pg_current_xact_id()::text');
const ROW = sql(
  't_row',
  `INSERT INTO bpm_history_event (instance_id, revision, at, tenant_identifier, definition_id, record)
   VALUES ($1, $2, now(), $3, CASE WHEN $3::text IS NOT NULL THEN 'd:1:x' END, $4)`,
);
/** A join behind a choice waits for a token that cannot come, beside a task. */
const STUCK = [
  START,
  '<parallelGateway id="fork"/><exclusiveGateway id="choice" default="b"/><parallelGateway id="join"/>',
  '<userTask id="beside" keelson:assignee="${initiator}"/>',
  END,
  flow('in', 'start', 'fork'),
  flow('f1', 'fork', 'beside'),
  flow('f2', 'fork', 'choice'),
  flow('a', 'choice', 'join', '${fails}'),
  flow('b', 'choice', 'join'),
  flow('out', 'join', 'end'),
].join('\n');

/** Everything ends while a task begins. */
const BRIEF = [
  START,
  '<parallelGateway id="fork"/><endEvent id="stop"><terminateEventDefinition/></endEvent>',
  task('beside'),
  flow('in', 'start', 'fork'),
  flow('f1', 'fork', 'beside'),
  '<manualTask id="before"/>',
  flow('f2', 'fork', 'before'),
  flow('f3', 'before', 'stop'),
].join('\n');

const eventsOf = (id: string) => delivered.filter(({ instanceId }) => instanceId === id);
const kindsOf = (id: string) => eventsOf(id).map(({ kind }) => kind);
const noted = (id: string) => pair.one.database.database.rows<{ id: string; kind: string }>(NOTED, [id]);
const WAIT = { timeout: 10_000, interval: 50 };
/** Whoever asks for ended instances has the history moved on. */
const look = () => admin.post('/process-instance/page', { states: ['ENDED'], businessKey: 'none' });
const notedKindsOf = (id: string) => async () => {
  await look();
  return (await noted(id)).map(({ kind }) => kind);
};

async function hears(id: string, ...kinds: EngineEvent['kind'][]): Promise<void> {
  await expect.poll(async () => [await look(), kindsOf(id)][1], WAIT).toEqual(kinds);
}

const CANDIDATES = 'keelson:candidateUsers="ada,bob" keelson:candidateGroups="ROLE_USER"';
const named = `<userTask id="work" name="Work" ${CANDIDATES}/>`;
const ONCE =
  '<extensionElements><keelson:failedJobRetryTimeCycle>R1/PT0S</keelson:failedJobRetryTimeCycle></extensionElements>';
const failing = `<serviceTask id="bad" keelson:asyncBefore="true" keelson:expression="\${missing}">${ONCE}</serviceTask>`;

async function startedBy(person: Person, content: string, body: object = {}): Promise<DrivenInstance> {
  const { key } = await deployed(admin, content);
  return startedOf(person, key, body);
}

describe('other modules hear', () => {
  it('of a task from its creation to its completion, and of the end of the instance, with what they need', async () => {
    const run = await startedBy(ada, chained([START, named, END]), { businessKey: 'order 7' });
    await hears(run.id, 'task.created');
    const [open] = await run.tasks();
    const { version } = (await ada.get(`/task/${open?.id}`)).body;
    expect((await admin.put(`/task/${open?.id}`, { version, name: 'Renamed' })).status).toBe(200);
    await ada.post(`/task/${open?.id}/claim`, {});
    await hears(run.id, 'task.created', 'task.assigned');
    await run.complete('work');
    await hears(run.id, 'task.created', 'task.assigned', 'task.completed', 'instance.ended');
    const { processDefinitionId, processDefinitionKey } = await run.instance();
    const common = {
      tenantIdentifier: 'default',
      instanceId: run.id,
      definitionId: processDefinitionId,
      definitionKey: processDefinitionKey,
      businessKey: 'order 7',
      at: new Date(pair.one.clock.now()),
    };
    const candidates = { candidateUsers: ['ada', 'bob'], candidateGroups: ['ROLE_USER'] };
    const ofTask = {
      ...common,
      ...candidates,
      taskId: open?.id,
      elementId: 'work',
      actor: 'ada',
      previousAssignee: null,
    };
    expect(eventsOf(run.id)).toMatchObject([
      { ...ofTask, name: 'Work', assignee: null },
      { ...ofTask, name: 'Renamed', assignee: 'ada' },
      { ...ofTask, name: 'Renamed', assignee: 'ada' },
      { ...common, endState: 'COMPLETED', errorCode: null, errorMessage: null, startUserId: 'ada' },
    ]);
    expect(new Set(eventsOf(run.id).map(({ id }) => id)).size).toBe(4);
  });

  it('of a task that begins with its assignee that he has it, and of one that is closed by then what the model says', async () => {
    const own = '<userTask id="own" name="Own" keelson:assignee="${initiator}" keelson:candidateUsers="bob"/>';
    const run = await startedBy(ada, chained([START, own, END]));
    refuse = () => {
      throw new Error('not before it is closed');
    };
    await run.complete('own');
    refuse = () => {};
    pair.one.clock.advance(300_000);
    await hears(run.id, 'task.created', 'task.assigned', 'task.completed', 'instance.ended');
    const ofTask = { elementId: 'own', name: 'Own', assignee: 'ada', previousAssignee: null, candidateUsers: ['bob'] };
    expect(eventsOf(run.id).slice(0, 3)).toMatchObject([ofTask, ofTask, ofTask]);
  });

  it('nothing of a task that is cancelled, and of one that its own commit cancels not even the beginning', async () => {
    const run = await startedBy(ada, chained([START, named, END]));
    await hears(run.id, 'task.created');
    await admin.remove(`/process-instance/${run.id}`);
    await hears(run.id, 'task.created', 'instance.ended');
    expect(eventsOf(run.id)[1]).toMatchObject({ endState: 'CANCELLED' });
    const brief = await startedBy(ada, BRIEF);
    await hears(brief.id, 'instance.ended');
  });

  it('of incidents: of the flow, of jobs, and of each time that a job fails for good', async () => {
    const { id } = await startedBy(ada, chained([START, failing, END]), { businessKey: 'order 8' });
    await hears(id, 'incident.raised');
    const [incident] = (await admin.post('/management/incidents/page', { processInstanceId: id })).body.data;
    const expected = { type: 'FAILED_JOB', elementId: 'bad', incidentId: incident.id, businessKey: 'order 8' };
    expect(eventsOf(id)).toMatchObject([{ ...expected, code: incident.code, message: incident.message }]);
    await admin.post(`/management/incidents/${incident.id}/resolve`, { action: 'RETRY' });
    await hears(id, 'incident.raised', 'incident.raised');
    expect(new Set(eventsOf(id).map((event) => event.id)).size).toBe(2);

    const outside = '<serviceTask id="out" keelson:type="external" keelson:topic="told"/>';
    const external = await startedBy(ada, chained([START, outside, END]));
    const topics = [{ topic: 'told', lockMillis: 20_000 }];
    const [locked] = (await admin.post('/external-task/fetch-and-lock', { workerId: 'w', maxTasks: 1, topics })).body;
    await admin.post(`/external-task/${locked.id}/failure`, { workerId: 'w', message: 'no', retries: 0 });
    await hears(external.id, 'incident.raised');
    expect(eventsOf(external.id)).toMatchObject([{ type: 'FAILED_EXTERNAL_TASK', message: 'no', elementId: 'out' }]);

    const stuck = await startedBy(ada, STUCK, { variables: { fails: false } });
    await stuck.complete('beside');
    await hears(stuck.id, 'task.created', 'task.assigned', 'task.completed', 'incident.raised');
    expect(eventsOf(stuck.id)[3]).toMatchObject({ type: 'STUCK_TOKENS', code: 'STUCK_TOKENS' });
  });
});

describe('a module that refuses an event', () => {
  const retell = async (): Promise<void> => {
    pair.one.clock.advance(300_000);
    await look();
  };

  it('hears it again, and nothing of the first time is left', async () => {
    const run = await startedBy(ada, chained([START, named, END]));
    let refused: string[] = [];
    refuse = ({ instanceId, id }) => {
      if (instanceId !== run.id || refused.length >= 3) return;
      refused = [...refused, id];
      throw new Error('not now');
    };
    await expect.poll(async () => [await look(), refused.length][1], WAIT).toBe(2);
    expect(await noted(run.id)).toEqual([]);
    await look();
    expect(refused).toHaveLength(2);
    await retell();
    expect(refused).toHaveLength(3);
    await retell();
    const [{ id } = { id: '' }] = eventsOf(run.id);
    expect(refused).toEqual([id, id, id]);
    expect(await noted(run.id)).toEqual([{ id, kind: 'task.created' }]);
    expect(await pair.one.database.database.rows(UNTOLD)).toEqual([]);
  });

  it('hears what follows of the same instance behind it, in its order', async () => {
    const run = await startedBy(ada, chained([START, named, END]));
    refuse = ({ instanceId, kind }) => {
      if (instanceId === run.id && kind === 'task.created') throw new Error('not now');
    };
    const undelivered = async () => [await look(), (await undeliveredOf(run.id)).length][1];
    await expect.poll(undelivered, WAIT).toBe(1);
    refuse = () => {};
    await run.complete('work');
    await expect.poll(undelivered, WAIT).toBe(4);
    expect(kindsOf(run.id)).toEqual([]);
    await retell();
    expect(kindsOf(run.id)).toEqual(['task.created', 'task.assigned', 'task.completed', 'instance.ended']);
    expect(eventsOf(run.id)[3]?.at).toBeInstanceOf(Date);
    expect(await undeliveredOf(run.id)).toEqual([]);
  });

  it('hinders no other instance, no other module and no page', async () => {
    const bad = await startedBy(ada, chained([START, named, END]));
    refuse = ({ instanceId }) => {
      if (instanceId === bad.id) throw new Error('never');
    };
    const good = await startedBy(ada, chained([START, END]));
    await hears(good.id, 'instance.ended');
    expect((await look()).headers.get('x-svc-history-lag')).toBeNull();
    expect(deliveredBeside.filter(({ instanceId }) => instanceId === bad.id).map(({ kind }) => kind)).toEqual([
      'task.created',
    ]);
    expect(kindsOf(bad.id)).toEqual([]);
  });
});

describe('of one instance', () => {
  it('everything is reported in its order, by two processes once', async () => {
    const { key } = await deployed(admin, chained([START, task('one'), task('two'), task('three'), END]));
    const bySecond = { ...admin, ...pair.onTwo };
    const runs = await Promise.all(
      Array.from({ length: 20 }, (_, index) => startedOf(index % 2 === 0 ? admin : bySecond, key)),
    );
    await Promise.all(
      runs.map(async (run) => {
        for (const element of ['one', 'two', 'three']) await run.complete(element);
      }),
    );
    const step: EngineEvent['kind'][] = ['task.created', 'task.completed'];
    const expected = [...step, ...step, ...step, 'instance.ended'];
    for (const { id } of runs) {
      await expect.poll(notedKindsOf(id), WAIT).toEqual(expected);
    }
    await look();
    for (const { id } of runs) expect(await noted(id)).toHaveLength(7);
  });

  it('a later row waits for an earlier one, whose transaction has a greater number', async () => {
    const { database } = pair.one.database;
    const id = pair.one.kernel.ids.uuidV7();
    const gate = Promise.withResolvers<void>();
    const between = Promise.withResolvers<void>();
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Has its number first, and writes last.
    const second = database.transaction(async (tx) => {
      await tx.execute(TAKE_NUMBER);
      begun[0]?.resolve();
      await gate.promise;
      await tx.execute(ROW, [id, 2, null, '[1,0,null,"c","d",2,null]']);
    });
    await begun[0]?.promise;
    const idle = database.transaction(async (tx) => {
      await tx.execute(TAKE_NUMBER);
      begun[1]?.resolve();
      await between.promise;
    });
    await begun[1]?.promise;
    await database.execute(ROW, [id, 1, 'default', '[1,0,null,"s","a",1,0,1,"t",2,1,null]']);
    gate.resolve();
    await second;
    const looks = await startedBy(ada, chained([START, END]));
    await look();
    expect([kindsOf(id), kindsOf(looks.id)]).toEqual([[], []]);
    between.resolve();
    await idle;
    await hears(id, 'task.created', 'task.completed');
  });
});
