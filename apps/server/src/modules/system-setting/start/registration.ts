// Brings what the code declares into the database at start: one transaction, one process at a time, nothing where nothing changed.
import { hash } from 'node:crypto';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import { compareVersions } from '../../../kernel/process/program-version.ts';
import type { Actor } from '../../../kernel/records/events.ts';
import type { Revisioned, Turn } from '../../../kernel/records/revisioned.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import { findValueProblem } from '../../../kernel/settings/setting-value.ts';
import type { AnyDefinition } from '../../../kernel/settings/settings.ts';
import { canonicalJson } from '../../../kernel/text/canonical-json.ts';
import {
  type DefinitionWrite,
  insertOne,
  listLive,
  saveGroups,
  saveRegisteredVersion,
  takeRegistration,
  updateOne,
} from '../records/definition.store.ts';
import { appendHistory } from '../records/history.store.ts';
import { listOfCodes, moveToCode, saveOne, saveSealed } from '../records/value.store.ts';
import { type Definition, type HistoryAction, PROGRAM, type StoredValue, sealOwner } from '../system-setting.types.ts';

interface RegistrationGround {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly seal: Seal;
  readonly revisioned: Pick<Revisioned, 'changeIn'>;
  /** Of this program: a lower one never overwrites what a higher one registered. */
  readonly version: string;
}

/** Registers, and is no person. */
const registrar: Actor = { username: PROGRAM, tenantIdentifier: 'default', ipAddress: null, requestId: null };
const ORDER_NUMBER = 1_000;

interface Plan {
  readonly action: Extract<HistoryAction, 'DEFINE' | 'REDEFINE' | 'RETIRE'>;
  readonly before: Definition | null;
  readonly write: Omit<DefinitionWrite, 'revision' | 'now' | 'uuid'>;
}

/** What the code owns, in the form that its hash is made of. */
function ownedFields(definition: AnyDefinition) {
  const { code, name, nameMap, description, descriptionMap, type, unit, defaultValue, minValue, maxValue } = definition;
  const { pattern, allowedValueList, visibility, tenantOverridable, tenantEditable, userOverridable } = definition;
  const { reauthenticationRequired, restartRequired, formerCodes } = definition;
  return {
    code,
    name,
    nameMap,
    description,
    descriptionMap,
    type,
    unit,
    defaultValue,
    minValue,
    maxValue,
    pattern,
    allowedValueList,
    visibility,
    tenantOverridable,
    tenantEditable,
    userOverridable,
    reauthenticationRequired,
    restartRequired,
    aliasList: [...formerCodes],
  };
}

function prefixOf(code: string): string {
  return code.slice(0, code.indexOf('.'));
}

function writeOf(definition: AnyDefinition, before: Definition | null, version: string): Plan['write'] {
  const fields = ownedFields(definition);
  return {
    ...fields,
    nameMap: { ...fields.nameMap, ...before?.nameMap },
    descriptionMap: { ...fields.descriptionMap, ...before?.descriptionMap },
    groupCode: before?.groupCode ?? prefixOf(definition.code),
    orderNumber: before?.orderNumber ?? ORDER_NUMBER,
    owner: prefixOf(definition.code),
    enabled: true,
    system: true,
    retired: false,
    registeredVersion: version,
    registeredHash: hash('sha256', canonicalJson(fields), 'hex'),
    updatedBy: PROGRAM,
  };
}

interface Comparison {
  readonly plans: readonly Plan[];
  /** The same definitions, registered by an older version. */
  readonly sameButOlder: readonly string[];
}

interface Customs {
  /** By folded code. */
  readonly byCode: ReadonlyMap<string, Definition>;
  /** Those that lose an alias to what the code declares. */
  readonly plans: readonly Plan[];
}

/** What people named like settings of the program before it had them: theirs never stops a start, and hides no setting. */
function yieldingCustoms(definitions: readonly AnyDefinition[], live: readonly Definition[]): Customs {
  const customs = live.filter(({ system }) => !system);
  const declared = new Set(
    definitions.flatMap(({ code, formerCodes }) => [code, ...formerCodes]).map((name) => name.toLowerCase()),
  );
  const codes = new Set(definitions.map(({ code }) => code.toLowerCase()));
  const plans = customs.flatMap((known): readonly Plan[] => {
    const aliasList = known.aliasList.filter((alias) => !declared.has(alias.toLowerCase()));
    if (aliasList.length === known.aliasList.length || codes.has(known.code.toLowerCase())) return [];
    return [{ action: 'REDEFINE', before: known, write: { ...known, aliasList, updatedBy: PROGRAM } }];
  });
  return { byCode: new Map(customs.map((known) => [known.code.toLowerCase(), known])), plans };
}

function compare(definitions: readonly AnyDefinition[], live: readonly Definition[], version: string): Comparison {
  const byCode = new Map(live.map((definition) => [definition.code, definition]));
  const byAlias = new Map(
    live.flatMap((definition) => definition.aliasList.map((alias) => [alias, definition] as const)),
  );
  const isNewer = (known: Definition | undefined): boolean =>
    known?.registeredVersion != null && compareVersions(known.registeredVersion, version) > 0;
  const customs = yieldingCustoms(definitions, live);
  const plans: Plan[] = [...customs.plans];
  const sameButOlder: string[] = [];
  const kept = new Set<string>();
  for (const definition of definitions) {
    const former = definition.formerCodes.map((code) => byCode.get(code)).find((known) => known?.system === true);
    const twin = customs.byCode.get(definition.code.toLowerCase());
    const before = byCode.get(definition.code) ?? former ?? twin ?? null;
    if (before !== null) kept.add(before.code);
    // A newer version has renamed it; what this one calls it is an alias there.
    if (isNewer(before ?? byAlias.get(definition.code))) continue;
    const owned = writeOf(definition, before, version);
    const aliasList = owned.aliasList.filter((alias) => !customs.byCode.has(alias.toLowerCase()));
    const write = { ...owned, aliasList };
    if (before?.registeredHash !== write.registeredHash || before.retired) {
      plans.push({ action: before === null ? 'DEFINE' : 'REDEFINE', before, write });
    } else if (before.registeredVersion !== version) sameButOlder.push(before.uuid);
  }
  const own = new Set(definitions.map(({ code }) => prefixOf(code)));
  for (const known of live) {
    if (!known.system || known.retired || kept.has(known.code) || !own.has(known.owner) || isNewer(known)) continue;
    plans.push({ action: 'RETIRE', before: known, write: { ...known, retired: true, updatedBy: PROGRAM } });
  }
  return { plans, sameButOlder };
}

/** Codes that two definitions would share, in whatever case, stop the start. */
function checkCodes(definitions: readonly AnyDefinition[]): void {
  const owners = new Map<string, string>();
  for (const { code, formerCodes } of definitions) {
    for (const name of [code, ...formerCodes]) {
      const other = owners.get(name.toLowerCase());
      if (other !== undefined) throw new Error(`The settings ${other} and ${code} both claim the code ${name}.`);
      owners.set(name.toLowerCase(), code);
    }
  }
}

/** Registers what all modules of this process declare. */
export function registerDefinitions(ground: RegistrationGround, definitions: readonly AnyDefinition[]): Promise<void> {
  checkCodes(definitions);
  return ground.database.transaction(async (tx) => {
    await takeRegistration(tx);
    const { plans, sameButOlder } = compare(definitions, await listLive(tx), ground.version);
    await saveRegisteredVersion(tx, sameButOlder, ground.version);
    if (plans.length === 0) return;
    await ground.revisioned.changeIn(tx, registrar, async (turn) => {
      await applyPlans(createRegister(turn, ground), turn, { plans, definitions });
      return { answer: null, changed: true };
    });
  });
}

async function applyPlans(
  register: ReturnType<typeof createRegister>,
  { tx, revision }: Turn,
  { plans, definitions }: { readonly plans: readonly Plan[]; readonly definitions: readonly AnyDefinition[] },
): Promise<void> {
  for (const plan of plans) await register.apply(plan);
  const groupCodes = plans.map(({ write }) => write.groupCode);
  await saveGroups(tx, groupCodes, revision);
  await register.migrateValues(definitions.filter(({ code }) => plans.some(({ write }) => write.code === code)));
}

function createRegister({ tx, revision }: Turn, { clock, ids, seal }: RegistrationGround) {
  const now = new Date(clock.now());
  const record = (entry: {
    readonly code: string;
    readonly action: HistoryAction;
    readonly oldValue: unknown;
    readonly newValue: unknown;
    readonly value?: StoredValue;
  }): Promise<void> =>
    appendHistory(tx, {
      uuid: ids.uuidV7(),
      revision,
      code: entry.code,
      action: entry.action,
      secret: false,
      scope: entry.value?.scope ?? null,
      tenantIdentifier: entry.value?.tenantIdentifier ?? null,
      username: null,
      oldValue: entry.oldValue,
      newValue: entry.newValue,
      reason: null,
      updatedBy: PROGRAM,
      ipAddress: null,
      correlationId: null,
      date: now,
    });

  /** The code is part of what ties a secret to its row, so it is sealed anew. */
  const moveValues = async (from: string, to: string): Promise<void> => {
    for (const { uuid, sealed, scope, tenantIdentifier } of await moveToCode(tx, from, to, revision)) {
      if (sealed === null) continue;
      const text = seal.open(sealed, sealOwner(from, scope, tenantIdentifier));
      if (text === null) throw new Error(`The secret ${from} cannot be opened, so it cannot become ${to}.`);
      await saveSealed(tx, uuid, seal.seal(text, sealOwner(to, scope, tenantIdentifier)), revision);
    }
  };

  return {
    async apply({ action, before, write }: Plan): Promise<void> {
      const whole = { ...write, uuid: before?.uuid ?? ids.uuidV7(), revision, now };
      if (before === null) await insertOne(tx, whole);
      else await updateOne(tx, whole);
      if (action !== 'RETIRE') for (const former of write.aliasList) await moveValues(former, write.code);
      if (before !== null && before.code !== write.code) await moveValues(before.code, write.code);
      const shown = ({ code, type, defaultValue }: Pick<Definition, 'code' | 'type' | 'defaultValue'>) => ({
        code,
        type,
        defaultValue,
      });
      await record({
        code: write.code,
        action,
        oldValue: before === null ? null : shown(before),
        newValue: action === 'RETIRE' ? null : shown(write),
      });
    },
    /** Values that no longer fit, where the definition knows how to make them fit. */
    async migrateValues(definitions: readonly AnyDefinition[]): Promise<void> {
      const migrating = new Map(definitions.filter(({ migrate }) => migrate !== null).map((one) => [one.code, one]));
      for (const value of await listOfCodes(tx, [...migrating.keys()])) {
        const definition = migrating.get(value.code)!;
        if (value.sealed !== null || findValueProblem(definition, value.value) === null) continue;
        const migrated = definition.migrate?.(value.value);
        if (migrated === undefined || findValueProblem(definition, migrated) !== null) continue;
        await saveOne(tx, {
          ...value,
          version: value.version + 1,
          value: migrated,
          revision,
          updatedBy: PROGRAM,
          now,
        });
        await record({ code: value.code, action: 'REDEFINE', oldValue: value.value, newValue: migrated, value });
      }
    },
  };
}
