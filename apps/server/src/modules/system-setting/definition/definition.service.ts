// Makes, changes and deletes definitions of people; of those owned by code only their place and their names.
import type { SvcSettingModel, SvcSettingSaveModel, SvcSettingUpdateModel } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Revisioned, Turn } from '../../../kernel/records/revisioned.ts';
import { requireVersion } from '../../../kernel/records/version.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { languagesOf } from '../../../kernel/request/languages.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { DefinitionChange } from '../change/definition-change.ts';
import {
  changedCodeFields,
  mergeUpdate,
  newFields,
  requireUnwritten,
  requireValueUnwritten,
} from '../change/definition-fields.ts';
import { findByUuid } from '../records/definition.store.ts';
import { toSettingModel, viewerOf } from '../shown/definition.wire.ts';
import { failNoSetting } from '../shown/no-setting.ts';
import { mayView } from '../shown/reach.ts';
import { sameValue } from '../snapshot/setting-changes.ts';
import { createEntry } from '../snapshot/setting-entry.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import type { Definition } from '../system-setting.types.ts';

export interface WrittenDefinition {
  readonly model: SvcSettingModel;
  readonly revision: number;
}

async function requireFound(tx: Transaction, uuid: string): Promise<Definition> {
  const found = await findByUuid(tx, uuid);
  if (found === null) failNotFound('SETTING_NOT_FOUND', { uuid });
  return found;
}

const versionOf = ({ uuid: identifier, version }: Definition) => ({ identifier, version });

interface DefinitionServiceGround {
  readonly settings: Settings;
  readonly index: SettingIndex;
  readonly changeDefinitions: DefinitionChange;
  readonly revisioned: Revisioned;
}

function createRemoval({ settings, changeDefinitions, revisioned }: DefinitionServiceGround) {
  /** Deletes a definition; answers the revision without it. */
  return async (act: Act, { uuid, version }: { readonly uuid: string; readonly version: number }): Promise<number> => {
    const { revision } = await revisioned.change(act.actor, async (turn) => {
      const before = await requireFound(turn.tx, uuid);
      if (before.system && !before.retired) fail('SETTING_SYSTEM');
      const rule = settings.rules().find(({ codes }) => codes.includes(before.code));
      if (rule !== undefined) fail('SETTING_IN_USE', { errorArguments: [{ rule: rule.name }] });
      requireVersion(versionOf(before), version);
      await changeDefinitions.remove(turn, before);
      return { answer: null, changed: true };
    });
    return revision;
  };
}

export function createDefinitionService(ground: DefinitionServiceGround) {
  const { index, changeDefinitions, revisioned } = ground;
  /** Runs the work, which answers the code and whether it changed anything; memory has the change then. */
  const changed = async (
    act: Act,
    work: (turn: Turn) => Promise<{ readonly answer: string; readonly changed: boolean }>,
  ): Promise<WrittenDefinition> => {
    const { answer: code, revision } = await revisioned.change(act.actor, work);
    return { model: toSettingModel(index.find(code)!, viewerOf(act)), revision };
  };

  return {
    remove: createRemoval(ground),
    save: (act: Act, given: SvcSettingSaveModel): Promise<WrittenDefinition> =>
      act.once(async (claim) => {
        requireValueUnwritten(given, null);
        const fields = newFields(given);
        const made = await revisioned.change(
          act.actor,
          async (turn) => {
            const definition = await changeDefinitions.insert(turn, fields, given.enabled ?? true);
            // A new definition has no values.
            const model = toSettingModel({ ...createEntry(definition.code), definition }, viewerOf(act));
            return { answer: { model, revision: turn.revision }, changed: true };
          },
          claim,
        );
        return made.answer;
      }),
    update: (act: Act, given: SvcSettingUpdateModel): Promise<WrittenDefinition> =>
      changed(act, async (turn) => {
        const before = await requireFound(turn.tx, given.uuid);
        const { code: answer } = before;
        requireUnwritten(given, before, index.entry(answer)?.global ?? null);
        requireVersion(versionOf(before), given.version);
        const fields = mergeUpdate(before, given, languagesOf(act.caller, act.context));
        const owned = before.system ? changedCodeFields(before, fields) : [];
        if (owned.length > 0) {
          fail('SETTING_SYSTEM', { errorArguments: owned.map((field) => ({ field, code: 'FIELD_READ_ONLY' })) });
        }
        if (sameValue({ ...before, ...fields }, before)) return { answer, changed: false };
        await changeDefinitions.put(turn, before, fields, before.enabled);
        return { answer, changed: true };
      }),
    setEnabled: (act: Act, { uuid, enabled }: { readonly uuid: string; readonly enabled: boolean }) =>
      changed(act, async (turn) => {
        const before = await requireFound(turn.tx, uuid);
        const { code: answer } = before;
        if (before.enabled === enabled) return { answer, changed: false };
        if (before.system) fail('SETTING_SYSTEM');
        await changeDefinitions.put(turn, before, before, enabled);
        return { answer, changed: true };
      }),
    get(act: Act, by: { readonly uuid: string } | { readonly code: string }): SvcSettingModel {
      let entry = 'code' in by ? index.find(by.code) : undefined;
      if ('uuid' in by) for (const one of index.all()) if (one.definition?.uuid === by.uuid) entry = one;
      const definition = entry?.definition;
      if (entry === undefined || definition === null || definition === undefined) {
        if ('code' in by) failNoSetting(index, by.code, act.caller);
        failNotFound('SETTING_NOT_FOUND', by);
      }
      if (!mayView(act.caller, definition)) fail('ACCESS_DENIED');
      return toSettingModel(entry, viewerOf(act));
    },
  };
}
