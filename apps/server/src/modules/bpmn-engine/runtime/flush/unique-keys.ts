// Sees to it that a business key is that of one running instance, where the process wants each key once.
import type { Queryable, Transaction } from '../../../../kernel/database/database.ts';
import type { ChangeSet } from '../../../../kernel/group-commit/group-commit.ts';
import { type Burst, hasChanged, type Part } from '../burst/burst.ts';
import { KeyInUse } from '../state/burst-failure.ts';
import type { LiveInstance } from '../state/live-instance.ts';
import { type HeldKey, type UniqueKeyWriters, uniqueKeyStore } from './unique-key.store.ts';

interface TakenKey extends HeldKey {
  readonly part: Part;
}

/** Changes of keys by a burst. */
export interface KeyChanges {
  readonly taken: readonly TakenKey[];
  readonly freed: readonly HeldKey[];
  /** Keys of instances that begin and end in this burst. */
  readonly touched: readonly TakenKey[];
}

const nameOf = ({ tenantIdentifier, definitionKey, businessKey }: HeldKey): string =>
  JSON.stringify([tenantIdentifier, definitionKey, businessKey]);

/** Collects the changes of keys; throws `KeyInUse` where two instances of the burst would have one key. */
export function keyChangesOf(burst: Burst): KeyChanges {
  const taken = new Map<string, TakenKey>();
  const freed: HeldKey[] = [];
  const touched: TakenKey[] = [];
  for (const part of burst.parts.values()) {
    // An instance that is undone after its end has given its key back.
    if (!hasChanged(part) || (part.before !== null && !part.isStored)) continue;
    const before = part.before === null ? null : keyOf(part.before);
    const key = keyOf(part.live);
    const after = part.live.ended === null ? key : null;
    if (before !== null && after !== null && nameOf(before) === nameOf(after)) continue;
    if (before !== null) freed.push(before);
    if (part.before === null && after === null && key !== null) touched.push({ ...key, part });
    if (after === null) continue;
    const other = taken.get(nameOf(after));
    if (other !== undefined) throw keyInUse(burst, { ...after, part }, other.instanceId);
    taken.set(nameOf(after), { ...after, part });
  }
  return { taken: [...taken.values()], freed, touched };
}

/** Answers the key that an instance holds for itself; null where it holds none. */
function keyOf({ state, compiled }: LiveInstance): HeldKey | null {
  const { id: instanceId, tenantIdentifier, businessKey } = state.facts;
  if (!compiled.uniqueBusinessKey) return null;
  return businessKey === null ? null : { tenantIdentifier, definitionKey: compiled.key, businessKey, instanceId };
}

const valuesOf = ({ tenantIdentifier, definitionKey, businessKey }: HeldKey) => [
  tenantIdentifier,
  definitionKey,
  businessKey,
];

/** Adds the rows of keys: one that an instance gives back and another one takes goes from hand to hand. */
export function addKeys(
  changes: ChangeSet,
  writers: UniqueKeyWriters,
  { taken, freed, touched }: KeyChanges,
  at: number,
) {
  const heirs = new Map(taken.map((key) => [nameOf(key), key]));
  const passed = new Set<string>();
  for (const key of freed) {
    const heir = heirs.get(nameOf(key));
    if (heir === undefined) changes.add(writers.free, [...valuesOf(key), key.instanceId]);
    else changes.add(writers.pass, [...valuesOf(key), key.instanceId, heir.instanceId]);
    passed.add(nameOf(key));
  }
  for (const key of taken) {
    if (!passed.has(nameOf(key))) changes.add(writers.take, [...valuesOf(key), key.instanceId, at]);
  }
  const used = new Set([...passed, ...heirs.keys()]);
  for (const key of touched) if (!used.has(nameOf(key))) changes.add(writers.touch, valuesOf(key));
}

/** Writes keys within a transaction; throws `KeyInUse`. */
export async function writeKeys(tx: Transaction, burst: Burst, { taken, freed, touched }: KeyChanges): Promise<void> {
  for (const key of freed) await uniqueKeyStore.free(tx, key);
  for (const key of taken) {
    if (await uniqueKeyStore.take(tx, key, new Date(burst.beganAt))) continue;
    throw keyInUse(burst, key, (await uniqueKeyStore.findHolder(tx, key)) ?? '');
  }
  for (const key of touched) await refuseHeld(tx, burst, key, taken);
}

/** Writes keys in a transaction that its owner may go on with where it throws. */
export async function writeKeysWholly(tx: Transaction, burst: Burst, keys: KeyChanges): Promise<void> {
  if (keys.taken.length + keys.freed.length + keys.touched.length === 0) return;
  await uniqueKeyStore.wholly(tx, () => writeKeys(tx, burst, keys));
}

/** Refuses keys that another instance has by `KeyInUse`; what conflicted may be free again by now. */
export async function refuseKeysInUse(database: Queryable, burst: Burst, { taken, touched }: KeyChanges) {
  for (const key of [...taken, ...touched]) await refuseHeld(database, burst, key, []);
}

async function refuseHeld(queryable: Queryable, burst: Burst, key: TakenKey, own: readonly TakenKey[]): Promise<void> {
  const holder = await uniqueKeyStore.findHolder(queryable, key);
  if (holder === null || own.some(({ instanceId }) => instanceId === holder)) return;
  throw keyInUse(burst, key, holder);
}

/** Makes the failure, which names the call that the instance would have answered; of the command's own instance there is none. */
function keyInUse(burst: Burst, { part, businessKey }: TakenKey, holderId: string): KeyInUse {
  const { call } = part.live;
  const caller = call === null ? undefined : burst.parts.get(call.callerId)?.live;
  const node = caller?.state.waits.find(({ number }) => number === call?.wait)?.node ?? -1;
  const elementId = caller?.compiled.model.nodes[node]?.id ?? null;
  return new KeyInUse({ businessKey, holderId, elementId, isCalled: call !== null });
}
