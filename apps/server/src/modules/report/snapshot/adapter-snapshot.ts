// Fills a snapshot table with the rows of an adapter's query: COPY out of one database, COPY into the other, in blocks.
import type pg from 'pg';
import { sqlState } from '../../../kernel/database/database-errors.ts';
import { type AdapterQuery, type ForeignColumn, ForeignFailure, type OfferedConnections } from '../adapter/feature.ts';
import type { SnapshotColumn } from '../report.types.ts';
import { BlockOverrun, WriteFailure, writeInBlocks } from './row-blocks.ts';
import type { SnapshotControl, SnapshotOrder } from './snapshot.types.ts';
import { completed, copyBlock, createAdapterTable, type FilledTable, setSession } from './snapshot-table.store.ts';

export interface AdapterSnapshotGround {
  readonly adapters: Pick<OfferedConnections, 'open'>;
}

/**
 * Bytes of a block, each a transaction of its own: with a single one, a slow foreign database would keep a numbered
 * transaction open, and hold up readers in the order of commits. Two blocks are in memory at a time.
 */
const BLOCK_BYTES = 4_194_304;
/** Time after which rows of a long query are shown, for a person who looks at the first ones. */
const WAIT_MS = 250;
/** Bytes of a row, beyond any of a report. */
const ROW_BYTES_MAX = 33_554_432;
const bounds = { blockBytes: BLOCK_BYTES, lineBytesMax: ROW_BYTES_MAX, waitMs: WAIT_MS } as const;
/** Class data_exception: a value that its type does not take, a line with too many or too few. */
const VALUE_REFUSED = '22';

/** Makes the failure of rows that the own database does not take. */
function failureOf(thrown: unknown, query: AdapterQuery, columns: readonly SnapshotColumn[]): unknown {
  const error = thrown instanceof WriteFailure ? thrown.cause : thrown;
  if (error instanceof BlockOverrun && error.problem === 'LINE_TOO_LONG')
    return new ForeignFailure('INVALID', `A row has more than ${ROW_BYTES_MAX} bytes.`);
  if (!sqlState(error)?.startsWith(VALUE_REFUSED)) return error;
  const { message, where = '' } = error as Error & { readonly where?: string };
  const column = /, column (c\d+)/.exec(where)?.[1];
  const name = columns.find((one) => one.column === column)?.name;
  return new ForeignFailure(
    'INVALID',
    query.adapter.isSensitive ? null : `${message}${name === undefined ? '' : ` (${name})`}`,
  );
}

const kept = (columns: readonly ForeignColumn[]): readonly SnapshotColumn[] =>
  columns.map(({ name, type, sqlType }, index) => ({ name, type, sqlType, column: `c${index + 1}` }));

export interface AdapterSnapshotControl extends SnapshotControl {
  /** Called when the table exists, before its rows. */
  onColumns(columns: readonly SnapshotColumn[]): Promise<void>;
}

/**
 * Fills the table; rejects with a `ForeignFailure` where the adapter is the cause, with 503 REPORT_ADAPTER_UNAVAILABLE
 * where it cannot be opened.
 */
export async function fillFromAdapter(
  { adapters }: AdapterSnapshotGround,
  client: pg.Client,
  table: string,
  { query, tenantIdentifier, bytesMax, ...terms }: SnapshotOrder & { readonly query: AdapterQuery },
  { signal, onEstimate, onRows, onColumns }: AdapterSnapshotControl,
): Promise<FilledTable> {
  const { timeZone, timeoutMs, rowLimit } = terms;
  const order = { query, terms: { timeZone, timeoutMs }, signal };
  const foreign = await adapters.open({ tenantIdentifier }, order);
  let columns: readonly SnapshotColumn[] = [];
  try {
    const described = await foreign.describe();
    if (described.length === 0) throw new ForeignFailure('REFUSED', 'The statement answers no column.');
    columns = kept(described);
    onEstimate(Math.min(await foreign.estimateRows(), rowLimit));
    await setSession(client, terms);
    await createAdapterTable(client, table, columns);
    await onColumns(columns);
    const rowsMax = rowLimit + 1;
    const lines = await foreign.openRows(described, rowsMax);
    let written = 0;
    const write = async (block: readonly Buffer[]): Promise<void> => {
      written += await copyBlock(client, table, columns, block);
      // A server that ignores a limit is no PostgreSQL.
      if (written > rowsMax) throw new ForeignFailure('INVALID', 'More rows came than were asked for.');
      onRows(Math.min(written, rowLimit));
    };
    await writeInBlocks(lines, write, { ...bounds, bytesMax }).catch((error: unknown) => {
      throw error instanceof WriteFailure || error instanceof BlockOverrun ? error : foreign.failureOf(error);
    });
    if ((await foreign.finish(lines)) !== written)
      throw new ForeignFailure('INVALID', 'Fewer rows came than were sent.');
    return await completed(client, table, columns, written, rowLimit);
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, query, columns);
  } finally {
    await foreign.close();
  }
}
