// Takes files and archives, stores them before the answer, and shows the result of each.

import { setTimeout as sleep } from 'node:timers/promises';
import type { processImportModes, SvcBpmnImportReportModel, UploadedFile } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { cancelImport, findImport, insertImport, listImported, type NewImport } from './import.store.ts';
import type { ReceivedFiles } from './receive-files.ts';

/** Time that an answer waits for the last file; a request may take 30 s. */
const WAIT_MS = 20_000;
/** Intervals of looking at the rows, as another process may do the import: short at first, longer while it lasts. */
const FIRST_LOOK_MS = 10;
const LOOK_MS_MAX = 200;

type Mode = (typeof processImportModes)[number];
/** Names of modes as they are stored; they never change. */
const STORED_MODES: Readonly<Record<Mode, NewImport['mode']>> = {
  CREATE: 'create',
  NEW_VERSION: 'newVersion',
  AUTO: 'auto',
};

export interface ImportFields {
  readonly namespace?: string | null;
  readonly mode?: Mode;
  readonly dryRun?: boolean;
}

interface ImportGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly received: ReceivedFiles;
  /** Says that an import is due. */
  wake(): void;
}

function newImport({ caller, context }: Act, { mode, namespace, dryRun }: ImportFields): NewImport {
  return {
    tenantIdentifier: caller.tenantIdentifier,
    username: caller.username,
    language: context.language,
    ipAddress: context.remoteAddress,
    requestId: context.requestId,
    mode: STORED_MODES[mode ?? 'AUTO'],
    namespace: namespace ?? null,
    dryRun: dryRun ?? false,
  };
}

export type ImportService = ReturnType<typeof createImportService>;

export function createImportService({ database, clock, received, wake }: ImportGround) {
  async function report(act: Act, id: number): Promise<SvcBpmnImportReportModel> {
    const found = await findImport(database, id, act.caller.tenantIdentifier);
    if (found === null) return failNotFound('IMPORT_NOT_FOUND', { id });
    const files = await listImported(database, id);
    const { state, dryRun, total } = found;
    return { id, state, dryRun, done: files.length, total, files };
  }

  async function reportWhenDone(act: Act, id: number): Promise<SvcBpmnImportReportModel> {
    const until = performance.now() + WAIT_MS;
    let found = await report(act, id);
    for (let pauseMs = FIRST_LOOK_MS; found.state === 'RUNNING' && performance.now() < until; pauseMs *= 2) {
      await sleep(Math.min(pauseMs, LOOK_MS_MAX));
      found = await report(act, id);
    }
    return found;
  }

  return {
    /** Uploads an import; repeated under its key it imports nothing more, and answers the same report. */
    async upload(act: Act, uploaded: readonly UploadedFile[], fields: ImportFields): Promise<SvcBpmnImportReportModel> {
      const number = await act.once(async (claim) => {
        const files = await received.keepAll(act, uploaded);
        const imported = newImport(act, fields);
        return database.transaction(async (tx) => {
          const id = await insertImport(tx, imported, files, new Date(clock.now()));
          await claim.save(tx, id);
          return id;
        });
      });
      wake();
      return reportWhenDone(act, number);
    },
    get: report,
    async cancel(act: Act, id: number): Promise<SvcBpmnImportReportModel> {
      await cancelImport(database, id, act.caller.tenantIdentifier);
      return report(act, id);
    },
  };
}
