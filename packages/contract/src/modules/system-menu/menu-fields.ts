// Declares the fields that several models of the menu share, with their limits.
import { type Static, Type } from 'typebox';
import { needing } from '../../models/needs.ts';
import { choice, closed, flag, integer, list, maybe, optional, text } from '../../models/schema.ts';
import { localePattern } from '../../models/text-formats.ts';

/** A menu in more languages than this is a translation system's, not a menu's. */
const localesMax = 20;
/** A condition has at most so many pairs; one with more is a role of its own. */
const menuPairsMax = 100;
/** Highest place of a record. */
export const menuOrderMax = 1_000_000;

/** The role or authority of a pair. */
export const grantHalfField = { pattern: '^[A-Z0-9_]{1,128}$', maxLength: 128 } as const;

const grant = {
  role: optional(text('Role that is asked for; null: any.', grantHalfField)),
  authority: optional(text('Authority that is asked for; null: any.', grantHalfField)),
} as const;

export const SvcMenuGrantModel = needing(closed(grant), 'SvcMenuGrantModel', { fields: ['role', 'authority'] });
export type SvcMenuGrantModel = Static<typeof SvcMenuGrantModel>;
/** A pair of an import, whose entries say what is wrong with them one by one. */
const SvcMenuImportGrantModel = closed(grant, 'SvcMenuImportGrantModel');

const menuMatchTypes = ['ANY', 'ALL'] as const;
export type MenuMatchType = (typeof menuMatchTypes)[number];

export const menuScopes = ['TENANT', 'SHARED'] as const;

// No control and no bidi override: a name that shows as another one deceives whoever clicks it.
const plainText = '^[^\\u0000-\\u001F\\u007F-\\u009F\\u202A-\\u202E\\u2066-\\u2069]+$';
const nameLimits = { minLength: 1, maxLength: 128, pattern: plainText } as const;

export const menuFields = {
  displayName: text('Name for people.', nameLimits),
  displayNameMap: Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    maxProperties: localesMax,
    propertyNames: { type: 'string', pattern: localePattern },
    additionalProperties: { type: 'string', ...nameLimits },
    description: 'Name by locale.',
  }),
  description: text('What it is for.', { maxLength: 1_000 }),
  icon: text('Name in the icon set of the console; no address, no drawing.', {
    minLength: 1,
    maxLength: 128,
    pattern: '^[A-Za-z0-9][A-Za-z0-9:._-]*$',
  }),
  path: text('Path of the page, beginning with one slash.', { maxLength: 2_048, format: 'page-path' }),
  orderNumber: integer('Place among its kind; equal places are ordered by name.', {
    minimum: 0,
    maximum: menuOrderMax,
  }),
  enabled: flag('False: gone for everyone, with everything below it.'),
  authorityList: list(SvcMenuGrantModel, 'Pairs that are asked for; empty: every signed-in user.', {
    maxItems: menuPairsMax,
  }),
  matchType: choice(menuMatchTypes, 'Whether one pair suffices or all are needed.'),
  shared: flag('Belongs to every tenant.'),
  system: flag('Registered by a module.'),
  overlaid: flag('The tenant of the caller has changed it for itself.'),
  tenantIdentifier: text('Tenant that it belongs to; null: shared.'),
} as const;

export const menuScopeQuery = closed({
  scope: maybe(choice(menuScopes, 'TENANT (default): what the own tenant sees. SHARED: the shared record itself.')),
});
export type MenuScope = (typeof menuScopes)[number];

/** The fields of an import: what one entry gets wrong is reported with the others, when all of them are known. */
export const menuImportFields = {
  path: text('Path of the page, beginning with one slash.', { maxLength: 2_048 }),
  externalUrl: text('Address elsewhere, http or https; instead of path.', { maxLength: 4_096 }),
  authorityList: list(SvcMenuImportGrantModel, 'Pairs that are asked for; empty: every signed-in user.', {
    maxItems: menuPairsMax,
  }),
} as const;

/** The header that clients send along to another process, which then catches up first. */
export const menuWriteHeaders = { 'x-svc-menu-revision': 'Revision that holds the change.' } as const;
