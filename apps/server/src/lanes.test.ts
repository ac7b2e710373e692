// Proves of every lane and every leased work of the program that one tenant never has all of it; of lanes, too, that tenants take turns.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isTest, typeScriptFiles } from '../../../tests/architecture/source-files.ts';
import type { AnyLeasedWork } from './kernel/lease/lease.types.ts';
import type { Turns } from './kernel/worker/turns.ts';
import { holdWork } from './testing/held-work.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const HASHES = 2;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { KEELSON_HASH_CONCURRENCY: String(HASHES) } });
});
afterAll(async () => {
  await server?.stop();
});

/** Says of each lane how much of one tenant goes on, and how much waits, at once. Who hashes is told by his address. */
const LANES: Readonly<Record<string, Pick<Turns, 'ofOwner' | 'waitingOfOwnerMax'>>> = {
  'bpmn-models': { ofOwner: 1, waitingOfOwnerMax: 16 },
  'bpmn-reading': { ofOwner: 1, waitingOfOwnerMax: 16 },
  'bpmn-script': { ofOwner: 2, waitingOfOwnerMax: 200 },
  'mail-inbound': { ofOwner: 1, waitingOfOwnerMax: 64 },
  'mail-compiling': { ofOwner: 1, waitingOfOwnerMax: 80 },
  'mail-preview': { ofOwner: 1, waitingOfOwnerMax: 80 },
  'mail-rendering': { ofOwner: 1, waitingOfOwnerMax: 80 },
  'report-adapter': { ofOwner: 8, waitingOfOwnerMax: 100 },
  'report-csv': { ofOwner: 1, waitingOfOwnerMax: 64 },
  'report-preview': { ofOwner: 1, waitingOfOwnerMax: 16 },
  'report-rendering': { ofOwner: 1, waitingOfOwnerMax: 16 },
  'report-statement': { ofOwner: 1, waitingOfOwnerMax: 64 },
  'password-hash': { ofOwner: HASHES, waitingOfOwnerMax: 64 + HASHES },
};

/** Says of each leased work how many rows of one tenant a process works on at once, and how many of all tenants. */
const WORKS: Readonly<Record<string, Pick<AnyLeasedWork, 'ofTenant' | 'places'>>> = {
  bpa_import: { ofTenant: 2, places: 3 },
  bpm_batch_part: { ofTenant: 2, places: 3 },
  bpm_directory_change: { ofTenant: 2, places: 3 },
  bpm_job: { ofTenant: 16, places: 18 },
  mail_high: { ofTenant: 32, places: 36 },
  mail_low: { ofTenant: 50, places: 56 },
  mail_normal: { ofTenant: 100, places: 112 },
  report_execution: { ofTenant: 4, places: 5 },
  report_export: { ofTenant: 2, places: 3 },
  report_delivery: { ofTenant: 2, places: 3 },
  report_schedule: { ofTenant: 4, places: 5 },
  report_schedule_run: { ofTenant: 4, places: 5 },
};

/** Names the files that start threads, and the lane that stands before each. */
const THREADS: Readonly<Record<string, string>> = {
  'apps/server/src/kernel/worker/lane-thread.ts': 'those of each lane',
  'apps/server/src/modules/authentication/ground/hashing/bcrypt-hash.ts': 'password-hash',
  'packages/bpmn-host/src/script/script-pool.ts': 'bpmn-script',
};

it('every lane of the program stands in the table, and no thread begins beside them', () => {
  const lanes = server.kernel.lanes.all();
  const bounds = lanes.map(({ name, ofOwner, waitingOfOwnerMax }) => [name, { ofOwner, waitingOfOwnerMax }]);
  expect(Object.fromEntries(bounds)).toEqual(LANES);
  expect(lanes).toHaveLength(Object.keys(LANES).length);
  const product = typeScriptFiles.filter((file) => !isTest(file) && !file.path.startsWith('bench/'));
  const starting = product.filter(({ text }) => /\bnew Worker\(/.test(text));
  expect(starting.map(({ path }) => path).sort()).toEqual(Object.keys(THREADS).sort());
});

it('every leased work of the program stands in the table, and has more places than one tenant may have', () => {
  const works = server.kernel.leases.all();
  expect(Object.fromEntries(works.map(({ job, ofTenant, places }) => [job.name, { ofTenant, places }]))).toEqual(WORKS);
  expect(works).toHaveLength(Object.keys(WORKS).length);
  for (const { job, ofTenant, places } of works) expect(ofTenant, job.name).toBeLessThan(places);
});

it.each(Object.keys(LANES))(
  'mail-notification 6, bpmn-engine 35: one tenant that fills %s is refused, others begin at once and take turns',
  async (name) => {
    const turns = server.kernel.lanes.all().find((lane) => lane.name === name)!;
    const { ofOwner, waitingOfOwnerMax } = turns;
    const work = holdWork(turns);
    try {
      // Everything that the first one may ask for, and one more.
      const pieces = work.ask('first', ofOwner + waitingOfOwnerMax + 1);
      await expect(pieces.at(-1)).rejects.toMatchObject({ code: 'RATE_LIMITED', options: { retryAfterSeconds: 5 } });
      const ofFirst = Array.from({ length: ofOwner }, (_, index) => `first ${index + 1}`);
      expect(work.begun).toEqual(ofFirst);
      work.ask('second', 2);
      expect(work.begun).toEqual([...ofFirst, 'second 1']);
      work.ask('third', 2);
      // One round later everybody who waited has had his turn.
      for (const ending of work.begun.slice(0, ofOwner + 1)) await work.end(ending);
      await work.end(work.begun[ofOwner + 1]!);
      expect(work.begun).toEqual(expect.arrayContaining(['second 2', 'third 1']));
    } finally {
      await work.endAll();
    }
    expect([turns.running, turns.waiting]).toEqual([0, 0]);
  },
);
