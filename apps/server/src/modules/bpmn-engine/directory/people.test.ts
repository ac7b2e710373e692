// Tests what becomes of instances and tasks when people are renamed, deactivated or deleted, on two processes.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { createPersonWithRoles, createRole, type Person, signIn } from '../../../testing/test-people.ts';
import { chained, END, START, task, WAIT } from '../testing/driven-process.ts';
import { type EnginePair, outcome, startEnginePair, startedId, tasksOf } from '../testing/engine-server.ts';
import { bpmnFile, singleElementFile, userTaskFile } from '../testing/models.ts';

let pair: EnginePair;
let admin: Person;

beforeAll(async () => {
  pair = await startEnginePair();
  admin = pair.onOne;
  await createRole(admin, 'ROLE_CLERKS');
  const files: readonly (readonly [string, string])[] = [
    ['pool.bpmn', userTaskFile('pool', 'keelson:candidateGroups="CLERKS"')],
    ['own.bpmn', userTaskFile('own', 'keelson:assignee="${initiator}" keelson:owner="${initiator}"')],
    ['named.bpmn', userTaskFile('named', 'keelson:candidateUsers="${people}"')],
    ['done.bpmn', singleElementFile('done', '<manualTask id="work"/>', 'work')],
  ];
  for (const file of files) await admin.deploy([file]);
});
afterAll(() => pair.stop());

const person = (username: string, ...roles: string[]) => createPersonWithRoles(admin, pair.one.url, username, roles);
const userOf = async (username: string) => (await admin.get(`/users/by-username/${username}`)).body;

async function rename(from: string, to: string): Promise<Person> {
  const { uuid, version } = await userOf(from);
  expect(outcome(await admin.put('/users', { uuid, version, username: to }))).toEqual([200, null]);
  return signIn(pair.two.url, to);
}

const OPEN = sql(
  'test_directory_open',
  `SELECT ((SELECT count(*) FROM bpm_directory_change)
     + (SELECT count(*) FROM auth_directory_event WHERE handled_date IS NULL))::int AS open`,
);
/** Everything that happened to people has been followed. */
const followed = () =>
  vi.waitFor(async () => expect((await pair.one.kernel.database.rows(OPEN))[0]).toEqual({ open: 0 }), WAIT);
const pageOf = async (caller: Person, filter: object) =>
  (await caller.post('/task/page', { pageable: { pageSize: 200 }, ...filter })).body;

describe('a name', () => {
  it('is that of the person who bears it, however the model or a filter spells it', async () => {
    const ilke = await person('İlke');
    const instance = await startedId(admin, 'named', { variables: { people: 'ILKE,somebody' } });
    const [task] = await tasksOf(ilke, instance);
    expect(task?.candidateUsers).toEqual(['ILKE', 'somebody']);
    expect((await ilke.post(`/task/${task?.id}/claim`)).status).toBe(200);
    expect((await pageOf(admin, { assignee: 'ilke' })).totalElements).toBe(1);
    expect((await pageOf(admin, { candidateUser: 'ilke' })).totalElements).toBe(1);
    expect((await ilke.post(`/task/${task?.id}/claim`)).status).toBe(200);
    const own = await startedId(ilke, 'own');
    const found = await admin.post('/process-instance/page', { startUserId: 'ILKE' });
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([own]);
  });
});

describe('a renamed person', () => {
  it('keeps tasks as assignee, owner and candidate, and what was started, running and ended', async () => {
    const before = await person('former', 'ROLE_CLERKS');
    const running = await startedId(before, 'own');
    const candidate = await startedId(admin, 'named', { variables: { people: 'FORMER,other' } });
    const pool = await startedId(admin, 'pool');
    const [claimed] = await tasksOf(before, pool);
    await before.post(`/task/${claimed?.id}/claim`);
    const ended = await startedId(before, 'done');
    const closed = await startedId(before, 'own');
    await before.post(`/task/${(await tasksOf(before, closed))[0]?.id}/complete`, {});
    const written = (await before.get(`/history/process-instance/${closed}/timeline`)).body;

    const after = await rename('former', 'latter');
    await followed();
    expect((await tasksOf(after, running))[0]).toMatchObject({ assignee: 'latter', owner: 'latter', version: 2 });
    expect((await tasksOf(after, candidate))[0]?.candidateUsers).toEqual(['latter', 'other']);
    expect((await tasksOf(after, pool))[0]?.assignee).toBe('latter');
    for (const id of [running, ended, closed]) {
      expect((await after.get(`/process-instance/${id}`)).body.startUserId).toBe('latter');
      expect((await after.get(`/history/process-instance/${id}/timeline`)).status).toBe(200);
    }
    const mine = await after.post('/process-instance/page', { states: ['ACTIVE', 'ENDED'] });
    expect(mine.body.data.map(({ id }: { id: string }) => id).sort()).toEqual([running, ended, closed].sort());
    // What was written of the former name stays as it was written.
    expect((await after.get(`/history/process-instance/${closed}/timeline`)).body).toEqual(written);
    expect((await after.post(`/task/${claimed?.id}/complete`, {})).status).toBe(200);
    expect((await pageOf(admin, { involvedUser: 'former' })).totalElements).toBe(0);
  });

  it('takes back a task that was completed under the former name', async () => {
    const own = '<userTask id="one" keelson:assignee="${initiator}"/>';
    await admin.deploy([['two.bpmn', bpmnFile('two', chained([START, own, task('next'), END]))]]);
    const before = await person('hasty');
    const instance = await startedId(before, 'two');
    const [one] = await tasksOf(before, instance);
    expect((await before.post(`/task/${one?.id}/complete`, {})).status).toBe(200);
    const after = await rename('hasty', 'calm');
    await followed();
    expect(outcome(await after.post(`/task/${one?.id}/withdraw`, {}))).toEqual([200, null]);
    expect((await tasksOf(after, instance))[0]).toMatchObject({ taskDefinitionKey: 'one', assignee: 'calm' });
  });

  it('is followed through hundreds of tasks, and by another process where the first one dies in the middle', async () => {
    const before = await person('many');
    const ids: string[] = [];
    for (let round = 0; round < 6; round++) {
      const started = Array.from({ length: 50 }, () => startedId(before, 'own'));
      ids.push(...(await Promise.all(started)));
    }
    const [first, ...later] = await renameHalfDone('many', 'more', ids.toSorted());
    expect([first, ...later].filter((name) => name === 'more')).toHaveLength(200);
    expect(first).toBe('many');
    const after = await rename('many', 'more');
    await followed();
    expect((await pageOf(after, { assignee: 'more' })).totalElements).toBe(300);
  });
});

const GONE = '00000000-0000-4000-8000-000000000001';
const SILENCE = sql(
  'test_directory_silence',
  "INSERT INTO kernel_process VALUES ($1, now(), now() - interval '1 minute', 'gone', 1)",
);
const HALF_DONE = sql(
  'test_directory_half_done',
  `INSERT INTO bpm_directory_change (kind, tenant_identifier, username, previous_username, created_at, due_at, reached, leased_by, lease_token)
   VALUES ('RENAME', 'default', $1, $2, now(), 'epoch', $3, $4, gen_random_uuid())`,
);

/** Leaves the work to somebody who is gone, and came as far as the hundredth instance; answers the assignees when it is done. */
async function renameHalfDone(from: string, to: string, ids: readonly string[]): Promise<readonly unknown[]> {
  const { database } = pair.one.kernel;
  await database.execute(SILENCE, [GONE]);
  await database.execute(HALF_DONE, [to, from, ids[99], GONE]);
  pair.one.clock.advance(1);
  await followed();
  const { body: data } = await admin.post('/task/list', { assigned: true, processDefinitionKeys: ['own'] });
  const assignees = new Map(
    data.map((each: { processInstanceId: string; assignee: string }) => [each.processInstanceId, each.assignee]),
  );
  return ids.map((id) => assignees.get(id));
}

describe('a person who is gone', () => {
  it('leaves tasks that others can take to nobody, and the rest to be found as orphaned', async () => {
    const gone = await person('gone', 'ROLE_CLERKS');
    const pool = await startedId(admin, 'pool');
    await gone.post(`/task/${(await tasksOf(gone, pool))[0]?.id}/claim`);
    const own = await startedId(gone, 'own');
    const alone = await startedId(admin, 'named', { variables: { people: 'gone' } });
    await gone.post(`/task/${(await tasksOf(gone, alone))[0]?.id}/claim`);
    const orphans = async () =>
      (await pageOf(admin, { orphaned: true })).data.map(
        (each: { processInstanceId: string }) => each.processInstanceId,
      );
    expect(await orphans()).not.toContain(own);
    expect((await admin.post(`/users/deactivate/by-uuid/${(await userOf('gone')).uuid}`)).status).toBe(200);
    await followed();
    expect((await tasksOf(admin, pool))[0]?.assignee).toBeNull();
    expect((await tasksOf(admin, own))[0]?.assignee).toBe('gone');
    expect(await orphans()).toEqual(expect.arrayContaining([own, alone]));
    expect(await orphans()).not.toContain(pool);
    const others = await pageOf(admin, { orphaned: false, processInstanceId: own });
    expect(others.totalElements).toBe(0);
    expect((await pageOf(admin, { or: [{ orphaned: true, processInstanceId: own }] })).totalElements).toBe(1);
    await admin.post(`/users/activate/by-uuid/${(await userOf('gone')).uuid}`);
    expect(await orphans()).not.toContain(own);
    expect((await admin.remove(`/users/by-uuid/${(await userOf('gone')).uuid}`)).status).toBe(200);
    await followed();
    expect(await orphans()).toContain(own);
  });
});
