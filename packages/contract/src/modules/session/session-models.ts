// Declares the models of the session module.
import { type Static, Type } from 'typebox';
import { pageable } from '../../models/paging.ts';
import { queryModel } from '../../models/read-as.ts';
import { anyMap, choice, closed, dateTime, flag, list, long, nullable, optional, text } from '../../models/schema.ts';

/** Bounds the hash form of a token; other identifiers may be shorter or longer. */
export const identifierLength = { minLength: 16, maxLength: 128 } as const;
/** A list filter longer than this is a bulk read and belongs into several requests. */
const filterListMax = 1_000;
const usernameMax = 254;

export const SvcLocale = closed(
  {
    language: text('ISO 639 code of the language.'),
    script: text('ISO 15924 code of the script, or empty.'),
    country: text('ISO 3166 code of the country, or empty.'),
    variant: text('Variant, or empty.'),
    displayName: text('Name of the locale in the language of the answer.'),
    displayLanguage: text('Name of the language in the language of the answer.'),
    displayScript: text('Name of the script in the language of the answer.'),
    displayCountry: text('Name of the country in the language of the answer.'),
    displayVariant: text('Name of the variant in the language of the answer.'),
    iso3Language: text('ISO 639-2/T code of the language.'),
    iso3Country: text('ISO 3166 alpha-3 code of the country.'),
    unicodeLocaleKeys: list(Type.String(), 'Keys of the Unicode locale extension.'),
    unicodeLocaleAttributes: list(Type.String(), 'Attributes of the Unicode locale extension.'),
    extensionKeys: list(Type.String(), 'Singletons of the extensions.'),
  },
  'SvcLocale',
);
export type SvcLocale = Static<typeof SvcLocale>;

export const SvcGrantedAuthority = closed(
  {
    role: text('Role that grants the authority.'),
    authority: text('Authority granted.'),
  },
  'SvcGrantedAuthority',
);
export type SvcGrantedAuthority = Static<typeof SvcGrantedAuthority>;

export const SvcSession = closed(
  {
    identifier: text('Session identifier: base64url(SHA-256(token)), never the token.'),
    username: text('Whose session it is, as given when it began.'),
    tenantIdentifier: text('Tenant of the session.'),
    system: flag('True for the session of a service.'),
    createdDate: dateTime('When the session began.'),
    attributeMap: anyMap(
      'Own attributes, and under reserved keys what is known about the session: ipAddress, userAgent, deviceName, ' +
        'authenticationMethods, assuranceLevel, parentIdentifier, actorUsername, authenticatedDate, lastAccessDate, ' +
        'idleExpiryDate, expiryDate, current, status, closeReason, closedDate, closedBy.',
    ),
    locale: SvcLocale,
  },
  'SvcSession',
);
export type SvcSession = Static<typeof SvcSession>;

export const SvcSecuritySession = closed(
  {
    session: SvcSession,
    authorities: list(SvcGrantedAuthority, 'What the session may do, ordered by role, then authority.'),
  },
  'SvcSecuritySession',
);
export type SvcSecuritySession = Static<typeof SvcSecuritySession>;

export const sessionStatuses = ['OPEN', 'CLOSED', 'EXPIRED'] as const;
export const sessionCloseReasons = [
  'LOGOUT',
  'USER',
  'ADMIN',
  'SERVICE',
  'CLOSE_ALL',
  'LIMIT',
  'ROTATED',
  'PARENT_CLOSED',
  'USER_DISABLED',
  'USER_DELETED',
  'USER_RENAMED',
  'PASSWORD_CHANGED',
  'FACTOR_CHANGED',
  'TENANT_DISABLED',
  'KEY_REVOKED',
  'IDLE',
  'ABSOLUTE',
] as const;
export const assuranceLevels = ['AAL1', 'AAL2'] as const;

export const sessionSort = ['lastAccessDate', 'createdDate', 'username', 'ipAddress', 'closedDate'] as const;
export const sessionSortStandard = { properties: ['lastAccessDate'], direction: 'DESC' } as const;

const identifier = text('Session identifier.', { ...identifierLength, pattern: '^[A-Za-z0-9_-]+$' });
const username = text('Username, compared after folding.', { minLength: 1, maxLength: usernameMax });

export const SvcSessionQueryModel = queryModel(
  {
    pageable: pageable(sessionSort, sessionSortStandard),
    identifier: optional(identifier),
    identifierList: optional(list(identifier, 'One of these identifiers.', { maxItems: filterListMax })),
    username: optional(username),
    usernameList: optional(list(username, 'One of these usernames.', { maxItems: filterListMax })),
    usernameLike: optional(text('Contained in the username.', { maxLength: usernameMax })),
    tenantIdentifier: optional(text('Tenant; default that of the caller.', { minLength: 1, maxLength: 64 })),
    system: optional(flag('Sessions of services; default false. True needs SESSION_SYSTEM.')),
    statusList: optional(list(choice(sessionStatuses, 'Status.'), 'One of these; default [OPEN].')),
    closeReasonList: optional(list(choice(sessionCloseReasons, 'Reason.'), 'One of these; default all.')),
    createdDateFrom: optional(dateTime('Begun at or after.')),
    createdDateTo: optional(dateTime('Begun before.')),
    lastAccessDateFrom: optional(dateTime('Last used at or after.')),
    lastAccessDateTo: optional(dateTime('Last used before.')),
    expiryDateFrom: optional(dateTime('Absolute end at or after.')),
    expiryDateTo: optional(dateTime('Absolute end before.')),
    closedDateFrom: optional(dateTime('Closed at or after.')),
    closedDateTo: optional(dateTime('Closed before.')),
    ipAddress: optional(text('One address or CIDR range, IPv4 or IPv6.', { maxLength: 64, format: 'address-range' })),
    userAgentLike: optional(text('Contained in the user agent.', { maxLength: 255 })),
    authority: optional(text('Authority that the session holds.', { maxLength: 128 })),
    assuranceLevel: optional(choice(assuranceLevels, 'Assurance level.')),
    parentIdentifier: optional(text('Identifier of the session it hangs on.', identifierLength)),
    attributeMap: optional(anyMap('Own attributes that have exactly these values.', { maxProperties: 5 })),
  },
  'SvcSessionQueryModel',
);
export type SvcSessionQueryModel = Static<typeof SvcSessionQueryModel>;

export const SvcSessionExpiryModel = closed(
  {
    idleExpiryDate: nullable(
      dateTime('When the session ends unless it is used; null for an API key, which never idles.'),
    ),
    expiryDate: dateTime('When the session ends in any case.'),
    remainingSeconds: long('Whole seconds until the earlier of the two.'),
    fresh: flag('Whether a secret was checked recently enough for what asks for it.'),
    freshUntilDate: nullable(dateTime('Until when that holds; null for an API key, which is exempt.')),
  },
  'SvcSessionExpiryModel',
);
export type SvcSessionExpiryModel = Static<typeof SvcSessionExpiryModel>;
