// Keeps rows as they have to be: old imports go, what processes use is read by the newest reading.
import { DAY_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { FACTS_VERSION } from '../content/content-uses.ts';
import { createUseRenewal, type RenewalGround } from '../content/renew-uses.ts';
import { removeOldImports } from '../import/feature.ts';
import { listOutdatedProcesses } from '../record/reference.store.ts';

const INTERVAL_MS = 60_000;
const ROWS_PER_STATEMENT = 1_000;
/** Time that reports of imports are kept: who has not looked at one for a month will not. */
const IMPORT_KEPT_MS = 30 * DAY_MS;

export interface UpkeepGround extends RenewalGround, Pick<Kernel, 'clock' | 'log'> {}

export function createUpkeepFeature(ground: UpkeepGround) {
  const { clock, database, log } = ground;
  const renew = createUseRenewal(ground);

  /** After an upgrade all processes are read, and none from then on; one that cannot be read now stops no other. */
  async function renewOutdated(): Promise<void> {
    let failure: unknown = null;
    for (let after = 0, count = ROWS_PER_STATEMENT; count === ROWS_PER_STATEMENT; ) {
      const outdated = await listOutdatedProcesses(database, FACTS_VERSION, { after, limit: ROWS_PER_STATEMENT });
      for (const process of outdated) {
        await renew(process).catch((error: unknown) => {
          failure ??= error;
        });
      }
      count = outdated.length;
      after = outdated.at(-1)?.id ?? after;
    }
    if (failure !== null) throw failure;
  }

  const run = async (): Promise<void> => {
    const before = new Date(clock.now() - IMPORT_KEPT_MS);
    while ((await removeOldImports(database, before, ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT);
    await renewOutdated();
  };
  return {
    jobs: [createRepeatedJob({ name: 'bpmn-admin-upkeep', run, intervalMs: () => INTERVAL_MS }, log)],
  };
}
