// Decides where a sign-out may lead: to the own site or to a listed page, never to what merely looks like one.

/** Control characters, white space and backslashes: browsers and parsers disagree about them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const AMBIGUOUS = /[\u0000-\u0020\u007f-\u00a0\\\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]/;
/** Encoded control characters, and encoded dots, slashes and backslashes: a second decoding would make them paths. */
const HIDDEN_PATH = /%(?:0[0-9a-f]|1[0-9a-f]|2e|2f|5c|7f)/i;
const ABSOLUTE = /^https?:\/\/[^/?#]+/i;
// Stands in for the own site while a relative target is parsed; it never leaves this file.
const OWN_SITE = 'http://own.invalid';
const TARGET_LENGTH_MAX = 2_048;

/**
 * The `Location` for a target, built from the parsed URL and never from the input; null when it is refused.
 * `allowed` are the absolute URLs of the tenant's list: same origin, and the path equal to or below the listed one.
 */
export function resolveRedirectTarget(target: string, allowed: readonly string[]): string | null {
  if (
    target === '' ||
    target.length > TARGET_LENGTH_MAX ||
    AMBIGUOUS.test(target) ||
    HIDDEN_PATH.test(pathPart(target))
  ) {
    return null;
  }
  return target.startsWith('/') ? relativeTarget(target) : absoluteTarget(target, allowed);
}

/** Everything before the query; encoded characters in a query reach no path. Encoded line breaks are refused everywhere. */
function pathPart(target: string): string {
  if (/%0[ad]/i.test(target)) return target;
  return target.split(/[?#]/, 1)[0] ?? '';
}

function relativeTarget(target: string): string | null {
  if (target.startsWith('//')) return null;
  const url = parse(target, OWN_SITE);
  // `/..//evil` is one slash in the text and two after normalisation.
  if (url === null || url.origin !== OWN_SITE || url.pathname.startsWith('//') || hasParameterSegment(url)) return null;
  return url.pathname + url.search + url.hash;
}

function absoluteTarget(target: string, allowed: readonly string[]): string | null {
  const authority = ABSOLUTE.exec(target)?.[0];
  if (authority === undefined || authority.includes('@')) return null;
  const url = parse(target);
  if (url === null || url.username !== '' || url.password !== '' || hasParameterSegment(url)) return null;
  return allowed.some((listed) => covers(listed, url)) ? url.href : null;
}

function covers(listed: string, url: URL): boolean {
  const page = parse(listed);
  if (page === null || page.origin !== url.origin || !ABSOLUTE.test(listed)) return false;
  const base = page.pathname.endsWith('/') ? page.pathname.slice(0, -1) : page.pathname;
  return url.pathname === page.pathname || url.pathname === base || url.pathname.startsWith(`${base}/`);
}

/** `;` begins path parameters for some servers: `/..;/x` is `/x` there. */
function hasParameterSegment(url: URL): boolean {
  return url.pathname.includes(';');
}

function parse(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
