// Declares mail servers by which mails leave: as they are written, shown and checked.
import { type Static, Type } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { recordFields, serverSetRecordFields } from '../../../models/records.ts';
import {
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  maybe,
  nullable,
  optional,
  serverSet,
  text,
  uuid,
} from '../../../models/schema.ts';

import { SvcNotificationMailAttemptModel } from '../mails/mail-models.ts';

export const mailSecurities = ['TLS', 'STARTTLS', 'NONE'] as const;
const breakerStates = ['CLOSED', 'OPEN', 'HALF_OPEN'] as const;
const breakerReasons = ['CONNECTION', 'AUTH', 'PROTOCOL', 'RELAY'] as const;

const oneLine = '^[^\\p{Cc}\\u2028\\u2029]*$';
const codePattern = '^[a-z0-9][a-z0-9-]{0,62}$';
const hostMax = 253;
const portMax = 65_535;
export const providerLanesMax = 50;
export const providerPriorityMax = 1_000;
const domainRatesMax = 100;
const domain = (description: string) => text(description, { minLength: 1, maxLength: hostMax, pattern: oneLine });
const rate = (description: string) => Type.Number({ minimum: 0.01, maximum: 10_000, description });

const SvcNotificationProviderDomainRateModel = closed(
  {
    domain: domain('Domain of the recipients.'),
    ratePerSecond: rate('Mails a second to this domain at most.'),
  },
  'SvcNotificationProviderDomainRateModel',
);
export type SvcNotificationProviderDomainRateModel = Static<typeof SvcNotificationProviderDomainRateModel>;

const SvcNotificationProviderStateModel = closed(
  {
    breaker: choice(
      breakerStates,
      'CLOSED: mails leave by it. OPEN: it is left alone. HALF_OPEN: the next mail tries whether it serves again.',
    ),
    reason: nullable(choice(breakerReasons, 'What opened it.')),
    failureCount: integer('Failed connections in a row.'),
    openUntilDate: nullable(dateTime('Until when it is left alone.')),
    pinned: flag('The configuration makes it: it can be changed there alone.'),
  },
  'SvcNotificationProviderStateModel',
);

const fields = {
  code: text('Code, unique in the tenant.'),
  name: text('Name.'),
  host: text('Name or address of the server.'),
  port: integer('Port.'),
  security: choice(
    mailSecurities,
    'TLS: from the first byte on. STARTTLS: before anything is said of a mail. NONE: never.',
  ),
  username: nullable(text('Who signs in; null: nobody does.')),
  priority: integer('Mails leave by the lowest first, by the next one while it is left alone.'),
  lanes: integer('Connections of one process at once; mails of high priority have two more.'),
  ratePerSecond: nullable(rate('Mails a second at most, of all processes together; null: no bound.')),
  domainRateList: list(SvcNotificationProviderDomainRateModel, 'Bounds for mails to single domains.'),
  dkimDomain: nullable(text('Its key signs where the domain of the sender has none.')),
  returnPathDomain: nullable(text('Domain to which mail servers report what they could not deliver.')),
  enabled: flag('Mails leave by it.'),
  shared: flag('It serves tenants that have none of their own.'),
} as const;

export const SvcNotificationProviderModel = closed(
  { ...recordFields, ...fields, state: SvcNotificationProviderStateModel },
  'SvcNotificationProviderModel',
);
export type SvcNotificationProviderModel = Static<typeof SvcNotificationProviderModel>;

const written = {
  security: optional(choice(mailSecurities, 'TLS, STARTTLS (default) or NONE.')),
  port: optional(integer('Port; default 465 with TLS, else 587.', { minimum: 1, maximum: portMax })),
  username: maybe(nullable(text('Who signs in.', { minLength: 1, maxLength: 254, pattern: oneLine }))),
  password: maybe(
    nullable(
      text('Password, which no answer holds; needed anew where host, port, security or user change.', {
        minLength: 1,
        maxLength: 1_024,
        pattern: oneLine,
      }),
    ),
  ),
  priority: optional(
    integer('Mails leave by the lowest first; default 100.', { minimum: 0, maximum: providerPriorityMax }),
  ),
  lanes: optional(integer('Connections of one process at once; default 5.', { minimum: 1, maximum: providerLanesMax })),
  ratePerSecond: maybe(fields.ratePerSecond),
  domainRateList: optional(
    list(SvcNotificationProviderDomainRateModel, 'Bounds for single domains.', { maxItems: domainRatesMax }),
  ),
  dkimDomain: maybe(nullable(domain('Its key, of the same tenant, signs where the domain of the sender has none.'))),
  returnPathDomain: maybe(
    nullable(
      domain('Mail servers report to addresses of it; null: to the sender. What comes there is handed to `inbound`.'),
    ),
  ),
  enabled: optional(flag('Mails leave by it; default true.')),
  shared: optional(flag('It serves tenants that have none of their own; needs TENANT_ALL. Default false.')),
  state: serverSet(text('State.')),
} as const;
const name = text('Name.', { minLength: 1, maxLength: 200, pattern: oneLine });
const host = text('Name or address of the server.', { minLength: 1, maxLength: hostMax, pattern: oneLine });
const code = text('Code, unique in the tenant; default and capture are taken.', {
  minLength: 1,
  maxLength: 63,
  pattern: codePattern,
});

export const SvcNotificationProviderModelInput = closed(
  { ...serverSetRecordFields, code, name, host, ...written },
  'SvcNotificationProviderModelInput',
);
export type SvcNotificationProviderModelInput = Static<typeof SvcNotificationProviderModelInput>;

export const SvcNotificationProviderUpdateModel = closed(
  {
    ...serverSetRecordFields,
    uuid: uuid('Mail server.'),
    version: integer('Version that was read.', { minimum: 0 }),
    code: optional(code),
    name: optional(name),
    host: optional(host),
    ...written,
  },
  'SvcNotificationProviderUpdateModel',
);
export type SvcNotificationProviderUpdateModel = Static<typeof SvcNotificationProviderUpdateModel>;

export const providerSort = ['code', 'name', 'priority', 'dateCreated', 'dateUpdated'] as const;
export const providerSortStandard = { properties: ['priority'], direction: 'ASC' } as const;

export const SvcNotificationProviderQueryModel = queryModel(
  {
    pageable: pageable(providerSort, providerSortStandard),
    code: optional(text('Code.', { minLength: 1, maxLength: 63 })),
    searchText: optional(text('Contained in code, name or host.', { minLength: 1, maxLength: 200 })),
    enabled: optional(flag('Enabled or disabled ones; default both.')),
  },
  'SvcNotificationProviderQueryModel',
);
export type SvcNotificationProviderQueryModel = Static<typeof SvcNotificationProviderQueryModel>;

export const SvcNotificationMailTestModel = closed(
  {
    uuid: uuid('Mail that was sent.'),
    attempt: nullable(SvcNotificationMailAttemptModel, 'What the first attempt saw; null: there was none within 15 s.'),
  },
  'SvcNotificationMailTestModel',
);
export type SvcNotificationMailTestModel = Static<typeof SvcNotificationMailTestModel>;

export const SvcNotificationProviderCheckModel = closed(
  {
    success: flag('A mail could leave: the connection, its encryption and the sign-in are as they should be.'),
    phase: nullable(choice(['CONNECT', 'AUTH', 'RSET'], 'Where it failed.')),
    code: nullable(integer('Answer that ended it, as 535.')),
    enhancedCode: nullable(text('Enhanced code of that answer (RFC 3463).')),
    text: nullable(text('Text of that answer, or why there was none.')),
    tls: flag('Whether the connection was encrypted.'),
    durationMs: integer('How long it took, milliseconds.'),
    transcript: nullable(text('Commands and answers, without the sign-in.')),
  },
  'SvcNotificationProviderCheckModel',
);
export type SvcNotificationProviderCheckModel = Static<typeof SvcNotificationProviderCheckModel>;
