// Closes sessions that match a query: by name up to a bound, beyond it by a standing order that takes effect at once.
import type { SvcSessionQueryModel } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Actor } from '../../../kernel/records/events.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import type { CloseReason, Directories } from '../api.ts';
import type { Activity } from '../entry/activity.ts';
import type { Signals } from '../entry/signals.ts';
import { lockTenant } from '../record/lock.store.ts';
import { tenantSessionsQuery } from '../search/checked-query.ts';
import { asksForOpenOnly, type SessionQuery } from '../search/query.types.ts';
import { countSessions } from '../search/sessions.store.ts';
import { withHolders } from '../search/with-holders.ts';
import { sessionEvents } from '../session.events.ts';
import { findMatchingSessions, findMembersOf, saveMatchingMembers } from './by-query.store.ts';
import { CLOSED_AT_ONCE_MAX, type Closing } from './closing.ts';
import { saveBulkClose } from './order.store.ts';

interface QueryToClose {
  readonly model: SvcSessionQueryModel;
  /** True to count the sessions only; default false. */
  readonly dryRun?: boolean | undefined;
  /** True to close the caller's own session too; default false. */
  readonly includeCurrent?: boolean | undefined;
}

interface ByQueryParts extends Pick<Kernel, 'clock' | 'database' | 'events'> {
  readonly activity: Activity;
  readonly signals: Signals;
  readonly closing: Pick<Closing, 'closeNamed'>;
  readonly directories: () => Directories;
}

export type ByQueryService = ReturnType<typeof createByQueryService>;

export function createByQueryService(parts: ByQueryParts) {
  const { clock, database, activity, closing, directories } = parts;
  return async (
    { caller, actor }: Act,
    { model, dryRun = false, includeCurrent = false }: QueryToClose,
  ): Promise<{ readonly count: number; readonly closedCurrent: boolean }> => {
    requireCriteria(model);
    const checked = tenantSessionsQuery(model, caller);
    const held = await withHolders(checked, model.authority, { database, directories: directories() });
    const exceptIdentifier = includeCurrent ? null : caller.identifier;
    const query: SessionQuery = { ...held, statuses: ['OPEN'], exceptIdentifier };
    // A query for ended sessions alone has nothing to close.
    const isOpen = checked.statuses.includes('OPEN') && asksForOpenOnly(query);
    if (!isOpen) return { count: 0, closedCurrent: false };
    await activity.settled();
    if (dryRun) return { count: await countSessions(database, query, clock.now()), closedCurrent: false };
    const reason: CloseReason = caller.kind === 'api-key' ? 'SERVICE' : 'ADMIN';
    return database.transaction(async (tx) => {
      const identifiers = await findMatchingSessions(tx, query, clock.now(), CLOSED_AT_ONCE_MAX + 1);
      if (identifiers.length <= CLOSED_AT_ONCE_MAX) {
        const closed = await closing.closeNamed(tx, identifiers, reason, actor);
        return {
          count: closed.length,
          closedCurrent: closed.some(({ identifier }) => identifier === caller.identifier),
        };
      }
      const closedCurrent = includeCurrent && (await matches(tx, query, caller.identifier, clock.now()));
      return { count: await orderClose(parts, tx, query, reason, actor), closedCurrent };
    });
  };
}

async function matches(tx: Transaction, query: SessionQuery, identifier: string, nowMs: number): Promise<boolean> {
  const { identifiers } = query;
  if (identifiers !== null && !identifiers.includes(identifier)) return false;
  return (await findMatchingSessions(tx, { ...query, identifiers: [identifier] }, nowMs, 1)).length > 0;
}

/** Gives an order: its sessions are invalid from the commit on, the rows are closed in the background. */
async function orderClose(
  { clock, events, signals }: ByQueryParts,
  tx: Transaction,
  query: SessionQuery,
  reason: CloseReason,
  actor: Actor,
): Promise<number> {
  const { tenantIdentifier, exceptIdentifier } = query;
  // A parallel rotation would give a listed session another row.
  await lockTenant(tx, tenantIdentifier);
  const nowMs = clock.now();
  const orderId = await saveBulkClose(tx, {
    tenantIdentifier: null,
    includeSystem: true,
    systemOnly: false,
    exceptIdentifier,
    listed: true,
    reason,
    closedBy: actor.username,
    nowMs,
  });
  await saveMatchingMembers(tx, orderId, query, nowMs);
  let { count, tenants } = await findMembersOf(tx, orderId);
  const others = tenants.filter((name) => name !== tenantIdentifier);
  if (others.length > 0) {
    for (const name of others) await lockTenant(tx, name);
    await saveMatchingMembers(tx, orderId, query, nowMs);
    ({ count, tenants } = await findMembersOf(tx, orderId));
  }
  const subject = { name: tenantIdentifier, tenantIdentifier };
  await events.record(tx, sessionEvents.allClosed, actor, subject, { scope: 'QUERY', count, reason });
  await signals.publish(tx, { scope: 'TENANT', effect: 'CLOSE', keys: [...tenants] });
  return count;
}

/**
 * Refuses a query by tenant, kind and status alone: it would match a whole tenant, for which another authority is
 * needed.
 */
function requireCriteria(model: SvcSessionQueryModel): void {
  const { pageable, tenantIdentifier, system, statusList, ...criteria } = model;
  const given = Object.values(criteria).some((value) => {
    if (value === null || value === undefined || value === '') return false;
    return typeof value !== 'object' || Object.keys(value).length > 0;
  });
  if (given) return;
  const message = 'Narrow the query by something else than tenant, kind and status, or use /close-all.';
  invalid({ field: '', code: 'SESSION_CRITERIA_REQUIRED', message });
}
