// Tests who can be tied to a task beside its assignee, and variables that are set as a task sees them, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPersonWithRoles, createRole, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { chained, END, START, started, task } from '../testing/driven-process.ts';
import { outcome, startEngine } from '../testing/engine-server.ts';

let server: TestServer;
let admin: Person;
let ada: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  await createRole(admin, 'ROLE_CLERKS');
  ada = await createPersonWithRoles(admin, server.url, 'ada', ['ROLE_CLERKS']);
});
afterAll(() => server.stop());

async function opened(elements = [task('work')], variables: object = {}) {
  const run = await started(admin, chained([START, ...elements, END]), { variables });
  const [open] = await run.tasks();
  const path = `/task/${open?.id}`;
  const links = `${path}/identity-links`;
  return { run, path, links, listed: async () => (await admin.get(links)).body };
}

const watcher = { type: 'watcher', user: 'ada' };
const candidate = { type: 'candidate', group: 'CLERKS' };

describe('a link', () => {
  it('of a candidate lets the task be seen and claimed until it is removed; a watcher is granted nothing', async () => {
    const { links, path, listed } = await opened();
    expect(outcome(await admin.post(links, watcher))).toEqual([200, null]);
    expect(outcome(await ada.get(links))).toEqual([404, 'TASK_NOT_FOUND']);
    await admin.post(links, candidate);
    expect(await listed()).toEqual([
      { type: 'candidate', user: null, group: 'CLERKS' },
      { type: 'watcher', user: 'ada', group: null },
    ]);
    expect((await ada.get(links)).status).toBe(200);
    expect((await ada.get(path)).body).toMatchObject({ candidateGroups: ['CLERKS'], version: 3 });
    expect((await admin.remove(`${links}?type=candidate&group=CLERKS`)).status).toBe(200);
    expect(await listed()).toEqual([{ type: 'watcher', user: 'ada', group: null }]);
    expect(outcome(await ada.post(`${path}/claim`))).toEqual([404, 'TASK_NOT_FOUND']);
  });

  it('that is there already, in whatever spelling, is none more, and one that is not there is not removed', async () => {
    const { links, path, listed } = await opened();
    for (const user of ['ada', 'ADA', 'ada']) await admin.post(links, { type: 'watcher', user });
    expect(await listed()).toHaveLength(1);
    await admin.remove(`${links}?type=watcher&user=Ada`);
    await admin.remove(`${links}?type=watcher&user=ada`);
    expect(await listed()).toEqual([]);
    expect((await admin.get(path)).body.version).toBe(3);
  });

  it('names one user or one group, and is neither assignee nor owner', async () => {
    const { links } = await opened();
    const wrong = [{ type: 'watcher' }, { ...watcher, group: 'x' }, { type: 'assignee', user: 'ada' }, { user: 'ada' }];
    for (const body of wrong) expect(outcome(await admin.post(links, body))).toEqual([400, 'VALIDATION_FAILED']);
    expect(outcome(await admin.remove(`${links}?type=watcher`))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('is changed by the assignee and by managers of tasks alone', async () => {
    const { links, path } = await opened();
    await admin.post(links, candidate);
    expect(outcome(await ada.post(links, watcher))).toEqual([403, 'ACCESS_DENIED']);
    await ada.post(`${path}/claim`);
    expect(outcome(await ada.post(links, watcher))).toEqual([200, null]);
    expect(outcome(await ada.remove(`${links}?type=watcher&user=ada`))).toEqual([200, null]);
  });

  it('of a task that is closed is 409 for whoever saw it', async () => {
    const { links, path } = await opened();
    await admin.post(`${path}/complete`, {});
    for (const answer of [await admin.get(links), await admin.post(links, watcher)]) {
      expect(outcome(answer)).toEqual([409, 'TASK_ALREADY_COMPLETED']);
    }
  });
});

describe('a variable that is set by a task', () => {
  it('is written where the task sees it, else on the instance', async () => {
    const loop = '<multiInstanceLoopCharacteristics keelson:collection="${list}" keelson:elementVariable="item"/>';
    const { run } = await opened([`<userTask id="each">${loop}</userTask>`], { list: [1, 2] });
    const ids = (await run.tasks()).map(({ id }) => id);
    const body = { variables: { item: 9, fresh: 1 } };
    expect(outcome(await admin.put(`/task/${ids[0]}/variables`, body))).toEqual([200, null]);
    const seen = await Promise.all(ids.map(async (id) => (await admin.get(`/task/variables/${id}`)).body));
    expect(seen.map(({ fresh }) => fresh)).toEqual([1, 1]);
    expect(seen[0].item).toBe(9);
    expect(seen[1].item).not.toBe(9);
    const ofInstance = await admin.get(`/process-instance/${run.id}?withVariables=item,fresh`);
    expect(ofInstance.body.variables).toEqual({ fresh: 1 });
  });

  it('is refused from whoever only sees the task, from its assignee while the instance is suspended, and where it is too large', async () => {
    const { links, path, run } = await opened();
    await admin.post(links, candidate);
    expect(outcome(await ada.put(`${path}/variables`, { variables: { a: 1 } }))).toEqual([403, 'ACCESS_DENIED']);
    await ada.post(`${path}/claim`);
    await admin.post(`/process-instance/${run.id}/suspend`);
    const body = { variables: { a: 1 } };
    expect(outcome(await ada.put(`${path}/variables`, body))).toEqual([409, 'INSTANCE_SUSPENDED']);
    expect(outcome(await admin.put(`${path}/variables`, body))).toEqual([200, null]);
    const large = await admin.put(`${path}/variables`, { variables: { big: 'x'.repeat(4_194_305) } });
    expect(outcome(large)).toEqual([413, 'VARIABLE_TOO_LARGE']);
  });
});
