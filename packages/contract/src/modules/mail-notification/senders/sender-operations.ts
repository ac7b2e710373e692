// Declares the operations on senders and on the keys that sign their mails.
import { page } from '../../../models/paging.ts';
import { closed, list, text, uuid } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { SvcNotificationSenderCheckModel } from './sender-check-model.ts';
import {
  SvcNotificationDkimKeyModel,
  SvcNotificationDkimKeyModelInput,
  SvcNotificationSenderModel,
  SvcNotificationSenderModelInput,
  SvcNotificationSenderQueryModel,
} from './sender-models.ts';

const access = authority('NOTIFICATION_PROVIDER_MANAGE');

export const senderOperations = {
  saveSender: operation({
    method: 'POST',
    path: '/notification/sender',
    summary: 'Allows a sender',
    description:
      'An address, or a domain with all its addresses. A domain belongs to one tenant: it is not given where another tenant has it, or an address of it.',
    access,
    effect: 'write',
    body: { kind: 'json', schema: SvcNotificationSenderModelInput },
    reply: {
      kind: 'json',
      schema: SvcNotificationSenderModel,
    },
    idempotent: true,
    errors: ['SENDER_ALREADY_EXISTS'],
  }),
  querySenderPage: operation({
    method: 'POST',
    path: '/notification/sender/data/page',
    aliases: ['/notification/sender/page'],
    summary: 'Pages allowed senders',
    description: 'Those of the tenant. The default sender is always allowed and not among them.',
    access,
    effect: 'read',
    body: { kind: 'json', schema: SvcNotificationSenderQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcNotificationSenderModel) },
  }),
  deleteSender: operation({
    method: 'DELETE',
    path: '/notification/sender/by-uuid/{uuid}',
    summary: 'Allows a sender no more',
    description: 'Mails that were accepted in its name still leave.',
    access,
    effect: 'write',
    params: closed({ uuid: uuid('Sender.') }),
    errors: ['SENDER_NOT_FOUND'],
  }),
  saveDkimKey: operation({
    method: 'POST',
    path: '/notification/dkim',
    summary: 'Makes a key that signs mails',
    description:
      'RSA, 2,048 bits. Mails of the domain are signed with its newest key from then on, so publish the record of the answer soon. The private key is in no answer.',
    access,
    effect: 'write',
    body: { kind: 'json', schema: SvcNotificationDkimKeyModelInput },
    reply: { kind: 'json', schema: SvcNotificationDkimKeyModel },
    idempotent: true,
    errors: ['DKIM_KEY_ALREADY_EXISTS', 'SENDER_ALREADY_EXISTS'],
  }),
  listDkimKeys: operation({
    method: 'GET',
    path: '/notification/dkim/by-domain/{domain}',
    summary: 'Lists the keys of a domain',
    description: 'Those of the tenant, the newest first, with the records to publish.',
    access,
    effect: 'read',
    params: closed({ domain: text('Domain.', { minLength: 1, maxLength: 253 }) }),
    reply: { kind: 'json', schema: list(SvcNotificationDkimKeyModel, 'The newest first.') },
  }),
  deleteDkimKey: operation({
    method: 'DELETE',
    path: '/notification/dkim/by-uuid/{uuid}',
    summary: 'Deletes a key',
    description:
      'Its private part is gone, and what waits is signed with the next newest key of the domain. Leave its record published for some days: mails on their way are still checked.',
    access,
    effect: 'write',
    params: closed({ uuid: uuid('Key.') }),
    errors: ['DKIM_KEY_NOT_FOUND'],
  }),
  checkSender: operation({
    method: 'GET',
    path: '/notification/sender/check/by-domain/{domain}',
    summary: 'Checks what is published of a domain',
    description:
      'Asks the name service for the SPF and DMARC records of a domain of the tenant, and for those of its keys: of an allowed sender, of a DKIM key, or of the default sender. A record that is not as it should be is named in the answer. At most 10 s, and 10 checks a minute for each caller.',
    access,
    effect: 'read',
    params: closed({ domain: text('Domain.', { minLength: 1, maxLength: 253 }) }),
    reply: { kind: 'json', schema: SvcNotificationSenderCheckModel },
    errors: ['SENDER_NOT_FOUND', 'RATE_LIMITED'],
  }),
} as const;
