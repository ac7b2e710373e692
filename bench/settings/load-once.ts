// Loads all settings as a process does at its start, and prints how long that took and the heap that they take.
import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startDatabaseClock } from '../../apps/server/src/kernel/database/clock.ts';
import { createDatabase } from '../../apps/server/src/kernel/database/database.ts';
import { createNotify } from '../../apps/server/src/kernel/live/notify.ts';
import { createLogger } from '../../apps/server/src/kernel/process/logger.ts';
import { createSeal } from '../../apps/server/src/kernel/secrets/seal.ts';
import { loadSecretKeys } from '../../apps/server/src/kernel/secrets/secret-keys.ts';
import { createSettings } from '../../apps/server/src/kernel/settings/settings.ts';
import { createSettingSnapshot } from '../../apps/server/src/modules/system-setting/snapshot/setting-snapshot.ts';

const BYTES_PER_MEBIBYTE = 1_048_576;
const KEY_BYTES = 32;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapMebibytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / BYTES_PER_MEBIBYTE;
}

const settings = { url: String(process.env.DATABASE_URL) };
const database = createDatabase({ settings, connectionsMax: 2 });
const log = createLogger('error');
const notify = createNotify({ database, settings, mode: 'listen', clock: await startDatabaseClock(database), log });
const keys = loadSecretKeys({ environmentValue: `bench:${randomBytes(KEY_BYTES).toString('base64url')}` });
const seal = createSeal(keys, 'setting');
const snapshot = createSettingSnapshot({ database, notify, seal, settings: createSettings(), log });
await notify.start();
const before = heapMebibytes();
const startMs = performance.now();
await snapshot.load();
const loadMs = performance.now() - startMs;
const heapMiB = heapMebibytes() - before;
await notify.stop();
await database.close();
console.log(JSON.stringify({ loadMs, heapMiB, values: snapshot.index.size().values }));
