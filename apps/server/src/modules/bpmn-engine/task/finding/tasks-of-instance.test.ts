// Proves that the tasks of an instance are those of its rows, wherever they come from; two processes on one database, over HTTP.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, sql } from '../../../../kernel/database/database.ts';
import type { Person } from '../../../../testing/test-people.ts';
import { chained, deployed, END, START, startedOf, task } from '../../testing/driven-process.ts';
import { type EnginePair, startEnginePair, startedId, tasksOf } from '../../testing/engine-server.ts';

let pair: EnginePair;
let onOne: Person;
let onTwo: Person;
let database: Database;

beforeAll(async () => {
  // Neither is told of what the other commits.
  pair = await startEnginePair({ KEELSON_DATABASE_NOTIFY: 'poll' });
  ({ onOne, onTwo } = pair);
  ({ database } = pair.one.kernel);
});
afterAll(() => pair.stop());

/** A change beside the program, which leaves the revision as it is, shows whether rows were read. */
const MARK = sql('test_task_mark', "UPDATE bpm_task SET category = 'of the row' WHERE instance_id = $1");
const RAISE = sql('test_instance_raise', 'UPDATE bpm_instance SET revision = revision + $2::int WHERE id = $1');

const categories = async (person: Person, id: string) => (await tasksOf(person, id)).map(({ category }) => category);

const PEOPLE = [
  'keelson:candidateUsers="zoe,Ädne,İlke,&#x1F600;,&#xFFFD;,B"',
  'keelson:candidateGroups="MANAGERS,&#x10FFFF;,&#xE000;,a"',
].join(' ');
const loop = (attributes = '') =>
  `<multiInstanceLoopCharacteristics${attributes}><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>`;
const told = [
  'name="${label}" keelson:category="${label.substring(0,1)}" keelson:formKey="app:f"',
  'keelson:dueDate="P3D" keelson:followUpDate="2031-02-03T04:05:06.789+03:00" keelson:priority="7"',
].join(' ');

describe('the tasks of an instance', () => {
  it('come from memory while the revision proves it, and from the rows once it was raised', async () => {
    const { key } = await deployed(onOne, chained([START, task('work'), END]));
    const id = await startedId(onOne, key);
    await database.execute(MARK, [id]);
    expect(await categories(onTwo, id)).toEqual(['of the row']);
    for (let times = 0; times < 2; times++) expect(await categories(onOne, id)).toEqual([null]);
    await database.execute(RAISE, [id, 1]);
    for (let times = 0; times < 2; times++) expect(await categories(onOne, id)).toEqual(['of the row']);
    // What memory had wrong is forgotten: even its own revision finds nothing there.
    await database.execute(RAISE, [id, -1]);
    expect(await categories(onOne, id)).toEqual(['of the row']);
  });

  it('are none where another process has completed the last one, ended or not', async () => {
    const waits =
      '<intermediateCatchEvent id="waits"><messageEventDefinition messageRef="paid"/></intermediateCatchEvent>';
    for (const elements of [
      [START, task('work'), END],
      [START, task('work'), waits, END],
    ]) {
      const { key } = await deployed(onOne, chained(elements));
      const id = await startedId(onOne, key);
      const [open] = await tasksOf(onOne, id);
      expect((await onTwo.post(`/task/${open?.id}/complete`, {})).status).toBe(200);
      expect(await tasksOf(onOne, id)).toEqual([]);
      expect((await onOne.get(`/task/${open?.id}`)).status).toBe(409);
    }
  });

  it('are the same from memory and from rows, whatever their model says', async () => {
    const child = await deployed(onOne, chained([START, `<userTask id="inner" ${PEOPLE}/>`, END]));
    const elements = [
      START,
      `<userTask id="told" ${told} ${PEOPLE}/>`,
      `<userTask id="each">${loop()}</userTask>`,
      `<userTask id="again">${loop(' isSequential="true"')}</userTask>`,
      `<callActivity id="call" calledElement="${child.key}"/>`,
      END,
    ];
    const { key } = await deployed(onOne, chained(elements));
    // Its first half is no text that UTF-8 can hold.
    const run = await startedOf(onOne, key, { businessKey: 'K-1', variables: { label: '\u{1F600}Label' } });
    const instances = [run.id];
    for (const element of ['told', 'each', 'each', 'each', 'again', 'again', 'again']) {
      const known = await tasksOf(onOne, run.id);
      expect(known.length).toBeGreaterThan(0);
      expect(known).toEqual(await tasksOf(onTwo, run.id));
      await run.complete(element);
    }
    const { body } = await onOne.post('/process-instance/page', { superProcessInstanceId: run.id });
    instances.push(body.data[0].id);
    for (const id of instances) expect(await tasksOf(onOne, id)).toEqual(await tasksOf(onTwo, id));
    const [inner] = await tasksOf(onOne, instances[1] ?? '');
    expect(inner).toMatchObject({
      rootProcessInstanceId: run.id,
      candidateUsers: ['B', 'zoe', 'Ädne', 'İlke', '\uFFFD', '\u{1F600}'],
    });
    await onOne.post(`/task/${inner?.id}/complete`, {});
    for (const id of instances) expect(await tasksOf(onOne, id)).toEqual([]);
  });

  it('that a jump opens while the instance is suspended are suspended, from memory and from rows', async () => {
    const { key } = await deployed(onOne, chained([START, task('work'), task('next'), END]));
    const run = await startedOf(onOne, key);
    const [work] = await run.tasks();
    await onOne.post(`/process-instance/${run.id}/suspend`);
    expect((await onOne.post(`/task/${work?.id}/jump`, { targetElementIds: ['next'] })).errorDetail).toBeNull();
    for (const person of [onOne, onTwo]) {
      expect(await tasksOf(person, run.id)).toMatchObject([{ taskDefinitionKey: 'next', suspended: true }]);
    }
    await onTwo.post(`/process-instance/${run.id}/activate`);
    for (const person of [onOne, onTwo]) expect(await tasksOf(person, run.id)).toMatchObject([{ suspended: false }]);
  });
});

type Act = (person: Person, task: string, instance: string) => Promise<unknown>;

/** Some are refused, as the task stands; a refusal changes nothing. */
const ACTS: Readonly<Record<string, Act>> = {
  claim: (person, id) => person.post(`/task/${id}/claim`),
  unclaim: (person, id) => person.post(`/task/${id}/unclaim`),
  assign: (person, id) => person.post(`/task/${id}/assign`, { assignee: 'Ädne' }),
  delegate: (person, id) => person.post(`/task/${id}/delegate`, { user: 'mary' }),
  resolve: (person, id) => person.post(`/task/${id}/resolve`, {}),
  complete: (person, id) => person.post(`/task/${id}/complete`, {}),
  link: (person, id) => person.post(`/task/${id}/identity-links`, { type: 'candidate', user: 'bob' }),
  update: (person, id) => person.put(`/task/${id}`, { name: 'Changed', priority: 3, dueDate: '2031-01-01T00:00:00Z' }),
  variables: (person, id) => person.put(`/task/${id}/variables`, { variables: { label: 'x' } }),
  jump: (person, id) => person.post(`/task/${id}/jump`, { targetElementIds: ['told'] }),
  rekey: (person, _id, instance) => person.put(`/process-instance/${instance}`, { businessKey: 'K-2' }),
  suspend: (person, _id, instance) => person.post(`/process-instance/${instance}/suspend`),
  activate: (person, _id, instance) => person.post(`/process-instance/${instance}/activate`),
};
const OPEN_ROWS = sql(
  'test_task_rows',
  `SELECT number, version, name, priority, assignee, owner, business_key AS "businessKey", suspended, delegation AS "delegationState"
   FROM bpm_task WHERE instance_id = $1 ORDER BY number DESC`,
);

it('two processes list what either of them has just done, as the rows have it, through random acts on both', async () => {
  const { key } = await deployed(
    onOne,
    chained([START, `<userTask id="told" ${told} ${PEOPLE}/>`, `<userTask id="each">${loop()}</userTask>`, END]),
  );
  const act = fc.record({ first: fc.boolean(), act: fc.constantFrom(...Object.keys(ACTS)) });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 16, size: 'max' }), async (acts) => {
      const id = await startedId(onOne, key, { businessKey: 'K-1', variables: { label: 'Label' } });
      for (const { first, act: name } of acts) {
        const [open] = await tasksOf(first ? onOne : onTwo, id);
        await ACTS[name]?.(first ? onOne : onTwo, open?.id ?? '', id);
        const [rows, one, two] = await Promise.all([
          database.rows<{ number: number }>(OPEN_ROWS, [id]),
          tasksOf(onOne, id),
          tasksOf(onTwo, id),
        ]);
        expect(one, name).toEqual(two);
        const expected = rows.map(({ number, ...row }) => ({ ...row, id: `${id}-t${number}` }));
        expect(one, name).toMatchObject(expected);
        expect(one, name).toHaveLength(rows.length);
      }
    }),
    { numRuns: Number(process.env.KEELSON_FUZZ_RUNS ?? 20) },
  );
});
