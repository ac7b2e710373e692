// Answers the contract operations on login events by calls of their service.
import type { AuthenticationHandlers } from '../../ground/authentication.types.ts';
import type { LoginEventService } from './login-event.service.ts';

export type LoginEventHandlers = Pick<AuthenticationHandlers, 'queryLoginEventPageByUser' | 'queryLoginEventPage'>;

export function createLoginEventHandlers(service: LoginEventService): LoginEventHandlers {
  return {
    queryLoginEventPageByUser: ({ body, act }) => service.pageOfCaller(body, act.caller),
    queryLoginEventPage: ({ body, act }) => service.pageOfTenant(body, act.caller),
  };
}
