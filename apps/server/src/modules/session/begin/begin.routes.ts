// Contract operations that begin sessions, renew the own one, and those on sessions of services, as calls of their services.
import type { sessionModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { Context } from '../../../kernel/request/context.ts';
import type { OwnSessionService } from '../own/own.service.ts';
import type { SessionService } from '../query/query.service.ts';
import { clearedSessionCookie } from '../record/session-cookie.ts';
import type { SystemSessionService } from '../system-session.service.ts';
import type { SessionBeginService } from './begin.service.ts';

const NO_STORE = { 'cache-control': 'no-store' } as const;

export type BeginHandlers = Pick<
  ModuleHandlers<typeof sessionModule>,
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
    async begin({ act, body }) {
      await begins.begin(act, body, false);
      return undefined;
    },
    beginWithToken: async ({ act, body }) => ({
      body: await begins.beginWithToken(act, body),
      headers: NO_STORE,
    }),
    async refresh({ act }) {
      const { body, cookies } = await own.refresh(act);
      return { body, headers: NO_STORE, cookies };
    },
    async updateAttributes({ act, body }) {
      await own.updateAttributes(act, body);
      return undefined;
    },
    async systemBegin({ act, body }) {
      await begins.begin(act, body, true);
      return undefined;
    },
    systemClose: async ({ act, body }) => closed(await system.close(act, body), act.context),
    systemExist: ({ act, body }) => system.exists(act, body),
    systemQueryPage: ({ act, body }) => sessions.pageOfTenant(act, { ...body, system: true }),
    async systemCloseAll({ act, query }) {
      const { exceptCurrent = false, allTenants = false } = query;
      return closed(await system.closeAll(act, { exceptCurrent, allTenants }), act.context);
    },
  };
}

/** The cookie of a session that is over goes with the answer. */
export function closed(closedCurrent: boolean, context: Context) {
  return { body: undefined, headers: {}, cookies: closedCurrent ? [clearedSessionCookie(context)] : [] };
}
