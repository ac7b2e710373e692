// Imports one file: as a new process, or as the next version of the process that has its code.

import type { Transaction } from '../../../kernel/database/database.ts';
import { failureSentence } from '../../../kernel/http/answer/envelope.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { fail, ServiceError } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { AskingPerson } from '../../bpmn-engine/api.ts';
import type { ContentPreparation } from '../content/prepare-content.ts';
import { type Process, processes } from '../record/process.store.ts';
import type { FileToImport, Import } from './import.store.ts';
import type { ImportedFile } from './import.types.ts';
import { codeOf, createImportWriter, type ImportWriterGround } from './write-import.ts';

interface ImporterGround extends Pick<Kernel, 'database'>, ImportWriterGround {
  readonly content: ContentPreparation;
}

/** Plan of a file; `write` executes it in a transaction. */
interface Plan {
  readonly result: ImportedFile;
  write(tx: Transaction): Promise<ImportedFile>;
}

const PROBLEMS_MAX = 20;

const standing = (name: string): ImportedFile => ({
  name,
  action: 'REFUSED',
  processId: null,
  versionNumber: null,
  errorCode: null,
  reason: null,
  problems: [],
});

/** Makes the author of a background job: a thousand files exceed the checks of a person in a minute. */
function authorOf({ tenantIdentifier, language }: Import): AskingPerson {
  return { caller: { tenantIdentifier, username: null }, context: { language } };
}

/** Renames problems: the rules have judged the file under another name. */
function reportedOf({ name }: FileToImport, problems: ImportedFile['problems']): ImportedFile['problems'] {
  return problems.slice(0, PROBLEMS_MAX).map((problem) => ({ ...problem, file: name }));
}

/** Says whether an argument is a problem of XML, with rule and place. */
function isProblem(argument: object): argument is ImportedFile['problems'][number] {
  return 'ruleId' in argument;
}

/** Says whether a failure is temporary, and no fault of the file. */
function isPassing({ code }: ServiceError): boolean {
  return code === 'RATE_LIMITED' || code === 'SERVICE_UNAVAILABLE';
}

export type Importer = ReturnType<typeof createImporter>;

export function createImporter(ground: ImporterGround) {
  const { database, content } = ground;
  const { create, next } = createImportWriter(ground);

  async function planFor(imported: Import, file: FileToImport): Promise<Plan> {
    const prepared = await content.prepare(authorOf(imported), await content.bytesOf(file.content));
    const code = codeOf(file, prepared);
    const found = await processes.find(database, imported, { code });
    const { mode, dryRun } = imported;
    if (found !== null && mode === 'create') fail('PROCESS_ALREADY_EXISTS');
    if (found === null && mode === 'newVersion') failNotFound('PROCESS_NOT_FOUND', { code });
    const outcome = { ...standing(file.name), problems: reportedOf(file, prepared.problems) };
    const done = (
      action: ImportedFile['action'],
      row: Pick<Process, 'id' | 'currentVersion'> | null,
    ): ImportedFile => ({
      ...outcome,
      action,
      processId: row?.id ?? null,
      versionNumber: row?.currentVersion ?? 1,
    });
    if (found?.content?.equals(prepared.hash) === true) {
      const result = done('UNCHANGED', found);
      return { result, write: async () => result };
    }
    const action = found === null ? 'CREATED' : 'NEW_VERSION';
    const expected = found && { id: found.id, currentVersion: found.currentVersion + 1 };
    return {
      result: done(action, expected),
      write: async (tx) => {
        if (dryRun) return done(action, expected);
        const written =
          found === null ? create(tx, imported, file, prepared) : next(tx, imported, found.id, file, prepared);
        return done(action, await written);
      },
    };
  }

  /** Makes the result of a refusal, in the language of the importing person. */
  function refused(imported: Import, file: FileToImport, error: unknown): ImportedFile {
    if (!(error instanceof ServiceError) || isPassing(error)) throw error;
    const { code, options } = error;
    const problems = (options.errorArguments ?? []).filter(isProblem);
    const reason = failureSentence(code, options, imported.language);
    return { ...standing(file.name), errorCode: code, reason, problems: reportedOf(file, problems) };
  }

  return {
    /** Plans a file before the transaction; a refused one has nothing to write. */
    async plan(imported: Import, file: FileToImport): Promise<Plan> {
      try {
        return await planFor(imported, file);
      } catch (error) {
        const result = refused(imported, file, error);
        return { result, write: async () => result };
      }
    },
    refused,
    /** Makes the result of a defect, which stops no other file. */
    failed: ({ language }: Import, { name }: FileToImport): ImportedFile => ({
      ...standing(name),
      errorCode: 'INTERNAL_ERROR',
      reason: failureSentence('INTERNAL_ERROR', {}, language),
    }),
  };
}
