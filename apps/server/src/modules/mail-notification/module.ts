// Wires the mail module.
import { mailNotificationModule as contract } from '@keelson/contract';
import type { Kernel, ServerModule } from '../../kernel/module.ts';
import type { MailApi } from './api.ts';
import { mailNotificationMenu } from './mail-notification.menu.ts';
import { mailSettings } from './mail-notification.settings.ts';
import { createQueueFeature } from './queue/feature.ts';
import { createMailTemplates } from './template/mail-templates.ts';

/** The mail module calls no other module; they ship their templates here. */
type MailPeers = Readonly<Record<string, never>>;

export const mailNotificationModule: ServerModule<typeof contract, MailApi, MailPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: mailNotificationMenu,
  events: {},
  settings: mailSettings,
  create(kernel: Kernel) {
    const templates = createMailTemplates();
    const { handlers, jobs, api } = createQueueFeature(kernel, { templates });
    return {
      api: { shipTemplate: templates.ship, enqueue: api.enqueue },
      handlers,
      jobs,
      connect: () => {},
    };
  },
};
