// Wires the mail module.
import { mailNotificationModule as contract } from '@keelson/contract';
import type { Kernel, ServerModule } from '../../kernel/module.ts';
import type { MailApi } from './api.ts';
import { mailNotificationEvents } from './mail-notification.events.ts';
import { mailNotificationMenu } from './mail-notification.menu.ts';
import { mailSettings } from './mail-notification.settings.ts';
import { createMailTemplates } from './mail-templates.ts';
import { createQueueFeature } from './queue/feature.ts';
import { createRenderingFeature } from './rendering/feature.ts';
import { defaultSenderOf } from './sender-domain.ts';
import { createTemplateFeature, type TenantFollower } from './template/feature.ts';

/** Authentication ships mails here and is asked in return, so that what is asked is described on this side. */
interface MailPeers {
  readonly authentication: {
    findTenant(identifier: string): Promise<{ readonly localeTag: string } | null>;
    registerDirectoryHandler(module: string, handler: TenantFollower): void;
  };
}

export const mailNotificationModule: ServerModule<typeof contract, MailApi, MailPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: mailNotificationMenu,
  events: mailNotificationEvents,
  settings: mailSettings,
  create(kernel: Kernel) {
    let connected: MailPeers | null = null;
    const templates = createMailTemplates();
    const rendering = createRenderingFeature();
    const stored = createTemplateFeature(kernel, {
      rendering: rendering.api,
      tenantLocale: async (tenant) => (await connected?.authentication.findTenant(tenant))?.localeTag ?? null,
      defaultSender: () => defaultSenderOf(kernel.config.publicUrl),
    });
    const { handlers, jobs, api } = createQueueFeature(kernel, { templates });
    return {
      api: {
        shipTemplate(template) {
          templates.ship(template);
          stored.api.ship(template);
        },
        enqueue: api.enqueue,
      },
      handlers: { ...handlers, ...stored.handlers },
      jobs,
      connect(given) {
        connected = given;
        given.authentication.registerDirectoryHandler(contract.name, stored.api.followDirectory);
      },
      async stop() {
        await stored.settle();
        await rendering.close();
      },
    };
  },
};
