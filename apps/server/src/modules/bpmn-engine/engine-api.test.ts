// Tests what other modules have the engine do within their own transactions: whole with the commit, nothing without it.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql, type Transaction } from '../../kernel/database/database.ts';
import { createPersonWithRoles, type Person } from '../../testing/test-people.ts';
import type { TestServer } from '../../testing/test-server.ts';
import type { BpmnEngineApi, EnginePerson } from './api.ts';
import {
  after,
  catching,
  chained,
  deployed,
  END,
  instanceOf,
  messageOf,
  SIGNAL,
  START,
  startedOf,
  task,
  WAIT,
} from './testing/driven-process.ts';
import { startEngine, startPath } from './testing/engine-server.ts';
import { singleElementFile, userTaskFile } from './testing/models.ts';

let server: TestServer;
let admin: Person;
let ada: Person;
let engine: BpmnEngineApi;

const BY: EnginePerson = { tenantIdentifier: 'default', username: 'ada' };
const ADMIN: EnginePerson = { tenantIdentifier: 'default', username: 'admin' };
const asynchronous = '<serviceTask id="later" keelson:asyncBefore="true" keelson:expression="${1}"/>';
const mine = (id: string) => `<userTask id="${id}" keelson:assignee="ada"/>`;
const KEYED = ' keelson:uniqueBusinessKey="true"';

const variableOf = async (id: string) => (await admin.get(`/process-instance/${id}?withVariables=a`)).body.variables.a;
const conflicts = async (): Promise<string | undefined> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return text.split('\n').find((line) => line.startsWith('keelson_engine_conflicts_total'));
};

class TakenBack extends Error {}

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  ada = await createPersonWithRoles(admin, server.url, 'ada');
  engine = server.apis.bpmnEngine;
});
afterAll(() => server.stop());

const within = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => server.database.database.transaction(work);

/** Answers what the work answered before all of it was taken back. */
async function takenBack<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  let answered: { readonly value: T } | null = null;
  const done = within(async (tx) => {
    answered = { value: await work(tx) };
    throw new TakenBack();
  });
  await expect(done).rejects.toThrow(TakenBack);
  return (answered as unknown as { readonly value: T }).value;
}

const ROWS = sql(
  't_rows_of',
  `SELECT (SELECT count(*) FROM bpm_instance WHERE id = $1)::int AS instances, (SELECT count(*) FROM bpm_task WHERE instance_id = $1)::int
     AS tasks, (SELECT count(*) FROM bpm_job WHERE instance_id = $1)::int AS jobs,
     (SELECT count(*) FROM bpm_history_event WHERE instance_id = $1)::int AS history`,
);
/** Nothing has come to the instance, and nothing is on its way. */
const UNTOUCHED = { instances: 1, tasks: 0, jobs: 0, history: 1 };
const rowsOf = async (id: string) => (await server.database.database.rows(ROWS, [id]))[0];

describe('a start in the transaction of another module', () => {
  it('leaves nothing where it is taken back: no row, no memory, no job, no key', async () => {
    const { key } = await deployed(admin, chained([START, asynchronous, mine('work'), END]));
    const { processInstanceId: id } = await takenBack((tx) => engine.start(BY, { key }, tx));
    expect(await rowsOf(id)).toEqual({ instances: 0, tasks: 0, jobs: 0, history: 0 });
    expect((await admin.get(`/process-instance/${id}`)).status).toBe(404);
    const before = await conflicts();
    expect((await admin.post(`/runtime/set-variable/by-execution-id/${id}/by-variable-name/a`, 1)).status).toBe(404);
    expect(await conflicts()).toBe(before);

    await admin.deploy([['keyed.bpmn', userTaskFile('keyed-start', '', KEYED)]]);
    await takenBack((tx) => engine.start(BY, { key: 'keyed-start', businessKey: 'k' }, tx));
    const kept = await within((tx) => engine.start(BY, { key: 'keyed-start', businessKey: 'k' }, tx));
    expect((await admin.get(`/process-instance/${kept.processInstanceId}`)).body.businessKey).toBe('k');
  });

  it('gives a running instance where it is committed, known to nobody before, and its jobs fire', async () => {
    const timer = catching('wait', after('PT1M'));
    const { key } = await deployed(admin, chained([START, asynchronous, timer, mine('work'), END]));
    const started = await within(async (tx) => {
      const made = await engine.start(BY, { key, businessKey: 'b', variables: { a: 1 } }, tx);
      expect((await admin.get(`/process-instance/${made.processInstanceId}`)).status).toBe(404);
      return made;
    });
    expect(started.ended).toBe(false);
    const run = instanceOf(ada, started.processInstanceId);
    expect(await run.instance()).toMatchObject({ businessKey: 'b', startUserId: 'ada' });
    expect(await variableOf(run.id)).toBe(1);
    await expect.poll(async () => (await run.instance()).currentElements[0]?.elementId, WAIT).toBe('wait');
    server.clock.advance(60_000);
    await run.standsAt('work');
    await run.complete('work');
    await run.ends();
  });

  it('keeps no place of the queue: jobs of a transaction that stays open begin behind its commit', async () => {
    const { key } = await deployed(admin, chained([START, asynchronous, mine('work'), END]));
    const gate = Promise.withResolvers<void>();
    const made = Promise.withResolvers<string>();
    const open = within(async (tx) => {
      made.resolve((await engine.start(BY, { key }, tx)).processInstanceId);
      await gate.promise;
    });
    const id = await made.promise;
    const beside = await startedOf(ada, key);
    await beside.standsAt('work');
    expect((await admin.get(`/process-instance/${id}`)).status).toBe(404);
    gate.resolve();
    await open;
    await instanceOf(ada, id).standsAt('work');
  });

  it('gives no place of the queue away with what is taken back', async () => {
    const { key } = await deployed(admin, chained([START, asynchronous, mine('work'), END]));
    for (let count = 0; count < 40; count++) await takenBack((tx) => engine.start(BY, { key }, tx));
    await (await startedOf(ada, key)).standsAt('work');
  });

  it('refuses as the operation does, and the transaction goes on', async () => {
    const { key } = await deployed(admin, chained([START, mine('work'), END]));
    const failing = await deployed(
      admin,
      chained([START, '<serviceTask id="bad" keelson:expression="${missing}"/>', END]),
    );
    const refusal = async (work: Promise<unknown>) => work.then(String, (error: { code: string }) => error.code);
    await within(async (tx) => {
      expect(await refusal(engine.start(BY, { key: 'nowhere' }, tx))).toBe('DEFINITION_NOT_FOUND');
      expect(await refusal(engine.start(BY, { key: failing.key }, tx))).toBe('PROCESS_EXECUTION_FAILED');
      expect(await refusal(engine.start({ ...BY, username: 'nobody' }, { key }, tx))).toBe('ACCESS_DENIED');
      expect(await refusal(engine.signal({ ...BY, username: 'ada' }, { name: 'alarm' }, tx))).toBe('ACCESS_DENIED');
      expect((await engine.start(BY, { key }, tx)).ended).toBe(false);
    });
  });

  it('keeps no business key of what it refuses, though the transaction goes on', async () => {
    const call = '<callActivity id="call" calledElement="keyed-inner" keelson:inheritBusinessKey="true"/>';
    await admin.deploy([['inner.bpmn', userTaskFile('keyed-inner', '', KEYED)]]);
    await admin.deploy([['outer.bpmn', singleElementFile('keyed-outer', call, 'call', KEYED)]]);
    await engine.start(BY, { key: 'keyed-inner', businessKey: 'held' });
    await within(async (tx) => {
      const refused = engine.start(BY, { key: 'keyed-outer', businessKey: 'held' }, tx);
      await expect(refused).rejects.toMatchObject({ code: 'PROCESS_EXECUTION_FAILED' });
    });
    const keys = sql('t_keys', "SELECT definition_key FROM bpm_unique_key WHERE business_key = 'held'");
    expect(await server.database.database.rows(keys)).toEqual([{ definition_key: 'keyed-inner' }]);
  });

  it('finds the version that another process has just deployed, and none behind a deployment of its own', async () => {
    await admin.deploy([['v.bpmn', userTaskFile('versions', 'keelson:assignee="ada"')]]);
    await engine.start(BY, { key: 'versions' });
    await server.database.database.execute(sql('t_raise', 'UPDATE bpm_catalogue SET number = number + 1'));
    expect((await within((tx) => engine.start(BY, { key: 'versions' }, tx))).ended).toBe(false);
    const both = within(async (tx) => {
      await tx.execute(sql('t_raise', 'UPDATE bpm_catalogue SET number = number + 1'));
      return engine.start(BY, { key: 'versions' }, tx);
    });
    await expect(both).rejects.toThrow('has deployed something');
  });
});

describe('a completion in the transaction of another module', () => {
  it('leaves the task open where it is taken back, and memory as it was', async () => {
    const { key } = await deployed(admin, chained([START, mine('one'), mine('two'), END]));
    const run = await startedOf(ada, key);
    const [{ id } = { id: '' }] = await run.tasks();
    await takenBack((tx) => engine.complete(BY, id, { a: 1 }, tx));
    expect(await run.names()).toEqual(['one']);
    await within((tx) => engine.complete(BY, id, { a: 2 }, tx));
    expect(await run.names()).toEqual(['two']);
    expect(await variableOf(run.id)).toBe(2);
    // Memory would have had an older state, and the commit another attempt.
    const before = await conflicts();
    await admin.post(`/runtime/set-variable/by-execution-id/${run.id}/by-variable-name/b`, 1);
    expect(await conflicts()).toBe(before);
    await run.complete('two');
    await run.ends();
  });

  it('follows a start in the same transaction, and is refused to others than those of the task', async () => {
    const { key } = await deployed(admin, chained([START, mine('one'), END]));
    const ended = await within(async (tx) => {
      const { processInstanceId } = await engine.start(BY, { key }, tx);
      return engine.complete(BY, `${processInstanceId}-t${await taskNumber(tx, processInstanceId)}`, {}, tx);
    });
    expect(ended.ended).toBe(true);
    await instanceOf(ada, ended.processInstanceId).ends();
    const run = await startedOf(ada, key);
    const [{ id } = { id: '' }] = await run.tasks();
    await createPersonWithRoles(admin, server.url, 'eve');
    await expect(engine.complete({ ...BY, username: 'eve' }, id, {})).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
    expect(await engine.complete(BY, id, {})).toEqual({ processInstanceId: run.id, ended: true });
  });
});

const NUMBER = sql('t_task_number', 'SELECT number FROM bpm_task WHERE instance_id = $1');
async function taskNumber(tx: Transaction, id: string): Promise<number> {
  const [row] = await tx.rows<{ number: number }>(NUMBER, [id]);
  return row?.number ?? 0;
}

describe('a message in the transaction of another module', () => {
  const receiving = chained([START, catching('wait', messageOf('paid')), mine('work'), END]);

  it('reaches one instance, all or whoever comes later, or nobody where it is taken back', async () => {
    const { key } = await deployed(admin, receiving);
    const run = await startedOf(ada, key, { businessKey: 'one' });
    const paid = { messageName: 'paid', businessKey: 'one', variables: { a: 1 } };
    await takenBack((tx) => engine.correlate(ADMIN, paid, tx));
    expect(await rowsOf(run.id)).toEqual(UNTOUCHED);
    const outcome = await within((tx) => engine.correlate(ADMIN, paid, tx));
    expect(outcome).toEqual([{ kind: 'EXECUTION', processInstanceId: run.id }]);
    await run.standsAt('work');

    const others = [
      await startedOf(ada, key, { businessKey: 'two' }),
      await startedOf(ada, key, { businessKey: 'two' }),
    ];
    const all = { messageName: 'paid', businessKey: 'two', all: true };
    await takenBack((tx) => engine.correlate(ADMIN, all, tx));
    for (const other of others) expect(await rowsOf(other.id)).toEqual(UNTOUCHED);
    await within((tx) => engine.correlate(ADMIN, all, tx));
    for (const other of others) await other.standsAt('work');

    const later = { messageName: 'paid', businessKey: 'three', timeToLive: 60_000 };
    expect(await takenBack((tx) => engine.correlate(ADMIN, later, tx))).toMatchObject([{ kind: 'BUFFERED' }]);
    expect(await server.database.database.rows(sql('t_buffered', 'SELECT id FROM bpm_message'))).toEqual([]);
    await within((tx) => engine.correlate(ADMIN, { ...later, businessKey: 'four' }, tx));
    await (await startedOf(ada, key, { businessKey: 'four' })).standsAt('work');
    await expect(engine.correlate(ADMIN, { messageName: 'nothing' })).rejects.toMatchObject({
      code: 'MESSAGE_NOT_CORRELATED',
    });
  });

  it('starts an instance', async () => {
    const starting = `<startEvent id="start">${messageOf('other')}</startEvent>`;
    await deployed(admin, chained([starting, task('work'), END]));
    const [taken] = await takenBack((tx) => engine.correlate(ADMIN, { messageName: 'other' }, tx));
    expect(taken?.kind).toBe('START');
    expect(await rowsOf(taken?.processInstanceId ?? '')).toMatchObject({ instances: 0 });
    const [made] = await within((tx) => engine.correlate(ADMIN, { messageName: 'other' }, tx));
    expect(await rowsOf(made?.processInstanceId ?? '')).toMatchObject({ instances: 1, tasks: 1 });
  });
});

describe('a signal in the transaction of another module', () => {
  it('reaches one instance or everybody, or nobody where it is taken back', async () => {
    const { key } = await deployed(admin, chained([START, catching('wait', SIGNAL), mine('work'), END]));
    const runs = [await startedOf(ada, key), await startedOf(ada, key), await startedOf(ada, key)];
    const one = { name: 'alarm', processInstanceId: runs[0]?.id ?? '' };
    await takenBack((tx) => engine.signal(ADMIN, one, tx));
    await takenBack((tx) => engine.signal(ADMIN, { name: 'alarm' }, tx));
    for (const { id } of runs) expect(await rowsOf(id)).toEqual(UNTOUCHED);
    expect(await within((tx) => engine.signal(ADMIN, one, tx))).toEqual({ subscriptions: 1, starts: 0 });
    expect(await runs[0]?.names()).toEqual(['work']);
    expect(await within((tx) => engine.signal(ADMIN, { name: 'alarm' }, tx))).toEqual({ subscriptions: 2, starts: 0 });
    for (const run of runs) await run.standsAt('work');
  });
});

describe('the state of definitions', () => {
  const actor = { username: 'scheduler', tenantIdentifier: 'default', ipAddress: null, requestId: null };
  const EVENTS = sql(
    't_state_events',
    'SELECT kind, actor, detail FROM log_recorded_event WHERE subject = $1 ORDER BY id',
  );
  const starts = async (key: string) => (await admin.post(`${startPath}/${key}`, {})).status;

  it('changes with the commit of who asks, and not without it', async () => {
    const { key } = await deployed(admin, chained([START, task('work'), END]));
    const suspend = { by: 'key', value: key, tenantIdentifier: 'default', suspended: true } as const;
    expect(await takenBack((tx) => engine.setDefinitionState(suspend, { actor, at: null }, tx))).toBe(1);
    expect(await starts(key)).toBe(200);
    expect(await within((tx) => engine.setDefinitionState(suspend, { actor, at: null, via: 'menu' }, tx))).toBe(1);
    expect(await starts(key)).toBe(409);
    expect(await server.database.database.rows(EVENTS, [key])).toEqual([
      { kind: 'definition.suspended', actor: 'scheduler', detail: { by: 'key', via: 'menu' } },
    ]);
  });

  it('is planned by a job that says who asked, and concerns nobody where there is no version', async () => {
    const { key } = await deployed(admin, chained([START, task('work'), END]));
    const suspend = { by: 'key', value: key, tenantIdentifier: 'default', suspended: true } as const;
    const how = { actor, at: server.clock.now() + 60_000, via: 'menu' };
    expect(await takenBack((tx) => engine.setDefinitionState(suspend, how, tx))).toBe(1);
    expect(await engine.setDefinitionState({ ...suspend, value: 'nobody' }, how)).toBe(0);
    expect((await admin.post('/management/jobs/page', { types: ['DEFINITION'] })).body.data).toEqual([]);
    expect(await engine.setDefinitionState(suspend, how)).toBe(1);
    server.clock.advance(60_000);
    await vi.waitFor(async () => expect(await starts(key)).toBe(409), WAIT);
    expect(await server.database.database.rows(EVENTS, [key])).toMatchObject([
      { actor: 'scheduler', detail: { planned: true, via: 'menu' } },
    ]);
  });
});
