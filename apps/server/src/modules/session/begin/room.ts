// Keeps the numbers of live sessions of a user and of a tenant within their limits, under the locks that begin holds.
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { Actor, EventRecorder } from '../../../kernel/records/events.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { sessionEvents } from '../session.events.ts';
import type { SessionSettings } from '../session.settings.ts';
import { countSessionsUpTo, findCountedSessions } from './room.store.ts';

export interface RoomRequest {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
  readonly nowMs: number;
  readonly actor: Actor;
}

export interface SessionRoomDependencies {
  readonly events: EventRecorder;
  readonly settings: SessionSettings;
  readonly closeOldest: (tx: Transaction, identifiers: readonly string[], actor: Actor) => Promise<unknown>;
}

/** Makes room for one more session: signs out where the user was least recently, or 409 `SESSION_LIMIT_REACHED`. */
export type SessionRoom = (tx: Transaction, request: RoomRequest) => Promise<void>;

export function createSessionRoom({ events, settings, closeOldest }: SessionRoomDependencies): SessionRoom {
  const makeRoomOfUser: SessionRoom = async (tx, request) => {
    const { tenantIdentifier, usernameFolded, nowMs, actor } = request;
    const maxPerUser = settings.maxPerUser.get(tenantIdentifier);
    if (maxPerUser === 0) return;
    const counted = await findCountedSessions(tx, { tenantIdentifier, usernameFolded }, nowMs);
    const surplus = counted.length + 1 - maxPerUser;
    if (surplus <= 0) return;
    if (settings.limitAction.get(tenantIdentifier) === 'DENY') deny('USER', maxPerUser);
    const detail = { scope: 'USER', limit: maxPerUser, closed: surplus };
    await events.record(tx, sessionEvents.limitReached, actor, { name: usernameFolded, tenantIdentifier }, detail);
    await closeOldest(tx, counted.slice(0, surplus), actor);
  };

  return async (tx, request) => {
    await makeRoomOfUser(tx, request);
    const maxPerTenant = settings.maxPerTenant.get(request.tenantIdentifier);
    if (maxPerTenant === 0) return;
    const counted = await countSessionsUpTo(tx, request.tenantIdentifier, maxPerTenant, request.nowMs);
    if (counted >= maxPerTenant) deny('TENANT', maxPerTenant);
  };
}

function deny(scope: 'USER' | 'TENANT', limit: number): never {
  return fail('SESSION_LIMIT_REACHED', { parameters: { limit }, errorArguments: [{ scope, limit }] });
}

/** Tells of a refused begin in a transaction of its own: that of the begin is undone. */
export function createDenialRecord({ database, events }: { database: Database; events: EventRecorder }) {
  return (
    { tenantIdentifier, username }: { readonly tenantIdentifier: string; readonly username: string },
    actor: Actor,
  ): Promise<void> =>
    database.transaction((tx) =>
      events.record(tx, sessionEvents.limitReached, actor, { name: username, tenantIdentifier }, { denied: true }),
    );
}
