// Calls the interface: a function for every operation, by the table that the build made of the contract.

import { operations } from 'contract:operations';
import { type Calls, createTableClient, KeelsonError } from '@keelson/client/table';
import { basePath } from './base.ts';
import { currentLanguage } from './locale.ts';
import { askFor } from './recovery.ts';

type AnyCall = (input?: unknown) => Promise<unknown>;

const client = createTableClient(operations, {
  baseUrl: basePath,
  throwOnError: true,
  fetch(address, init) {
    const headers = new Headers(init?.headers);
    headers.set('accept-language', currentLanguage());
    return fetch(address, { ...init, headers });
  },
});

/** What a failed call waits for before it is worth another try. */
function cureOf(error: unknown): 'signIn' | 'proof' | 'nothing' | null {
  if (!(error instanceof KeelsonError)) return null;
  const reason = error.answer.errorDetail?.errorArguments[0]?.reason;
  switch (error.code) {
    case 'SESSION_EXPIRED':
    case 'AUTHENTICATION_REQUIRED':
      // Another tab has given the session a new token, which the cookie holds by now.
      return reason === 'ROTATED' ? 'nothing' : 'signIn';
    case 'REAUTHENTICATION_REQUIRED':
      return 'proof';
    default:
      return null;
  }
}

function recovering(call: AnyCall): AnyCall {
  return async (input) => {
    try {
      return await call(input);
    } catch (error) {
      const cure = cureOf(error);
      if (cure === null) throw error;
      if (cure !== 'nothing' && !(await askFor(cure))) throw error;
      return call(input);
    }
  };
}

function recoveringCalls(calls: Calls<true>): Calls<true> {
  const modules = Object.entries(calls).map(([name, module]) => [
    name,
    Object.fromEntries(Object.entries(module).map(([key, call]) => [key, recovering(call as AnyCall)])),
  ]);
  // Each function has the type of the one that it calls.
  const made: unknown = Object.fromEntries(modules);
  return made as Calls<true>;
}

/**
 * The interface, which throws failures; a call that a lost session stopped waits for the sign-in and is made once more.
 */
export const api: Calls<true> = recoveringCalls(client);

/** The interface without waiting for a sign-in: for the steps of the sign-in itself. Throws failures at once. */
export const plainApi: Calls<true> = client;

/** Makes a key that is sent with what must not be done twice, however often a lost answer makes somebody try again. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}
