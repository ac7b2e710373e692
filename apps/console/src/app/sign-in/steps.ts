// Knows the steps of a sign-in and how one leads to the next.
import type { plainApi } from '../../lib/api.ts';

/** Answer of the server after each step. */
export type Answered = Awaited<ReturnType<typeof plainApi.authentication.login>>['body'];

/** How a sign-in begins anew: who it was, and why it could not go on; null where the person chose so. */
export interface Again {
  readonly username: string;
  readonly failure: unknown;
}

/** What is asked of the person now. */
export type Step =
  | { readonly kind: 'password'; readonly again: Again | null }
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'code'; readonly answered: Answered }
  | { readonly kind: 'new-password'; readonly answered: Answered }
  | { readonly kind: 'enrolment'; readonly answered: Answered }
  | { readonly kind: 'recovery-codes'; readonly answered: Answered }
  | { readonly kind: 'done'; readonly answered: Answered };

export function stepAfter(answered: Answered): Step {
  switch (answered.status) {
    case 'VERIFICATION_REQUIRED':
      return { kind: 'code', answered };
    case 'PASSWORD_CHANGE_REQUIRED':
      return { kind: 'new-password', answered };
    case 'FACTOR_ENROLLMENT_REQUIRED':
      return { kind: 'enrolment', answered };
    default:
      return (answered.recoveryCodeList ?? []).length > 0
        ? { kind: 'recovery-codes', answered }
        : { kind: 'done', answered };
  }
}
