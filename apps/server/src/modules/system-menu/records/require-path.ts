// Checks paths and addresses: none is stored that leads elsewhere or runs a script.
import { type ArgumentProblem, invalid } from '../../../kernel/request/errors.ts';

const PATH_CODE_POINTS_MAX = 512;
const URL_LENGTH_MAX = 2_048;

// Matches white space and control characters; a browser drops some of them, which turns `/\t/host` into another host.
const FORBIDDEN = /[\\\s\p{Cc}]/u;
const ENCODED_FORBIDDEN = /%(?:[01][0-9A-F]|7F|5C)/i;

function hasDotSegment(path: string): boolean {
  const [beforeQuery = ''] = path.split(/[?#]/, 1);
  return beforeQuery.split('/').some((segment) => {
    const plain = segment.replace(/%2e/gi, '.');
    return plain === '.' || plain === '..';
  });
}

/** Answers the path as it is stored and compared, or null for an invalid one. */
export function normalizePath(text: string): string | null {
  const path = text.trim().normalize('NFC');
  if (path === '' || [...path].length > PATH_CODE_POINTS_MAX) return null;
  if (path[0] !== '/' || path[1] === '/') return null;
  if (FORBIDDEN.test(path) || ENCODED_FORBIDDEN.test(path) || hasDotSegment(path)) return null;
  const [, pagePath = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(path) ?? [];
  // All slashes at the end are removed, so that the answer means the same when it is sent back.
  const page = pagePath.replace(/\/+$/, '') || '/';
  const meaningful = rest.replace(/#+$/, '').replace(/^\?(?=#|$)/, '');
  return page + meaningful;
}

/** Answers the address as it was given, or null where it is no plain http address. */
export function checkUrl(text: string): string | null {
  if (text.length > URL_LENGTH_MAX || FORBIDDEN.test(text) || !/^https?:\/\//i.test(text)) return null;
  if (!URL.canParse(text)) return null;
  const { username, password, hostname } = new URL(text);
  return username === '' && password === '' && hostname !== '' && !/^https?:\/\/[^/?#]*@/i.test(text) ? text : null;
}

export function pathProblem(field: string): ArgumentProblem {
  return { field, code: 'PATH_INVALID', message: 'Must be a path of this platform, beginning with one slash.' };
}

export function requirePath(field: string, text: string): string {
  return normalizePath(text) ?? invalid(pathProblem(field));
}

export function requireUrl(field: string, text: string): string {
  const problem = { field, code: 'URL_INVALID', message: 'Must be an http or https address without a user.' };
  return checkUrl(text) ?? invalid(problem);
}
