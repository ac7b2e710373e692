// Wires what is told of mails as it happens.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import { createFeedHandlers } from './feed.routes.ts';
import { createFeedStore, settleRestored } from './feed.store.ts';
import { createStreamService } from './stream.service.ts';

/** Nobody is notified of a change, so the reader asks, though only while somebody listens. */
const FOLLOW_MS = 500;

export function createFeedFeature(
  kernel: Pick<Kernel, 'clock' | 'database' | 'log' | 'metrics'>,
  parts: { readonly settings: MailSettings },
) {
  const { database, log, metrics } = kernel;
  const streams = createStreamService({ ...kernel, ...parts, feed: createFeedStore() });
  metrics.gauge({
    name: 'mail_streams',
    help: 'Open streams of what becomes of mails.',
    collect: (gauge) => gauge.set(streams.count()),
  });
  return {
    handlers: createFeedHandlers(streams),
    job: createRepeatedJob({ name: 'mail-streams', run: streams.follow, intervalMs: () => FOLLOW_MS }, log),
    start: () => settleRestored(database),
  };
}
