// Declares the operations that find people and roles for a choice.
import { list } from '../../../models/schema.ts';
import { authority, sessionAccess } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import {
  SvcRoleLookupModel,
  SvcRoleLookupQueryModel,
  SvcUserLookupModel,
  SvcUserLookupQueryModel,
} from './lookup-models.ts';

export const lookupOperations = {
  lookUpUsers: operation({
    method: 'POST',
    path: '/users/lookup/list',
    summary: 'Finds people of the own tenant for a choice',
    description:
      'By text at most 20 who can sign in, who has exactly this username first; by names those who are there, whether they can ' +
      'sign in or not, in the order of their usernames. Either searchText or usernameList. At most 120 a minute for a caller.',
    access: sessionAccess,
    effect: 'read',
    body: { kind: 'json', schema: SvcUserLookupQueryModel },
    reply: { kind: 'json', schema: list(SvcUserLookupModel, 'People.') },
    errors: ['RATE_LIMITED'],
  }),
  lookUpRoles: operation({
    method: 'POST',
    path: '/roles/lookup/list',
    summary: 'Finds roles for a choice',
    description: 'Shipped roles and those of the own tenant that a person can hold, at most the first 1,000 by code.',
    access: authority('AUTH_USER_VIEW', 'AUTH_USER_MANAGE', 'AUTH_ROLE_MANAGE'),
    effect: 'read',
    body: { kind: 'json', schema: SvcRoleLookupQueryModel, optional: true },
    reply: { kind: 'json', schema: list(SvcRoleLookupModel, 'Roles.') },
  }),
} as const;
