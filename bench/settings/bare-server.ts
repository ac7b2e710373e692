// Runs Keelson and a bare Fastify server in one process, so that both have the same runtime, heap and moment.
import '../../apps/server/src/runtime-settings.ts';
import fastify from 'fastify';
import { createApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/kernel/process/config.ts';
import { createLogger } from '../../apps/server/src/kernel/process/logger.ts';

/** Answers on the bare route: a literal, without hook and schema. */
const answer = async () => ({ body: true, errorDetail: null });

const { BENCH_BARE_PORT, ...environment } = process.env;
const config = parseConfig(environment, () => '/nonexistent');
const app = await createApp({ config, log: createLogger(config.logLevel) });
const bare = fastify();
bare.get('/bare', answer);
bare.post('/bare', answer);
await bare.listen({ host: '127.0.0.1', port: Number(BENCH_BARE_PORT) });
await app.listen();
process.once('SIGTERM', () => {
  app.stop().finally(() => process.exit(0));
});
