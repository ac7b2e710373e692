// Puts the whole program together on a database, without starting it, and answers what stands in both.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTeardown, type KernelOptions, startKernel } from '../../apps/server/src/app-kernel.ts';
import { createModules, moduleMigrations } from '../../apps/server/src/app-modules.ts';
import type { ConnectionSettings } from '../../apps/server/src/kernel/database/database.ts';
import { parseConfig } from '../../apps/server/src/kernel/process/config.ts';
import { createLogger } from '../../apps/server/src/kernel/process/logger.ts';
import { readMigrationFiles } from '../../apps/server/src/kernel/schema/migration-files.ts';
import { readSchema, type SchemaDescription } from './schema-catalogue.store.ts';

export interface ProgramDescription {
  readonly schema: SchemaDescription;
  /** Names the module whose migrations made a table or function; what no module made is the kernel's. */
  readonly ownerOf: (name: string) => string;
  /** Holds background work by the name of its module. */
  readonly jobs: ReadonlyMap<string, readonly { readonly name: string; readonly everywhere?: true }[]>;
}

function readOwners(): ReadonlyMap<string, string> {
  const made = /^CREATE (?:UNLOGGED )?(?:TABLE|FUNCTION) (\w+)/gm;
  return new Map(
    moduleMigrations
      .flatMap(readMigrationFiles)
      .flatMap(({ module, text }) => [...text.matchAll(made)].map(([, name]) => [name ?? '', module] as const)),
  );
}

async function describe(given: Pick<KernelOptions, 'config' | 'connection'>): Promise<ProgramDescription> {
  const log = createLogger('error');
  const teardown = createTeardown(log);
  try {
    const kernel = await startKernel({ ...given, log, migrations: moduleMigrations }, teardown);
    const owners = readOwners();
    return {
      schema: await readSchema(kernel.database),
      ownerOf: (name) => owners.get(name) ?? 'kernel',
      jobs: new Map(createModules(kernel).all.map(({ contract, jobs }) => [contract.name, jobs])),
    };
  } finally {
    await teardown.run();
  }
}

/** The database is migrated first if it has to be. */
export function describeProgramOn(connection: ConnectionSettings): Promise<ProgramDescription> {
  const config = parseConfig(
    { KEELSON_SECRET_KEYS: `documents:${randomBytes(32).toString('base64url')}` },
    () => '/nonexistent',
  );
  return describe({ config, connection });
}

/** Works on an embedded database that is made for this and thrown away. */
export async function describeProgram(): Promise<ProgramDescription> {
  // The uid that PostgreSQL runs as when this is root must be able to go there, whatever TMPDIR says.
  const directory = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'keelson-documents-'));
  chmodSync(directory, 0o711);
  try {
    return await describe({ config: parseConfig({ KEELSON_DATA: directory }, () => directory) });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
