// Wires the mail module.
import { mailNotificationModule as contract } from '@keelson/contract';
import { createRepeatedJob } from '../../kernel/jobs/repeated-job.ts';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import { createSeal } from '../../kernel/secrets/seal.ts';
import { createSealedColumn } from '../../kernel/secrets/sealed-columns.ts';
import type { MailApi } from './api.ts';
import { createMailService } from './mail.service.ts';
import { EXPIRY_SWEEP_INTERVAL_MS, mailSettings } from './mail.settings.ts';
import { sealedMails } from './mail.store.ts';
import { mailNotificationMenu } from './mail-notification.menu.ts';
import { createHandlers } from './mail-notification.routes.ts';
import { createMailTemplates } from './mail-template.ts';

/** The mail module calls no other module; they ship their templates here. */
export type MailPeers = Readonly<Record<string, never>>;

const SEAL_PURPOSE = 'mail';

export const mailNotificationModule: ServerModule<typeof contract, MailApi, MailPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: mailNotificationMenu,
  create: createMailNotification,
};

function createMailNotification(kernel: Kernel): ModuleInstance<typeof contract, MailApi, MailPeers> {
  const { clock, config, database, ids, keys, log } = kernel;
  const templates = createMailTemplates();
  const service = createMailService({
    ...{ database, clock, ids, config, templates, settings: kernel.settings.bind(mailSettings) },
    seal: createSeal(keys, SEAL_PURPOSE),
  });
  kernel.sealedColumns.register(
    createSealedColumn({ ...sealedMails, database, keys, purpose: SEAL_PURPOSE, ownerOf: (uuid: string) => uuid }),
  );
  return {
    api: { shipTemplate: templates.ship, enqueue: service.enqueue },
    handlers: createHandlers(service),
    jobs: [
      createRepeatedJob(
        { name: 'mail-expiry', run: () => service.expire(), intervalMs: () => EXPIRY_SWEEP_INTERVAL_MS },
        log,
      ),
    ],
    connect() {},
  };
}
