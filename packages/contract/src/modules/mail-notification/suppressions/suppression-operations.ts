// Declares who must not be sent to: suppressed addresses, and what people do not want to get.
import { page } from '../../../models/paging.ts';
import { choice, closed, list, text } from '../../../models/schema.ts';
import { authority, linkAccess, sessionAccess } from '../../../operations/access.ts';
import { publicBodyBytesMax } from '../../../operations/body-and-reply.ts';
import { operation } from '../../../operations/define.ts';
import {
  SvcNotificationMailPreferenceModel,
  SvcNotificationMailPreferenceModelInput,
  SvcNotificationSuppressionModel,
  SvcNotificationSuppressionModelInput,
  SvcNotificationSuppressionQueryModel,
  suppressionRemoval,
} from './suppression-models.ts';

const access = authority('NOTIFICATION_SUPPRESSION_MANAGE');
/** Preferences of one person; nobody has an opinion on more. */
const preferencesMax = 200;

const link = {
  path: '/notification/unsubscribe/{token}',
  access: linkAccess,
  params: closed({ token: text('As it stands in the mail.', { minLength: 1, maxLength: 2_000 }) }),
  reply: { kind: 'page-or-void' },
  errors: ['UNSUBSCRIBE_TOKEN_NOT_FOUND'],
} as const;

const preferences = list(SvcNotificationMailPreferenceModel, 'In the order of category and group.');

export const suppressionOperations = {
  querySuppressionPage: operation({
    method: 'POST',
    path: '/notification/suppression/data/page',
    aliases: ['/notification/suppression/page'],
    summary: 'Pages addresses that mails are not sent to',
    description: 'Of the tenant; what has ended is not among them.',
    access,
    effect: 'read',
    body: { kind: 'json', schema: SvcNotificationSuppressionQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcNotificationSuppressionModel) },
  }),
  saveSuppression: operation({
    method: 'POST',
    path: '/notification/suppression',
    summary: 'Keeps mails from an address',
    description:
      'A mail to it is accepted, and its copy ends as SUPPRESSED. The same address, reason and group again is the same entry with the new date.',
    access,
    effect: 'write',
    idempotent: true,
    body: { kind: 'json', schema: SvcNotificationSuppressionModelInput },
  }),
  removeSuppression: operation({
    method: 'DELETE',
    path: '/notification/suppression/by-address/{address}',
    summary: 'Lets mails go to an address again',
    description:
      'Removes HARD_BOUNCE and MANUAL. What the owner of the address asked for goes only where reason names it, and group where it has one.',
    access,
    effect: 'write',
    params: closed({ address: text('One mail address.', { minLength: 1, maxLength: 254, format: 'idn-email' }) }),
    query: suppressionRemoval,
    errors: ['SUPPRESSION_NOT_FOUND'],
  }),
  getPreference: operation({
    method: 'GET',
    path: '/notification/preference/user',
    summary: 'Which mails the caller wants',
    description: 'Entries that the caller has written; everything else is wanted.',
    access: sessionAccess,
    effect: 'read',
    reply: { kind: 'json', schema: preferences },
  }),
  savePreference: operation({
    method: 'PUT',
    path: '/notification/preference/user',
    summary: 'Says which mails the caller wants',
    description:
      'The list is the whole new one: an entry that is left out is gone. Mails that are sent to the username heed it; sensitive ones arrive all the same.',
    access: sessionAccess,
    effect: 'write',
    body: { kind: 'list', schema: SvcNotificationMailPreferenceModelInput, maxItems: preferencesMax },
    reply: { kind: 'json', schema: preferences },
  }),
  showUnsubscribe: operation({
    method: 'GET',
    ...link,
    summary: 'Asks whether mails of a group are to end',
    description: 'Behind the link of a mail with a group: a page with a button. It changes nothing, whoever opens it.',
    effect: 'read',
  }),
  unsubscribe: operation({
    method: 'POST',
    ...link,
    summary: 'Ends the mails of a group for an address',
    description:
      'Posted by the button, or by a mail program with one click (RFC 8058). Cookies and sessions do not count. Once more changes nothing.',
    effect: 'write',
    lenient: true,
    body: {
      kind: 'form',
      multipart: true,
      limitBytes: publicBodyBytesMax,
      schema: closed({ 'List-Unsubscribe': choice(['One-Click'], 'Says that a person wants it.') }),
    },
  }),
} as const;
