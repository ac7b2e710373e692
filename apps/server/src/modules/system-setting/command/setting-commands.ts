// Settings for whoever can reach the database: without HTTP and without a sign-in, under the same checks as any write.
import { type SvcSettingEffectiveModel, SvcSettingValuePersistModel } from '@keelson/contract';
import { createValidators } from '../../../kernel/http/input/validation.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import type { AnyDefinition, Settings } from '../../../kernel/settings/settings.ts';
import type { SettingCommands, SettingCommandWrite } from '../api.ts';
import { listBrokenRules } from '../change/rule-check.ts';
import type { ValueWriter } from '../change/value-change.ts';
import { type PlannedWrite, requireEntry, type ValuePlanner } from '../change/value-plan.ts';
import { toEffectiveModel, toValueModel } from '../shown/value.wire.ts';
import { applyPins, type FindPinned, readPins } from '../snapshot/pin-file.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import type { Actor } from '../system-setting.types.ts';

export interface SettingCommandDependencies {
  readonly snapshot: SettingSnapshot;
  readonly settings: Settings;
  readonly planner: ValuePlanner;
  readonly writer: ValueWriter;
  readonly settingsFile: string | null;
  /** Lets handles read what was loaded. */
  readonly attach: () => void;
  /** Throws a sentence when this program's keys are not those of the database. */
  readonly checkKeys: () => Promise<void>;
}

/** Whose tenant an event of a global write is filed under: that of the shipped directory, as for the program's own. */
const COMMAND_TENANT = 'default';

/** Access to the database is the proof, so nothing is withheld; no person, so nobody is asked for a fresh sign-in. */
function operatorCaller(username: string): Caller {
  const none: ReadonlySet<string> = new Set();
  return {
    ...{ kind: 'api-key', identifier: '', username, tenantIdentifier: COMMAND_TENANT, userUuid: null },
    ...{ apiKeyUuid: null, actorUsername: null, roles: none, authorities: none, grants: none, authenticatedAt: 0 },
    localeTag: 'en',
    holds: () => true,
  };
}

function actorOf(username: string): Actor {
  return { username, tenantIdentifier: COMMAND_TENANT, ipAddress: null, requestId: null };
}

/** As a request would say it; what the interface refuses is refused here too. */
function readModel({ code, tenantIdentifier, value, reason }: SettingCommandWrite): SvcSettingValuePersistModel {
  const level = tenantIdentifier === null ? { scope: 'GLOBAL' as const } : { tenantIdentifier };
  const model = { code, value, ...level, ...(reason === null ? {} : { reason }) };
  // A command writes once, and processes never: nobody waits for a validator that is kept.
  const problems = createValidators().compile(SvcSettingValuePersistModel).check(model);
  if (problems !== null) invalid(...problems);
  return model;
}

/** What this program declares goes before what is stored: its start registers it first. */
function declaredOrStored({ settings, snapshot }: SettingCommandDependencies): FindPinned {
  const declared = new Map<string, AnyDefinition>();
  for (const definition of settings.definitions()) {
    for (const former of definition.formerCodes) declared.set(former, definition);
  }
  for (const definition of settings.definitions()) declared.set(definition.code, definition);
  return (code) => declared.get(code) ?? snapshot.index.find(code)?.definition ?? undefined;
}

function createPinCheck(deps: SettingCommandDependencies): SettingCommands['checkPins'] {
  const { settings, snapshot, settingsFile } = deps;
  return async (path) => {
    const file = path ?? settingsFile;
    if (file === null)
      return { count: 0, problems: ['KEELSON_SETTINGS_FILE is not set, so nothing is pinned.'], warnings: [] };
    const warnings = await snapshot.loadDespiteSecrets();
    const { pins, problems } = await readPins(file, declaredOrStored(deps));
    for (const { code, tenantIdentifier, pin } of pins) {
      if (snapshot.index.find(code) !== undefined) snapshot.index.pin(code, tenantIdentifier, pin);
    }
    const broken = listBrokenRules(settings.rules(), snapshot.index).map(
      ({ rule, tenantIdentifier, message }) =>
        `The rule ${rule.name} does not hold${tenantIdentifier === null ? '' : ` for the tenant ${tenantIdentifier}`}: ${message}`,
    );
    return { count: pins.length, problems, warnings: [...warnings, ...broken] };
  };
}

export function createSettingCommands(deps: SettingCommandDependencies): SettingCommands {
  const { snapshot, planner, writer, settingsFile, attach, checkKeys } = deps;
  const { index } = snapshot;

  const effective = (code: string, tenantIdentifier: string | null): SvcSettingEffectiveModel =>
    toEffectiveModel(requireEntry(index, code), { tenantIdentifier, user: null, revision: snapshot.revision });
  const invalidAt = ({ code, tenantIdentifier }: PlannedWrite): boolean => {
    const entry = index.entry(code);
    const live = tenantIdentifier === null ? entry?.global : entry?.tenants.get(tenantIdentifier);
    return live?.invalid ?? false;
  };

  return {
    async open() {
      const warnings = await snapshot.loadDespiteSecrets();
      const problems = await applyPins(settingsFile, index);
      attach();
      return [...warnings, ...problems];
    },
    typeOf: (code) => requireEntry(index, code).definition.type,
    list: (codePrefix, tenantIdentifier) =>
      [...index.all()]
        .filter(({ code, definition }) => code.startsWith(codePrefix) && definition?.enabled && !definition.retired)
        .map(({ code }) => effective(code, tenantIdentifier))
        .sort((left, right) => (left.code < right.code ? -1 : 1)),
    get: effective,
    async set(write) {
      const model = readModel(write);
      if (requireEntry(index, model.code).definition.type === 'SECRET' && model.value !== null) await checkKeys();
      let planned: readonly PlannedWrite[] = [];
      const plan = (): readonly PlannedWrite[] => {
        const action = model.value === null ? 'REVERT' : 'SET';
        planned = [{ ...planner.plan(operatorCaller(write.username), model, action), version: 'ANY' }];
        return planned;
      };
      const { values, changed, revision } = await writer.write(plan, actorOf(write.username));
      const written = planned[0]!;
      return {
        body: toValueModel(written, values[0] ?? null, invalidAt(written)),
        changed: changed[0] === true,
        revision,
      };
    },
    checkPins: createPinCheck(deps),
  };
}
