// Tests that totals of ended instances, which are kept and not counted, are what a count would say, and that pages are in their order.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { boundary, chained, deployed, END, START, started, startedOf, task } from '../testing/driven-process.ts';
import { createStranger, startEngine, startedId } from '../testing/engine-server.ts';
import { userTaskFile } from '../testing/models.ts';

let server: TestServer;
let admin: Person;
let elsewhere: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  elsewhere = await createStranger({ server, admin }, 'totals-elsewhere');
});
afterAll(() => server.stop());

const STATES = ['ACTIVE', 'SUSPENDED', 'ENDED'];
const THROWN = '<endEvent id="broke"><errorEventDefinition errorRef="broken"/></endEvent>';
const page = async (body: object, as = admin) => (await as.post('/process-instance/page', body)).body;
const RECOUNTED = sql(
  't_totals_recounted',
  `SELECT tenant_identifier, definition_id, end_state, count(*)::int AS number FROM bpm_hi_instance WHERE ended_at IS NOT NULL
   GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
);
const KEPT = sql(
  't_totals_kept',
  `SELECT tenant_identifier, definition_id, end_state, number::int AS number FROM bpm_hi_total ORDER BY 1, 2, 3`,
);

/** Answers how many ids the pages of two have together, after it has looked at each of them. */
async function seen(query: object): Promise<{ readonly total: number; readonly ids: string[] }> {
  const ids: string[] = [];
  for (let pageNumber = 0; ; pageNumber++) {
    const { data, totalElements } = await page({ ...query, pageable: { pageNumber, pageSize: 2 } });
    ids.push(...data.map(({ id }: { id: string }) => id));
    if (data.length < 2) return { total: totalElements, ids };
  }
}

/** Starts two of a process with a task that is completed, cancelled or left open, one of another that fails, and one elsewhere. */
async function mixed() {
  const waiting = await deployed(admin, chained([START, task('wait'), END]));
  const failing = await deployed(admin, chained([START, THROWN]));
  for (let count = 0; count < 2; count++) {
    server.clock.advance(1_000);
    await (await startedOf(admin, waiting.key)).complete('wait');
    server.clock.advance(1_000);
    await admin.remove(`/process-instance/${(await startedOf(admin, waiting.key)).id}`);
    await startedOf(admin, waiting.key);
  }
  server.clock.advance(1_000);
  await startedOf(admin, failing.key);
  await elsewhere.deploy([['e.bpmn', userTaskFile('elsewhere')]]);
  const other = await startedId(elsewhere, 'elsewhere');
  await elsewhere.remove(`/process-instance/${other}`);
  return { waiting: waiting.key, failing: failing.key };
}

describe('totals of ended instances', () => {
  it('bpmn-engine 45: are what the pages hold, by process, version and way of ending, apart and together', async () => {
    const { waiting, failing } = await mixed();
    const [{ processDefinitionId }] = (await page({ processDefinitionKeys: [waiting] })).data;
    const both = [waiting, failing];
    const expected: readonly (readonly [query: object, total: number])[] = [
      [{ processDefinitionKeys: both }, 5],
      [{ processDefinitionKeys: [waiting] }, 4],
      [{ processDefinitionId }, 4],
      [{ processDefinitionId, endStates: ['CANCELLED'] }, 2],
      [{ processDefinitionKeys: both, endStates: ['ERROR', 'COMPLETED'] }, 3],
      [{ processDefinitionKeys: both, endStates: ['ERROR'] }, 1],
      [{ processDefinitionKeys: both, endStates: ['TERMINATED'] }, 0],
      [{ processDefinitionKeys: ['none'] }, 0],
    ];
    for (const [query, total] of expected) {
      const found = await seen({ ...query, states: ['ENDED'] });
      expect([query, found.total, found.ids.length]).toEqual([query, total, total]);
    }
    const all = await seen({ states: ['ENDED'] });
    expect(all.total).toBe(all.ids.length);
    expect((await page({ states: ['ENDED'] }, elsewhere)).totalElements).toBe(1);
    expect((await page({ processDefinitionKeys: both, states: STATES })).totalElements).toBe(7);
  });

  it('leave out who runs again after the end, to undo what was done, and count it once when it has ended anew', async () => {
    const booked = [
      boundary('undone', 'book', '<compensateEventDefinition/>'),
      '<userTask id="unbook" isForCompensation="true"/>',
      '<association id="undo" associationDirection="One" sourceRef="undone" targetRef="unbook"/>',
    ].join('');
    const child = await deployed(admin, chained([START, '<manualTask id="book"/>', END], booked));
    const back = '<intermediateThrowEvent id="back"><compensateEventDefinition/></intermediateThrowEvent>';
    const call = `<callActivity id="call" calledElement="${child.key}"/>`;
    const run = await started(admin, chained([START, call, task('between'), back, END]));
    const total = async (states: readonly string[]) =>
      (await page({ processDefinitionKeys: [child.key], states })).totalElements;
    expect(await total(['ENDED'])).toBe(1);
    await run.complete('between');
    expect([await total(['ENDED']), await total(STATES)]).toEqual([0, 1]);
    const [open] = (await admin.post('/task/list', { rootProcessInstanceId: run.id })).body;
    await admin.post(`/task/${open.id}/complete`, {});
    expect([await total(['ENDED']), await total(STATES)]).toEqual([1, 1]);
  });

  it('are those that a count of all rows would give, also when rows are taken away', async () => {
    const { database } = server.kernel;
    await page({ states: ['ENDED'] });
    const kept = await database.rows(KEPT);
    expect(kept.length).toBeGreaterThan(2);
    expect(kept).toEqual(await database.rows(RECOUNTED));
    await database.execute(sql('t_totals_remove', "DELETE FROM bpm_hi_instance WHERE end_state <> 'COMPLETED'"));
    const left = await database.rows(KEPT);
    expect(left.length).toBeLessThan(kept.length);
    expect(left).toEqual(await database.rows(RECOUNTED));
  });
});

describe('pages of running and ended instances together', () => {
  it('are in one order of their starts, forth and back', async () => {
    const { waiting } = await mixed();
    for (const direction of ['ASC', 'DESC']) {
      const whole = await page({
        processDefinitionKeys: [waiting],
        states: STATES,
        pageable: { pageSize: 200, sort: { properties: ['startTime'], direction } },
      });
      const ids = whole.data.map(({ id }: { id: string }) => id);
      const times = whole.data.map(({ startTime }: { startTime: string }) => startTime);
      expect(times).toEqual(direction === 'ASC' ? times.toSorted() : times.toSorted().toReversed());
      const small: string[] = [];
      for (let pageNumber = 0; pageNumber < 3; pageNumber++) {
        const pageable = { pageNumber, pageSize: 2, sort: { properties: ['startTime'], direction } };
        const { data } = await page({ processDefinitionKeys: [waiting], states: STATES, pageable });
        small.push(...data.map(({ id }: { id: string }) => id));
      }
      expect(small).toEqual(ids);
    }
    expect((await seen({ processDefinitionKeys: [waiting], states: STATES })).ids).toHaveLength(6);
  });

  it('hold nothing where no state is asked for', async () => {
    expect(await page({ states: [] })).toMatchObject({ totalElements: 0, data: [] });
  });
});
