// Finds people and roles of the own tenant for a choice, and names people by their usernames.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

type Person = Awaited<ReturnType<typeof api.authentication.lookUpUsers>>['body'][number];

/** Writes a person: the name that people know, and the one that is unique. */
function labelOf({ username, displayName }: Person): string {
  return displayName === null || displayName === username ? username : `${displayName} (${username})`;
}

/** Finds people who can sign in by a part of their names; the text has two characters at least. */
export async function findPeople(searchText: string): Promise<readonly Choice[]> {
  const { body } = await api.authentication.lookUpUsers({ body: { searchText } });
  return body.map((person) => ({ value: person.username, label: labelOf(person) }));
}

/** Reads how people are written, by their usernames; those whom nobody knows are left out. */
export function peopleQuery(usernames: readonly string[]) {
  const usernameList = [...new Set(usernames)].sort();
  return queryOptions({
    queryKey: ['people', usernameList],
    enabled: usernameList.length > 0,
    staleTime: 60_000,
    async queryFn(): Promise<Readonly<Record<string, string>>> {
      const { body } = await api.authentication.lookUpUsers({ body: { usernameList } });
      return Object.fromEntries(body.map((person) => [person.username, labelOf(person)]));
    },
  });
}

/** Reads the roles that a person can hold. */
export const rolesQuery = queryOptions({
  queryKey: ['roles', 'lookup'],
  staleTime: 60_000,
  async queryFn(): Promise<readonly Choice[]> {
    const { body } = await api.authentication.lookUpRoles();
    return body.map(({ code, name }) => ({ value: code, label: name === null ? code : `${name} (${code})` }));
  },
});
