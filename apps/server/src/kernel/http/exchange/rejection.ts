// Says why a credential was not taken, and how that ends the request.
import { fail } from '../../request/errors.ts';

export type Rejection = {
  readonly reject: 'AUTHENTICATION_REQUIRED' | 'SESSION_EXPIRED' | 'RATE_LIMITED' | 'SERVICE_UNAVAILABLE';
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
};

/** Ends the request with what became of its credential. */
export function refuse({ reject, reason, retryAfterSeconds }: Rejection): never {
  fail(reject, {
    ...(reason === undefined ? {} : { errorArguments: [{ reason }] }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
