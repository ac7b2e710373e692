// Tests what people say about tasks and instances: who may, with which act, and what becomes of it, over HTTP.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import { createPersonWithRoles, createRole, type Person } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { chained, END, START, started, task, WAIT } from '../../testing/driven-process.ts';
import { createStranger, outcome, startEngine } from '../../testing/engine-server.ts';

let server: TestServer;
let admin: Person;
let ada: Person;
let ben: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  await createRole(admin, 'ROLE_CLERKS');
  ada = await createPersonWithRoles(admin, server.url, 'ada', ['ROLE_CLERKS']);
  ben = await createPersonWithRoles(admin, server.url, 'ben', ['ROLE_CLERKS']);
});
afterAll(() => server.stop());

const ofClerks = (id: string) => `<userTask id="${id}" keelson:candidateGroups="CLERKS"/>`;

async function opened(elements = [ofClerks('work'), task('next')]) {
  const run = await started(admin, chained([START, ...elements, END]));
  const [open] = await run.tasks();
  const path = `/task/${open?.id}`;
  const at = { task: `${path}/comments`, instance: `/process-instance/${run.id}/comments` };
  /** Newest first. */
  const said = async (where: string = at.instance, as = admin): Promise<string[]> =>
    (await as.get(where)).body.data.map(({ author, text }: Record<string, string>) => `${author}: ${text}`);
  const say = async (as: Person, where: string, text: string): Promise<string> => {
    const answer = await as.post(where, { text });
    expect(answer.errorDetail).toBeNull();
    server.clock.advance(1);
    return answer.body.id;
  };
  return { run, path, at, said, say };
}

const EVENTS = sql(
  't_comment_events',
  "SELECT kind, detail FROM log_recorded_event WHERE kind LIKE 'process-comment.%' AND subject = $1 ORDER BY kind",
);
const eventsOf = (id: string) => server.kernel.database.rows<{ kind: string; detail: object }>(EVENTS, [id]);

describe('a comment', () => {
  it('bpmn-engine 50: is heard by whoever sees its task, the newest first, page by page, and counted with the task', async () => {
    const { path, at, say, said } = await opened();
    await say(ada, at.task, 'one');
    await say(ben, at.task, 'two');
    await say(admin, at.instance, 'of all');
    expect(await said(at.task, ben)).toEqual(['ben: two', 'ada: one']);
    expect(await said()).toEqual(['admin: of all', 'ben: two', 'ada: one']);
    const { body } = await ada.get(`${at.task}?pageNumber=1&pageSize=1`);
    expect(body).toMatchObject({ totalElements: 2, totalPages: 2, data: [{ text: 'one', changeTime: null }] });
    expect(outcome(await ada.get(`${at.task}?pageSize=201`))).toEqual([400, 'VALIDATION_FAILED']);
    for (const times of [1, 2]) {
      expect((await ada.get(path)).body.commentCount, `time ${times}`).toBe(2);
    }
    const taskId = path.slice('/task/'.length);
    const paged = await admin.post('/task/page', { ids: [taskId] });
    expect(paged.body.data).toMatchObject([{ id: taskId, commentCount: 2 }]);
  });

  it('is none of whoever does not see the task, of strangers, and of those who only look', async () => {
    const { run, at, say } = await opened();
    const id = await say(ada, at.task, 'ours');
    const cleo = await createPersonWithRoles(admin, server.url, 'cleo');
    await createRole(admin, 'ROLE_LOOKS', ['BPMN_TASK_VIEW_ALL', 'BPMN_INSTANCE_VIEW']);
    const looker = await createPersonWithRoles(admin, server.url, 'looker', ['ROLE_LOOKS']);
    const stranger = await createStranger({ server, admin }, 'comments-elsewhere');
    for (const person of [cleo, stranger]) {
      expect(outcome(await person.get(at.task))).toEqual([404, 'TASK_NOT_FOUND']);
      expect(outcome(await person.post(at.task, { text: 'x' }))).toEqual([404, 'TASK_NOT_FOUND']);
      expect(outcome(await person.remove(`${at.task}/${id}`))).toEqual([404, 'TASK_NOT_FOUND']);
      expect(outcome(await person.get(at.instance))).toEqual([404, 'INSTANCE_NOT_FOUND']);
      expect(outcome(await person.post(at.instance, { text: 'x' }))).toEqual([404, 'INSTANCE_NOT_FOUND']);
    }
    expect(outcome(await looker.get(at.task))).toEqual([200, null]);
    for (const where of [at.task, at.instance]) {
      expect(outcome(await looker.post(where, { text: 'x' }))).toEqual([403, 'ACCESS_DENIED']);
    }
    expect(outcome(await ada.get(`/process-instance/${run.id}-x/comments`))).toEqual([404, 'INSTANCE_NOT_FOUND']);
  });

  it('is changed and taken back by its author, and by managers, where it was made; the events tell what it said', async () => {
    const { at, say, said } = await opened();
    const [first, second] = [await say(ada, at.task, 'wrong'), await say(ada, at.task, 'superfluous')];
    expect(outcome(await ben.put(`${at.task}/${first}`, { text: 'x' }))).toEqual([403, 'ACCESS_DENIED']);
    expect(outcome(await ben.remove(`${at.task}/${first}`))).toEqual([403, 'ACCESS_DENIED']);
    const other = await opened();
    for (const elsewhere of [at.instance, other.at.task, other.at.instance]) {
      expect(outcome(await admin.put(`${elsewhere}/${first}`, { text: 'x' }))).toEqual([404, 'COMMENT_NOT_FOUND']);
    }
    for (const elsewhere of [other.at.task, other.at.instance]) {
      expect(outcome(await admin.remove(`${elsewhere}/${first}`))).toEqual([404, 'COMMENT_NOT_FOUND']);
    }
    const changed = await ada.put(`${at.task}/${first}`, { text: 'right' });
    expect(changed.body).toMatchObject({ id: first, author: 'ada', text: 'right', changeTime: expect.any(String) });
    expect((await admin.remove(`${at.task}/${second}`)).status).toBe(200);
    expect(await said()).toEqual(['ada: right']);
    expect(await eventsOf(first)).toMatchObject([{ kind: 'process-comment.changed' }]);
    expect(JSON.stringify(await eventsOf(first))).toContain('wrong');
    expect(JSON.stringify(await eventsOf(second))).toContain('superfluous');
  });

  it('is text, and nothing else: what is empty, too long or no text is refused with its field', async () => {
    const { path, at, said, say } = await opened();
    const wrong = ['', ' \n', 'x'.repeat(4_001), 'x'.repeat(1_048_576), 'a\u0000b', 7, null];
    for (const text of wrong) {
      const { status, errorDetail } = await ada.post(at.task, { text });
      expect([status, errorDetail.errorArguments[0].field]).toEqual([400, 'text']);
    }
    const large = await ada.post(`${path}/complete`, { comment: 'x'.repeat(1_048_576) });
    expect([large.status, large.errorDetail.errorArguments[0].field]).toEqual([400, 'comment']);
    const odd = "<script>alert(1)</script> \u202e\u{1F600} ${1+1} '; DROP TABLE bpm_comment; --";
    await say(ada, at.task, odd);
    await say(ada, at.task, '\u{1F600}'.repeat(4_000));
    expect(await said()).toEqual([`ada: ${'\u{1F600}'.repeat(4_000)}`, `ada: ${odd}`]);
  });

  it('is said once under one Idempotency-Key', async () => {
    const { at, said } = await opened();
    const headers = { 'idempotency-key': 'said-once' };
    const answers = await Promise.all([1, 2].map(() => ada.post(at.task, { text: 'once' }, headers)));
    const again = await ada.post(at.task, { text: 'once' }, headers);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(again.status).toBe(200);
    expect(await said()).toEqual(['ada: once']);
  });
});

describe('what is said with an act', () => {
  it('bpmn-engine 50: is kept by the commit of the act, and not where the act is refused or only tried', async () => {
    const { run, path, at, said } = await opened();
    expect(outcome(await ben.post(`${path}/return`, { comment: 'no' }))).toEqual([403, 'ACCESS_DENIED']);
    expect(outcome(await admin.post(`${path}/return`, { comment: 'no' }))).toEqual([422, 'RETURN_NOT_POSSIBLE']);
    expect(await said()).toEqual([]);
    const headers = { 'idempotency-key': 'said-with-completion' };
    for (const times of [1, 2]) {
      const done = await ada.post(`${path}/complete`, { comment: 'Granted.' }, headers);
      expect(done.errorDetail, `time ${times}`).toBeNull();
    }
    expect(await said(at.task, ada)).toEqual(['ada: Granted.']);
    server.clock.advance(1);
    const [next] = await run.tasks();
    await admin.post(`/task/${next?.id}/return`, { comment: 'tried', dryRun: true });
    const returned = await admin.post(`/task/${next?.id}/return`, { comment: 'Look again.' });
    expect(returned.body.processInstance.currentElements).toMatchObject([{ elementId: 'work' }]);
    server.clock.advance(1);
    const [work] = await run.tasks();
    await admin.post(`/task/${work?.id}/jump`, { targetElementIds: ['next'], comment: 'No need.' });
    server.clock.advance(1);
    expect(await said()).toEqual(['admin: No need.', 'admin: Look again.', 'ada: Granted.']);
    // A task that was ended otherwise is found no more: what was said about it stands with its instance, and goes from there.
    const atNext = `/task/${next?.id}/comments`;
    expect(outcome(await admin.get(atNext))).toEqual([404, 'TASK_NOT_FOUND']);
    const [, again] = (await admin.get(at.instance)).body.data;
    expect(outcome(await admin.remove(`${at.instance}/${again.id}`))).toEqual([200, null]);
    expect(await said()).toEqual(['admin: No need.', 'ada: Granted.']);
  });

  it('stands at the task that is taken back', async () => {
    const { path, at, said } = await opened();
    await ada.post(`${path}/complete`, {});
    const taken = await ada.post(`${path}/withdraw`, { comment: 'Too early.' });
    expect(taken.errorDetail).toBeNull();
    expect(await said(at.task, ada)).toEqual(['ada: Too early.']);
  });

  it('is kept once where two complete at once', async () => {
    const { path, said } = await opened();
    const answers = await Promise.all(
      [ada, ben].map((person) => person.post(`${path}/complete`, { comment: 'Mine.' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await said()).toHaveLength(1);
  });
});

describe('the comments of what is closed', () => {
  it('stay to be read, and can be taken back, but neither added nor changed', async () => {
    const { run, path, at, say, said } = await opened([ofClerks('work')]);
    const [ofTask, ofInstance] = [await say(ada, at.task, 'a'), await say(admin, at.instance, 'b')];
    await ada.post(`${path}/complete`, {});
    await run.ends();
    for (const [where, id, code] of [
      [at.task, ofTask, 'TASK_ALREADY_COMPLETED'],
      [at.instance, ofInstance, 'INSTANCE_ENDED'],
    ] as const) {
      expect(outcome(await admin.post(where, { text: 'late' }))).toEqual([409, code]);
      expect(outcome(await admin.put(`${where}/${id}`, { text: 'late' }))).toEqual([409, code]);
    }
    expect(await said()).toEqual(['admin: b', 'ada: a']);
    expect((await ada.remove(`${at.task}/${ofTask}`)).status).toBe(200);
    expect((await admin.remove(`${at.instance}/${ofInstance}`)).status).toBe(200);
    expect(await said()).toEqual([]);
  });

  it('bpmn-engine 49: go with the history of the instance', async () => {
    const { run, path, at, say } = await opened([ofClerks('work')]);
    await say(ada, at.task, 'a');
    await ada.post(`${path}/complete`, { comment: 'b' });
    await run.ends();
    const left = sql('t_comments_left', 'SELECT id FROM bpm_comment WHERE instance_id = $1');
    expect(await server.kernel.database.rows(left, [run.id])).toHaveLength(2);
    expect((await admin.remove(`/history/process-instance/${run.id}`)).status).toBe(200);
    expect(await server.kernel.database.rows(left, [run.id])).toEqual([]);
    expect(outcome(await admin.get(at.instance))).toEqual([404, 'INSTANCE_NOT_FOUND']);
  });

  it('follow their author to another name', async () => {
    const { at, say, said } = await opened();
    const dan = await createPersonWithRoles(admin, server.url, 'dan', ['ROLE_CLERKS']);
    await say(dan, at.task, 'mine');
    const { uuid, version } = (await admin.get('/users/by-username/dan')).body;
    const renamed = await admin.put('/users', { uuid, version, username: 'daniel' });
    expect(renamed.errorDetail).toBeNull();
    await vi.waitFor(async () => expect(await said()).toEqual(['daniel: mine']), WAIT);
  });
});
