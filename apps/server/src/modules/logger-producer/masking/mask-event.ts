// Takes secrets out of an event before anything is made of it: values of telling names, and texts that look like credentials.
import type { SvcEventLogModel } from '@keelson/contract';
import { isExactNumber } from '../../../kernel/text/exact-json.ts';

const MASK = '***';
/** Names whose values are secrets, also as the end of a longer name: `newPassword`, `x-api-key`. Small letters without `-` and `_`. */
const SECRET_NAMES = [
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'secret',
  'token',
  'authorization',
  'cookie',
  'apikey',
  'privatekey',
  'secretkey',
  'accesskey',
  'credential',
  'credentials',
  'captcha',
  'otp',
  'cvv',
  'cvc',
];
/** None of the patterns below matches without one of these. */
const SUSPICIOUS = /svc_|bearer|eyJ|\d{4}/i;
// Each begins where no letter of its own kind stands before: a text is walked through once, whatever it is.
const PATTERNS: readonly RegExp[] = [
  /(?<![\w-])svc_(?:key_)?[\w-]{43}(?![\w-])/g,
  /(?<!\w)bearer[ \t]{1,8}[\w.~+/=-]+/gi,
  // JSON Web Tokens (RFC 7519): the head of each begins so.
  /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g,
];
const CARD = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;

export interface Masked {
  readonly body: SvcEventLogModel;
  /** How many values or parts of texts were taken out. */
  readonly count: number;
}

/** Reads the names that an operator adds, apart by commas or spaces. */
export function readMaskedNames(text: string): readonly string[] {
  return text
    .split(/[\s,]+/)
    .map(plainName)
    .filter((name) => name !== '');
}

/** Answers the event itself where there is nothing to take out. */
export function maskEvent(body: SvcEventLogModel, addedNames: readonly string[]): Masked {
  let count = 0;
  const isSecret = (name: string): boolean => {
    const plain = plainName(name);
    return [...SECRET_NAMES, ...addedNames].some((secret) => plain.endsWith(secret));
  };
  const maskText = (text: string): string => {
    if (!SUSPICIOUS.test(text)) return text;
    const replace = (): string => {
      count += 1;
      return MASK;
    };
    const masked = PATTERNS.reduce((left, pattern) => left.replace(pattern, replace), text);
    return masked.replace(CARD, (digits) => (isCardNumber(digits) ? replace() : digits));
  };
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return maskText(value);
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, below]) => {
        if (!isSecret(name) || below === null || below === MASK) return [name, mask(below)];
        count += 1;
        return [name, MASK];
      }),
    );
  };
  const { message, errorDetail, tagList, attributeMap, userAgent, requestPath } = body;
  const masked = mask({ message, userAgent, requestPath, tagList, attributeMap, errorDetail });
  return count === 0 ? { body, count } : { body: { ...body, ...(masked as object) }, count };
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

/** Checks the last digit (ISO/IEC 7812-1, annex B). */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
