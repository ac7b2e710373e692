// Answers what changed for the caller since the cursor of an earlier answer.
import type { SvcPollingChangesModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { viewerOf } from '../announcement/feature.ts';
import { digestOf, readCursor, writeCursor } from '../record/cursor.ts';
import type { Locales } from '../view/locales.ts';
import type { Changes } from './changes.ts';

export function createChangesService({
  clock,
  changes,
  locales,
}: Pick<Kernel, 'clock'> & { readonly changes: Changes; readonly locales: Locales }) {
  return {
    /** Answers the changes; without a cursor there are none, and the answer is the place to begin. */
    async changes(act: Act, after: string | undefined): Promise<SvcPollingChangesModel> {
      const { caller } = act;
      const viewer = viewerOf(caller);
      const digest = digestOf(viewer);
      const hearer = { caller, viewer, locales: await locales.of(act, null) };
      const found = await changes.since(hearer, (present) =>
        after === undefined ? present : readCursor(after, present, digest, clock.now()),
      );
      return {
        changes: found.changes?.map(({ change }) => change) ?? [],
        cursor: writeCursor(found.place, digest, clock.now()),
        resync: found.changes === null,
      };
    },
  };
}
