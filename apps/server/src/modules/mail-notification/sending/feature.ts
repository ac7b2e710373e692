// Wires the sending of mails: by requests, and by what other modules prepare.
import type { Queryable } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { KeepAttachments } from '../attachment/feature.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import type { Accepting, QueueDepth } from '../queue/feature.ts';
import type { MailTemplates } from '../template/feature.ts';
import { createBatchService } from './batch.service.ts';
import { createOffered } from './offered.ts';
import { createPreparing } from './prepare.service.ts';
import { createRecipients } from './recipients.ts';
import { createSendHandlers } from './send.routes.ts';
import { createSendBounds, createSendService } from './send.service.ts';
import { createSenderChoice } from './sender-choice.ts';
import type { AddressedMail, AddressReading, DirectoryPerson, TenantReading } from './sending.types.ts';
import { draftsOf, type Sending, type WritingParts, type WrittenMail, writeMails } from './write-mails.ts';

export { createRequestCheck, type Offered } from './offered.ts';
export { sentNow } from './prepare.service.ts';
export { readMailBox } from './request/read-recipients.ts';
export { readSend } from './request/read-request.ts';
export { sentHeadersOf } from './send.routes.ts';
export { mailSenderOf } from './send.service.ts';
export type { Source as MailSource } from './write-mails.ts';

export interface SendingPeers {
  findPeople(queryable: Queryable, tenant: string, folded: readonly string[]): Promise<readonly DirectoryPerson[]>;
  findTenantReading(queryable: Queryable, tenant: string): Promise<TenantReading | null>;
  findAddressReadings(
    queryable: Queryable,
    tenant: string,
    addresses: readonly string[],
  ): Promise<readonly AddressReading[]>;
}

export interface SendingParts {
  readonly settings: MailSettings;
  readonly templates: MailTemplates;
  readonly accepting: Accepting;
  readonly depth: QueueDepth;
  readonly isCapturing: (tenantIdentifier: string) => boolean;
  readonly sizeMaxOf: (tenantIdentifier: string) => number | null;
  readonly isAllowedSender: (queryable: Queryable, tenant: string, address: string) => Promise<boolean>;
  readonly authentication: () => SendingPeers;
  readonly keepAttachments: KeepAttachments;
}

function domainsIn(setting: string): readonly string[] {
  return setting.split(/[\s,]+/).filter((domain) => domain !== '');
}

export function createSendingFeature(kernel: Kernel, parts: SendingParts) {
  const { settings, accepting, isCapturing, authentication } = parts;
  const resolveRecipients = createRecipients({
    findPeople: (queryable, tenant, folded) => authentication().findPeople(queryable, tenant, folded),
    findReadings: (queryable, tenant, addresses) => authentication().findAddressReadings(queryable, tenant, addresses),
    allowedDomains: (tenant) => domainsIn(settings.recipientDomains.get(tenant)),
  });
  const chooseSender = createSenderChoice({
    defaultSender: accepting.senderOf,
    leaves: (tenant) => !isCapturing(tenant),
    isAllowedSender: parts.isAllowedSender,
  });
  const writing: WritingParts = {
    ...kernel,
    chooseSender,
    keepAttachments: parts.keepAttachments,
    sizeMaxOf: parts.sizeMaxOf,
    tenantReading: (queryable, tenant) => authentication().findTenantReading(queryable, tenant),
  };
  const preparingParts = { ...parts, ...writing, resolveRecipients };
  const preparing = createPreparing(preparingParts);
  const bounds = createSendBounds({ ...kernel, ...parts });
  return {
    handlers: createSendHandlers(
      createSendService({ ...kernel, accepting, bounds, preparing }),
      createBatchService({ ...kernel, accepting, bounds, preparingParts }),
    ),
    api: createOffered({ ...kernel, preparing, accepting }),
    /** Functions by which calendars send. */
    mails: {
      bounds,
      resolveRecipients,
      chooseSender,
      findSent: preparing.findSent,
      writeMails: (queryable: Queryable, sending: Sending, addressed: readonly AddressedMail[]) =>
        writeMails(writing, queryable, sending, addressed),
      draftsOf: (queryable: Queryable, sending: Sending, written: readonly WrittenMail[]) =>
        draftsOf(writing, queryable, sending, written),
    },
  };
}

export type SendingMails = ReturnType<typeof createSendingFeature>['mails'];
