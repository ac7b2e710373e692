// Declares why a credential was refused, and ends the request with it.
import { fail } from '../../request/errors.ts';

export type Rejection = {
  readonly reject: 'AUTHENTICATION_REQUIRED' | 'SESSION_EXPIRED' | 'RATE_LIMITED' | 'SERVICE_UNAVAILABLE';
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
};

/** Ends the request for the reason why its credential was refused. */
export function refuse({ reject, reason, retryAfterSeconds }: Rejection): never {
  fail(reject, {
    ...(reason === undefined ? {} : { errorArguments: [{ reason }] }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
