// Declares the operations on mail servers.
import { page } from '../../../models/paging.ts';
import { closed, uuid } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import {
  SvcNotificationMailTestModel,
  SvcNotificationProviderCheckModel,
  SvcNotificationProviderModel,
  SvcNotificationProviderModelInput,
  SvcNotificationProviderQueryModel,
  SvcNotificationProviderUpdateModel,
} from './provider-models.ts';

const access = authority('NOTIFICATION_PROVIDER_MANAGE');
const params = closed({ uuid: uuid('Mail server.') });
const one = { kind: 'json', schema: SvcNotificationProviderModel } as const;

export const providerOperations = {
  saveProvider: operation({
    method: 'POST',
    path: '/notification/provider',
    summary: 'Adds a mail server',
    description:
      'Mails of the tenant leave by it at once, and a shared one serves tenants that have none. Private and local addresses, and ports other than 25, 465, 587 and 2525, need TENANT_ALL or mail.smtp.allow.',
    access,
    effect: 'write',
    body: { kind: 'json', schema: SvcNotificationProviderModelInput },
    reply: { ...one, headers: { location: 'Address of the mail server.' } },
    idempotent: true,
    errors: ['PROVIDER_ALREADY_EXISTS', 'PROVIDER_HOST_NOT_ALLOWED'],
  }),
  updateProvider: operation({
    method: 'PUT',
    path: '/notification/provider',
    summary: 'Changes a mail server',
    description:
      'A field that is left out stays. Where host, port, security or user change, the password is needed anew: it would be sent to another server.',
    access,
    effect: 'write',
    body: { kind: 'json', schema: SvcNotificationProviderUpdateModel },
    reply: one,
    errors: [
      'PROVIDER_NOT_FOUND',
      'PROVIDER_ALREADY_EXISTS',
      'PROVIDER_PINNED',
      'PROVIDER_HOST_NOT_ALLOWED',
      'VERSION_CONFLICT',
    ],
  }),
  getProvider: operation({
    method: 'GET',
    path: '/notification/provider/by-uuid/{uuid}',
    summary: 'One mail server',
    description: 'With what is known of it now; the password is never part of it.',
    access,
    effect: 'read',
    params,
    reply: one,
    errors: ['PROVIDER_NOT_FOUND'],
  }),
  deleteProvider: operation({
    method: 'DELETE',
    path: '/notification/provider/by-uuid/{uuid}',
    summary: 'Removes a mail server',
    description:
      'What is under way ends; what waits leaves by another one, and is captured where there is none. Its password is gone.',
    access,
    effect: 'write',
    params,
    errors: ['PROVIDER_NOT_FOUND', 'PROVIDER_PINNED'],
  }),
  queryProviderPage: operation({
    method: 'POST',
    path: '/notification/provider/data/page',
    aliases: ['/notification/provider/page'],
    summary: 'Pages mail servers',
    description: 'Those of the tenant.',
    access,
    effect: 'read',
    body: { kind: 'json', schema: SvcNotificationProviderQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcNotificationProviderModel) },
  }),
  sendTest: operation({
    method: 'POST',
    path: '/notification/mail/test',
    summary: 'Sends a mail to oneself',
    description:
      'To the address of the caller, by the way that mails of the tenant take, and waits for the first attempt for at most 15 s. A captured mail is an attempt, too.',
    access: authority('NOTIFICATION_MAIL_MANAGE'),
    effect: 'write',
    reply: { kind: 'json', schema: SvcNotificationMailTestModel },
    errors: ['TEST_ADDRESS_MISSING'],
  }),
  verifyProvider: operation({
    method: 'POST',
    path: '/notification/provider/verify/by-uuid/{uuid}',
    summary: 'Tries whether a mail server serves',
    description:
      'Connects, encrypts, signs in and says RSET; sends no mail and changes nothing. A server that does not serve is an answer, no failure.',
    access,
    effect: 'write',
    params,
    reply: { kind: 'json', schema: SvcNotificationProviderCheckModel },
    errors: ['PROVIDER_NOT_FOUND', 'PROVIDER_HOST_NOT_ALLOWED'],
  }),
} as const;
