// Readers of single configuration values; each refusal is a sentence that names the key and never its secret.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A wrong or unknown key; the message has one sentence for each problem, a line each. */
export class ConfigError extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'ConfigError';
  }
}

/** Reads values by key, and collects the problems of all keys before the start is refused. */
export interface ValueReader {
  text(key: string): string | null;
  choice<const V extends readonly string[]>(key: string, values: V, standard: V[number]): V[number];
  whole(key: string, range: { readonly minimum: number; readonly maximum: number }, standard: number): number;
  list(key: string): readonly string[];
  refuse(sentence: string): void;
}

export function createValueReader(values: ReadonlyMap<string, string>, problems: string[]): ValueReader {
  const text = (key: string): string | null => values.get(key) ?? null;
  return {
    text,
    choice(key, allowed, standard) {
      const value = text(key);
      if (value === null) return standard;
      if (allowed.includes(value)) return value;
      problems.push(`${key} must be ${allowed.join(' or ')}, not "${value}".`);
      return standard;
    },
    whole(key, { minimum, maximum }, standard) {
      const value = text(key);
      if (value === null) return standard;
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      if (number >= minimum && number <= maximum) return number;
      problems.push(`${key} must be a whole number from ${minimum} to ${maximum}, not "${value}".`);
      return standard;
    },
    list(key) {
      const value = text(key);
      if (value === null) return [];
      const items = value.split(',').map((item) => item.trim());
      if (items.includes('')) problems.push(`${key} has an empty entry in its comma-separated list.`);
      return items.filter((item) => item !== '');
    },
    refuse(sentence) {
      problems.push(sentence);
    },
  };
}

export interface ListenAddress {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
}

/** Reads `host:port` and `[v6]:port`; null when it is neither. */
export function parseListen(value: string): ListenAddress | null {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/.exec(value);
  if (match === null) return null;
  const [, v6, name, digits] = match;
  const port = Number(digits);
  if (port > 65_535 || (v6 !== undefined && isIP(v6) !== 6)) return null;
  return { host: v6 ?? name ?? '', port };
}

/** Recognises names and addresses that never leave this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost' || name === '::1' || name === '[::1]') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}

/** Origin of an http(s) address without anything behind it, lower case, default port left out; null otherwise. */
export function parseOrigin(value: string): string | null {
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
    ? url.origin
    : null;
}

/** http(s) address that links can be put behind, without a trailing slash; null otherwise. */
export function parsePublicUrl(value: string): string | null {
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return null;
  return url.origin + url.pathname.replace(/\/+$/, '');
}

export function isAddressRange(value: string): boolean {
  return ipaddr.isValid(value) || ipaddr.isValidCIDR(value);
}

/** Asks for one or more segments of unreserved characters, each behind a slash. */
export function isPathPrefix(value: string): boolean {
  return /^(?:\/[A-Za-z0-9._~-]+)+$/.test(value) && !/\/\.{1,2}(?:\/|$)/.test(value);
}

export function isPostgresUrl(value: string): boolean {
  // A socket has no host before the slash; the URL standard wants one.
  const parseable = value.replace('@/', '@socket/');
  return URL.canParse(parseable) && /^postgres(?:ql)?:$/.test(new URL(parseable).protocol);
}
