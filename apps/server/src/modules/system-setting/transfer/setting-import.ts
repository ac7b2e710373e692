// Takes a document of settings: all of it in one revision, or nothing with every problem told.
import type { SvcSettingImportModel, SvcSettingImportResultModel } from '@keelson/contract';
import type { Database } from '../../../kernel/database/database.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { SECRET_MASK } from '../../../kernel/settings/setting-value.ts';
import type { DefinitionWriter } from '../change/definition-change.ts';
import { newFields, requireValueUnwritten } from '../change/definition-fields.ts';
import type { ValueWriter } from '../change/value-change.ts';
import type { PlannedWrite } from '../change/value-plan.ts';
import { publishRevision, takeRevision } from '../records/state.store.ts';
import { findLevels } from '../records/value.store.ts';
import { sameValue } from '../snapshot/setting-changes.ts';
import type { Definition } from '../system-setting.types.ts';
import { actorOf } from '../value/value.service.ts';
import { collect, type Draft, type Importing, levelKey, resultOf } from './import-draft.ts';
import { type ImportPlanDependencies, planRemovals, planValues } from './import-plan.ts';
import { toDefinitionEntry } from './setting-export.ts';

export interface ImportDependencies extends ImportPlanDependencies {
  readonly database: Database;
  readonly writer: ValueWriter;
  readonly definitions: Pick<DefinitionWriter, 'insert' | 'put' | 'record'>;
}

export interface ImportOptions {
  readonly dryRun: boolean;
  readonly mode: 'MERGE' | 'REPLACE';
}

/** Ends a dry run: nothing of it stays. */
class DryRunOver extends Error {}

/** Answers the definitions that memory does not know as they are now. */
async function putDefinitions(
  { definitions, snapshot }: ImportDependencies,
  { tx, document, draft, actor, revision }: Importing,
): Promise<ReadonlyMap<string, Definition>> {
  const known = new Map<string, Definition>();
  const at = { revision, updatedBy: actor.username };
  let made = 0;
  for (const [position, model] of document.definitionList.entries()) {
    const { code, enabled: asked } = model;
    const entry = snapshot.index.entry(code);
    const before = entry?.definition ?? null;
    const fields = newFields(model);
    const enabled = asked ?? true;
    const after = await collect(draft, { field: `definitionList[${position}]`, code }, async () => {
      requireValueUnwritten(model, entry?.global ?? null);
      if (before !== null && sameValue(toDefinitionEntry(before), { ...fields, enabled })) {
        draft.unchanged += 1;
        return null;
      }
      if (before?.system === true) fail('SETTING_SYSTEM');
      if (before === null) return definitions.insert(tx, fields, enabled, at, made);
      return definitions.put(tx, before, fields, enabled, at);
    });
    if (after === null) continue;
    if (before === null) made += 1;
    await definitions.record(tx, { action: before === null ? 'DEFINE' : 'REDEFINE', before, after }, actor, revision);
    known.set(code, after);
    draft.changes.push({
      ...{ code, scope: null, tenantIdentifier: null, action: before === null ? 'CREATE' : 'UPDATE' },
      ...{ oldValue: before === null ? null : toDefinitionEntry(before), newValue: toDefinitionEntry(after) },
    });
  }
  return known;
}

async function writeValues(
  { writer }: ImportDependencies,
  { tx, draft, actor, revision }: Importing,
  writes: readonly PlannedWrite[],
): Promise<void> {
  const stored = new Map((await findLevels(tx, writes)).map((value) => [levelKey(value), value]));
  const place = { field: 'valueList', code: '' };
  const result = await collect(draft, place, () => writer.apply(tx, writes, actor, revision));
  if (result === null) return;
  for (const [position, write] of writes.entries()) {
    if (!result.changed[position]) {
      draft.unchanged += 1;
      continue;
    }
    const before = stored.get(levelKey(write));
    const live = before !== undefined && !before.removed;
    const secret = write.definition.type === 'SECRET';
    const { code, scope, tenantIdentifier, value } = write;
    draft.changes.push({
      ...{ code, scope, tenantIdentifier, action: value === null ? 'REMOVE' : live ? 'UPDATE' : 'CREATE' },
      oldValue: live ? (secret ? SECRET_MASK : before.value) : null,
      newValue: secret && value !== null ? SECRET_MASK : value,
    });
  }
}

export interface SettingImport {
  /** All of the document in one revision; 422 SETTING_IMPORT_INVALID with every problem, and nothing is written. */
  importAll(
    caller: Caller,
    context: Context,
    document: SvcSettingImportModel,
    options: ImportOptions,
  ): Promise<SvcSettingImportResultModel>;
}

export function createSettingImport(deps: ImportDependencies): SettingImport {
  const { database, snapshot } = deps;
  return {
    async importAll(caller, context, document, { dryRun, mode }) {
      let result: SvcSettingImportResultModel | null = null;
      // Definitions are looked up in memory, which may be older than the lock that is taken now.
      await snapshot.refresh();
      try {
        await database.transaction(async (tx) => {
          const draft: Draft = { changes: [], problems: [], unchanged: 0, skipped: 0 };
          const revision = await takeRevision(tx);
          const importing = { tx, document, draft, caller, actor: actorOf(caller, context), revision };
          const known = await putDefinitions(deps, importing);
          const { writes, named } = await planValues(deps, importing, known);
          const removals = mode === 'REPLACE' ? await planRemovals(deps, importing, named) : [];
          if (draft.problems.length === 0) await writeValues(deps, importing, [...writes, ...removals]);
          result = resultOf(draft, dryRun);
          if (draft.problems.length > 0 && !dryRun) fail('SETTING_IMPORT_INVALID', { errorArguments: [result] });
          if (dryRun) throw new DryRunOver();
          if (draft.changes.length > 0) await publishRevision(tx, revision);
        });
        await snapshot.refresh();
      } catch (error) {
        if (!(error instanceof DryRunOver)) throw error;
      }
      // Set by the work, which either ran to its end or threw.
      return result!;
    },
  };
}
