// Tests definitions that are suspended and activated at a time that somebody names.
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

const MINUTE_MS = 60_000;
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
