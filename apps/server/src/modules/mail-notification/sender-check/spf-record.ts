// Reads one SPF record (RFC 7208): which further look-ups it needs, and its result for all other hosts.
import { isIPv4, isIPv6 } from 'node:net';

export type SpfVerdict = 'PASS' | 'NEUTRAL' | 'SOFTFAIL' | 'FAIL';

/** A term that needs a look-up. */
export interface SpfLookup {
  readonly term: string;
  /** Name whose record counts instead or as well; null where there is none, or a macro makes it for each mail. */
  readonly include: string | null;
  readonly isRedirect: boolean;
}

export interface SpfRecord {
  /** Look-ups in their order, without those behind `all`. */
  readonly lookups: readonly SpfLookup[];
  readonly all: SpfVerdict | null;
}

interface Term {
  readonly term: string;
  readonly verdict: SpfVerdict;
  readonly name: string;
  /** Text behind the name, with its colon, slash or equals sign; empty: nothing. */
  readonly rest: string;
  readonly isModifier: boolean;
}

const VERSION = /^v=spf1(?: |$)/i;
const TERM = /^([+\-?~]?)([a-z][a-z0-9._-]*)((?:[:/=].*)?)$/i;
const VERDICTS: Readonly<Record<string, SpfVerdict>> = { '+': 'PASS', '?': 'NEUTRAL', '~': 'SOFTFAIL', '-': 'FAIL' };
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const NAME_LENGTH_MAX = 253;
const MACRO = /%(?:\{[slodiphcrtv]\d{0,3}r?[.\-+,/_=]*\}|[%_-])/gi;
const HOST_AND_PREFIXES = /^(?::([^/]+))?(?:\/(\d{1,2}))?(?:\/\/(\d{1,3}))?$/;
const NETWORK = /^:([^/]+)(?:\/(\d{1,3}))?$/;
const BITS = { ip4: 32, ip6: 128 } as const;

export function isSpf(text: string): boolean {
  return VERSION.test(text);
}

/** Reads a name in lower case; null for one that a macro makes, undefined for an invalid one. */
function readTarget(text: string): string | null | undefined {
  if (text.includes('%')) {
    const rest = text.replaceAll(MACRO, 'x');
    return rest.includes('%') || !/^[\x21-\x7e]+$/.test(rest) ? undefined : null;
  }
  const name = text.replace(/\.$/, '').toLowerCase();
  const labels = name.split('.');
  const isName = labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1)!);
  return isName && name.length <= NAME_LENGTH_MAX ? name : undefined;
}

function isPrefix(text: string | undefined, bits: number): boolean {
  return text === undefined || Number(text) <= bits;
}

function isHost(rest: string): boolean {
  const [whole, host, prefix4, prefix6] = HOST_AND_PREFIXES.exec(rest) ?? [];
  if (whole === undefined || !isPrefix(prefix4, BITS.ip4) || !isPrefix(prefix6, BITS.ip6)) return false;
  return host === undefined || readTarget(host) !== undefined;
}

function isNetwork(rest: string, version: keyof typeof BITS): boolean {
  const [, address = '', prefix] = NETWORK.exec(rest) ?? [];
  return (version === 'ip4' ? isIPv4(address) : isIPv6(address)) && isPrefix(prefix, BITS[version]);
}

function isTarget(rest: string): boolean {
  return rest.startsWith(':') && readTarget(rest.slice(1)) !== undefined;
}

const mechanisms = new Map<string, { readonly asks: boolean; readonly fits: (rest: string) => boolean }>([
  ['all', { asks: false, fits: (rest) => rest === '' }],
  ['ip4', { asks: false, fits: (rest) => isNetwork(rest, 'ip4') }],
  ['ip6', { asks: false, fits: (rest) => isNetwork(rest, 'ip6') }],
  ['include', { asks: true, fits: isTarget }],
  ['exists', { asks: true, fits: isTarget }],
  ['a', { asks: true, fits: isHost }],
  ['mx', { asks: true, fits: isHost }],
  ['ptr', { asks: true, fits: (rest) => rest === '' || isTarget(rest) }],
]);
const ONCE: ReadonlySet<string> = new Set(['redirect', 'exp']);

function readTerm(term: string): Term | null {
  const [, sign = '', name = '', rest = ''] = TERM.exec(term) ?? [];
  const isModifier = rest.startsWith('=');
  if (name === '' || (isModifier && sign !== '')) return null;
  return { term, verdict: VERDICTS[sign || '+']!, name: name.toLowerCase(), rest, isModifier };
}

function fits({ name, rest, isModifier }: Term): boolean {
  if (!isModifier) return mechanisms.get(name)?.fits(rest) === true;
  // An unknown modifier is ignored.
  return !ONCE.has(name) || readTarget(rest.slice(1)) !== undefined;
}

function lookupsOf(mechanismsBefore: readonly Term[], redirect: Term | undefined): readonly SpfLookup[] {
  const asking = mechanismsBefore.filter(({ name }) => mechanisms.get(name)?.asks === true);
  const lookups = asking.map(({ term, name, rest }) => {
    const include = name === 'include' ? (readTarget(rest.slice(1)) ?? null) : null;
    return { term, include, isRedirect: false };
  });
  if (redirect === undefined) return lookups;
  const { term, rest } = redirect;
  return [...lookups, { term, include: readTarget(rest.slice(1)) ?? null, isRedirect: true }];
}

/** Reads the record, or answers its first wrong term. */
export function readSpf(text: string): SpfRecord | { readonly wrongTerm: string } {
  const words = text.split(' ').slice(1);
  const terms: Term[] = [];
  for (const word of words.filter((one) => one !== '')) {
    const term = readTerm(word);
    const isTwice = term?.isModifier === true && ONCE.has(term.name) && terms.some(({ name }) => name === term.name);
    if (term === null || isTwice || !fits(term)) return { wrongTerm: word };
    terms.push(term);
  }
  const listed = terms.filter(({ isModifier }) => !isModifier);
  const end = listed.findIndex(({ name }) => name === 'all');
  if (end >= 0) return { lookups: lookupsOf(listed.slice(0, end), undefined), all: listed[end]!.verdict };
  const redirect = terms.find(({ name, isModifier }) => isModifier && name === 'redirect');
  return { lookups: lookupsOf(listed, redirect), all: null };
}
