// Wires the chain over audited events.
import { SECOND_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { createCountedGauge } from '../../../kernel/process/counted-gauge.ts';
import { createAuditChainHandlers } from './audit-chain.routes.ts';
import { createAuditKeys } from './audit-keys.ts';
import { createChainWalk } from './chain-walk.ts';
import { type Checkpoints, createCheckpoints } from './checkpoints.ts';
import { createSealStore } from './seal.store.ts';
import { createSealer } from './sealer.ts';
import { createVerifyService } from './verify.service.ts';
import { createVerifyStore } from './verify.store.ts';

export type { VerifyAnswer, VerifyQuery } from './chain-walk.ts';
export type CutEvents = Checkpoints['cut'];

const SEAL_MS = 500;
const LAG_WARNED_MS = 60_000;

export function createAuditChain(
  kernel: Pick<Kernel, 'clock' | 'database' | 'keys' | 'log' | 'metrics' | 'readiness'>,
) {
  const { clock, database, log, metrics, readiness } = kernel;
  const keys = createAuditKeys(kernel.keys);
  const store = createSealStore(database);
  const checkpoints = createCheckpoints({ clock, log, store, keys });
  const sealer = createSealer({ clock, store, checkpoints });
  const walkChain = createChainWalk({ clock, store: createVerifyStore(database), keys });
  const unsealed = { name: 'log_unsealed', help: 'Events of audit that are not sealed yet, 100,000 at most.' };
  createCountedGauge(kernel, unsealed, store.countWaiting);
  metrics.gauge({
    name: 'log_seal_lag_seconds',
    help: 'Age of the oldest event of audit that is not sealed yet.',
    collect: (gauge) => gauge.set(sealer.lagMs() / SECOND_MS),
  });
  readiness.warn('log-audit-seal', () =>
    sealer.lagMs() > LAG_WARNED_MS ? 'events of audit have waited for their seal for more than a minute' : null,
  );
  return {
    handlers: createAuditChainHandlers(createVerifyService(kernel, walkChain)),
    job: createRepeatedJob({ name: 'log-audit-seal', run: sealer.run, intervalMs: () => SEAL_MS }, log),
    cut: checkpoints.cut,
    lagMs: sealer.lagMs,
    /** Walks the chain for the command line, without a caller and without recording that. */
    walkChain,
  };
}
