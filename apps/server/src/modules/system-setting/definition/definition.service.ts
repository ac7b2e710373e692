// Makes, changes and deletes definitions of people; of those that the code owns only their place and their names.
import { hash } from 'node:crypto';
import type { SvcSettingModel, SvcSettingSaveModel, SvcSettingUpdateModel } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Idempotency, IdempotencyClaim } from '../../../kernel/records/idempotency.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail, ServiceError } from '../../../kernel/request/errors.ts';
import { languagesOf } from '../../../kernel/request/languages.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { DefinitionWriter } from '../change/definition-change.ts';
import {
  changedCodeFields,
  mergeUpdate,
  newFields,
  requireUnwritten,
  requireValueUnwritten,
} from '../change/definition-fields.ts';
import { deleteOne, findByUuid } from '../records/definition.store.ts';
import { removeUserValuesOfCode } from '../records/user-value.store.ts';
import { listOfCodes, saveOne } from '../records/value.store.ts';
import { toSettingModel, viewerOf } from '../shown/definition.wire.ts';
import { sameValue } from '../snapshot/setting-changes.ts';
import { createEntry } from '../snapshot/setting-entry.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import type { Definition } from '../system-setting.types.ts';
import { actorOf } from '../value/value.service.ts';
import { mayView } from './definition-query.ts';

export interface DefinitionDependencies {
  readonly clock: Clock;
  readonly idempotency: Idempotency;
  readonly settings: Settings;
  readonly index: SettingIndex;
  readonly writer: DefinitionWriter;
}

export interface DefinitionService {
  save(caller: Caller, context: Context, model: SvcSettingSaveModel): Promise<SvcSettingModel>;
  update(caller: Caller, context: Context, model: SvcSettingUpdateModel): Promise<SvcSettingModel>;
  get(caller: Caller, context: Context, by: { readonly uuid: string } | { readonly code: string }): SvcSettingModel;
  remove(caller: Caller, context: Context, uuid: string, version: number): Promise<void>;
  setEnabled(caller: Caller, context: Context, uuid: string, enabled: boolean): Promise<SvcSettingModel>;
}

async function requireFound(tx: Transaction, uuid: string): Promise<Definition> {
  const found = await findByUuid(tx, uuid);
  if (found === null) fail('SETTING_NOT_FOUND');
  return found;
}

function requireVersion(found: Definition, version: number): void {
  if (found.version === version) return;
  fail('VERSION_CONFLICT', { parameters: { version: found.version }, errorArguments: [{ version: found.version }] });
}

function createSaving({ idempotency, writer }: DefinitionDependencies): DefinitionService['save'] {
  const make = async (caller: Caller, context: Context, given: SvcSettingSaveModel, claim: IdempotencyClaim) => {
    requireValueUnwritten(given, null);
    const fields = newFields(given);
    const actor = actorOf(caller, context);
    let made: SvcSettingModel | null = null;
    await writer.change(actor, async (tx, revision) => {
      const at = { revision, updatedBy: actor.username };
      const after = await writer.insert(tx, fields, given.enabled ?? true, at);
      // There are no values of it yet.
      const entry = { ...createEntry(after.code), definition: after };
      made = toSettingModel(entry, viewerOf(caller, context));
      await claim.save(tx, made);
      return { action: 'DEFINE', before: null, after };
    });
    // Set by the work, which either ran to its end or threw.
    return made!;
  };
  return async (caller, context, given) => {
    const { tenantIdentifier, identifier: callerIdentifier } = caller;
    const { idempotencyKey: key } = context;
    const operation = 'system-setting.save';
    const bodyHash = hash('sha256', JSON.stringify(given), 'base64url');
    const request = { tenantIdentifier, callerIdentifier, operation, key, bodyHash };
    try {
      return await idempotency.run(request, (claim) => make(caller, context, given, claim));
    } catch (error) {
      if (key === null || !(error instanceof ServiceError)) throw error;
      // Another process may have made it under this key meanwhile: then that is the answer, else the code is taken.
      return idempotency.run(request, () => Promise.reject(error));
    }
  };
}

function createUpdate({ index, writer }: DefinitionDependencies) {
  /** Answers the code of the definition. */
  return async (caller: Caller, context: Context, given: SvcSettingUpdateModel): Promise<string> => {
    const actor = actorOf(caller, context);
    let code = '';
    await writer.change(actor, async (tx, revision) => {
      const before = await requireFound(tx, given.uuid);
      code = before.code;
      requireUnwritten(given, before, index.entry(code)?.global ?? null);
      requireVersion(before, given.version);
      const fields = mergeUpdate(before, given, languagesOf(caller, context));
      const owned = before.system ? changedCodeFields(before, fields) : [];
      if (owned.length > 0) {
        fail('SETTING_SYSTEM', { errorArguments: owned.map((field) => ({ field, code: 'FIELD_READ_ONLY' })) });
      }
      if (sameValue({ ...before, ...fields }, before)) return null;
      const at = { revision, updatedBy: actor.username };
      return { action: 'REDEFINE', before, after: await writer.put(tx, before, fields, before.enabled, at) };
    });
    return code;
  };
}

function createRemoval({ clock, settings, writer }: DefinitionDependencies): DefinitionService['remove'] {
  return async (caller, context, uuid, version) => {
    const actor = actorOf(caller, context);
    await writer.change(actor, async (tx, revision) => {
      const before = await requireFound(tx, uuid);
      if (before.system && !before.retired) fail('SETTING_SYSTEM');
      const rule = settings.rules().find(({ codes }) => codes.includes(before.code));
      if (rule !== undefined) fail('SETTING_IN_USE', { errorArguments: [{ rule: rule.name }] });
      requireVersion(before, version);
      const at = { revision, updatedBy: actor.username, now: new Date(clock.now()) };
      for (const value of await listOfCodes(tx, [before.code])) {
        const gone = { value: null, sealed: null, removed: true, expiryDate: null };
        await saveOne(tx, { ...value, ...gone, ...at, version: value.version + 1 });
      }
      await removeUserValuesOfCode(tx, before.code);
      await deleteOne(tx, { uuid, ...at });
      return { action: 'DELETE', before, after: null };
    });
  };
}

export function createDefinitionService(deps: DefinitionDependencies): DefinitionService {
  const { index, writer } = deps;
  const updateOf = createUpdate(deps);
  const shown = (caller: Caller, context: Context, code: string): SvcSettingModel =>
    toSettingModel(index.find(code)!, viewerOf(caller, context));

  return {
    remove: createRemoval(deps),
    save: createSaving(deps),
    update: async (caller, context, given) => shown(caller, context, await updateOf(caller, context, given)),
    get(caller, context, by) {
      let entry = 'code' in by ? index.find(by.code) : undefined;
      if ('uuid' in by) for (const one of index.all()) if (one.definition?.uuid === by.uuid) entry = one;
      const definition = entry?.definition;
      if (entry === undefined || definition === null || definition === undefined) fail('SETTING_NOT_FOUND');
      if (!mayView(caller, definition)) fail('ACCESS_DENIED');
      return toSettingModel(entry, viewerOf(caller, context));
    },
    async setEnabled(caller, context, uuid, enabled) {
      const actor = actorOf(caller, context);
      let code = '';
      await writer.change(actor, async (tx, revision) => {
        const before = await requireFound(tx, uuid);
        code = before.code;
        if (before.enabled === enabled) return null;
        if (before.system) fail('SETTING_SYSTEM');
        const at = { revision, updatedBy: actor.username };
        return { action: 'REDEFINE', before, after: await writer.put(tx, before, before, enabled, at) };
      });
      return shown(caller, context, code);
    },
  };
}
