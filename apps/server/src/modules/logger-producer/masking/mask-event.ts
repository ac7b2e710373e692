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
interface Credential {
  /** Begins where no letter of its own kind stands before: a text is walked through once, whatever it is. */
  readonly head: RegExp;
  /** Answers where the credential ends whose head ends there, or null where it is none. */
  readonly end: (text: string, headEnd: number) => number | null;
}

const CREDENTIALS: readonly Credential[] = [
  { head: /(?<![\w-])svc_(?:key_)?[\w-]{43}(?![\w-])/g, end: (_text, headEnd) => headEnd },
  {
    head: /(?<!\w)bearer[ \t]{1,8}(?=[\w.~+/=-])/gi,
    end: (text, headEnd) => runEnd(text, headEnd, /[^\w.~+/=-]/g),
  },
  // JSON Web Tokens (RFC 7519): the head of each begins so.
  { head: /(?<![\w-])eyJ(?=[\w-])/g, end: webTokenEnd },
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
    const masked = CREDENTIALS.reduce((left, credential) => replaceEach(left, credential, replace), text);
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

function replaceEach(text: string, { head, end }: Credential, replace: () => string): string {
  const parts: string[] = [];
  let from = 0;
  head.lastIndex = 0;
  for (let found = head.exec(text); found !== null; found = head.exec(text)) {
    const until = end(text, head.lastIndex);
    if (until === null) continue;
    parts.push(text.slice(from, found.index), replace());
    from = until;
    head.lastIndex = until;
  }
  return from === 0 ? text : parts.join('') + text.slice(from);
}

/**
 * Answers where the first character stands that `other` matches. A search for it keeps no way back, as a pattern that ends in `+`
 * does: once a process has compiled many patterns, V8 keeps one for each character, and its stack ends after some millions.
 */
function runEnd(text: string, from: number, other: RegExp): number {
  other.lastIndex = from;
  return other.exec(text)?.index ?? text.length;
}

function webTokenEnd(text: string, headEnd: number): number | null {
  const headerEnd = runEnd(text, headEnd, /[^\w-]/g);
  const payloadEnd = runEnd(text, headerEnd + 1, /[^\w-]/g);
  const isToken = text[headerEnd] === '.' && payloadEnd > headerEnd + 1 && text[payloadEnd] === '.';
  return isToken ? runEnd(text, payloadEnd + 1, /[^\w-]/g) : null;
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
