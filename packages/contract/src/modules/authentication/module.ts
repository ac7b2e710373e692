// Declares authentication: signing in and out, and who can sign in.
import { defineModule } from '../../operations/define.ts';
import { authenticationAuthorities } from './authentication-authorities.ts';
import { apiKeyOperations, roleOperations, tenantOperations } from './directory/administration-operations.ts';
import { lookupOperations } from './directory/lookup-operations.ts';
import { userOperations } from './directory/user-operations.ts';
import { deviceOperations } from './secrets/device-operations.ts';
import { factorOperations } from './secrets/factor-operations.ts';
import { passwordOperations } from './secrets/password-operations.ts';
import { activationOperations } from './sign-in/activation-operations.ts';
import { captchaOperations } from './sign-in/captcha-operations.ts';
import { impersonationOperations } from './sign-in/impersonation-operations.ts';
import { loginEventOperations } from './sign-in/login-event-operations.ts';
import { loginOperations } from './sign-in/login-operations.ts';
import { signInOperations } from './sign-in/sign-in-operations.ts';
import { systemLoginOperations } from './sign-in/system-login-operations.ts';

// Documents keep the order in which operations came to be, and these five came before their kin.
const { createUser, setRoles, ...furtherUserOperations } = userOperations;
const { createRole, ...furtherRoleOperations } = roleOperations;
const { createApiKey, deleteApiKey, ...furtherApiKeyOperations } = apiKeyOperations;

export const authenticationContract = defineModule({
  name: 'authentication',
  title: 'Authentication',
  prefixes: ['/authentication'],
  operations: {
    ...signInOperations,
    ...systemLoginOperations,
    ...captchaOperations,
    ...passwordOperations,
    ...loginEventOperations,
    ...loginOperations,
    ...activationOperations,
    createUser,
    setRoles,
    createRole,
    createApiKey,
    deleteApiKey,
    ...factorOperations,
    ...deviceOperations,
    ...furtherUserOperations,
    ...impersonationOperations,
    ...furtherRoleOperations,
    ...tenantOperations,
    ...furtherApiKeyOperations,
    ...lookupOperations,
  },
  authorities: authenticationAuthorities,
});
