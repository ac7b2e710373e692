// Reads events of every type in the order of their commits.
import { type Cursor, createFollower } from '../../../kernel/database/commit-horizon.ts';
import type { Database } from '../../../kernel/database/database.types.ts';
import { type EventRow, eventColumns } from '../reading/feature.ts';

/** Rows of a page: a longer one could exceed the bound of a client's waiting bytes. */
const PAGE_ROWS = 200;

export type TailStore = ReturnType<typeof createTailStore>;

export function createTailStore(database: Database) {
  type Row = EventRow & Record<string, unknown>;
  const follow = createFollower<Row & { readonly followXid: string; readonly followOrder: string }>(
    { name: 'log_tail', table: 'log_event', columns: eventColumns('f'), orderColumn: 'uuid' },
    PAGE_ROWS,
  );
  return {
    async readOn(cursor: Cursor | null) {
      const { rows, ...page } = await follow(database, cursor);
      const events = rows.map((found) => {
        const { followXid, followOrder, followHorizon: _horizon, followRestarted: _restarted, ...event } = found;
        return { place: { xid: followXid, order: followOrder }, row: event as unknown as EventRow };
      });
      return { ...page, events };
    },
  };
}
