// Declares the values and small models that groups, reports and what is made of them share.
import { type Static, type TOptional, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox';
import { needing } from '../../../models/needs.ts';
import { choice, closed, list, maybe, nullable, optional, text, uuid } from '../../../models/schema.ts';

export const reportDataSourceTypes = ['SQL', 'CSV', 'PLATFORM'] as const;
export type ReportDataSourceType = (typeof reportDataSourceTypes)[number];
export const reportOutputFormats = ['CSV', 'XLSX', 'PDF', 'HTML', 'JSON'] as const;
export type ReportOutputFormat = (typeof reportOutputFormats)[number];
export const reportColumnTypes = [
  'STRING',
  'INTEGER',
  'LONG',
  'DECIMAL',
  'DOUBLE',
  'BOOLEAN',
  'DATE',
  'TIME',
  'DATE_TIME',
  'UUID',
  'JSON',
  'BINARY',
] as const;
export type ReportColumnType = (typeof reportColumnTypes)[number];
export const reportStatuses = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const;
export type ReportStatus = (typeof reportStatuses)[number];
export const reportPermissions = ['READ', 'EXECUTE', 'WRITE'] as const;
export type ReportPermission = (typeof reportPermissions)[number];

/** Pattern of the codes of groups, reports and adapters. */
export const reportCodePattern = '^[A-Za-z][A-Za-z0-9_.-]{0,99}$';
/** Pattern of a line that shows something and has no control characters; the server trims it. */
const visibleLine = '^[^\\p{Cc}\\u2028\\u2029]*[^\\p{Cc}\\p{Z}][^\\p{Cc}\\u2028\\u2029]*$';
export const oneLine = '^[^\\p{Cc}\\u2028\\u2029]*$';
const rightsMax = 100;
export const reportUuidsMax = 200;
const grantHalf = { pattern: '^[A-Z0-9_]{1,128}$', maxLength: 128 } as const;

export const reportCode = (description: string) =>
  text(description, { minLength: 1, maxLength: 100, pattern: reportCodePattern });
export const reportName = (description: string) =>
  text(description, { minLength: 1, maxLength: 200, pattern: visibleLine });
export const reportDescription = text('What it is for.', { maxLength: 2_000 });
export const uuidList = (description: string) => list(uuid('Identifier.'), description, { maxItems: reportUuidsMax });

export const SvcRToolReportRightModel = needing(
  closed({
    role: optional(text('Role that is asked for; null: any.', grantHalf)),
    authority: optional(text('Authority that is asked for; null: any.', grantHalf)),
    permission: choice(reportPermissions, 'What is allowed: WRITE includes EXECUTE, and EXECUTE includes READ.'),
  }),
  'SvcRToolReportRightModel',
  { fields: ['role', 'authority'] },
);
export type SvcRToolReportRightModel = Static<typeof SvcRToolReportRightModel>;

export const groupRights = list(
  SvcRToolReportRightModel,
  'Who may do what with it and with all below it that has no list of its own; empty: as above it. Where nobody above has a list, either, whoever has the authority of the operation.',
  { maxItems: rightsMax },
);
export const reportRights = list(
  SvcRToolReportRightModel,
  'Narrows what the group allows; empty: as the group. It never widens it.',
  { maxItems: rightsMax },
);
export const permissionList = list(choice(reportPermissions, 'Permission.'), 'What the caller may do with it.');

/** Declares a map of locale to text. */
export function textByLocale(description: string, item: TSchema) {
  return Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    maxProperties: 20,
    propertyNames: { type: 'string', pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 35 },
    additionalProperties: item,
    description,
  });
}

type Loose<P extends TProperties, R extends keyof P> = {
  [K in keyof P]: K extends R ? P[K] : TOptional<TUnsafe<Static<P[K]> | null>>;
};
type Shown<P extends TProperties, N extends keyof P> = {
  [K in keyof P]: K extends N ? TUnsafe<Static<P[K]> | null> : P[K];
};

/** Gives a titled model a description for wherever it stands. */
export function described<M extends TSchema>(model: M, description: string): M {
  return { ...model, description };
}

/** Makes the fields of a request: those named have to be given, the server fills in the others. */
export function asked<P extends TProperties, R extends keyof P & string = never>(
  fields: P,
  ...required: R[]
): Loose<P, R> {
  const entries = Object.entries(fields).map(([name, schema]) => [
    name,
    (required as readonly string[]).includes(name) ? schema : maybe(nullable(schema, describedAs(schema))),
  ]);
  return Object.fromEntries(entries) as Loose<P, R>;
}

/** Makes the fields of an answer: all are there, those named may be null. */
export function shown<P extends TProperties, N extends keyof P & string = never>(
  fields: P,
  ...nullables: N[]
): Shown<P, N> {
  const entries = Object.entries(fields).map(([name, schema]) => [
    name,
    (nullables as readonly string[]).includes(name) ? nullable(schema, describedAs(schema)) : schema,
  ]);
  return Object.fromEntries(entries) as Shown<P, N>;
}

const describedAs = (schema: TSchema): string => (schema as { readonly description?: string }).description ?? '';

export const tenantIdentifier = nullable(
  text('Tenant; null: of the platform, shown to every tenant and changed by the program alone.'),
);
