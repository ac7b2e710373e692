// Says whom a version of a process may name as the person as whom it acts: nobody lends more than he holds.
import type { Act } from '../../../../kernel/records/act.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import type { AuthenticationApi, GrantedPerson } from '../../../authentication/api.ts';
import type { RunAs, RunAsStore } from './run-as.store.ts';

/** Names the person as whom a version acts; answers who that is from then on. Ends the request where this caller may not. */
export type NameRunAs = (act: Act, id: string, runAs: string | null) => Promise<RunAs | null>;

export function createNameRunAs({
  store,
  findPerson,
}: {
  readonly store: Pick<RunAsStore, 'findDeployer'>;
  readonly findPerson: AuthenticationApi['findPerson'];
}): NameRunAs {
  return async function nameRunAs({ caller }, id, runAs) {
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
  };
}

/**
 * Whether the caller may let a process act as the person: what it does in somebody's name outlives the request, so nobody arranges it in
 * another's stead.
 */
function mayLend(caller: Caller, person: GrantedPerson): boolean {
  if (caller.actorUsername !== null) return false;
  if (caller.kind === 'person' && caller.userUuid === person.userUuid) return true;
  return [...person.authorities].every((authority) => caller.holds(authority));
}
