// Declares data adapters: as they are stored, tried, and discovered with what can be read by them.
import type { Static } from 'typebox';
import { needing } from '../../../models/needs.ts';
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
import {
  oneLine,
  reportCode,
  reportColumnTypes,
  reportDataSourceTypes,
  reportDescription,
  reportName,
} from './report-fields.ts';

export const reportAdaptersMax = 100;
/** Tables or data sets of one adapter that are listed. */
export const adapterEntitiesMax = 2_000;
const hostsMax = 100;
const functionsMax = 500;
const certificateMax = 65_536;
/** Names as PostgreSQL folds them, with the schema in front where it is not `pg_catalog`. */
const functionPattern = '^[a-z_][a-z0-9_$]{0,62}(\\.[a-z_][a-z0-9_$]{0,62})?$';

export const adapterErrorCodes = [
  'DISABLED',
  'PAUSED',
  'TIMED_OUT',
  'HOST_UNKNOWN',
  'HOST_NOT_ALLOWED',
  'OWN_DATABASE',
  'CONNECTION_FAILED',
  'TLS_FAILED',
  'SIGN_IN_FAILED',
  'DATABASE_UNKNOWN',
  'SECRET_MISSING',
  'ANSWER_INVALID',
] as const;
export const adapterFindingCodes = [
  'ROLE_CAN_WRITE',
  'ROLE_IS_SUPERUSER',
  'ROLE_READS_SERVER_FILES',
  'TLS_OFF',
  'TLS_NOT_VERIFIED',
] as const;
const dialects = ['POSTGRESQL'] as const;
const capabilities = ['STREAMING', 'CANCEL', 'PARAMETERS', 'METADATA', 'ROW_LIMIT'] as const;

const type = choice(reportDataSourceTypes, 'SQL; PLATFORM and CSV are made by the program.');
const url =
  'postgresql://host:5432/database, without user and password; sslmode=verify-full (default), require or disable.';

const SvcRToolReportDataAdapterModel = closed(
  {
    ...recordFields,
    code: text('Code, by which reports name it.'),
    name: text('Name.'),
    description: nullable(text('What it is for.')),
    reportDataSourceType: choice(reportDataSourceTypes, 'Kind of its data.'),
    dialect: choice(dialects, 'Dialect of statements.'),
    url: text(`Database: ${url}`),
    username: text('Role that signs in.'),
    secretSet: flag('It has a secret of its own, which no answer holds.'),
    secretSettingCode: nullable(text('Setting that holds the secret.')),
    allowedHostList: list(text('Host.'), 'Hosts, addresses and ranges that may be reached although they are private.'),
    allowedFunctionList: list(text('Function.'), 'Functions that statements may call beside the common ones.'),
    caCertificate: nullable(text('Certificates that are trusted in place of those of the system, as PEM.')),
    enabled: flag('Reports may ask it.'),
    tenantIdentifier: text('Tenant.'),
  },
  'SvcRToolReportDataAdapterModel',
);

export { SvcRToolReportDataAdapterModel };
export type SvcRToolReportDataAdapterModel = Static<typeof SvcRToolReportDataAdapterModel>;

const written = {
  description: maybe(nullable(reportDescription)),
  reportDataSourceType: optional(type),
  dialect: optional(choice(dialects, 'Dialect of statements; default POSTGRESQL.')),
  secret: maybe(
    nullable(
      text('Password, which no answer holds; needed anew where url, username or caCertificate change.', {
        minLength: 1,
        maxLength: 1_024,
        pattern: oneLine,
      }),
    ),
  ),
  secretSet: serverSet(flag('It has a secret.')),
  secretSettingCode: maybe(
    nullable(text('Secret setting that people have defined, in place of a secret.', { minLength: 1, maxLength: 200 })),
  ),
  allowedHostList: optional(
    list(
      text('A host, an address, or a range as 10.1.0.0/16.', { minLength: 1, maxLength: 253, pattern: '^\\S+$' }),
      'May be reached although they are private or local.',
      { maxItems: hostsMax },
    ),
  ),
  allowedFunctionList: optional(
    list(
      text('Name of a function, in lower case; with its schema unless that is pg_catalog.', {
        pattern: functionPattern,
      }),
      'Statements may call them beside the common ones.',
      { maxItems: functionsMax },
    ),
  ),
  caCertificate: maybe(
    nullable(
      text('Certificates that are trusted in place of those of the system, as PEM.', { maxLength: certificateMax }),
    ),
  ),
  enabled: optional(flag('Reports may ask it; default true.')),
  tenantIdentifier: serverSet(text('Tenant.')),
} as const;
const code = reportCode('Code, unique in the tenant; `platform` is taken.');
const name = reportName('Name.');
const address = text(`Database: ${url}`, { minLength: 1, maxLength: 2_000 });
const username = text('Role that signs in.', { minLength: 1, maxLength: 63, pattern: oneLine });

export const SvcRToolReportDataAdapterModelInput = closed(
  { ...serverSetRecordFields, code, name, url: address, username, ...written },
  'SvcRToolReportDataAdapterModelInput',
);
export type SvcRToolReportDataAdapterModelInput = Static<typeof SvcRToolReportDataAdapterModelInput>;

export const SvcRToolReportDataAdapterUpdateModel = closed(
  {
    ...serverSetRecordFields,
    uuid: uuid('Data adapter.'),
    version: integer('Version that was read.', { minimum: 0 }),
    code: optional(code),
    name: optional(name),
    url: optional(address),
    username: optional(username),
    ...written,
  },
  'SvcRToolReportDataAdapterUpdateModel',
);
export type SvcRToolReportDataAdapterUpdateModel = Static<typeof SvcRToolReportDataAdapterUpdateModel>;

export const adapterSort = ['code', 'name', 'dateCreated', 'dateUpdated'] as const;
export const adapterSortStandard = { properties: ['code'], direction: 'ASC' } as const;

export const SvcRToolReportDataAdapterQueryModel = queryModel(
  {
    pageable: pageable(adapterSort, adapterSortStandard),
    code: optional(reportCode('Exactly this code.')),
    searchText: optional(
      text('Code, name or description contains this; letters with and without accents are alike.', {
        minLength: 1,
        maxLength: 200,
      }),
    ),
    enabled: optional(flag('Only those that are enabled, or only those that are not.')),
  },
  'SvcRToolReportDataAdapterQueryModel',
);
export type SvcRToolReportDataAdapterQueryModel = Static<typeof SvcRToolReportDataAdapterQueryModel>;

export const SvcRToolReportDataAdapterTestModel = needing(
  closed({
    code: optional(reportCode('Stored adapter that is tried as it is.')),
    adapter: maybe(nullable(SvcRToolReportDataAdapterModelInput, 'Adapter that is tried without being stored.')),
  }),
  'SvcRToolReportDataAdapterTestModel',
  { fields: ['code', 'adapter'], exclusive: true },
);
export type SvcRToolReportDataAdapterTestModel = Static<typeof SvcRToolReportDataAdapterTestModel>;

const available = flag('It can be asked now.');
const latencyMillis = nullable(integer('How long a connection took to open, milliseconds; null: none did.'));
const errorCode = nullable(choice(adapterErrorCodes, 'Why it cannot be asked.'));
const errorMessage = nullable(text('The same for people; names neither host nor anything that the server answered.'));

export const SvcRToolReportDataAdapterTestResultModel = closed(
  {
    available,
    latencyMillis,
    errorCode,
    errorMessage,
    serverVersion: nullable(text('Version that the server names.')),
    findingList: list(
      closed(
        { code: choice(adapterFindingCodes, 'Finding.'), message: text('The same for people.') },
        'SvcRToolReportDataAdapterFindingModel',
      ),
      'What the role can do too much, and what the connection lacks.',
    ),
  },
  'SvcRToolReportDataAdapterTestResultModel',
);
export type SvcRToolReportDataAdapterTestResultModel = Static<typeof SvcRToolReportDataAdapterTestResultModel>;

const SvcRToolReportEntityModel = closed(
  {
    name: text('Name of the table as statements write it, or code of the data set.'),
    label: nullable(text('Name for people, or the comment of the table.')),
    columnList: list(
      closed(
        {
          name: text('Name.'),
          type: choice(reportColumnTypes, 'Type.'),
          label: nullable(text('Name for people, or the comment of the column.')),
        },
        'SvcRToolReportEntityColumnModel',
      ),
      'Columns.',
    ),
  },
  'SvcRToolReportEntityModel',
);
export type SvcRToolReportEntityModel = Static<typeof SvcRToolReportEntityModel>;

export const SvcRToolResolvedReportDataAdapterModel = closed(
  {
    code: text('Code, by which reports name it; `platform` for the data of the program.'),
    name: text('Name.'),
    description: nullable(text('What it is for.')),
    reportDataSourceType: choice(reportDataSourceTypes, 'Kind of its data.'),
    serviceName: text('Module that provides it: `report` for stored ones, else the module whose data they are.'),
    resolvedFrom: choice(['PLATFORM', 'STORED'] as const, 'Made by the program, or stored by people.'),
    dialect: choice([...dialects, 'NONE'] as const, 'Dialect of statements.'),
    available,
    lastCheckTime: nullable(dateTime('When that was found out; null: not yet.')),
    latencyMillis,
    errorCode,
    errorMessage,
    readOnly: flag('Nothing is written by it: always true.'),
    capabilityList: list(choice(capabilities, 'Capability.'), 'What can be done with it.'),
    entityList: nullable(
      list(
        SvcRToolReportEntityModel,
        `Tables or data sets, at most ${adapterEntitiesMax}; null unless they were asked for and the caller may see them.`,
      ),
    ),
    entityTruncated: flag('There are more tables or columns than are listed, or they could not be read in time.'),
  },
  'SvcRToolResolvedReportDataAdapterModel',
);
export type SvcRToolResolvedReportDataAdapterModel = Static<typeof SvcRToolResolvedReportDataAdapterModel>;
