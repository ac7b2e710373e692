// Keeps the numbers of live sessions of a user and of a tenant within their limits, under the locks that begin holds.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Actor } from '../../../kernel/records/events.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { UserOfTenant } from '../api.ts';
import type { CloseApi } from '../close/feature.ts';
import { sessionEvents } from '../session.events.ts';
import type { SessionSettings } from '../session.settings.ts';
import { countSessionsUpTo, findCountedSessions } from './room.store.ts';

/** Request for room for a new session. */
interface RoomRequest extends UserOfTenant {
  readonly nowMs: number;
  readonly actor: Actor;
  /** Answer of `count` under the same locks. */
  readonly counted: readonly string[];
}

export type Room = ReturnType<typeof createRoom>;

export function createRoom({
  events,
  settings,
  closeFamilies,
}: Pick<Kernel, 'events'> & {
  readonly settings: SessionSettings;
  readonly closeFamilies: CloseApi['closeFamilies'];
}) {
  const makeRoomOfUser = async (tx: Transaction, request: RoomRequest): Promise<void> => {
    const { tenantIdentifier, usernameFolded, actor, counted } = request;
    const maxPerUser = settings.maxPerUser.get(tenantIdentifier);
    if (maxPerUser === 0) return;
    const surplus = counted.length + 1 - maxPerUser;
    if (surplus <= 0) return;
    if (settings.limitAction.get(tenantIdentifier) === 'DENY') deny('USER', maxPerUser);
    const detail = { scope: 'USER', limit: maxPerUser, closed: surplus };
    await events.record(tx, sessionEvents.limitReached, actor, { name: usernameFolded, tenantIdentifier }, detail);
    await closeFamilies(tx, counted.slice(0, surplus), 'LIMIT', actor);
  };

  return {
    /** Answers the user's live sessions that count, least recently used first; none where they are not limited. */
    count: async (tx: Transaction, user: UserOfTenant, nowMs: number): Promise<readonly string[]> =>
      settings.maxPerUser.get(user.tenantIdentifier) === 0 ? [] : findCountedSessions(tx, user, nowMs),
    /**
     * Makes room for one more session: closes the user's least recently used one, or fails with 409
     * `SESSION_LIMIT_REACHED`.
     */
    async make(tx: Transaction, request: RoomRequest): Promise<void> {
      await makeRoomOfUser(tx, request);
      const maxPerTenant = settings.maxPerTenant.get(request.tenantIdentifier);
      if (maxPerTenant === 0) return;
      const counted = await countSessionsUpTo(tx, request.tenantIdentifier, maxPerTenant, request.nowMs);
      if (counted >= maxPerTenant) deny('TENANT', maxPerTenant);
    },
  };
}

function deny(scope: 'USER' | 'TENANT', limit: number): never {
  return fail('SESSION_LIMIT_REACHED', { parameters: { limit }, errorArguments: [{ scope, limit }] });
}

/** Records a refused begin in a transaction of its own: that of the begin is undone. */
export function createDenialRecord({ database, events }: Pick<Kernel, 'database' | 'events'>) {
  return (
    { tenantIdentifier, username }: { readonly tenantIdentifier: string; readonly username: string },
    actor: Actor,
  ): Promise<void> =>
    database.transaction((tx) =>
      events.record(tx, sessionEvents.limitReached, actor, { name: username, tenantIdentifier }, { denied: true }),
    );
}
