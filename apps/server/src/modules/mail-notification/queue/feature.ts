// Wires how mails enter the queue, and how they end there.
import type { Kernel } from '../../../kernel/module.ts';
import { createCountedGauge } from '../../../kernel/process/counted-gauge.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import { createSealedColumn } from '../../../kernel/secrets/sealed-columns.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import type { Priority } from '../record/mail.types.ts';
import type { MailPartitions } from '../record/mail-partitions.ts';
import type { CountUndelivered } from '../record/undelivered-mails.ts';
import type { MailTemplates } from '../template/feature.ts';
import { type AcceptingParts, createAccepting } from './accepting.ts';
import { createQueueService, type IsAllowedSender } from './queue.service.ts';
import { createQueueDepth } from './queue-depth.ts';
import { createUpkeepJobs } from './upkeep.jobs.ts';
import { countWaiting, sealedMails } from './upkeep.store.ts';

export type { Accepting } from './accepting.ts';
export type { MailDraft } from './mail-draft.types.ts';
export type { QueueDepth } from './queue-depth.ts';

/** Name of the working key that seals contents. */
export const SEAL_PURPOSE = 'mail';

export function createQueueFeature(
  kernel: Kernel,
  parts: {
    readonly settings: MailSettings;
    readonly seal: Seal;
    readonly partitions: MailPartitions;
    readonly templates: MailTemplates;
    readonly linkFor: AcceptingParts['linkFor'];
    readonly isAllowedSender: IsAllowedSender;
    readonly wakeAt: (priority: Priority, dueAt: number, tenantIdentifier: string) => void;
    readonly onEnded: CountUndelivered;
  },
) {
  const { database, keys } = kernel;
  const accepting = createAccepting({ ...kernel, ...parts });
  const service = createQueueService({ ...kernel, ...parts, accepting });
  kernel.sealedColumns.register(
    createSealedColumn({ ...sealedMails, database, keys, purpose: SEAL_PURPOSE, ownerOf: (uuid: string) => uuid }),
  );
  measureWaiting(kernel);
  const depth = createQueueDepth(kernel, () => performance.now());
  return { accepting, depth, jobs: createUpkeepJobs({ ...kernel, ...parts }), api: { enqueue: service.enqueue } };
}

/** Interval within which the numbers are not counted again. */
const READ_INTERVAL_MS = 15_000;

function measureWaiting(kernel: Kernel): void {
  const { clock, database, metrics } = kernel;
  const count = () => countWaiting(database);
  createCountedGauge(kernel, { name: 'mails_waiting', help: 'Mails that wait to be sent.' }, async () =>
    (await count()).reduce((sum, { number }) => sum + number, 0),
  );
  const ages = metrics.gauge({
    name: 'mails_waiting_age_seconds',
    help: 'How long the mail that has been due longest has waited.',
    labelNames: ['status', 'priority'],
  });
  let countedAtMs = Number.NEGATIVE_INFINITY;
  metrics.gauge({
    name: 'mails_waiting_by_status',
    help: 'Mails that wait to be sent.',
    labelNames: ['status', 'priority'],
    async collect(self) {
      if (performance.now() - countedAtMs < READ_INTERVAL_MS) return;
      countedAtMs = performance.now();
      const found = await count().catch(() => null);
      // While the database is away the last numbers stay.
      if (found === null) return;
      self.reset();
      ages.reset();
      for (const { status, priority, number, oldest } of found) {
        self.set({ status, priority }, number);
        ages.set({ status, priority }, Math.max(0, clock.now() - oldest.getTime()) / 1_000);
      }
    },
  });
}
