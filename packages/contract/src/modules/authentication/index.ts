// Exports what this module adds to the contract.
export * from './directory/directory-models.ts';
export * from './directory/role-tenant-key-models.ts';
export * from './directory/user-administration-models.ts';
export { authenticationModule } from './module.ts';
export * from './secrets/device-models.ts';
export * from './secrets/factor-models.ts';
export * from './secrets/password-models.ts';
export * from './sign-in/authentication-models.ts';
export * from './sign-in/captcha-models.ts';
export * from './sign-in/challenge-models.ts';
export * from './sign-in/login-event-models.ts';
