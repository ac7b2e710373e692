// Is the thread of the benchmark that makes files of reports: as the server's, with a connection of its own and the content store behind it.
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { openContentSink } from '../../apps/server/src/kernel/content/content-sink.ts';
import { createDatabase } from '../../apps/server/src/kernel/database/database.ts';
import { clientOptions } from '../../apps/server/src/kernel/database/database-client.ts';
import { type RenderRequest, renderReport } from '../../apps/server/src/modules/report/render/feature.ts';

/** A thread makes one file after the other; each order is answered by the length of the file. */
const settings = { url: workerData as string };
const database = createDatabase({ settings, connectionsMax: 1 });

parentPort?.on('message', async (request: RenderRequest) => {
  const client = new pg.Client({ ...clientOptions(settings), query_timeout: 0 });
  await client.connect();
  const sink = await openContentSink(database, Date.now);
  const control = { signal: new AbortController().signal, onProgress: () => undefined };
  await renderReport(client, request, (bytes) => sink.write(bytes), control);
  const { size } = await sink.finish();
  await client.end();
  parentPort?.postMessage(size);
});
