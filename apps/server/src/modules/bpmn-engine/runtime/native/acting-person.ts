// Finds the person behind a definition, with what that person holds at this moment.
import type { AuthenticationApi } from '../../../authentication/api.ts';
import type { LiveInstance } from '../state/live-instance.ts';
import type { ActingPersonStore } from './acting-person.store.ts';
import type { ActingPerson } from './action.types.ts';

/** Finds the person behind an instance, or says in a sentence why there is none. */
export type FindActingPerson = (live: LiveInstance) => Promise<ActingPerson | { readonly absence: string }>;

export function createFindActingPerson({
  store,
  findPerson,
}: {
  readonly store: ActingPersonStore;
  readonly findPerson: AuthenticationApi['findPerson'];
}): FindActingPerson {
  return async function findActingPerson({ compiled, state }) {
    const { tenantIdentifier } = state.facts;
    const behind = await store.find(tenantIdentifier, compiled.id);
    if (behind === null) return { absence: 'PERSON_UNKNOWN: the definition is no longer there' };
    const { userUuid, name, isElsewhere } = behind;
    if (isElsewhere)
      return { absence: 'PERSON_UNKNOWN: nobody of this tenant stands behind a definition that is shared' };
    if (userUuid === null) {
      return { absence: `PERSON_UNKNOWN: nobody stands behind what ${name} deployed; runAs can name somebody` };
    }
    const person = await findPerson(tenantIdentifier, { userUuid });
    if (person === null) {
      return { absence: `PERSON_GONE: ${name}, as whom the definition acts, is gone or may not sign in` };
    }
    const { username, roles, authorities } = person;
    return { tenantIdentifier, username, roles, authorities, holds: (authority) => authorities.has(authority) };
  };
}
