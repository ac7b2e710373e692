// Wires the stream of mails and the events about them.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import { forgetDeliveryPlace } from './event-delivery.store.ts';
import { createEventDelivery } from './event-delivery.ts';
import { createFeedHandlers } from './feed.routes.ts';
import { createFeedStore, settleRestored } from './feed.store.ts';
import type { MailStatusHandler } from './mail-event.types.ts';
import { createStreamService } from './stream.service.ts';

/** Interval of reading: changes are not notified, so the reader asks, but only while streams are open. */
const FOLLOW_MS = 500;
const DELIVER_MS = 1_000;

export function createFeedFeature(
  kernel: Pick<Kernel, 'clock' | 'database' | 'log' | 'metrics' | 'readiness'>,
  parts: { readonly settings: MailSettings },
) {
  const { database, log, metrics } = kernel;
  const streams = createStreamService({ ...kernel, ...parts, feed: createFeedStore('mail_feed', null) });
  const delivery = createEventDelivery(kernel);
  metrics.gauge({
    name: 'mail_streams',
    help: 'Open streams of what becomes of mails.',
    collect: (gauge) => gauge.set(streams.count()),
  });
  return {
    handlers: createFeedHandlers(streams),
    jobs: [
      createRepeatedJob({ name: 'mail-streams', run: streams.follow, intervalMs: () => FOLLOW_MS }, log),
      createRepeatedJob({ name: 'mail-events', run: delivery.run, intervalMs: () => DELIVER_MS }, log),
      delivery.watch,
    ],
    /** Registers another module's handler of mails that have not arrived. */
    registerHandler: (module: string, handler: MailStatusHandler) =>
      delivery.register(module, ['mail.status-changed'], handler),
    async start() {
      await settleRestored(database);
      if (!delivery.isHeard()) await forgetDeliveryPlace(database);
    },
  };
}
