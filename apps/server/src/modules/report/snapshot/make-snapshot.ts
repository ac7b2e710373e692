// Runs the query of a report once, into a table of its own, on a connection of its own.

import { type OwnConnection, openOwnConnection } from '../../../kernel/database/database-client.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Snapshot } from '../report.types.ts';
import { type AdapterSnapshotGround, fillFromAdapter } from './adapter-snapshot.ts';
import { cancelOnAbort } from './cancel-backend.ts';
import { type CsvSnapshotGround, fillFromCsv } from './csv-snapshot.ts';
import { describeGrowing, endSnapshots, insertSnapshot, settleSnapshot, tableOf } from './snapshot.store.ts';
import type { SnapshotControl, SnapshotOrder } from './snapshot.types.ts';
import { beginQuery, createTable, estimateRows, type FilledTable, fillTable } from './snapshot-table.store.ts';

export interface MadeSnapshot {
  readonly id: number;
  readonly snapshot: Snapshot;
  readonly dateCreated: Date;
}

export type MakeSnapshot = (order: SnapshotOrder, control: SnapshotControl) => Promise<MadeSnapshot>;

/** Time after the limit of its query after which an unfinished snapshot is dropped. */
const UNSETTLED_MS = 3_600_000;

export type MakeSnapshotGround = Pick<Kernel, 'clock' | 'database' | 'databaseSettings'> &
  AdapterSnapshotGround &
  CsvSnapshotGround;

export function createMakeSnapshot(ground: MakeSnapshotGround): MakeSnapshot {
  const { clock, database, databaseSettings } = ground;

  async function fill(
    { client }: OwnConnection,
    id: number,
    order: SnapshotOrder,
    control: SnapshotControl,
  ): Promise<FilledTable> {
    const { query, ...terms } = order;
    const { adapter, file } = query;
    const table = tableOf(id);
    if (file !== undefined) return fillFromCsv(ground, client, table, order, { ...control, file });
    if (adapter !== undefined)
      return fillFromAdapter(
        ground,
        client,
        table,
        { ...order, query: { ...query, adapter } },
        {
          ...control,
          async onColumns(columns) {
            await describeGrowing(database, id, columns);
            control.onGrowing(id);
          },
        },
      );
    const { signal, onEstimate } = control;
    await beginQuery(client, query, terms);
    onEstimate(Math.min(await estimateRows(client, query.text), terms.rowLimit));
    signal.throwIfAborted();
    const columns = await createTable(client, table, query, terms);
    await client.query('COMMIT');
    await beginQuery(client, query, terms);
    signal.throwIfAborted();
    const filled = await fillTable(client, table, columns, query, terms);
    signal.throwIfAborted();
    await client.query('COMMIT');
    return filled;
  }

  return async (order, control) => {
    const { signal } = control;
    const now = clock.now();
    const unsettled = new Date(now + order.timeoutMs + UNSETTLED_MS);
    const id = await insertSnapshot(database, order, new Date(now), unsettled);
    const table = tableOf(id);
    const connection = await openOwnConnection(databaseSettings);
    const stop = cancelOnAbort(database, connection.pid, signal);
    let filled: FilledTable;
    try {
      filled = await fill(connection, id, order, control);
    } catch (error) {
      // Its table, if there is one, has no rows.
      await endSnapshots(database, [id], new Date(clock.now())).catch(() => undefined);
      signal.throwIfAborted();
      throw error;
    } finally {
      stop();
      await connection.end();
    }
    await settleSnapshot(database, id, filled, new Date(clock.now() + order.keptMs));
    return { id, snapshot: { table, ...filled }, dateCreated: new Date(now) };
  };
}
