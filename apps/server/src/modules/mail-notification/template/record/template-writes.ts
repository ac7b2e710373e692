// Writes templates: what was read and compiled outside of the transaction is stored only if no template of the tenant
// has changed since.
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { raiseStamp, readStamp } from './template.store.ts';

/** Attempts at a write: people edit templates, a few at a time. */
const ATTEMPTS = 20;

export function createTemplateWrites({ database }: Pick<Kernel, 'database'>) {
  return {
    /**
     * Runs a write. `prepare` reads and compiles; it is repeated where another write was faster. Null writes nothing.
     */
    async run<T>(tenant: string, prepare: () => Promise<((tx: Transaction) => Promise<T>) | null>): Promise<T | null> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const stamp = await readStamp(database, tenant);
        const write = await prepare();
        if (write === null) return null;
        const done = await database.transaction(async (tx) =>
          (await raiseStamp(tx, tenant, stamp)) ? { result: await write(tx) } : null,
        );
        if (done !== null) return done.result;
      }
      return fail('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
    },
    /** Reads several templates in one consistent state. */
    async read<T>(tenant: string, read: () => Promise<T>): Promise<T> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const stamp = await readStamp(database, tenant);
        const found = await read();
        if ((await readStamp(database, tenant)) === stamp) return found;
      }
      return fail('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
    },
  };
}

export type TemplateWrites = ReturnType<typeof createTemplateWrites>;
