// Says what a user's fields must look like beyond their schema, and how a change is read from a model.
import { isDeepStrictEqual } from 'node:util';
import { isTimeZone } from '@keelson/time-zone';
import { canonicalLocaleTag } from '../../../../kernel/locale/locale-object.ts';
import type { ArgumentProblem } from '../../../../kernel/request/errors.ts';
import { findNameProblem, type NameProblem } from '../../../../kernel/text/fold.ts';
import { parseMailAddress } from '../../../../kernel/text/mail-address.ts';
import type { User, UserProfile } from '../../directory/user.store.ts';
import { changedValue } from '../../ground/changed-value.ts';
import { mixesScripts } from '../../ground/mixed-scripts.ts';
import { EMAIL_PROBLEM } from '../../secrets/email-problem.ts';

/** Bytes of a user's attributes: the map is for a few facts and no document store. */
const ATTRIBUTE_BYTES_MAX = 16_384;

interface CheckedFields {
  readonly username?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly locale?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
  readonly attributeMap?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Problem of a new name that mixes scripts, as it could be taken for another one; names from before the rule stay. */
const MIXED_NAME: NameProblem = {
  code: 'NOT_ALLOWED',
  message: 'A name is written in one script, or in Latin beside one other that is neither Cyrillic nor Greek.',
};

function findNewNameProblem(name: string): NameProblem | null {
  return findNameProblem(name) ?? (mixesScripts(name) ? MIXED_NAME : null);
}

/** Finds every problem of the fields that are there. `prefix` stands in front of each name, for lists. */
export function findFieldProblems(fields: CheckedFields, prefix = ''): ArgumentProblem[] {
  const problems: ArgumentProblem[] = [];
  const { username, email, locale, timeZone, attributeMap } = fields;
  const nameProblem = typeof username === 'string' ? findNewNameProblem(username) : null;
  if (nameProblem !== null) problems.push({ field: `${prefix}username`, ...nameProblem });
  if (typeof email === 'string' && parseMailAddress(email) === null) {
    problems.push({ field: `${prefix}email`, ...EMAIL_PROBLEM });
  }
  if (typeof locale === 'string' && canonicalLocaleTag(locale) === null) {
    problems.push({ field: `${prefix}locale`, code: 'FORMAT', message: 'A BCP 47 tag of a known language.' });
  }
  if (typeof timeZone === 'string' && !isTimeZone(timeZone)) {
    problems.push({ field: `${prefix}timeZone`, code: 'FORMAT', message: 'An IANA name of a time zone.' });
  }
  if (Buffer.byteLength(JSON.stringify(attributeMap ?? {})) > ATTRIBUTE_BYTES_MAX) {
    const message = `At most ${ATTRIBUTE_BYTES_MAX} bytes as JSON.`;
    problems.push({ field: `${prefix}attributeMap`, code: 'TOO_LONG', message });
  }
  return problems;
}

/** Answers the canonical form of an address that was checked before; null for none. */
export function addressOf(email: string | null | undefined): string | null {
  return typeof email === 'string' ? parseMailAddress(email) : null;
}

export interface ProfileModel {
  readonly phone?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
  readonly passwordChangeRequired?: boolean | null | undefined;
  readonly expiryDate?: string | null | undefined;
  readonly externalIdentifier?: string | null | undefined;
  readonly attributeMap?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Takes what the model says, and where it says nothing what was there before; null clears. */
export function profileOf(model: ProfileModel, before?: UserProfile): UserProfile {
  const { phone, timeZone, expiryDate, externalIdentifier, attributeMap } = model;
  return {
    phone: changedValue(phone, before?.phone),
    timeZone: changedValue(timeZone, before?.timeZone),
    passwordChangeRequired: changedValue(model.passwordChangeRequired, before?.passwordChangeRequired) ?? false,
    expiryDate: changedValue(typeof expiryDate === 'string' ? new Date(expiryDate) : expiryDate, before?.expiryDate),
    externalIdentifier: changedValue(externalIdentifier, before?.externalIdentifier),
    attributeMap: changedValue(attributeMap, before?.attributeMap) ?? {},
  };
}

const AUDITED_FIELDS = [
  'username',
  'email',
  'emailVerified',
  'displayName',
  'locale',
  'phone',
  'timeZone',
  'passwordChangeRequired',
  'expiryDate',
  'externalIdentifier',
  'attributeMap',
] as const;

/** Lists old and new value of each field that differs, for the event of a change. */
export function changedFields(
  before: User,
  after: User,
): Record<string, { readonly old: unknown; readonly new: unknown }> {
  const differing = AUDITED_FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  return Object.fromEntries(differing.map((field) => [field, { old: before[field], new: after[field] }]));
}
