// Says what the current version of a process uses, whether that is there, and who uses the process.
import type { SvcBpmnReferenceModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { FACTS_VERSION } from '../content/content-uses.ts';
import { createUseRenewal, type RenewalGround } from '../content/renew-uses.ts';
import { type Process, processes } from '../record/process.store.ts';
import {
  type Definer,
  listDefinersOf,
  listReferences,
  listUsesOf,
  type NamedProcess,
  type Reference,
  type ReferenceKind,
} from '../record/reference.store.ts';
import { createUsedFinder, type UsedGround } from './find-used.ts';

export interface ReferenceGround extends RenewalGround, UsedGround {}

/** Bound of the references of one answer: so many have some 2 MiB. */
const USES_MAX = 10_000;
/** Bound of the processes that are searched for definers: a file of the usual size names fewer. */
const DEFINERS_MAX = 10_000;

type Type = Process['type'];
const kindOfType: Readonly<Record<Type, ReferenceKind>> = { BPMN: 'PROCESS', DMN: 'DECISION', FORM: 'FORM' };

export type ReferenceService = ReturnType<typeof createReferenceService>;

export function createReferenceService(ground: ReferenceGround) {
  const { database } = ground;
  const renew = createUseRenewal(ground);
  const findUsed = createUsedFinder(ground);

  /** What an older program has kept of the content is read anew first. */
  async function find(act: Act, id: number): Promise<Process> {
    const row = await processes.get(database, act.caller, { id });
    const { content, factsVersion, tenantIdentifier } = row;
    if (content === null || factsVersion >= FACTS_VERSION) return row;
    await renew({ id, content, tenantIdentifier });
    return processes.get(database, act.caller, { id });
  }

  return {
    async list(act: Act, id: number): Promise<SvcBpmnReferenceModel[]> {
      const row = await find(act, id);
      const { tenantIdentifier, definedKeys } = row;
      const kind = kindOfType[row.type];
      const used = await listReferences(database, row);
      const users = await listUsesOf(database, row, kind, USES_MAX + 1);
      if (users.length > USES_MAX) fail('RESULT_TOO_LARGE', { parameters: { limit: USES_MAX } });
      const keys = [...new Set(used.filter(({ computed }) => !computed).map(({ key }) => key)), ...definedKeys];
      const definers = await listDefinersOf(database, tenantIdentifier, keys, DEFINERS_MAX);
      const isThere = await findUsed(tenantIdentifier, [...used, ...users], definers);
      const isOwn = (one: Reference) => one.kind === kind && definedKeys.includes(one.key);
      const definerOf = createDefinerLookUp(definers);
      return [
        ...used.map((one) => toSvcReference(one, 'OUT', isOwn(one) || isThere(one), definerOf(one))),
        ...users.map((one) => toSvcReference(one, 'IN', isThere(one), one)),
      ];
    },
  };
}

/** Of several that define a key the one whose code it is, else the oldest. */
function createDefinerLookUp(definers: readonly Definer[]) {
  const found = new Map<string, Definer>();
  for (const definer of definers) {
    for (const key of definer.definedKeys) {
      const name = `${kindOfType[definer.type]} ${key}`;
      if (!found.has(name) || definer.code === key) found.set(name, definer);
    }
  }
  return ({ kind, key, computed }: Reference): Definer | null =>
    computed ? null : (found.get(`${kind} ${key}`) ?? null);
}

function toSvcReference(
  { kind, key, elementId }: Reference,
  direction: SvcBpmnReferenceModel['direction'],
  resolved: boolean | null,
  target: NamedProcess | null,
): SvcBpmnReferenceModel {
  const named = target && { processId: target.processId, code: target.code, name: target.name };
  return { kind, key, direction, elementId, resolved, target: named };
}
