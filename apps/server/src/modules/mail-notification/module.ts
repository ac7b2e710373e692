// Wires the mail module.
import { mailNotificationModule as contract } from '@keelson/contract';
import type { Queryable } from '../../kernel/database/database.ts';
import type { Kernel, ServerModule } from '../../kernel/module.ts';
import { createSeal, type Seal } from '../../kernel/secrets/seal.ts';
import type { MailApi } from './api.ts';
import { createAttachmentFeature, ownerOf } from './attachment/feature.ts';
import { createCalendarFeature, createReplyService, type OfferedCalendar } from './calendar/feature.ts';
import { createDeliveryFeature } from './delivery/feature.ts';
import { createDirectoryHooks } from './directory/feature.ts';
import { createDkimFeature } from './dkim/feature.ts';
import { createFeedFeature } from './feed/feature.ts';
import { createInboundFeature } from './inbound/feature.ts';
import { createMailLogFeature, type LogPeers } from './log/feature.ts';
import { mailDataSets } from './mail.data-sets.store.ts';
import { mailEvents } from './mail.events.ts';
import { mailTables } from './mail.tables.store.ts';
import { mailNotificationMenu } from './mail-notification.menu.ts';
import { type MailSettings, mailRules, mailSettings } from './mail-notification.settings.ts';
import { defaultSenderDomain } from './message/sender.ts';
import { type CalendarAction, createCalendarAction } from './process-action/calendar-action.ts';
import { createSendActions, type SendAction } from './process-action/send-actions.ts';
import { createProviderFeature } from './provider/feature.ts';
import { providerEvents } from './provider.events.ts';
import { createQueueFeature, SEAL_PURPOSE } from './queue/feature.ts';
import { createMailPartitions } from './record/mail-partitions.ts';
import type { MailSender, Preparable } from './record/sent-mail.types.ts';
import { createUndeliveredCount } from './record/undelivered-mails.ts';
import { createRenderingFeature, measureRenderTimes } from './rendering/feature.ts';
import { createSenderFeature } from './sender/feature.ts';
import { senderEvents } from './sender.events.ts';
import { createSenderCheckFeature } from './sender-check/feature.ts';
import { createSendingFeature, type Offered, type SendingPeers } from './sending/feature.ts';
import { createSuppressionFeature } from './suppression/feature.ts';
import { suppressionEvents } from './suppression.events.ts';
import { createStoredTemplates, createTemplateFeature } from './template/feature.ts';
import { templateEvents } from './template.events.ts';
import { createTestMailFeature, TEST_TEMPLATE } from './test-mail/feature.ts';
import { createUnsubscribeFeature } from './unsubscribe/feature.ts';

/** Peers; authentication ships mails here and answers questions, so that its interface is declared on this side. */
interface MailPeers {
  readonly authentication: SendingPeers &
    LogPeers & {
      findTenant(identifier: string): Promise<{ readonly localeTag: string } | null>;
    };
  readonly engine: { registerAction(action: SendAction | CalendarAction): void };
}

function preparing(sending: Offered, calendar: OfferedCalendar): MailApi['prepare'] {
  return ((kind: Preparable, by: MailSender, request: never, queryable?: Queryable) =>
    kind === 'CALENDAR'
      ? calendar.prepare(by, request, queryable)
      : sending.prepare(kind, by, request, queryable)) as MailApi['prepare'];
}

/** Gathers the checks of the domains in whose name tenants send. */
function createDomains(
  kernel: Kernel,
  parts: { readonly settings: MailSettings; readonly seal: Seal; readonly offersOneClick: () => boolean },
) {
  const { settings, seal, offersOneClick } = parts;
  const senders = createSenderFeature(kernel);
  const dkim = createDkimFeature(kernel, { seal, sealPurpose: SEAL_PURPOSE, senders: senders.api });
  const check = createSenderCheckFeature(kernel, {
    senders: senders.api,
    publishedKeys: dkim.api.publishedKeys,
    defaultDomain: (tenant) => defaultSenderDomain(settings.defaultSender.get(tenant), kernel.config.publicUrl),
    offersOneClick,
  });
  return {
    handlers: { ...senders.handlers, ...dkim.handlers, ...check.handlers },
    signing: dkim.api.signing,
    isAllowedSender: senders.api.isAllowed,
  };
}

export const mailNotificationModule: ServerModule<typeof contract, MailApi, MailPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: mailNotificationMenu,
  events: { ...mailEvents, ...templateEvents, ...suppressionEvents, ...providerEvents, ...senderEvents },
  settings: mailSettings,
  settingRules: mailRules,
  dataSets: mailDataSets,
  tables: mailTables,
  create(kernel: Kernel) {
    let connected: MailPeers | null = null;
    const authentication = () => {
      if (connected === null) throw new Error('the mail module is not connected');
      return connected.authentication;
    };
    const settings = kernel.settings.bind(mailSettings);
    const seal = createSeal(kernel.keys, SEAL_PURPOSE);
    const partitions = createMailPartitions(kernel);
    const rendering = createRenderingFeature(kernel, measureRenderTimes(kernel));
    const attachments = createAttachmentFeature(kernel);
    const stored = createStoredTemplates(kernel, rendering.api);
    const servers = createProviderFeature(kernel, { settings, seal, sealPurpose: SEAL_PURPOSE });
    const suppression = createSuppressionFeature(kernel);
    const unsubscribing = createUnsubscribeFeature(kernel, {
      isTenant: async (tenant) => (await authentication().findTenant(tenant)) !== null,
    });
    const domains = createDomains(kernel, { settings, seal, ...unsubscribing.api });
    const parts = {
      signing: domains.signing,
      settings,
      seal,
      partitions,
      templates: stored.api.mails,
      providers: servers.api,
      onEnded: createUndeliveredCount(kernel),
    };
    const returning = createInboundFeature(kernel, {
      ...suppression.api,
      partitions,
      takeReply: createReplyService(kernel).take,
    });
    const delivery = createDeliveryFeature(kernel, { ...parts, ...suppression.api, ...returning.api });
    const { isAllowedSender } = domains;
    const { wakeAt } = delivery;
    const queue = createQueueFeature(kernel, { ...parts, ...unsubscribing.api, isAllowedSender, wakeAt });
    const sending = createSendingFeature(kernel, {
      ...parts,
      ...delivery,
      isAllowedSender,
      accepting: queue.accepting,
      depth: queue.depth,
      authentication,
      keepAttachments: attachments.api.keep,
    });
    const templates = createTemplateFeature({
      stored,
      rendering: rendering.api,
      partitions,
      showInline: ({ caller }, files, html) =>
        attachments.api.showInline({ tenantIdentifier: caller.tenantIdentifier, owner: ownerOf(caller) }, files, html),
      tenantReading: (tenant) => authentication().findTenantReading(kernel.database, tenant),
      chooseSender: (tenant, wanted) => sending.mails.chooseSender(kernel.database, tenant, wanted),
    });
    const calendar = createCalendarFeature(kernel, {
      sending: sending.mails,
      accepting: queue.accepting,
      templates: stored.api.mails,
      ship: stored.api.ship,
      authentication,
    });
    const feed = createFeedFeature(kernel, parts);
    const log = createMailLogFeature(kernel, { ...parts, ...delivery, authentication });
    stored.api.ship(TEST_TEMPLATE);
    const testMail = createTestMailFeature(kernel, {
      enqueue: queue.api.enqueue,
      attemptsOf: log.api.attemptsOf,
      authentication,
    });
    return {
      api: {
        ...stored.mailApi,
        enqueue: queue.api.enqueue,
        prepare: preparing(sending.api, calendar.api),
        add: sending.api.add,
        write: calendar.api.write,
        registerStatusHandler: feed.registerHandler,
        isEnabled: async (tenantIdentifier, code) =>
          (await stored.api.mails.find(kernel.database, tenantIdentifier, { code })).enabled,
      },
      handlers: {
        ...calendar.handlers,
        ...log.handlers,
        ...feed.handlers,
        ...sending.handlers,
        ...attachments.handlers,
        ...templates.handlers,
        ...suppression.handlers,
        ...unsubscribing.handlers,
        ...servers.handlers,
        ...returning.handlers,
        ...domains.handlers,
        ...testMail.handlers,
      },
      jobs: [
        ...servers.jobs,
        ...delivery.jobs,
        ...queue.jobs,
        ...attachments.jobs,
        ...suppression.jobs,
        partitions.job,
        ...feed.jobs,
      ],
      directoryHooks: [createDirectoryHooks(kernel, delivery.wakeAt), stored.directoryHooks, servers.directoryHooks],
      connect(given) {
        connected = given;
        for (const action of createSendActions(sending.api)) given.engine.registerAction(action);
        given.engine.registerAction(createCalendarAction({ ...calendar.api, database: kernel.database }));
      },
      async start() {
        for (const one of [partitions, feed, servers]) await one.start();
      },
      async stop() {
        await stored.settle();
        await Promise.all([rendering.close(), returning.close()]);
      },
    };
  },
};
