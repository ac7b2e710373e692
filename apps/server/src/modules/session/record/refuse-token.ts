// Refuses a token where an identifier belongs, before it reaches a table or a log.
import { type ArgumentProblem, invalid } from '../../../kernel/request/errors.ts';

const TOKEN_PREFIX = 'svc_';

export function looksLikeToken(identifier: string): boolean {
  return identifier.startsWith(TOKEN_PREFIX);
}

/** Makes the problem; the value is not repeated, since it may be a live token. */
export function identifierIsToken(field: string): ArgumentProblem {
  return { field, code: 'IDENTIFIER_IS_TOKEN', message: 'This is a token; send the identifier of the session.' };
}

/** Fails with 400 IDENTIFIER_IS_TOKEN for the whole body or path. */
export function refuseToken(identifier: string): void {
  if (looksLikeToken(identifier)) invalid(identifierIsToken(''));
}
