// Declares the authorities of the authentication module.
import { systemAuthorities, tenantAuthorities } from '../../operations/authorities.ts';

export const authenticationAuthorities = [
  ...tenantAuthorities([
    ['AUTH_USER_VIEW', 'View users', 'See the users of the tenant.'],
    ['AUTH_USER_MANAGE', 'Manage users', 'Create, change, enable and disable users, and give them roles.'],
    ['AUTH_ROLE_MANAGE', 'Manage roles', 'Create and change the roles of the tenant.'],
    ['AUTH_API_KEY_MANAGE', 'Manage API keys', 'Create and delete keys by which programs call.'],
    ['AUTH_AUDIT_VIEW', 'View sign-ins', 'See who signed in, and who failed to.'],
    ['AUTH_IMPERSONATE', 'Act as another user', 'Open a session as another user of the tenant.'],
    ['AUTH_PROVIDER_MANAGE', 'Manage identity sources', 'Set up the sources that users sign in through.'],
  ]),
  ...systemAuthorities([
    ['AUTH_TENANT_MANAGE', 'Manage tenants', 'Create, change and disable tenants.'],
    ['TENANT_ALL', 'All tenants', 'Reach the records of every tenant.'],
  ]),
];
