// Declares the models of login events: who signed in, who failed to, and what changed about proving it.
import type { Static } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { anyMap, choice, closed, dateTime, list, nullable, optional, text, uuid } from '../../../models/schema.ts';

const usernameMax = 254;

/** The kinds of events that count as login events. */
export const loginEventKinds = [
  'authentication.login-succeeded',
  'authentication.login-failed',
  'authentication.login-locked',
  'authentication.captcha-failed',
  'authentication.code-sent',
  'authentication.code-failed',
  'authentication.logged-out',
  'authentication.reauthenticated',
  'authentication.password-changed',
  'authentication.password-reset',
  'authentication.factor-added',
  'authentication.factor-removed',
  'authentication.device-added',
  'authentication.impersonated',
  'authentication.redirect-refused',
] as const;

export const loginEventSort = ['dateCreated'] as const;
export const loginEventSortStandard = { properties: ['dateCreated'], direction: 'DESC' } as const;

export const SvcLoginEventModel = closed(
  {
    uuid: uuid('Identifier of the event.'),
    kind: choice(loginEventKinds, 'What happened.'),
    username: nullable(text('Whose account it concerns; null where a name was tried that is nobody.')),
    actorUsername: text('Who did it: the user, somebody who acts as the user, or unknown.'),
    ipAddress: nullable(text('Where the request came from; null for what the server did by itself.')),
    reason: nullable(text('Why it was refused; null for what was not.')),
    detailMap: anyMap('What else was recorded, by kind; never a secret.'),
    requestUuid: nullable(text('Correlation id of the request.')),
    dateCreated: dateTime('When it happened.'),
  },
  'SvcLoginEventModel',
);
export type SvcLoginEventModel = Static<typeof SvcLoginEventModel>;

const ownFilters = {
  pageable: pageable(loginEventSort, loginEventSortStandard),
  kindList: optional(list(choice(loginEventKinds, 'Kind.'), 'One of these; default all.')),
  ipAddress: optional(text('One address or CIDR range, IPv4 or IPv6.', { maxLength: 64, format: 'address-range' })),
  dateCreatedFrom: optional(dateTime('Happened at or after.')),
  dateCreatedTo: optional(dateTime('Happened before.')),
} as const;

export const SvcOwnLoginEventQueryModel = queryModel(ownFilters, 'SvcOwnLoginEventQueryModel');
export type SvcOwnLoginEventQueryModel = Static<typeof SvcOwnLoginEventQueryModel>;

export const SvcLoginEventQueryModel = queryModel(
  {
    ...ownFilters,
    username: optional(text('Username, compared after folding.', { minLength: 1, maxLength: usernameMax })),
    tenantIdentifier: optional(
      text('Tenant; default that of the caller, another one needs TENANT_ALL.', { minLength: 1, maxLength: 64 }),
    ),
  },
  'SvcLoginEventQueryModel',
);
export type SvcLoginEventQueryModel = Static<typeof SvcLoginEventQueryModel>;
