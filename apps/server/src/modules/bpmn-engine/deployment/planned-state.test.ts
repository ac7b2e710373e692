// Tests definitions that are suspended and activated at a time that somebody names.
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import type { Person } from '../../../testing/test-people.ts';
import { WAIT } from '../testing/driven-process.ts';
import { type EnginePair, outcome, startEnginePair, startPath } from '../testing/engine-server.ts';
import { userTaskFile } from '../testing/models.ts';

let pair: EnginePair;
let onOne: Person;
let onTwo: Person;

beforeAll(async () => {
  pair = await startEnginePair();
  ({ onOne, onTwo } = pair);
});
afterAll(() => pair.stop());

const inMinutes = (minutes: number): string => new Date(pair.one.clock.now() + minutes * MINUTE_MS).toISOString();
const advance = (minutes: number): void => pair.one.clock.advance(minutes * MINUTE_MS);

async function deployed(key: string): Promise<string> {
  expect((await onOne.deploy([[`${key}.bpmn`, userTaskFile(key)]])).errorDetail).toBeNull();
  const { body } = await onOne.post('/repository/definitions/page', { key });
  return body.data[0].id;
}
const starts = async (key: string) => outcome(await onTwo.post(`${startPath}/${key}`, {}));
const plannedJobs = async () => (await onOne.post('/management/jobs/page', { types: ['DEFINITION'] })).body.data;
const EVENTS = sql(
  'test_planned_events',
  `SELECT kind, actor, detail FROM log_recorded_event WHERE subject = $1 ORDER BY id`,
);

describe('a definition', () => {
  it('is suspended and activated when it was planned, on every process, and not before', async () => {
    await deployed('planned');
    const suspend = await onOne.post('/repository/suspend', { key: 'planned', executionDate: inMinutes(10) });
    const activate = await onTwo.post('/repository/activate', { key: 'planned', executionDate: inMinutes(20) });
    expect([outcome(suspend), outcome(activate)]).toEqual([
      [200, null],
      [200, null],
    ]);
    expect(await plannedJobs()).toMatchObject([
      { type: 'DEFINITION', processInstanceId: null, due: inMinutes(10) },
      { type: 'DEFINITION', due: inMinutes(20) },
    ]);
    advance(9);
    expect(await starts('planned')).toEqual([200, null]);
    advance(1);
    await vi.waitFor(async () => expect(await starts('planned')).toEqual([409, 'DEFINITION_SUSPENDED']), WAIT);
    advance(10);
    await vi.waitFor(async () => expect(await starts('planned')).toEqual([200, null]), WAIT);
    expect(await plannedJobs()).toEqual([]);
    const events = await pair.one.kernel.database.rows(EVENTS, ['planned']);
    expect(events).toMatchObject([
      { kind: 'definition.suspended', actor: 'admin', detail: { by: 'key', planned: true } },
      { kind: 'definition.activated', actor: 'admin', detail: { by: 'key', planned: true } },
    ]);
  });

  it('is suspended by its id alone, once however often it was planned', async () => {
    const id = await deployed('one-version');
    const executionDate = inMinutes(5);
    const answers = await Promise.all(
      [onOne, onTwo, onOne].map((person) => person.post('/repository/suspend', { id, executionDate })),
    );
    expect(answers.map(outcome)).toEqual(answers.map(() => [200, null]));
    expect(await plannedJobs()).toHaveLength(1);
    advance(5);
    await vi.waitFor(async () => expect(await starts('one-version')).toEqual([409, 'DEFINITION_SUSPENDED']), WAIT);
  });

  it('is suspended at once by a time that is over, and none is planned for what is not there', async () => {
    await deployed('over');
    expect(outcome(await onOne.post('/repository/suspend', { key: 'over', executionDate: inMinutes(0) }))).toEqual([
      200,
      null,
    ]);
    expect(await starts('over')).toEqual([409, 'DEFINITION_SUSPENDED']);
    const nobody = await onOne.post('/repository/suspend', { key: 'nobody', executionDate: inMinutes(5) });
    expect(outcome(nobody)).toEqual([404, 'DEFINITION_NOT_FOUND']);
    expect(await plannedJobs()).toEqual([]);
  });

  it('that is gone by then is no incident', async () => {
    const id = await deployed('gone');
    await onOne.post('/repository/suspend', { key: 'gone', executionDate: inMinutes(5) });
    await pair.one.kernel.database.execute(sql('test_planned_gone', 'DELETE FROM bpm_definition WHERE id = $1'), [id]);
    advance(5);
    await vi.waitFor(async () => expect(await plannedJobs()).toEqual([]), WAIT);
    expect((await onOne.post('/management/incidents/page', {})).body.data).toEqual([]);
    expect(await pair.one.kernel.database.rows(EVENTS, ['gone'])).toEqual([]);
  });
});

describe('a definition with its instances', () => {
  /** More than one page of the job. */
  const INSTANCES = 60;
  const statesOf = async (key: string) => {
    const pageable = { pageSize: 100, sort: { properties: ['startTime'], direction: 'ASC' } };
    const { body } = await onTwo.post('/process-instance/page', { processDefinitionKeys: [key], pageable });
    return body.data.map(({ state }: { state: string }) => state);
  };
  const all = (state: string, count = INSTANCES) => Array.from({ length: count }, () => state);

  it('is suspended and activated, every one that runs, and its tasks with them', async () => {
    await deployed('whole');
    const people = [onOne, onTwo];
    for (let count = 0; count < INSTANCES; count++) await people[count % 2]?.post(`${startPath}/whole`, {});
    await onOne.post('/repository/suspend', { key: 'whole', includeProcessInstances: true });
    await vi.waitFor(async () => expect(await statesOf('whole')).toEqual(all('SUSPENDED')), WAIT);
    const [task] = (await onOne.post('/task/page', { processDefinitionKeys: ['whole'] })).body.data;
    expect(outcome(await onTwo.post(`/task/${task.id}/claim`))).toEqual([409, 'INSTANCE_SUSPENDED']);
    expect(await starts('whole')).toEqual([409, 'DEFINITION_SUSPENDED']);
    await onTwo.post('/repository/activate', { key: 'whole', includeProcessInstances: true });
    await vi.waitFor(async () => expect(await statesOf('whole')).toEqual(all('ACTIVE')), WAIT);
    expect(outcome(await onTwo.post(`/task/${task.id}/claim`))).toEqual([200, null]);
    expect(await plannedJobs()).toEqual([]);
    const events = await pair.one.kernel.database.rows<{ kind: string }>(EVENTS, ['whole']);
    expect(events.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toMatchObject([
      { kind: 'definition.activated', detail: { by: 'key', instances: true } },
      { kind: 'definition.suspended', detail: { by: 'key', instances: true } },
    ]);
  });

  it('is one version alone where that is named, when it was planned, and without them its instances run on', async () => {
    const first = await deployed('part');
    await onOne.post(`${startPath}/part`, {});
    await onOne.deploy([['part.bpmn', userTaskFile('part', 'keelson:assignee="admin"')]]);
    await onOne.post(`${startPath}/part`, {});
    const suspend = { id: first, includeProcessInstances: true, executionDate: inMinutes(5) };
    await onOne.post('/repository/suspend', suspend);
    expect(await statesOf('part')).toEqual(all('ACTIVE', 2));
    advance(5);
    await vi.waitFor(async () => expect(await statesOf('part')).toEqual(['SUSPENDED', 'ACTIVE']), WAIT);
    await onOne.post('/repository/suspend', { key: 'part' });
    expect(await statesOf('part')).toEqual(['SUSPENDED', 'ACTIVE']);
  });

  it('is done by another process where one died in the middle', async () => {
    const id = await deployed('left');
    for (let count = 0; count < 5; count++) await onOne.post(`${startPath}/left`, {});
    const { database } = pair.one.kernel;
    const gone = '00000000-0000-4000-8000-000000000002';
    const silence = "INSERT INTO kernel_process VALUES ($1, now(), now() - interval '1 minute', 'gone', 1)";
    await database.execute(sql('t_silence_stranger', silence), [gone]);
    const hold =
      "UPDATE bpm_job SET leased_by = $2, lease_token = gen_random_uuid() WHERE kind = 'DEFINITION' AND definition_id = $1";
    await onOne.post('/repository/suspend', { id, includeProcessInstances: true, executionDate: inMinutes(5) });
    await database.execute(sql('t_hold_planned', hold), [id, gone]);
    advance(5);
    await vi.waitFor(async () => expect(await statesOf('left')).toEqual(all('SUSPENDED', 5)), WAIT);
  });
});
