// Wires the queue of mails: how they enter it, how they are listed, and how they end.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { createCountedGauge } from '../../../kernel/process/counted-gauge.ts';
import { createSeal } from '../../../kernel/secrets/seal.ts';
import { createSealedColumn } from '../../../kernel/secrets/sealed-columns.ts';
import { mailSettings } from '../mail-notification.settings.ts';
import type { MailTemplates } from '../mail-templates.ts';
import { createQueueHandlers } from './queue.routes.ts';
import { createQueueService } from './queue.service.ts';
import { countWaitingMails, sealedMails } from './queue.store.ts';

/** The working key of this name seals what mails say. */
const SEAL_PURPOSE = 'mail';
/** Says how late a mail past its date may still have its content. */
const EXPIRY_SWEEP_INTERVAL_MS = 30_000;

export function createQueueFeature(kernel: Kernel, { templates }: { readonly templates: MailTemplates }) {
  const { clock, config, database, ids, keys, log } = kernel;
  const settings = kernel.settings.bind(mailSettings);
  const seal = createSeal(keys, SEAL_PURPOSE);
  const service = createQueueService({ database, clock, ids, config, settings, templates, seal });
  kernel.sealedColumns.register(
    createSealedColumn({ ...sealedMails, database, keys, purpose: SEAL_PURPOSE, ownerOf: (uuid: string) => uuid }),
  );
  const expiry = { name: 'mail-expiry', run: service.expire, intervalMs: () => EXPIRY_SWEEP_INTERVAL_MS };
  const help = 'Mails that wait to be sent.';
  createCountedGauge(kernel, { name: 'mails_waiting', help }, () => countWaitingMails(database));
  return {
    handlers: createQueueHandlers(service),
    jobs: [createRepeatedJob(expiry, log)],
    api: { enqueue: service.enqueue },
  };
}
