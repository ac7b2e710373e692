// Imports settings: all in one revision, or nothing with every problem.
import type { SvcSettingImportModel, SvcSettingImportResultModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import type { Plan, Revisioned, Turn } from '../../../kernel/records/revisioned.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { SECRET_MASK } from '../../../kernel/settings/setting-value.ts';
import type { DefinitionChange } from '../change/definition-change.ts';
import { newFields, requireValueUnwritten } from '../change/definition-fields.ts';
import { type ChangeValues, requireCurrent } from '../change/value-change.ts';
import type { PlannedWrite } from '../change/value-plan.ts';
import { sameValue } from '../snapshot/setting-changes.ts';
import type { Definition } from '../system-setting.types.ts';
import { toDefinitionEntry } from './export.ts';
import { collect, type Draft, type Importing, resultOf } from './import-draft.ts';
import { type ImportPlanGround, planRemovals, planValues } from './import-plan.ts';

interface ImportGround extends ImportPlanGround {
  readonly revisioned: Revisioned;
  readonly changeValues: ChangeValues;
  readonly changeDefinitions: DefinitionChange;
}

/** Requires that memory, which was read before the lock and may be older, has the definitions. */
function requireKnown({ snapshot }: ImportGround, turn: Turn, document: SvcSettingImportModel): Promise<void> {
  const known = document.definitionList.flatMap(({ code }) => snapshot.index.entry(code)?.definition ?? []);
  return requireCurrent(turn, snapshot, known);
}

/** Writes definitions; answers those that memory does not have as they are now. */
async function putDefinitions(
  { changeDefinitions, snapshot }: ImportGround,
  { turn, document, draft }: Importing,
): Promise<ReadonlyMap<string, Definition>> {
  const known = new Map<string, Definition>();
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
      if (before === null) return changeDefinitions.insert(turn, fields, enabled, made);
      return changeDefinitions.put(turn, before, fields, enabled);
    });
    if (after === null) continue;
    if (before === null) made += 1;
    known.set(code, after);
    draft.changes.push({
      code,
      scope: null,
      tenantIdentifier: null,
      action: before === null ? 'CREATE' : 'UPDATE',
      oldValue: before === null ? null : toDefinitionEntry(before),
      newValue: toDefinitionEntry(after),
    });
  }
  return known;
}

async function writeValues(
  { changeValues }: ImportGround,
  { turn, draft }: Importing,
  writes: readonly PlannedWrite[],
): Promise<void> {
  const change = await collect(draft, { field: 'valueList', code: '' }, () => changeValues(turn, writes));
  for (const { write, before, changed } of change?.answer ?? []) {
    if (!changed) {
      draft.unchanged += 1;
      continue;
    }
    const live = before !== null && !before.removed;
    const secret = write.definition.type === 'SECRET';
    const { code, scope, tenantIdentifier, value } = write;
    draft.changes.push({
      code,
      scope,
      tenantIdentifier,
      action: value === null ? 'REMOVE' : live ? 'UPDATE' : 'CREATE',
      oldValue: live ? (secret ? SECRET_MASK : before.value) : null,
      newValue: secret && value !== null ? SECRET_MASK : value,
    });
  }
}

export function createSettingImport(ground: ImportGround) {
  const { revisioned, snapshot } = ground;
  return {
    /** Imports all of the document in one revision; 422 SETTING_IMPORT_INVALID with every problem, and nothing is written. */
    async importAll(
      act: Act,
      asked: {
        readonly document: SvcSettingImportModel;
        readonly dryRun: boolean;
        readonly mode: 'MERGE' | 'REPLACE';
      },
    ): Promise<SvcSettingImportResultModel> {
      const { document, dryRun, mode } = asked;
      const plan: Plan<SvcSettingImportResultModel> = async (turn) => {
        await requireKnown(ground, turn, document);
        const draft: Draft = { changes: [], problems: [], unchanged: 0, skipped: 0 };
        const importing = { turn, document, draft, caller: act.caller };
        const known = await putDefinitions(ground, importing);
        const { writes, named } = await planValues(ground, importing, known);
        const removals = mode === 'REPLACE' ? await planRemovals(ground, importing, named) : [];
        if (draft.problems.length === 0) await writeValues(ground, importing, [...writes, ...removals]);
        const answer = resultOf(draft, dryRun);
        if (draft.problems.length > 0 && !dryRun) fail('SETTING_IMPORT_INVALID', { errorArguments: [answer] });
        return { answer, changed: draft.changes.length > 0 };
      };
      await snapshot.refresh();
      const { answer } = await (dryRun ? revisioned.rehearse(act.actor, plan) : revisioned.change(act.actor, plan));
      return answer;
    },
  };
}
