// Writes requests that sign in, one user after the other, each user from an address of its own.
import { nameOf } from '../bars/people.ts';
import { rawRequest } from '../bars/raw-connection.ts';

/** Makes an address that belongs to nobody, by number; needs a server that trusts the bench as its proxy. */
export function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

export function signInRequest(
  origin: string,
  credentials: { readonly username: string; readonly password: string },
  address?: string,
): string {
  const headers: Record<string, string> = address === undefined ? {} : { 'x-forwarded-for': address };
  return rawRequest(origin, { method: 'POST', path: '/auth/login', headers, body: credentials });
}

/** Answers the text of the next request: `user1` to `user<users>` in turns. */
export function createSignIns(
  origin: string,
  {
    users,
    password,
    ownAddresses,
  }: { readonly users: number; readonly password: string; readonly ownAddresses: boolean },
): () => string {
  let number = 0;
  return () => {
    number = (number % users) + 1;
    const address = ownAddresses ? addressOf(number) : undefined;
    return signInRequest(origin, { username: nameOf(number), password }, address);
  };
}
