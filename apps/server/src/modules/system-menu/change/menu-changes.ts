// Changes the menu: a plan under the lock of all writers, checked, saved and recorded, and in memory before it is
// answered.

import type { MenuScope } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { IdempotencyClaim } from '../../../kernel/records/idempotency.ts';
import type { Turn } from '../../../kernel/records/revisioned.ts';
import { saveRows } from '../records/menu-data.store.ts';
import { type MenuData, mergeRows } from '../records/menu-data.ts';
import type { MenuRows, WriteScope } from '../records/menu-record.types.ts';
import { systemMenuEvents } from '../system-menu.events.ts';
import { type MenuSnapshot, viewTenantOf } from '../view/menu-snapshot.ts';
import { compileView, type MenuView } from '../view/menu-view.ts';
import { describeChanges } from './describe-changes.ts';
import { requireNoLockout } from './require-no-lockout.ts';

export interface MenuChange {
  /** Subject of the event: a name or an identifier. */
  readonly subject: string;
  readonly rows: MenuRows;
}

/** Plans a change under the lock of all writers, without further reads. Null changes nothing. */
export type MenuPlan = (data: MenuData, at: WriteScope) => MenuChange | null;

interface AskedChange {
  /** Level; SHARED without TENANT_ALL is 403. */
  readonly scope: MenuScope | undefined;
  readonly plan: MenuPlan;
}

/** Holds a record as its maker sees it. */
export interface Made<M> {
  readonly model: M;
  readonly revision: number;
}

export type MenuChanges = ReturnType<typeof createMenuChanges>;

export function createMenuChanges({ clock, snapshot }: Pick<Kernel, 'clock'> & { readonly snapshot: MenuSnapshot }) {
  const { revisioned } = snapshot;
  const scopeOf = ({ caller }: Act, scope: MenuScope = 'TENANT'): WriteScope => {
    const now = new Date(clock.now()).toISOString();
    return { scope, tenant: viewTenantOf(caller, scope), username: caller.username, now };
  };
  const look = async (act: Act, { tx, revision }: Turn, plan: MenuPlan, at: WriteScope) => {
    const before = await snapshot.readCurrent(tx);
    const change = plan(before, at);
    if (change !== null) requireNoLockout(snapshot, act.caller, before, mergeRows(before, change.rows, revision));
    return { before, change };
  };
  const run = <T>(
    act: Act,
    { scope, plan }: AskedChange,
    answerOf: (turn: Turn) => Promise<T>,
    claim?: IdempotencyClaim,
  ) => {
    const at = scopeOf(act, scope);
    return revisioned.change(
      act.actor,
      async (turn) => {
        const { tx, revision } = turn;
        const { before, change } = await look(act, turn, plan, at);
        if (change === null) return { answer: await answerOf(turn), changed: false };
        const { subject, rows } = change;
        await saveRows(tx, rows, revision);
        const own = await snapshot.readOwn(tx, revision);
        await turn.record(systemMenuEvents.changed, subject, {
          scope: at.scope,
          revision,
          ...describeChanges(before, rows),
        });
        return { answer: await answerOf(turn), changed: true, own };
      },
      claim,
    );
  };

  return {
    /** Answers the revision that holds the change. */
    async change(act: Act, asked: AskedChange): Promise<number> {
      return (await run(act, asked, async () => null)).revision;
    },
    /** Refuses what `change` would refuse, without writing. Answers the present revision. */
    async rehearse(act: Act, { scope, plan }: AskedChange): Promise<number> {
      const at = scopeOf(act, scope);
      const { answer } = await revisioned.rehearse(act.actor, async (turn) => {
        const { before } = await look(act, turn, plan, at);
        return { answer: before.revision, changed: false };
      });
      return answer;
    },
    /** Makes a record in the tenant of the caller, once for all requests under one `Idempotency-Key`. */
    make<M>(act: Act, plan: MenuPlan, modelOf: (view: MenuView) => M): Promise<Made<M>> {
      const { tenantIdentifier: tenant } = act.caller;
      return act.once(async (claim) => {
        // Only an answer that is stored has to be made before the commit; otherwise memory compiles the view for the
        // next readers.
        const keep = async ({ tx, revision }: Turn): Promise<Made<M> | null> =>
          claim.needed ? { model: modelOf(compileView(await snapshot.readCurrent(tx), tenant)), revision } : null;
        const { answer, revision } = await run(act, { scope: 'TENANT', plan }, keep, claim);
        return answer ?? { model: modelOf(snapshot.menuOf(tenant).view), revision };
      });
    },
  };
}
