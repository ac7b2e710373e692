// The thread that makes files of snapshots: reads the rows on a connection of its own, and writes the bytes into the
// content store.
import type { ReportRunFailure } from '@keelson/contract';
import { openContentSink } from '../../../../kernel/content/content-sink.ts';
import { createDatabase } from '../../../../kernel/database/database.ts';
import { openOwnConnection } from '../../../../kernel/database/database-client.ts';
import { type LaneControl, serveLane } from '../../../../kernel/worker/serve-lane.ts';
import { RenderFailure, renderReport } from '../../render/feature.ts';
import { isDiskFull } from '../disk-full.ts';
import { RunFailure } from '../run-failure.ts';
import type { RenderAnswer, RenderOrder, RenderProgress } from './render-order.ts';

serveLane<RenderOrder, RenderAnswer, RenderProgress>(makeFile);

/** Makes a file: chunks are written on one connection while rows are read on the other. */
async function makeFile(order: RenderOrder, control: LaneControl<RenderProgress>): Promise<RenderAnswer> {
  const { databaseSettings, now } = order;
  const beganMs = performance.now();
  const database = createDatabase({ settings: databaseSettings, connectionsMax: 1 });
  const connection = await openOwnConnection(databaseSettings);
  control.report({ pid: connection.pid });
  const sink = await openContentSink(database, () => now + performance.now() - beganMs);
  try {
    return await writeFile(order, connection.client, sink, control);
  } catch (error) {
    await sink.discard().catch(() => undefined);
    const errorCode = refusalOf(error);
    if (errorCode === null || control.signal.aborted) throw error;
    return { kind: 'REFUSED', errorCode };
  } finally {
    await connection.end();
    await database.close();
  }
}

type Own<F extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>;

async function writeFile(
  { request, bytesMax }: RenderOrder,
  client: Own<typeof openOwnConnection>['client'],
  sink: Own<typeof openContentSink>,
  { signal, report }: LaneControl<RenderProgress>,
): Promise<RenderAnswer> {
  let bytes = 0;
  const write = async (piece: Uint8Array): Promise<void> => {
    bytes += piece.byteLength;
    if (bytes > bytesMax) throw new RunFailure('REPORT_OUTPUT_TOO_LARGE');
    await sink.write(piece);
  };
  const onProgress = (done: number, of: number): void => report({ done, of });
  const { pageCount, isTruncated, warningList } = await renderReport(client, request, write, { signal, onProgress });
  const { hash, size } = await sink.finish();
  return { kind: 'MADE', hash, byteCount: size, pageCount, isTruncated, warningList };
}

function refusalOf(error: unknown): ReportRunFailure | null {
  if (error instanceof RenderFailure || error instanceof RunFailure) return error.code;
  return isDiskFull(error) ? 'REPORT_DISK_FULL' : null;
}
