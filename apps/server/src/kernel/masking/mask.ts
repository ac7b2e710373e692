// Takes secrets out of what is about to be kept in a log: values under telling names, and texts that look like
// credentials.
import { isExactNumber } from '../text/json/exact-json.ts';
import { createAssignments, MASK } from './assignments.ts';
import { CARDS, CREDENTIALS, type SecretFinder } from './credentials.ts';
import { createSecretNames, type Secrecy } from './secret-names.ts';

export interface Masked<T> {
  /** The very value that was given where nothing was masked. */
  readonly value: T;
  /** How many values or parts of texts were taken out. */
  readonly count: number;
}

export interface Mask {
  /** Masks a value however deep it nests. */
  mask<T>(value: T): Masked<T>;
  /** Masks a text that is a name: a number in it that could be a card's is replaced by another text. */
  maskName<T extends string | null | undefined>(name: T): Masked<T>;
}

/** Length up to which a text holds no credential, unless it has one of these characters. */
const SHORT_CHARACTERS_MAX = 12;
const TELLING = /[:=]|bearer|basic/i;
/** Names whose kind is remembered: most events have the same few. */
const KNOWN_NAMES_MAX = 4_096;

/** `addedNames` are as `readAddedNames` answers them. */
export function createMask(addedNames: readonly string[] = []): Mask {
  const secrecyOf = createSecretNames(addedNames);
  const ofNames: readonly SecretFinder[] = [...CREDENTIALS, createAssignments(secrecyOf)];
  const ofTexts = [...ofNames, CARDS];
  const known = new Map<string, Secrecy>();
  const knownSecrecyOf = (name: string): Secrecy => {
    const secrecy = known.get(name) ?? secrecyOf(name);
    if (known.size >= KNOWN_NAMES_MAX) known.clear();
    known.set(name, secrecy);
    return secrecy;
  };
  const hides = (name: string, value: unknown): boolean => {
    if (value === null || value === undefined || value === MASK || typeof value === 'boolean') return false;
    const secrecy = knownSecrecyOf(name);
    return secrecy === 'ONE' || (secrecy === 'MANY' && typeof value !== 'number');
  };

  return {
    mask<T>(value: T) {
      let count = 0;
      const text = (given: string): string => {
        const masked = maskedText(given, ofTexts);
        count += masked.count;
        return masked.value;
      };
      const within = (given: unknown): unknown => {
        if (typeof given === 'string') return text(given);
        if (typeof given !== 'object' || given === null || isExactNumber(given)) return given;
        if (Array.isArray(given)) return given.map(within);
        if (isDated(given)) return within(given.toJSON());
        const entries = new Map<string, unknown>();
        for (const [name, below] of Object.entries(given)) {
          const isSecret = hides(name, below);
          if (isSecret) count += 1;
          entries.set(freeName(text(name), entries), isSecret ? MASK : within(below));
        }
        return Object.fromEntries(entries);
      };
      const masked = within(value);
      return { value: count === 0 ? value : (masked as T), count };
    },
    maskName<T extends string | null | undefined>(name: T) {
      return (typeof name === 'string' ? maskedText(name, ofNames) : { value: name, count: 0 }) as Masked<T>;
    },
  };
}

/** Says whether a value has a `toJSON`, as a date has. */
function isDated(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

/** Answers a masked name that is not taken yet, so that two names stay two. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  return taken.has(name) ? `${name} ${taken.size}` : name;
}

function maskedText(text: string, finders: readonly SecretFinder[]): Masked<string> {
  if (text.length <= SHORT_CHARACTERS_MAX && !TELLING.test(text)) return { value: text, count: 0 };
  let value = text;
  let count = 0;
  for (const finder of finders) {
    const found = replaceEach(value, finder);
    value = found.value;
    count += found.count;
  }
  return { value, count };
}

function replaceEach(text: string, { head, find }: SecretFinder): Masked<string> {
  const parts: string[] = [];
  let done = 0;
  head.lastIndex = 0;
  for (let found = head.exec(text); found !== null; found = head.exec(text)) {
    const secret = find(text, { from: found.index, to: head.lastIndex });
    if (secret === null || text.slice(secret.from, secret.to) === MASK) continue;
    parts.push(text.slice(done, secret.from), secret.instead ?? MASK);
    done = secret.to;
    head.lastIndex = secret.to;
  }
  return parts.length === 0
    ? { value: text, count: 0 }
    : { value: parts.join('') + text.slice(done), count: parts.length / 2 };
}
