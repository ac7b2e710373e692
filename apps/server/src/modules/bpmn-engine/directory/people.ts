// Lets instances follow their people: one has another name, or is there no more.
import type { Kernel } from '../../../kernel/module.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { HistoryApi } from '../history/feature.ts';
import { PAGE_INSTANCES } from '../runtime/command-each.ts';
import { foldedBeside, isNamedIn } from '../runtime/state/person-name.ts';
import type { DirectoryChangeStore, RunningRow } from './directory-change.store.ts';
import type { EachInstance, LeasedChange } from './each-instance.ts';

/** Rows of the pages of instances that one statement renames. */
const RENAMED_AT_ONCE = 1_000;

export function createPeople({
  clock,
  history,
  store,
  eachInstance,
}: Pick<Kernel, 'clock'> & {
  readonly history: HistoryApi;
  readonly store: DirectoryChangeStore;
  readonly eachInstance: EachInstance;
}) {
  /** Renames a person in the pages of instances that began before; the events of the history stay as they were written. */
  async function renamePast(tenant: string, from: string, to: string): Promise<void> {
    if ((await history.catchUp()) !== null) throw new Error('the history is behind; the rename goes on later');
    const person = { fromFolded: foldName(from), to, toFolded: foldedBeside(to) };
    while ((await store.renameStarter(tenant, person, RENAMED_AT_ONCE)) === RENAMED_AT_ONCE);
    while ((await store.renameAssignee(tenant, person, RENAMED_AT_ONCE)) === RENAMED_AT_ONCE);
    while ((await store.renameActor(tenant, person, RENAMED_AT_ONCE)) === RENAMED_AT_ONCE);
  }

  return {
    /** Renames a person in all that runs in the tenant: what an instance can go back to names people in its state alone. */
    async rename(change: LeasedChange): Promise<void> {
      const { tenant_identifier: tenant, previous_username: from, username: to } = change.row;
      if (from === null || to === null) return;
      const isNamed = ({ state }: RunningRow): boolean =>
        state === null || isNamedIn(state, { person: from, butAs: to });
      await eachInstance(
        change,
        (after) => store.running({ tenant, after, max: PAGE_INSTANCES }),
        () => ({ kind: 'rename-user', at: clock.now(), actor: null, from, to }),
        isNamed,
      );
      await renamePast(tenant, from, to);
    },

    /** Releases the tasks of a person who is gone: those that others can take are nobody's from now on. */
    async release(change: LeasedChange): Promise<void> {
      const { tenant_identifier: tenant, username: user } = change.row;
      if (user === null) return;
      await eachInstance(
        change,
        (after) => store.assigned({ tenant, after, max: PAGE_INSTANCES }, foldName(user)),
        () => ({ kind: 'release-tasks', at: clock.now(), actor: null, user }),
      );
    },
  };
}
