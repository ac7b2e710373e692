// Answers the contract operations that find people and roles for a choice by calls of their service.
import type { AuthenticationHandlers } from '../../ground/authentication.types.ts';
import type { LookupService } from './lookup.service.ts';

type LookupHandlers = Pick<AuthenticationHandlers, 'lookUpUsers' | 'lookUpRoles'>;

export function createLookupHandlers(lookups: LookupService): LookupHandlers {
  return {
    lookUpUsers: ({ body, act }) => lookups.findUsers(act, body),
    lookUpRoles: ({ body, act }) => lookups.findRoles(act, body),
  };
}
