// Tells programs what credentials of others are worth: streams and uploads that outlive a request, and gateways.

import type { Authenticated, Rejection } from '../../../kernel/http/exchange/guard.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { Validated } from '../api.ts';
import type { EntryReader } from '../entry/reader.ts';
import { securitySessionJson } from '../entry/security-session-json.ts';
import type { SessionAuthenticator } from './authenticator.ts';
import { identifierOf, isApiKey } from './token-shape.ts';

export interface SessionValidation {
  /** Counts as a use only with `touch`. Fails with SERVICE_UNAVAILABLE when the database cannot be asked. */
  validate(token: string, options?: { readonly touch?: boolean; readonly remoteAddress?: string }): Promise<Validated>;
  /** JSON of the answers to a gateway, in the order of the tokens. */
  validateAll(act: Act, tokens: readonly string[], touch: boolean): Promise<string>;
}

export interface SessionValidationDependencies {
  readonly authenticate: SessionAuthenticator;
  readonly entryOf: EntryReader;
  /** Null for an identifier that no session ever had. */
  readonly tenantOf: (identifier: string) => Promise<string | null>;
}

const UNKNOWN = { live: false, reason: 'UNKNOWN' } as const;

function judged(answer: Authenticated | Rejection): Validated {
  if ('caller' in answer) return { live: true, caller: answer.caller };
  const { reject, reason, retryAfterSeconds } = answer;
  if (reject === 'SERVICE_UNAVAILABLE') fail(reject, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
  return reject === 'SESSION_EXPIRED' && reason !== undefined ? { live: false, reason } : UNKNOWN;
}

function invalidJson(reason: string): string {
  return JSON.stringify({ valid: false, reason, session: null });
}

export function createSessionValidation(deps: SessionValidationDependencies): SessionValidation {
  const { authenticate, entryOf, tenantOf } = deps;

  const validate: SessionValidation['validate'] = async (token, { touch = false, remoteAddress = '' } = {}) => {
    const kind = isApiKey(token) ? 'api-key' : 'session';
    const credential = { kind, token, remoteAddress, carrier: 'none', userAgent: '' } as const;
    return judged(await authenticate({ ...credential, passive: !touch, relayed: true }));
  };

  const answerOf = async ({ caller: asker, context }: Act, token: string, touch: boolean): Promise<string> => {
    const { remoteAddress } = context;
    const sees = (tenantIdentifier: string | null): boolean =>
      tenantIdentifier === asker.tenantIdentifier || asker.holds('TENANT_ALL');
    const found = await validate(token, { remoteAddress });
    if (!found.live) {
      const isSeen = found.reason === UNKNOWN.reason || sees(await tenantOf(identifierOf(token)));
      return invalidJson(isSeen ? found.reason : UNKNOWN.reason);
    }
    if (!sees(found.caller.tenantIdentifier)) return invalidJson(UNKNOWN.reason);
    // Only now: a session that its asker must not see is not kept alive by the question.
    const validated = touch ? await validate(token, { touch, remoteAddress }) : found;
    if (!validated.live) return invalidJson(validated.reason);
    const { caller } = validated;
    const session = securitySessionJson(
      await entryOf(caller),
      context.language,
      caller.identifier === asker.identifier,
    );
    return `{"valid":true,"reason":null,"session":${session}}`;
  };

  return {
    validate,
    async validateAll(act, tokens, touch) {
      const answers = await Promise.all(tokens.map((token) => answerOf(act, token, touch)));
      return `[${answers.join(',')}]`;
    },
  };
}
