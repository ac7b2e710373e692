// Tests the pages of activities of all instances of a process: their bounds, filters, and that they tell what each instance tells.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import { createPersonWithRoles, type Person } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { chained, deployed, END, START, startedOf, task } from '../../testing/driven-process.ts';
import { createStranger, outcome, startEngine } from '../../testing/engine-server.ts';
import { HISTORY_ROWS_MAX } from './activity-pages.service.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const PATH = '/history/activities/page';
const days = (count: number) => new Date(server.clock.now() + count * 24 * 60 * 60 * 1_000).toISOString();
const around = () => ({ startTimeFrom: days(-1), startTimeTo: days(1) });
const page = async (filter: object, as = admin) => (await as.post(PATH, filter)).body;
type Row = Record<string, unknown> & { id: string };

async function twoInstances() {
  const { key } = await deployed(admin, chained([START, task('one'), task('two'), END]));
  const done = await startedOf(admin, key, { businessKey: 'done' });
  await done.complete('one');
  await done.complete('two');
  const open = await startedOf(admin, key);
  await open.complete('one');
  return { key, done, open };
}

describe('activities of a process', () => {
  it('bpmn-engine 61: are those that its instances tell, running and ended', async () => {
    const { key, done, open } = await twoInstances();
    const { processDefinitionId } = await open.instance();
    const told: Row[] = [];
    for (const { id } of [done, open]) told.push(...(await page({ processInstanceId: id })).data);
    const byId = (rows: readonly Row[]) => rows.toSorted((left, right) => left.id.localeCompare(right.id));
    const found = await page({ processDefinitionKey: key, ...around() });
    expect(found.totalElements).toBe(7);
    expect(byId(found.data)).toEqual(byId(told));
    expect(byId((await page({ processDefinitionId, ...around() })).data)).toEqual(byId(told));
    const total = async (filter: object) =>
      (await page({ processDefinitionKey: key, ...around(), ...filter })).totalElements;
    expect(await total({ elementId: 'two' })).toBe(2);
    expect(await total({ elementTypes: ['userTask'] })).toBe(4);
    expect(await total({ states: ['ACTIVE'] })).toBe(1);
    expect(await total({ assignee: 'nobody' })).toBe(0);
    expect(await total({ startTimeFrom: days(-3), startTimeTo: days(-2) })).toBe(0);
    const pageable = { pageNumber: 1, pageSize: 3, sort: { properties: ['elementId'], direction: 'DESC' } };
    const second = await page({ processDefinitionKey: key, ...around(), pageable });
    expect(second.data.map(({ elementId }: Row) => elementId)).toEqual(['start', 'one', 'one']);
  });

  it('are asked for with one of instance, version and process, and within a month', async () => {
    const bad = async (filter: object) => {
      const { status, errorDetail } = await admin.post(PATH, filter);
      const { errorArguments } = errorDetail as { errorArguments: { field: string; code: string }[] };
      return [status, errorArguments[0]?.field, errorArguments[0]?.code];
    };
    expect(await bad({})).toEqual([400, 'processInstanceId', 'REQUIRED']);
    const both = { processInstanceId: 'a', processDefinitionKey: 'b', ...around() };
    expect(await bad(both)).toEqual([400, 'processInstanceId', 'NOT_ALLOWED']);
    const ofKey = { processDefinitionKey: 'none' };
    expect(await bad(ofKey)).toEqual([400, 'startTimeFrom', 'REQUIRED']);
    expect(await bad({ ...ofKey, startTimeFrom: days(0) })).toEqual([400, 'startTimeTo', 'REQUIRED']);
    const tooLong = { startTimeFrom: days(-32), startTimeTo: days(0) };
    expect(await bad({ ...ofKey, ...tooLong })).toEqual([400, 'startTimeTo', 'RANGE_INVALID']);
    const reversed = { startTimeFrom: days(0), startTimeTo: days(-1) };
    expect(await bad({ ...ofKey, ...reversed })).toEqual([400, 'startTimeTo', 'RANGE_INVALID']);
    expect(await page({ ...ofKey, startTimeFrom: days(-31), startTimeTo: days(0) })).toMatchObject({
      totalElements: 0,
    });
  });

  it('are refused where more of the history would have to be read than a page may', async () => {
    const { key } = await deployed(admin, chained([START, task('busy'), END]));
    const { id } = await startedOf(admin, key);
    const fill = sql(
      't_activities_fill',
      `INSERT INTO bpm_history_event (instance_id, revision, at, record)
       SELECT instance_id, n, at, record FROM bpm_history_event, generate_series(2, $2::int) n WHERE instance_id = $1 AND revision = 1`,
    );
    await server.kernel.database.execute(fill, [id, HISTORY_ROWS_MAX + 1]);
    const answer = await admin.post(PATH, { processDefinitionKey: key, ...around() });
    expect(outcome(answer)).toEqual([422, 'RESULT_TOO_LARGE']);
  });

  it('bpmn-engine 30: are of the own started instances without an authority, and never of another tenant', async () => {
    const { key } = await twoInstances();
    const ofKey = { processDefinitionKey: key, ...around() };
    const ada = await createPersonWithRoles(admin, server.url, 'ada-activities');
    expect((await page(ofKey, ada)).totalElements).toBe(0);
    await startedOf(admin, key, { initiator: 'ada-activities' });
    expect((await page(ofKey, ada)).totalElements).toBe(2);
    const stranger = await createStranger({ server, admin }, 'activities-elsewhere');
    expect((await page(ofKey, stranger)).totalElements).toBe(0);
  });
});
