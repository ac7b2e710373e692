// Contract operations on login events, as calls of their service.
import type { authenticationModule, Handlers } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import type { LoginEventService } from './login-event.service.ts';

export type LoginEventHandlers = Pick<
  Handlers<typeof authenticationModule, Caller, Context>,
  'queryLoginEventPageByUser' | 'queryLoginEventPage'
>;

export function createLoginEventHandlers(service: LoginEventService): LoginEventHandlers {
  return {
    queryLoginEventPageByUser: ({ body, caller }) => service.pageOfCaller(body, caller),
    queryLoginEventPage: ({ body, caller }) => service.pageOfTenant(body, caller),
  };
}
