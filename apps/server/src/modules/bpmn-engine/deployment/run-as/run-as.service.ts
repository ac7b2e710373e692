// Names the person as whom a version of a process acts by itself; nobody lends it more than he holds.
import type { SvcBpmnUpdateDefinitionModel } from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import type { AuthenticationApi, GrantedPerson } from '../../../authentication/api.ts';
import { bpmnEngineEvents } from '../../bpmn-engine.events.ts';
import type { RepositoryStore } from '../repository.store.ts';
import type { RunAs, RunAsStore } from './run-as.store.ts';

export function createRunAsService({
  database,
  store,
  repository,
  findPerson,
}: Pick<Kernel, 'database'> & {
  readonly store: RunAsStore;
  readonly repository: Pick<RepositoryStore, 'findDefinition'>;
  readonly findPerson: AuthenticationApi['findPerson'];
}) {
  /** Answers whom the version names from then on; ends the request where this caller may not. */
  async function allowed({ caller }: Act, id: string, runAs: string | null): Promise<RunAs | null> {
    const { tenantIdentifier } = caller;
    const refused = (): never => fail('RUN_AS_NOT_POSSIBLE', { parameters: { processDefinitionId: id } });
    if (runAs !== null) {
      const person = (await findPerson(tenantIdentifier, { username: runAs })) ?? refused();
      return mayLend(caller, person) ? { name: person.username, userUuid: person.userUuid } : refused();
    }
    const deployer = await store.findDeployer(tenantIdentifier, id);
    const person = deployer === null ? null : await findPerson(tenantIdentifier, { userUuid: deployer });
    // Behind a version whose deployer is gone stands nobody then, who can do nothing.
    return person === null || mayLend(caller, person) ? null : refused();
  }

  return {
    async update(act: Act, id: string, { runAs }: SvcBpmnUpdateDefinitionModel) {
      const { tenantIdentifier } = act.caller;
      const found = await repository.findDefinition(tenantIdentifier, id);
      if (found === null) return failNotFound('DEFINITION_NOT_FOUND', { processDefinitionId: id });
      if (runAs === undefined) return found;
      const named = await allowed(act, id, runAs);
      await database.transaction(async (tx) => {
        const previous = await store.save(tx, tenantIdentifier, id, named);
        await act.record(tx, bpmnEngineEvents.runAsChanged, id, { from: previous, to: named?.name ?? null });
      });
      return { ...found, run_as: named?.name ?? null };
    },
  };
}

export type RunAsService = ReturnType<typeof createRunAsService>;

/** What a process does in somebody's name outlives the request, so nobody arranges it in another's stead. */
function mayLend(caller: Caller, person: GrantedPerson): boolean {
  if (caller.actorUsername !== null) return false;
  if (caller.kind === 'person' && caller.userUuid === person.userUuid) return true;
  return [...person.authorities].every((authority) => caller.holds(authority));
}
