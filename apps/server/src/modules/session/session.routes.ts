// Contract operations of the session module, as calls of its service.
import type { Cookie, Handlers, sessionModule } from '@keelson/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Context } from '../../kernel/context.ts';
import { sessionCookieName } from '../../kernel/guard.ts';
import type { SessionService } from './session.service.ts';

export function createHandlers(service: SessionService): Handlers<typeof sessionModule, Caller, Context> {
  return {
    async get({ caller, context }) {
      const { json, expiryDate } = await service.current(caller, context);
      return {
        body: { preparedJson: json },
        headers: { 'x-svc-session-expiry': expiryDate, 'cache-control': 'no-store' },
      };
    },
    async close({ caller, context, body }) {
      const closedCurrent = await service.close(caller, context, body);
      return { body: undefined, headers: {}, cookies: clearedCookies(closedCurrent, context) };
    },
    async closeAllByUser({ caller, context, query }) {
      const closedCurrent = await service.closeAllOfCaller(caller, context, query.exceptCurrent ?? false);
      return { body: undefined, headers: {}, cookies: clearedCookies(closedCurrent, context) };
    },
    exist: ({ caller, body }) => service.exists(caller, body),
    countByCurrentUser: ({ caller }) => service.countOfCaller(caller),
    queryPageByUser: ({ caller, context, body }) => service.pageOfCaller(caller, context, body),
  };
}

function clearedCookies(closedCurrent: boolean, context: Context): readonly Cookie[] {
  if (!closedCurrent) return [];
  const secure = !context.loopback;
  return [
    {
      name: sessionCookieName(context.loopback),
      value: '',
      maxAgeSeconds: 0,
      path: '/',
      httpOnly: true,
      secure,
      sameSite: 'Lax',
    },
  ];
}
