// Tests what the page of decisions tells of an instance that went on by another version of its process.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Person } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { dmnFile, expression } from '../../testing/decision-models.ts';
import { chained, deployed, END, START, startedOf, task, WAIT } from '../../testing/driven-process.ts';
import { startEngine } from '../../testing/engine-server.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  for (const key of ['old', 'new']) {
    expect((await admin.deploy([[`${key}.dmn`, dmnFile(expression(key, `"${key}"`))]])).errorDetail).toBeNull();
  }
});
afterAll(() => server.stop());

const RETRY_ONCE =
  '<extensionElements><keelson:failedJobRetryTimeCycle>R1/PT1S</keelson:failedJobRetryTimeCycle></extensionElements>';
const asks = (id: string, key: string, more = '') =>
  `<businessRuleTask id="${id}" keelson:decisionRef="${key}" ${more}>${RETRY_ONCE}</businessRuleTask>`;
const rows = (text: string) => server.kernel.database.rows<Record<string, unknown>>({ name: '', text });

async function latest(key: string): Promise<string> {
  return (await admin.post('/repository/definitions/page', { key, latestOnly: true })).body.data[0].id;
}

/** Deploys two versions, the second with other elements before, runs the first until it waits, and goes on by the second. */
async function migrated(key: string, first: string[], second: string[], mapping: object[] = []) {
  await deployed(admin, chained(first), key);
  const from = await latest(key);
  const run = await startedOf(admin, key, { onFailure: 'INCIDENT' });
  await deployed(admin, chained(second), key);
  const to = await latest(key);
  return {
    run,
    from,
    to,
    async migrate() {
      const processInstanceIds = [run.id];
      const answer = await admin.post('/process-instance/migrate', {
        targetDefinitionId: to,
        processInstanceIds,
        mapping,
      });
      expect(answer.errorDetail).toBeNull();
    },
  };
}

const page = async (filter: object) => (await admin.post('/history/decisions/page', filter)).body;
/** Says where each was made, the newest first, and holds that against the page of activities. */
async function made(processInstanceId: string) {
  const decisions = (await page({ processInstanceId })).data as Record<string, string>[];
  const activities: Record<string, string>[] = (await admin.post('/history/activities/page', { processInstanceId }))
    .body.data;
  for (const { activityId, elementId, processDefinitionId } of decisions) {
    expect(activities.find(({ id }) => id === activityId)).toMatchObject({ elementId, processDefinitionId });
  }
  return decisions.map((each) => [each.decisionKey, each.elementId, each.processDefinitionId]);
}

describe('bpmn-engine 86: decisions of an instance that was migrated', () => {
  it('are each of the version that made it, by which they are found, too', async () => {
    const before = [START, asks('rate', 'old'), task('wait'), END];
    const behind = [START, '<manualTask id="soon"/>', task('wait'), asks('again', 'new'), END];
    const { run, from, to, migrate } = await migrated('both', before, behind);
    await migrate();
    await run.complete('wait');
    const expected = [
      ['new', 'again', to],
      ['old', 'rate', from],
    ];
    expect(await made(run.id)).toEqual(expected);
    const keysOf = async (processDefinitionId: string) =>
      (await page({ processDefinitionId })).data.map((each: { decisionKey: string }) => each.decisionKey);
    expect([await keysOf(from), await keysOf(to)]).toEqual([['old'], ['new']]);
    expect((await page({ processDefinitionKeys: ['both'] })).totalElements).toBe(2);
  });

  it.each([
    ['an incident', ''],
    ['a job that had failed', 'keelson:asyncBefore="true"'],
  ])(
    'that were made by an activity which had begun before, and waited in %s, are of the element that took its place',
    async (_, more) => {
      const key = more === '' ? 'stuck' : 'failed';
      const before = [START, asks('rate', '${which}', more), END];
      const behind = [
        START,
        '<manualTask id="soon"/>',
        '<manualTask id="more"/>',
        asks('judge', '${which}', more),
        END,
      ];
      const { run, to, migrate } = await migrated(key, before, behind, [{ source: 'rate', target: 'judge' }]);
      await vi.waitFor(async () => expect((await run.instance()).incidentCount).toBe(1), WAIT);
      await migrate();
      const [incident] = (await admin.post('/management/incidents/page', { processInstanceId: run.id })).body.data;
      const mended = { action: 'RETRY', variables: { which: 'new' } };
      expect((await admin.post(`/management/incidents/${incident.id}/resolve`, mended)).errorDetail).toBeNull();
      await run.ends();
      expect(await made(run.id)).toEqual([['new', 'judge', to]]);
      // What an earlier version of the program has not projected is made up for in the same way.
      await rows('DELETE FROM bpm_hi_decision');
      await rows("UPDATE bpm_projection SET decisions_to = '0'");
      expect(await made(run.id)).toEqual([['new', 'judge', to]]);
    },
  );
});
