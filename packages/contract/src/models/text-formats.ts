// Lists ways to write a text: what a document says as a pattern and the server checks, with the code and sentence of a refusal.
import type { ArgumentCode } from './argument-codes.ts';

export interface TextFormat {
  /** Pattern, read as ECMAScript reads it with the flag `u`. */
  readonly pattern: string;
  readonly code: ArgumentCode;
  readonly message: string;
  /**
   * A service checks the form and more than a form can say, and reports all of it together with what else it finds: the validator
   * lets the text through, so that nobody mends one field only to hear of the next.
   */
  readonly byService?: true;
}

/** Pattern of texts without one of their own: PostgreSQL holds no U+0000. */
export const plainTextPattern = '^[^\\x00]*$';

/**
 * Says how a date and time is written in a request: ISO 8601 with an offset. PostgreSQL holds offsets below 16 hours, which
 * is more than any time zone has, and nine digits of a second are more than it keeps.
 */
export const dateTimePattern =
  '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])[Tt](?:[01]\\d|2[0-4]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?' +
  '(?:[Zz]|[+-](?:0\\d|1[0-5]):[0-5]\\d)$';

/** Pattern of the subtags of BCP 47; whether the language is known is for the server to say. */
export const localePattern = '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$';

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = `${octet}(?:\\.${octet}){3}`;
const group = '[0-9A-Fa-f]{1,4}';
/** Pattern of RFC 4291, 2.2: eight groups, of which one run may be left out and the last two may be an IPv4 address. */
const ipv6 =
  `(?:(?:${group}:){7}${group}|(?:${group}:){1,7}:|::(?:(?:${group}:){0,6}${group})?|` +
  [1, 2, 3, 4, 5].map((left) => `(?:${group}:){${left}}(?::${group}){1,${7 - left}}`).join('|') +
  `|(?:${group}:){6}${ipv4}|::(?:${group}:){0,5}${ipv4})`;

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

const webAddressPattern = '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@\\s\\\\;]+(?:[/?#][^\\s\\\\;]*)?$';

/** Formats, with the names of JSON Schema where it has one, so that generators know them. */
export const textFormats = {
  'date-time': {
    pattern: dateTimePattern,
    code: 'FORMAT',
    message: 'Must be a date and time with an offset of at most 15:59, as 2026-03-01T10:00:00+03:00.',
  },
  'idn-email': {
    pattern: '^[^\\s@]+@[^\\s@]+$',
    code: 'INVALID_EMAIL_ADDRESS',
    message: 'One mail address, for example name@example.org.',
    byService: true,
  },
  'address-range': {
    pattern: `^(?:${ipv4}(?:/(?:3[0-2]|[12]?\\d))?|${ipv6}(?:/(?:12[0-8]|1[01]\\d|\\d?\\d))?)$`,
    code: 'FORMAT',
    message: 'An address or a CIDR range, IPv4 or IPv6.',
  },
  'host-name': {
    pattern: `^(?:${label}(?:\\.${label})*\\.?|\\[[0-9A-Fa-f:.]+\\])$`,
    code: 'FORMAT',
    message: 'A host name without scheme and port.',
    byService: true,
  },
  'web-address': {
    pattern: webAddressPattern,
    code: 'FORMAT',
    message: 'An http or https address.',
    byService: true,
  },
  'external-address': {
    pattern: webAddressPattern,
    code: 'URL_INVALID',
    message: 'Must be an http or https address without a user.',
  },
  'redirect-target': {
    pattern: `^/(?:[^/\\s\\\\;][^\\s\\\\;]*)?$|${webAddressPattern}`,
    code: 'NOT_ALLOWED',
    message: 'A path of the own site, or an address within redirectUrlList.',
    byService: true,
  },
  locale: { pattern: localePattern, code: 'FORMAT', message: 'A BCP 47 tag of a known language.', byService: true },
  'time-zone': {
    pattern: '^[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*$',
    code: 'FORMAT',
    message: 'An IANA name of a time zone.',
    byService: true,
  },
  'user-name': {
    pattern: '^[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Z}]*$',
    code: 'PATTERN',
    message: 'A name has no white space, control or invisible characters.',
    byService: true,
  },
  'one-time-code': {
    pattern: '^[\\s-]*(?:(?:[0-9][\\s-]*){6,8}|(?:[A-Za-z0-9][\\s-]*){17})$',
    code: 'PATTERN',
    message: '6 to 8 digits, or a recovery code of 17 letters and digits.',
  },
  'password-hash': {
    pattern: '^\\$[a-z0-9-]+\\$[A-Za-z0-9+/.$=,_-]+$',
    code: 'FORMAT',
    message: 'A PHC string of argon2, scrypt or pbkdf2, or a bcrypt hash, with parameters within the bounds.',
    byService: true,
  },
  'page-path': {
    pattern: '^\\s*/(?:[^/\\s\\\\\\p{Cc}][^\\s\\\\\\p{Cc}]*)?\\s*$',
    code: 'PATH_INVALID',
    message: 'Must be a path of this platform, beginning with one slash.',
  },
} as const satisfies Readonly<Record<string, TextFormat>>;
export type TextFormatName = keyof typeof textFormats;

/** Finds a format; undefined for those whose check is not ours, such as `uuid`. */
export function findTextFormat(name: unknown): TextFormat | undefined {
  return typeof name === 'string' && Object.hasOwn(textFormats, name) ? textFormats[name as TextFormatName] : undefined;
}
