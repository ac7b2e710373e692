// Wires how mails enter the queue, and how they end there.
import type { Kernel } from '../../../kernel/module.ts';
import { createCountedGauge } from '../../../kernel/process/counted-gauge.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import { createSealedColumn } from '../../../kernel/secrets/sealed-columns.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import type { Priority } from '../record/mail.types.ts';
import type { MailPartitions } from '../record/mail-partitions.ts';
import type { MailTemplates } from '../mail-templates.ts';
import { createAccepting } from './accepting.ts';
import { createQueueService } from './queue.service.ts';
import { createUpkeepJobs } from './upkeep.jobs.ts';
import { countWaiting, sealedMails } from './upkeep.store.ts';

/** The working key of this name seals what mails say. */
export const SEAL_PURPOSE = 'mail';

export function createQueueFeature(
  kernel: Kernel,
  parts: {
    readonly settings: MailSettings;
    readonly seal: Seal;
    readonly partitions: MailPartitions;
    readonly templates: MailTemplates;
    readonly wakeAt: (priority: Priority, dueAt: number) => void;
  },
) {
  const { database, keys } = kernel;
  const accepting = createAccepting({ ...kernel, ...parts });
  const service = createQueueService({ ...kernel, ...parts, accepting });
  kernel.sealedColumns.register(
    createSealedColumn({ ...sealedMails, database, keys, purpose: SEAL_PURPOSE, ownerOf: (uuid: string) => uuid }),
  );
  tellWaiting(kernel);
  return { accepting, jobs: createUpkeepJobs({ ...kernel, ...parts }), api: { enqueue: service.enqueue } };
}

function tellWaiting(kernel: Kernel): void {
  const { database } = kernel;
  createCountedGauge(kernel, { name: 'mails_waiting', help: 'Mails that wait to be sent.' }, async () =>
    (await countWaiting(database)).reduce((sum, { number }) => sum + number, 0),
  );
}
