// Tests that what one process was to do is done by another when the first is gone, and by one of several while all live.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import {
  after,
  boundary,
  catching,
  chained,
  deployed,
  END,
  instanceOf,
  START,
  started,
  startedOf,
  task,
  WAIT,
} from '../testing/driven-process.ts';
import { type EnginePair, startEnginePair } from '../testing/engine-server.ts';
import { flow } from '../testing/models.ts';

let pair: EnginePair;

beforeAll(async () => {
  pair = await startEnginePair();
});
afterAll(() => pair.one.stop());

const LEASED = sql('test_leased_by', 'SELECT count(*)::int AS jobs FROM bpm_job WHERE leased_by IS NOT NULL');
const SILENCE = sql(
  'test_silence_strangers',
  "INSERT INTO kernel_process VALUES ($1, now(), now() - interval '1 minute', 'gone', 1)",
);
const HOLD = sql('test_hold_job', 'UPDATE bpm_job SET leased_by = $2, lease_token = gen_random_uuid() WHERE id = $1');

const HOLD_EARLIEST = sql(
  'test_hold_earliest_job',
  `UPDATE bpm_job SET leased_by = $2, lease_token = gen_random_uuid()
   WHERE (id, number) = (SELECT id, number FROM bpm_job WHERE id = $1 ORDER BY due_at LIMIT 1)`,
);

describe('what is due', () => {
  it('is done once, whichever of two processes takes it', async () => {
    const step = (id: string) =>
      `<serviceTask id="${id}" keelson:asyncBefore="true" keelson:expression="\${n + 1}" keelson:resultVariable="n"/>`;
    const { key } = await deployed(pair.onOne, chained([START, step('a'), step('b'), step('c'), task('next'), END]));
    const people = [pair.onOne, pair.onTwo];
    const runs = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        startedOf(people[index % 2] ?? pair.onOne, key, { variables: { n: 0 } }),
      ),
    );
    for (const run of runs) await run.standsAt('next');
    const { body } = await pair.onOne.post('/process-instance/page', {
      processDefinitionKeys: [key],
      withVariables: ['n'],
      pageable: { pageSize: 50 },
    });
    expect(body.data.map(({ variables }: { variables: { n: number } }) => variables.n)).toEqual(runs.map(() => 3));
    expect((await pair.one.kernel.database.rows(LEASED))[0]).toEqual({ jobs: 0 });
  });

  it('of a process that died in the middle is done by another', async () => {
    const { key } = await deployed(pair.onOne, chained([START, catching('wait', after('PT5S')), task('next'), END]));
    const run = await startedOf(pair.onOne, key);
    const gone = '00000000-0000-4000-8000-000000000001';
    await pair.one.kernel.database.execute(SILENCE, [gone]);
    await pair.one.kernel.database.execute(HOLD, [run.id, gone]);
    pair.one.clock.advance(5_000);
    await run.standsAt('next');
  });

  it.each(['a process that lives', 'a process that died'])(
    'bpmn-engine 37: fires the timers of an instance in the order of their dates, where %s holds the earlier one',
    async (holder) => {
      const timers = [
        boundary('remind', 'work', after('PT5S'), 'cancelActivity="false"'),
        boundary('limit', 'work', after('PT8S')),
        chained([task('reminded'), '<endEvent id="e1"/>']),
        chained([task('late'), '<endEvent id="e2"/>']),
        flow('f1', 'remind', 'reminded'),
        flow('f2', 'limit', 'late'),
      ].join('');
      const run = await started(pair.onOne, chained([START, task('work'), END], timers));
      const gone = '00000000-0000-4000-8000-000000000002';
      if (holder === 'a process that died') await pair.one.kernel.database.execute(SILENCE, [gone]);
      const holderId = holder === 'a process that died' ? gone : pair.two.kernel.processes.id;
      await pair.one.kernel.database.execute(HOLD_EARLIEST, [run.id, holderId]);
      pair.one.clock.advance(8_000);
      await run.standsAt('late', 'reminded');
    },
  );

  it('later, as a process that is gone by then knew alone, is done by the one that is left', async () => {
    const { key } = await deployed(pair.onTwo, chained([START, catching('wait', after('PT8S')), task('next'), END]));
    const run = await startedOf(pair.onTwo, key);
    const { id } = pair.two.kernel.processes;
    await pair.two.stop();
    await vi.waitFor(async () => {
      const alive = await pair.one.kernel.processes.list();
      expect(alive.map((each) => each.id)).not.toContain(id);
    }, WAIT);
    pair.one.clock.advance(8_000);
    await instanceOf(pair.onOne, run.id).standsAt('next');
  });
});
