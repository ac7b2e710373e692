// Writes structure: lock, look, check, save, event and revision in one transaction; memory holds the change when it resolves.

import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { publishRevision, saveRows, takeRevision } from '../records/menu-data.store.ts';
import { type MenuData, mergeRows } from '../records/menu-data.ts';
import type { MenuRows, WriteScope } from '../records/menu-record.types.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { compileView, type MenuView } from '../view/menu-view.ts';
import { shownItems } from '../view/shown-items.ts';
import { tellChanges } from './tell-changes.ts';

/** Application and item that an administrator must not take from themselves. */
export const PROTECTED_APP = 'platform';
export const PROTECTED_ITEM = 'menu-administration';

export interface MenuChange {
  /** What it is about: a name or an identifier. */
  readonly subject: string;
  readonly rows: MenuRows;
}

/** Looks at the menu under the lock of all writers. Null: nothing is to be changed. */
export type MenuPlan = (data: MenuData, at: WriteScope) => MenuChange | null;

/** Writes further rows in the transaction of a change; `after` is the menu that holds it. */
export type Alongside = (tx: Transaction, after: MenuData, revision: number) => Promise<void>;

export interface MenuWriter {
  /** Answers the revision that holds the change. `scope` SHARED without TENANT_ALL is 403. */
  change(
    caller: Caller,
    context: Context,
    scope: WriteScope['scope'] | undefined,
    plan: MenuPlan,
    alongside?: Alongside,
  ): Promise<number>;
  /** The same up to the writing: refuses what `change` would refuse. Answers the revision that was looked at. */
  rehearse(caller: Caller, scope: WriteScope['scope'] | undefined, plan: MenuPlan): Promise<number>;
}

/** Level that somebody reads or writes; only who holds TENANT_ALL reaches the shared one. */
export function viewTenantOf(caller: Caller, scope: WriteScope['scope'] | undefined): string | null {
  if (scope !== 'SHARED') return caller.tenantIdentifier;
  if (!caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
  return null;
}

function seesAdministration(view: MenuView, caller: Caller): boolean {
  const app = view.findAppByName(PROTECTED_APP);
  if (app === undefined) return false;
  const shown = shownItems(app, view.pairs.heldBy(caller));
  return app.nodes.some(({ item }, index) => item.name === PROTECTED_ITEM && item.system && shown[index] === 1);
}

export function createMenuWriter(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: EventRecorder;
  readonly snapshot: MenuSnapshot;
}): MenuWriter {
  const { database, clock, events, snapshot } = deps;
  /** Whoever did not see it before is not concerned. */
  const requireNoLockout = (before: MenuData, after: MenuData, caller: Caller): void => {
    const { tenantIdentifier: tenant } = caller;
    const isShown = before.revision === snapshot.follower.revision;
    const view = isShown ? snapshot.menuOf(tenant).view : compileView(before, tenant);
    if (!seesAdministration(view, caller)) return;
    if (!seesAdministration(compileView(after, tenant), caller)) fail('MENU_SELF_LOCKOUT');
  };
  const scopeOf = (caller: Caller, asked: WriteScope['scope'] | undefined): WriteScope => {
    const scope = asked ?? 'TENANT';
    const now = new Date(clock.now()).toISOString();
    return { scope, tenant: viewTenantOf(caller, scope), username: caller.username, now };
  };
  return {
    rehearse(caller, asked, plan) {
      const at = scopeOf(caller, asked);
      return database.transaction(async (tx) => {
        const before = await snapshot.readCurrent(tx);
        const change = plan(before, at);
        if (change !== null) requireNoLockout(before, mergeRows(before, change.rows, before.revision + 1), caller);
        return before.revision;
      });
    },
    async change(caller, context, asked, plan, alongside) {
      const at = scopeOf(caller, asked);
      const { scope } = at;
      const { username, tenantIdentifier } = caller;
      const written = await database.transaction(async (tx) => {
        const revision = await takeRevision(tx);
        const before = await snapshot.readCurrent(tx);
        const change = plan(before, at);
        if (change === null) return before.revision;
        requireNoLockout(before, mergeRows(before, change.rows, revision), caller);
        await saveRows(tx, change.rows, revision);
        if (alongside !== undefined) await alongside(tx, await snapshot.readCurrent(tx), revision);
        await events.record(tx, {
          kind: 'menu.changed',
          type: 'AUDIT',
          tenantIdentifier,
          actor: username,
          subject: change.subject,
          ipAddress: context.remoteAddress,
          requestId: context.requestId,
          detail: { scope, revision, ...tellChanges(before, change.rows) },
        });
        await publishRevision(tx, revision);
        return revision;
      });
      if (written > snapshot.follower.revision) await snapshot.follower.refresh();
      return written;
    },
  };
}
