// Runs Keelson and a bare Fastify server in one process, so that both have the same runtime, heap and moment.
import '../../apps/server/src/runtime-settings.ts';
import fastify from 'fastify';
import { createApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/kernel/process/config.ts';
import { createLogger } from '../../apps/server/src/kernel/process/logger.ts';

/** Serves, without a look at the caller, the texts that it is given: each as the bytes of its own route. */
async function serveBare(port: number): Promise<void> {
  const texts = new Map<string, string>();
  const server = fastify();
  server.get('/session', (_, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8').send(texts.get('session') ?? '');
  });
  server.get('/expiry', (_, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8').send(texts.get('expiry') ?? '');
  });
  server.put<{ Params: { name: string }; Body: string }>('/text/:name', (request, reply) => {
    texts.set(request.params.name, request.body);
    reply.send();
  });
  await server.listen({ host: '127.0.0.1', port });
}

const { BENCH_BARE_PORT, ...environment } = process.env;
const config = parseConfig(environment, () => '/nonexistent');
const app = await createApp({ config, log: createLogger(config.logLevel) });
await serveBare(Number(BENCH_BARE_PORT));
await app.listen();
process.once('SIGTERM', () => {
  app.stop().finally(() => process.exit(0));
});
