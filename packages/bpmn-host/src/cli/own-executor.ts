// For whom a file is checked where nobody says: beside the server for it, elsewhere for the core.
import { existsSync } from 'node:fs';
import type { Executor } from '@keelson/bpmn-rules';

const SERVER = new URL('../../../../apps/server/package.json', import.meta.url);

export function ownExecutor(server: URL = SERVER): Executor {
  return existsSync(server) ? 'server' : 'core';
}
