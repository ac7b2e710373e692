// Changes a deployed version of a process: as whom it acts by itself, who may start it, whether every tenant may, what history stays.
import type { SvcBpmnUpdateDefinitionModel } from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { fail, failAuthority } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { lowerName } from '../../../../kernel/text/upper-name.ts';
import { bpmnEngineEvents } from '../../bpmn-engine.events.ts';
import { SHARING_TENANT } from '../../runtime/definitions/definition.store.ts';
import { definitionStateStore } from '../../runtime/starts/definition-state.store.ts';
import type { DefinitionPageRow, RepositoryStore } from '../repository.store.ts';
import type { NameRunAs } from './name-run-as.ts';
import type { RunAsStore } from './run-as.store.ts';
import { type Keeping, type Starting, startingStore } from './starting.store.ts';

/** Creates the change of a definition; `onChange` is called after the commit of whatever changes who may start what. */
export function createChangeDefinition({
  database,
  store,
  repository,
  nameRunAs,
  onChange,
}: Pick<Kernel, 'database'> & {
  readonly store: RunAsStore;
  readonly repository: Pick<RepositoryStore, 'findUsable'>;
  readonly nameRunAs: NameRunAs;
  readonly onChange: () => void;
}) {
  /** Changes fields of a version, of which those left out stay; answers it as it is from then on. */
  return async function changeDefinition(
    act: Act,
    id: string,
    { runAs, historyTimeToLive, historyLevel, ...given }: SvcBpmnUpdateDefinitionModel,
  ): Promise<DefinitionPageRow> {
    const { tenantIdentifier } = act.caller;
    const found = await repository.findUsable(tenantIdentifier, id);
    if (found === null || found.tenant_identifier !== tenantIdentifier)
      return failNotFound('DEFINITION_NOT_FOUND', { processDefinitionId: id });
    const named = runAs === undefined ? undefined : await nameRunAs(act, id, runAs);
    const before = startingOf(found);
    const starting = changedStarting(act, before, given);
    if (starting?.shared === true && tenantIdentifier !== SHARING_TENANT)
      return fail('DEFINITION_NOT_SHAREABLE', { parameters: { processDefinitionId: id } });
    const keptBefore = keepingOf(found);
    const kept = {
      timeToLive: historyTimeToLive === undefined ? keptBefore.timeToLive : historyTimeToLive,
      level: historyLevel === undefined ? keptBefore.level : historyLevel && lowerName(historyLevel),
    };
    const isKeptOtherwise = JSON.stringify(kept) !== JSON.stringify(keptBefore);
    if (named === undefined && starting === null && !isKeptOtherwise) return found;
    await database.transaction(async (tx) => {
      if (starting !== null) {
        // The catalogue is raised first, as by deployments: starts that have looked the version up look again.
        await definitionStateStore.raiseCatalogue(tx);
        await startingStore.save(tx, id, starting);
        await act.record(tx, bpmnEngineEvents.startingChanged, id, { from: before, to: starting });
        tx.afterCommit(onChange);
      }
      if (isKeptOtherwise) {
        await startingStore.keep(tx, id, kept);
        await act.record(tx, bpmnEngineEvents.keepingChanged, id, { from: keptBefore, to: kept });
      }
      if (named === undefined) return;
      const previous = await store.save(tx, tenantIdentifier, id, named);
      await act.record(tx, bpmnEngineEvents.runAsChanged, id, { from: previous, to: named?.name ?? null });
    });
    const { users, groups, shared } = starting ?? before;
    const started = { candidate_starter_users: users, candidate_starter_groups: groups, shared };
    return {
      ...found,
      ...started,
      history_time_to_live: kept.timeToLive,
      history_level: kept.level,
      run_as: named === undefined ? found.run_as : (named?.name ?? null),
    };
  };
}

export type ChangeDefinition = ReturnType<typeof createChangeDefinition>;

function startingOf({
  candidate_starter_users: users,
  candidate_starter_groups: groups,
  shared,
}: DefinitionPageRow): Starting {
  return { users, groups, shared };
}

function keepingOf({ history_time_to_live: timeToLive, history_level: level }: DefinitionPageRow): Keeping {
  return { timeToLive, level };
}

/** Finds the changed starting rules, null where they stay; ends the request where the caller may not share. */
function changedStarting(
  { caller }: Act,
  before: Starting,
  {
    candidateStarterUsers,
    candidateStarterGroups,
    shared,
  }: Omit<SvcBpmnUpdateDefinitionModel, 'runAs' | 'historyTimeToLive' | 'historyLevel'>,
): Starting | null {
  const isShared = shared ?? before.shared;
  if (isShared !== before.shared && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
  const after = {
    users: candidateStarterUsers === undefined ? before.users : [...new Set(candidateStarterUsers ?? [])],
    groups: candidateStarterGroups === undefined ? before.groups : [...new Set(candidateStarterGroups ?? [])],
    shared: isShared,
  };
  return JSON.stringify(after) === JSON.stringify(before) ? null : after;
}
