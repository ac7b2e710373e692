// Wires the sending of mails: by requests, and by what other modules prepare.
import type { Queryable } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import type { Accepting, QueueDepth } from '../queue/feature.ts';
import type { MailTemplates } from '../template/feature.ts';
import { createOffered } from './offered.ts';
import { createPreparing } from './prepare.service.ts';
import { createRecipients } from './recipients.ts';
import { createSendHandlers } from './send.routes.ts';
import { createSendService } from './send.service.ts';
import { createSenderChoice } from './sender-choice.ts';
import type { DirectoryPerson, TenantReading } from './sending.types.ts';

export type { Offered } from './offered.ts';

export interface SendingPeers {
  findPeople(queryable: Queryable, tenant: string, folded: readonly string[]): Promise<readonly DirectoryPerson[]>;
  findTenantReading(queryable: Queryable, tenant: string): Promise<TenantReading | null>;
}

export interface SendingParts {
  readonly settings: MailSettings;
  readonly templates: MailTemplates;
  readonly accepting: Accepting;
  readonly depth: QueueDepth;
  readonly isCapturing: (tenantIdentifier: string) => boolean;
  readonly authentication: () => SendingPeers;
}

function domainsIn(setting: string): readonly string[] {
  return setting.split(/[\s,]+/).filter((domain) => domain !== '');
}

export function createSendingFeature(kernel: Kernel, parts: SendingParts) {
  const { settings, accepting, isCapturing, authentication } = parts;
  const resolveRecipients = createRecipients({
    findPeople: (queryable, tenant, folded) => authentication().findPeople(queryable, tenant, folded),
    allowedDomains: (tenant) => domainsIn(settings.recipientDomains.get(tenant)),
  });
  const chooseSender = createSenderChoice({
    defaultSender: accepting.senderOf,
    leaves: (tenant) => !isCapturing(tenant),
  });
  const preparing = createPreparing({
    ...kernel,
    ...parts,
    resolveRecipients,
    chooseSender,
    tenantReading: (queryable, tenant) => authentication().findTenantReading(queryable, tenant),
  });
  return {
    handlers: createSendHandlers(createSendService({ ...kernel, ...parts, preparing })),
    api: createOffered({ ...kernel, preparing, accepting }),
  };
}
