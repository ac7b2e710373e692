// Runs Keelson and a bare Fastify server, which sends bytes that it is given from a constant buffer, in one process.
import '../../apps/server/src/runtime-settings.ts';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fastify from 'fastify';
import { createApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/kernel/process/config.ts';
import { createLogger } from '../../apps/server/src/kernel/process/logger.ts';

const BODY_LIMIT = 16_777_216;

const { BENCH_BARE_PORT, ...environment } = process.env;
const config = parseConfig(environment, () => '/nonexistent');
const app = await createApp({ config, log: createLogger(config.logLevel) });
const bare = fastify({ bodyLimit: BODY_LIMIT });
let bytes: Buffer = Buffer.alloc(0);
const file = join(mkdtempSync(join(tmpdir(), 'keelson-bench-file-')), 'bytes');
bare.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
bare.get('/bare', async (_, reply) => reply.type('application/json; charset=utf-8').send(bytes));
/** Is what a server of static files does with each of its files. */
bare.get('/file', async (_, reply) => {
  const { size } = await stat(file);
  return reply.type('application/octet-stream').header('content-length', size).send(createReadStream(file));
});
bare.put<{ Body: Buffer }>('/bytes', async (request) => {
  bytes = request.body;
  await writeFile(file, bytes);
  return {};
});
await bare.listen({ host: '127.0.0.1', port: Number(BENCH_BARE_PORT) });
await app.listen();
process.once('SIGTERM', () => {
  rmSync(dirname(file), { recursive: true, force: true });
  app.stop().finally(() => process.exit(0));
});
