// Contract operations that begin sessions, renew the own one, and those on sessions of services, as calls of their services.
import type { Handlers, sessionModule } from '@keelson/contract';
import type { Caller } from '../../kernel/request/caller.ts';
import type { Context } from '../../kernel/request/context.ts';
import type { OwnSessionService } from './own-session.service.ts';
import type { SessionService } from './session.service.ts';
import type { SessionBeginService } from './session-begin.service.ts';
import { clearedSessionCookie } from './session-cookie.ts';
import type { SystemSessionService } from './system-session.service.ts';

const NO_STORE = { 'cache-control': 'no-store' } as const;

export type BeginHandlers = Pick<
  Handlers<typeof sessionModule, Caller, Context>,
  | 'begin'
  | 'beginWithToken'
  | 'refresh'
  | 'updateAttributes'
  | 'systemBegin'
  | 'systemClose'
  | 'systemExist'
  | 'systemQueryPage'
  | 'systemCloseAll'
>;

export interface BeginServices {
  readonly begins: SessionBeginService;
  readonly own: OwnSessionService;
  readonly system: SystemSessionService;
  readonly sessions: Pick<SessionService, 'pageOfTenant'>;
}

export function createBeginHandlers({ begins, own, system, sessions }: BeginServices): BeginHandlers {
  return {
    async begin({ body, caller, context }) {
      await begins.begin(body, caller, context, false);
      return undefined;
    },
    beginWithToken: async ({ body, caller, context }) => ({
      body: await begins.beginWithToken(body, caller, context),
      headers: NO_STORE,
    }),
    async refresh({ caller, context }) {
      const { body, cookies } = await own.refresh(caller, context);
      return { body, headers: NO_STORE, cookies };
    },
    async updateAttributes({ body, caller, context }) {
      await own.updateAttributes(body, caller, context);
      return undefined;
    },
    async systemBegin({ body, caller, context }) {
      await begins.begin(body, caller, context, true);
      return undefined;
    },
    systemClose: async ({ body, caller, context }) => closed(await system.close(caller, context, body), context),
    systemExist: ({ body, caller }) => system.exists(caller, body),
    systemQueryPage: ({ body, caller, context }) => sessions.pageOfTenant(caller, context, { ...body, system: true }),
    async systemCloseAll({ query, caller, context }) {
      const { exceptCurrent = false, allTenants = false } = query;
      return closed(await system.closeAll(caller, context, { exceptCurrent, allTenants }), context);
    },
  };
}

/** The cookie of a session that is over goes with the answer. */
export function closed(closedCurrent: boolean, context: Context) {
  return { body: undefined, headers: {}, cookies: closedCurrent ? [clearedSessionCookie(context)] : [] };
}
