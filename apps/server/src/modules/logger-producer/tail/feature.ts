// Wires the stream of stored events.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { FullText } from '../record/search-tokens.ts';
import { createTailHandlers } from './tail.routes.ts';
import { createTailService } from './tail.service.ts';
import { createTailStore } from './tail.store.ts';
import { createTailFollowing } from './tail-following.ts';
import { createTailedReader } from './tailed-event.ts';

const FOLLOW_MS = 500;

export function createTail(
  kernel: Pick<Kernel, 'clock' | 'database' | 'eventReader' | 'log' | 'metrics'>,
  fullText: () => FullText,
) {
  const { clock, database, eventReader, log, metrics } = kernel;
  const readOn = createTailedReader(createTailStore(database));
  const following = createTailFollowing({ clock, eventReader, log, readOn });
  metrics.gauge({
    name: 'log_tail_streams',
    help: 'Open streams of events.',
    collect: (gauge) => gauge.set(following.count()),
  });
  return {
    handlers: createTailHandlers(createTailService({ database, following, fullText })),
    job: createRepeatedJob({ name: 'log-tail', run: following.follow, intervalMs: () => FOLLOW_MS }, log),
  };
}
