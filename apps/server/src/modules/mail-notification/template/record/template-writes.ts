// Writes templates: what was read and compiled beside a transaction is stored only if no template of the tenant has changed since.
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { raiseStamp, readStamp } from './template.store.ts';

/** Templates are edited by people, a few at a time. */
const ATTEMPTS = 20;

export function createTemplateWrites({ database }: Pick<Kernel, 'database'>) {
  return {
    /** `prepare` reads and compiles; it runs again where somebody else was faster. Null writes nothing. */
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
    /** Answers what was read of several templates as they were together. */
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
