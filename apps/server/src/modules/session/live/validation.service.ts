// Validates credentials of others for programs: streams and uploads that outlive a request, and gateways.
import type { Authenticated, Rejection } from '../../../kernel/http/exchange/guard.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { identifierOf } from '../../../kernel/secrets/identifier-of.ts';
import type { SessionApi, Validated } from '../api.ts';
import type { Reader } from '../entry/reader.ts';
import { securitySessionJson } from '../entry/security-session-json.ts';
import type { Authenticator } from './authenticator.ts';
import { isApiKey } from './token-shape.ts';

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

/** Tokens that a gateway asks about; `touch` counts as a use of their sessions. */
interface TokensToValidate {
  readonly tokenList: readonly string[];
  readonly touch?: boolean | null;
}

export type ValidationService = ReturnType<typeof createValidationService>;

/** `tenantOf` answers null for an identifier that no session ever had. */
export function createValidationService({
  authenticate,
  entryOf,
  tenantOf,
}: {
  readonly authenticate: Authenticator;
  readonly entryOf: Reader;
  readonly tenantOf: (identifier: string) => Promise<string | null>;
}) {
  /** See `SessionApi.validate`. */
  const validate: SessionApi['validate'] = async (token, { touch = false, remoteAddress = '' } = {}) => {
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
    // The use counts only now: asking about a session that the caller must not see does not keep it alive.
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
    /** Answers a gateway in JSON, in the order of the tokens. */
    async validateAll(act: Act, { tokenList, touch }: TokensToValidate): Promise<string> {
      const answers = await Promise.all(tokenList.map((token) => answerOf(act, token, touch ?? false)));
      return `[${answers.join(',')}]`;
    },
  };
}
