// Executes an import in any process, file by file, each once: its result commits with its effect.

import type { Transaction } from '../../../kernel/database/database.ts';
import type { LeasedWork } from '../../../kernel/lease/leases.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import {
  endImport,
  findImport,
  findNextFile,
  holdImport,
  IMPORT_COLUMNS,
  IMPORT_READY,
  type Import,
  settleFile,
} from './import.store.ts';
import type { ImportedFile } from './import.types.ts';
import type { Importer } from './importer.ts';

/** Imports of one tenant at a time in one process; a usual file takes some milliseconds. */
const SLOTS = 2;

interface ImportRow {
  readonly id: number;
}

type WorkGround = Pick<Kernel, 'database' | 'leases' | 'log'> & { readonly importer: Importer };

export function createImportWork({ database, leases, log, importer }: WorkGround): LeasedWork<ImportRow> {
  /** Imports the next file; false where the import is over for this process. */
  async function importNext(imported: Import, leaseToken: string): Promise<boolean> {
    const { id } = imported;
    const file = await findNextFile(database, id);
    if (file === null) return false;
    const settle = (write: (tx: Transaction) => Promise<ImportedFile>) =>
      database.transaction(async (tx) => {
        if (!(await holdImport(tx, id, leaseToken))) return false;
        await settleFile(tx, id, file.number, await write(tx));
        return true;
      });
    const settleFailed = (error: unknown) => {
      log.error({ err: error, importId: id, file: file.name }, 'a file could not be imported');
      return settle(async () => importer.failed(imported, file));
    };
    try {
      const plan = await importer.plan(imported, file);
      return await settle(plan.write);
    } catch (error) {
      if (!(error instanceof ServiceError)) return settleFailed(error);
      // The code was taken meanwhile, or the process changed: the new plan considers that.
      const again = await importer.plan(imported, file);
      return settle((tx) => again.write(tx)).catch((failure: unknown) =>
        failure instanceof ServiceError
          ? settle(async () => importer.refused(imported, file, failure))
          : settleFailed(failure),
      );
    }
  }

  return leases.define<ImportRow>({
    name: 'bpa_import',
    key: ['id'],
    columns: IMPORT_COLUMNS,
    ready: IMPORT_READY,
    priority: '-j.id',
    slots: SLOTS,
    async work({ id }, { leaseToken }) {
      const imported = await findImport(database, Number(id));
      if (imported === null) return;
      while (await importNext(imported, leaseToken));
      await endImport(database, imported.id, leaseToken);
    },
  });
}
