// Declares the log of mails, and what an operator does with single ones.
import { page } from '../../../models/paging.ts';
import { closed, flag, integer, list, maybe, text, uuid } from '../../../models/schema.ts';
import { authority, ownOr } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import {
  SvcNotificationInboundModel,
  SvcNotificationMailAttemptModel,
  SvcNotificationMailContentModel,
  SvcNotificationMailCountModel,
  SvcNotificationMailModel,
  SvcNotificationMailQueryModel,
  SvcNotificationMailResolveModel,
  SvcNotificationMailSelectionModel,
} from './mail-models.ts';
import { mailStreamEvents, SvcNotificationMailStreamQueryModel } from './stream-models.ts';

const VIEW = 'NOTIFICATION_MAIL_VIEW';
const CONTENT_VIEW = 'NOTIFICATION_MAIL_CONTENT_VIEW';
const MANAGE = 'NOTIFICATION_MAIL_MANAGE';

/** What mail servers return has the mail in it, with its attachments. */
const inboundBytesMax = 10 * 1_024 * 1_024;

const params = closed({ uuid: uuid('Mail.') });
const own = `A caller without ${VIEW} sees the mails that he caused.`;

export const mailOperations = {
  getMailByUuid: operation({
    method: 'GET',
    path: '/notification/mail/by-uuid/{uuid}',
    summary: 'One mail and what became of it',
    description: `${own} The content is never part of it.`,
    access: ownOr(VIEW),
    effect: 'read',
    params,
    reply: { kind: 'json', schema: SvcNotificationMailModel },
    errors: ['MAIL_NOT_FOUND'],
  }),
  queryMailPage: operation({
    method: 'POST',
    path: '/notification/mail/data/page',
    aliases: ['/notification/mail/page'],
    summary: 'Pages mails and what became of them',
    description: `Mails of the tenant. ${own} Contents are never loaded.`,
    access: ownOr(VIEW),
    effect: 'read',
    body: { kind: 'json', schema: SvcNotificationMailQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcNotificationMailModel) },
  }),
  countByStatus: operation({
    method: 'POST',
    path: '/notification/mail/count/by-status',
    summary: 'Counts mails by their status',
    description: `Of the mails that the filters leave. ${own} A status without a mail is left out.`,
    access: ownOr(VIEW),
    effect: 'read',
    body: { kind: 'json', schema: SvcNotificationMailSelectionModel, optional: true },
    reply: { kind: 'json', schema: list(SvcNotificationMailCountModel, 'Statuses with mails, in their order.') },
  }),
  getAttempts: operation({
    method: 'GET',
    path: '/notification/mail/attempts/by-uuid/{uuid}',
    summary: 'Every attempt to send a mail',
    description: `With the answers of the mail server. ${own}`,
    access: ownOr(VIEW),
    effect: 'read',
    params,
    reply: { kind: 'json', schema: list(SvcNotificationMailAttemptModel, 'The first one first.') },
    errors: ['MAIL_NOT_FOUND'],
  }),
  stream: operation({
    method: 'GET',
    path: '/notification/mail/stream',
    summary: 'What becomes of mails, as it happens',
    description: `An event status for every change of the status of a mail of the own tenant, those of one mail in their order. ${own} With uuid and groupUuid those that both leave. Open the stream first, then ask for the mails: what changes from its head on is sent. Resumable by Last-Event-ID: up to 10,000 changes are sent again; beyond that, and where the place is older than the log of mails, resync says that the mails have to be asked for anew.`,
    access: ownOr(VIEW),
    effect: 'read',
    passive: true,
    query: SvcNotificationMailStreamQueryModel,
    reply: { kind: 'event-stream', events: mailStreamEvents, resumable: true },
  }),
  getContent: operation({
    method: 'GET',
    path: '/notification/mail/content/by-uuid/{uuid}',
    summary: 'What a mail says',
    description:
      'Each read is an event. Of a sensitive mail it is 403, unless it is captured on a server that only this machine reaches, and the caller is its recipient or holds every authority that each of its recipients holds.',
    access: authority(CONTENT_VIEW),
    effect: 'read',
    params,
    reply: { kind: 'json', schema: SvcNotificationMailContentModel },
    errors: ['MAIL_NOT_FOUND', 'CONTENT_EXPIRED'],
  }),
  getRaw: operation({
    method: 'GET',
    path: '/notification/mail/raw/by-uuid/{uuid}',
    summary: 'A mail as it is sent',
    description: 'The message of RFC 5322, byte for byte, as a file. Who may read it, and when, is as for the content.',
    access: authority(CONTENT_VIEW),
    effect: 'read',
    params,
    reply: { kind: 'json-or-bytes', schema: text('The message in base64.'), mediaTypes: ['message/rfc822'] },
    errors: ['MAIL_NOT_FOUND', 'CONTENT_EXPIRED'],
  }),
  retryByUuid: operation({
    method: 'POST',
    path: '/notification/mail/retry/by-uuid/{uuid}',
    summary: 'Sends a mail again',
    description:
      'From FAILED, DEAD, UNCERTAIN and EXPIRED, of a PARTIAL one the copies in such a state, from CAPTURED once mails leave, and with force from SUPPRESSED. The Message-ID stays; a date that is past is set anew. A sensitive one only by whoever could read it while it is captured.',
    access: authority(MANAGE),
    effect: 'write',
    params,
    query: closed({ force: maybe(flag('Also copies that were SUPPRESSED; default false.')) }),
    errors: ['MAIL_NOT_FOUND', 'MAIL_NOT_RETRYABLE', 'CONTENT_EXPIRED'],
  }),
  retry: operation({
    method: 'POST',
    path: '/notification/mail/retry',
    summary: 'Sends many mails again',
    description:
      'Those that the filters leave and that the caller can have sent again, as for one; the others stay as they are. At most 10,000. Answers how many.',
    access: authority(MANAGE),
    effect: 'write',
    body: { kind: 'json', schema: SvcNotificationMailSelectionModel },
    reply: { kind: 'json', schema: integer('How many are sent again.') },
    errors: ['RESULT_TOO_LARGE'],
  }),
  resolve: operation({
    method: 'POST',
    path: '/notification/mail/resolve/by-uuid/{uuid}',
    summary: 'Says whether a mail in doubt arrived',
    description: 'From UNCERTAIN, of a PARTIAL one for the copies in doubt.',
    access: authority(MANAGE),
    effect: 'write',
    params,
    body: { kind: 'json', schema: SvcNotificationMailResolveModel },
    errors: ['MAIL_NOT_FOUND', 'MAIL_NOT_RESOLVABLE'],
  }),
  cancel: operation({
    method: 'POST',
    path: '/notification/mail/cancel/by-uuid/{uuid}',
    summary: 'Keeps a mail from leaving',
    description: `From SCHEDULED, QUEUED and RETRY. A caller without ${MANAGE} cancels the mails that he caused.`,
    access: ownOr(MANAGE),
    effect: 'write',
    params,
    errors: ['MAIL_NOT_FOUND', 'MAIL_NOT_CANCELLABLE'],
  }),
  inbound: operation({
    method: 'POST',
    path: '/notification/mail/inbound',
    summary: 'Takes a mail that came back',
    description:
      'A mail server hands over what arrives at the return path: reports of delivery (RFC 3464), complaints (RFC 5965) and answers to invitations (RFC 6047), as they came. Reports are attributed by the signed return path, then by the Message-ID; an answer by a DKIM signature aligned with its sender. Every other mail is dropped and counted. Up to 10 MiB.',
    access: authority(MANAGE),
    effect: 'write',
    body: { kind: 'raw', mediaTypes: ['message/rfc822', 'application/octet-stream'], limitBytes: inboundBytesMax },
    reply: { kind: 'json', schema: SvcNotificationInboundModel },
  }),
} as const;
