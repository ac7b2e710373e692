// Serves settings to an operator with access to the database: without HTTP and without a sign-in, under the same checks
// as any write.

import { type SvcSettingEffectiveModel, SvcSettingValuePersistModel } from '@keelson/contract';
import type { Database } from '../../../kernel/database/database.ts';
import { createValidators } from '../../../kernel/http/input/validation.ts';
import type { Actor, EventRecorder } from '../../../kernel/records/events.ts';
import type { Revisioned } from '../../../kernel/records/revisioned.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import type { AnyDefinition, Settings } from '../../../kernel/settings/settings.ts';
import type { SettingCommands, SettingCommandWrite } from '../api.ts';
import { listBrokenRules } from '../change/rule-check.ts';
import { type ChangeValues, requireCurrent } from '../change/value-change.ts';
import { requireEntry, type ValuePlanner } from '../change/value-plan.ts';
import { forgetWritingKey } from '../records/state.store.ts';
import { toEffectiveModel, toWrittenModel } from '../shown/value.wire.ts';
import { applyPins, type KnownSettings, readPins } from '../snapshot/pin-file.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { systemSettingEvents } from '../system-setting.events.ts';

export interface SettingCommandGround {
  readonly database: Database;
  readonly events: Pick<EventRecorder, 'record'>;
  readonly snapshot: SettingSnapshot;
  readonly settings: Settings;
  readonly planner: ValuePlanner;
  readonly changeValues: ChangeValues;
  readonly revisioned: Revisioned;
  readonly settingsFile: string | null;
  /** Lets handles read the loaded values. */
  readonly attach: () => void;
  /** Throws a sentence when this program's keys are not those of the database. */
  readonly checkKeys: () => Promise<void>;
}

/** Tenant under which the event of a global write is filed: that of the shipped directory. */
const COMMAND_TENANT = 'default';

const UNRESTRICTED: Pick<Caller, 'holds'> = { holds: () => true };

/**
 * Makes a caller who holds every authority, as access to the database is the proof, and who is no person, so that no
 * fresh sign-in is needed.
 */
function operatorCaller(username: string): Caller {
  const none: ReadonlySet<string> = new Set();
  return {
    kind: 'api-key',
    identifier: '',
    username,
    tenantIdentifier: COMMAND_TENANT,
    userUuid: null,
    apiKeyUuid: null,
    actorUsername: null,
    roles: none,
    authorities: none,
    grants: none,
    authenticatedAt: 0,
    localeTag: 'en',
    ...UNRESTRICTED,
  };
}

function operatorActor(username: string): Actor {
  return { username, tenantIdentifier: COMMAND_TENANT, ipAddress: null, requestId: null };
}

/** Reads the value as a request would have it, with the same refusals as the interface. */
function readModel({ code, tenantIdentifier, value, reason }: SettingCommandWrite): SvcSettingValuePersistModel {
  const level = tenantIdentifier === null ? { scope: 'GLOBAL' as const } : { tenantIdentifier };
  const model = { code, value, ...level, ...(reason === null ? {} : { reason }) };
  // A command writes once, so that the validator is not kept.
  const problems = createValidators().compile(SvcSettingValuePersistModel).check(model);
  if (problems !== null) invalid(...problems);
  return model;
}

/** Answers the settings: those that this program declares hide stored ones, since its start registers them first. */
function declaredOrStored({ settings, snapshot }: SettingCommandGround): KnownSettings {
  const declared = new Map<string, AnyDefinition>();
  for (const definition of settings.definitions()) {
    for (const former of definition.formerCodes) declared.set(former, definition);
  }
  for (const definition of settings.definitions()) declared.set(definition.code, definition);
  return {
    find: (code) => declared.get(code) ?? snapshot.index.find(code)?.definition ?? undefined,
    codes: () => [...declared.keys(), ...[...snapshot.index.all()].map(({ code }) => code)],
  };
}

function createPinCheck(ground: SettingCommandGround): SettingCommands['checkPins'] {
  const { settings, snapshot, settingsFile } = ground;
  return async (path) => {
    const file = path ?? settingsFile;
    if (file === null)
      return { count: 0, problems: ['KEELSON_SETTINGS_FILE is not set, so nothing is pinned.'], warnings: [] };
    const warnings = await snapshot.loadDespiteSecrets();
    const { pins, problems } = await readPins(file, declaredOrStored(ground));
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

export function createSettingCommands(ground: SettingCommandGround): SettingCommands {
  const { database, events, snapshot, planner, changeValues, revisioned, settingsFile, attach, checkKeys } = ground;
  const { index } = snapshot;
  const require = (code: string) => requireEntry(index, code, UNRESTRICTED);

  const effective = (code: string, tenantIdentifier: string | null): SvcSettingEffectiveModel =>
    toEffectiveModel(require(code), { tenantIdentifier, user: null, revision: snapshot.revision });

  return {
    async open() {
      const warnings = await snapshot.loadDespiteSecrets();
      const problems = await applyPins(settingsFile, index);
      attach();
      return [...warnings, ...problems];
    },
    typeOf: (code) => require(code).definition.type,
    list: (codePrefix, tenantIdentifier) =>
      [...index.all()]
        .filter(({ code, definition }) => code.startsWith(codePrefix) && definition?.enabled && !definition.retired)
        .map(({ code }) => effective(code, tenantIdentifier))
        .sort((left, right) => (left.code < right.code ? -1 : 1)),
    get: effective,
    async set(write) {
      const model = readModel(write);
      if (require(model.code).definition.type === 'SECRET' && model.value !== null) await checkKeys();
      const { answer, changed, revision } = await revisioned.change(operatorActor(write.username), async (turn) => {
        const action = model.value === null ? 'REVERT' : 'SET';
        const planned = planner.plan(operatorCaller(write.username), model, action);
        await requireCurrent(turn, snapshot, [planned.definition]);
        return changeValues(turn, [{ ...planned, version: 'ANY' }]);
      });
      const written = answer[0]!;
      return { body: toWrittenModel(index, written.write, written.after), changed, revision };
    },
    giveUpKey: (id, username) =>
      database.transaction(async (tx) => {
        const isKnown = await forgetWritingKey(tx, id);
        if (isKnown) await events.record(tx, systemSettingEvents.keyGivenUp, operatorActor(username), id);
        return isKnown;
      }),
    checkPins: createPinCheck(ground),
  };
}
