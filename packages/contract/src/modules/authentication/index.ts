// Exports what this module adds to the contract.
import { documented } from '../../documentation/documented.ts';
import { factorExamples } from './examples/factor-examples.ts';
import { recordExamples } from './examples/record-examples.ts';
import { signInExamples } from './examples/sign-in-examples.ts';
import { userExamples } from './examples/user-examples.ts';
import { authenticationContract } from './module.ts';

export * from './directory/directory-models.ts';
export * from './directory/role-tenant-key-models.ts';
export * from './directory/user-administration-models.ts';
export * from './secrets/device-models.ts';
export * from './secrets/factor-models.ts';
export * from './secrets/password-models.ts';
export * from './sign-in/authentication-models.ts';
export * from './sign-in/captcha-models.ts';
export * from './sign-in/challenge-models.ts';
export * from './sign-in/login-event-models.ts';

export const authenticationModule = documented(authenticationContract, {
  examples: { ...recordExamples, ...userExamples, ...factorExamples, ...signInExamples },
});
