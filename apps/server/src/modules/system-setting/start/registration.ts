// Brings declared definitions into the database at start: one transaction, one process at a time, nothing where nothing
// changed.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { Actor } from '../../../kernel/records/events.ts';
import type { Revisioned, Turn } from '../../../kernel/records/revisioned.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import { findValueProblem } from '../../../kernel/settings/setting-value.ts';
import type { AnyDefinition } from '../../../kernel/settings/settings.ts';
import {
  insertMany,
  listLive,
  saveGroups,
  saveRegisteredVersion,
  takeRegistration,
  updateOne,
} from '../records/definition.store.ts';
import { appendHistory } from '../records/history.store.ts';
import { listOfCodes, moveToCode, saveOne, saveSealed } from '../records/value.store.ts';
import { type Definition, type HistoryAction, PROGRAM, type StoredValue, sealOwner } from '../system-setting.types.ts';
import { compareDefinitions, type Plan } from './registration-plan.ts';

interface RegistrationGround {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly seal: Seal;
  readonly revisioned: Pick<Revisioned, 'changeIn'>;
  /** Version of this program: a lower one never overwrites what a higher one registered. */
  readonly version: string;
}

/** Actor of the registration, which is no person. */
const registrar: Actor = { username: PROGRAM, tenantIdentifier: 'default', ipAddress: null, requestId: null };
/** Stops the start where two definitions share a code, in whatever case. */
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
    const { plans, sameButOlder } = compareDefinitions(definitions, await listLive(tx), ground.version);
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
  await register.change(plans.filter(({ before }) => before !== null));
  await register.define(plans.filter(({ before }) => before === null));
  const groupCodes = plans.map(({ write }) => write.groupCode);
  await saveGroups(tx, groupCodes, revision);
  await register.migrateValues(definitions.filter(({ code }) => plans.some(({ write }) => write.code === code)));
}

/** Records changes in the history; the program's own are no events. */
function createRecord({ tx, revision }: Turn, { ids, now }: { readonly ids: Ids; readonly now: Date }) {
  return (entry: {
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
}

function createRegister(turn: Turn, { clock, ids, seal }: RegistrationGround) {
  const { tx, revision } = turn;
  const now = new Date(clock.now());
  const record = createRecord(turn, { ids, now });

  /** The code is part of a secret's owner, so that it is sealed anew. */
  const moveValues = async (from: string, to: string): Promise<void> => {
    for (const { uuid, sealed, scope, tenantIdentifier } of await moveToCode(tx, from, to, revision)) {
      if (sealed === null) continue;
      const text = seal.open(sealed, sealOwner(from, scope, tenantIdentifier));
      if (text === null) throw new Error(`The secret ${from} cannot be opened, so it cannot become ${to}.`);
      await saveSealed(tx, uuid, seal.seal(text, sealOwner(to, scope, tenantIdentifier)), revision);
    }
  };

  /** Moves the values to the code, and records that in the history. */
  const follow = async ({ action, before, write }: Plan): Promise<void> => {
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
  };

  return {
    /** Writes definitions; new ones by one statement, as a first start has a hundred. */
    async define(plans: readonly Plan[]): Promise<void> {
      await insertMany(
        tx,
        plans.map(({ write }) => ({ ...write, uuid: ids.uuidV7(), revision, now })),
      );
      for (const plan of plans) await follow(plan);
    },
    async change(plans: readonly Plan[]): Promise<void> {
      for (const plan of plans) {
        const { before, write } = plan;
        await updateOne(tx, { ...write, uuid: before!.uuid, revision, now });
        await follow(plan);
      }
    },
    /** Migrates values that no longer fit, where the definition has a migration. */
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
