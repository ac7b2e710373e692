// Exports what this module adds to the contract.
import { type Documented, documented } from '../../documentation/documented.ts';
import examples from './documentation/examples.json' with { type: 'json' };
import { authenticationTurkish } from './documentation/turkish.ts';
import { authenticationContract } from './module.ts';

export * from './directory/api-key-models.ts';
export * from './directory/lookup-models.ts';
export * from './directory/role-models.ts';
export * from './directory/tenant-models.ts';
export * from './directory/user-models.ts';
export * from './secrets/device-models.ts';
export * from './secrets/factor-models.ts';
export * from './secrets/password-models.ts';
export * from './sign-in/authentication-models.ts';
export * from './sign-in/captcha-models.ts';
export * from './sign-in/challenge-models.ts';
export * from './sign-in/impersonation-models.ts';
export * from './sign-in/login-event-models.ts';

export const authenticationModule: Documented<typeof authenticationContract> = documented(authenticationContract, {
  examples,
  turkish: authenticationTurkish,
});
