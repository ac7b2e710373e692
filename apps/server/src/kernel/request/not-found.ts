// Says of what does not exist which one was asked for.
import type { ErrorCode } from '@keelson/contract';
import { echo } from './echo.ts';
import { ServiceError } from './errors.ts';

/** Names codes that say that something is not there; the sentence of each holds `{asked}`. */
export type NotFoundCode = Extract<ErrorCode, `${string}_NOT_FOUND`>;

/** Values by which a caller asked: a uuid, a key, a name; beside it the index where several were asked for. */
export type Asked = Readonly<Record<string, string | number | null | undefined>>;

/** Form of tokens and API keys. One that is sent in place of a name is not repeated in the answer. */
const SECRET = /svc_[\w-]{20}/i;

function shown(value: Asked[string]): string | number | null {
  if (typeof value !== 'string') return value ?? null;
  return SECRET.test(value) ? '***' : echo(value);
}

/** Makes the failure; its sentence names the first of what was asked for, its arguments name each. */
export function notFoundError(code: NotFoundCode, asked: readonly Asked[]): ServiceError {
  const errorArguments = asked.map((one) => {
    const given = Object.entries(one).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given.map(([name, value]) => [name, shown(value)]));
  });
  const named = Object.entries(errorArguments[0] ?? {}).find(([name, value]) => name !== 'index' && value !== null);
  return new ServiceError(code, { parameters: { asked: named?.[1] ?? '-' }, errorArguments });
}

/** Ends the request with 404 (422 for what a request names beside its address). */
export function failNotFound(code: NotFoundCode, ...asked: readonly Asked[]): never {
  throw notFoundError(code, asked);
}
