// Declares what it means that an operation reaches, or does not reach, into another tenant.
import type { Answer, Client } from '@keelson/client';
import { type ErrorCode, errorCatalogue } from '@keelson/contract';
import { expect } from 'vitest';
import type { Foreign } from './tenants.ts';

/** An outcome is a code of the catalogue, a body (objects by the fields given), or CLOSED: a success that ends the foreign session. */
export type Outcome = ErrorCode | 'CLOSED' | boolean | number | object;

export interface Reach {
  call(client: Client<false>, foreign: Foreign): Promise<Answer<unknown>>;
  /** Whoever holds everything in his own tenant, and no TENANT_ALL, meets this. */
  readonly stranger: Outcome;
  /** Whoever holds TENANT_ALL meets this. */
  readonly everywhere: Outcome;
}

export async function expectOutcome(reach: Reach, client: Client<false>, foreign: Foreign, outcome: Outcome) {
  const answer = await reach.call(client, foreign);
  const code = typeof outcome === 'string' && outcome in errorCatalogue ? outcome : null;
  expect(answer.errorDetail?.errorCode ?? null, JSON.stringify(answer.errorDetail)).toBe(code);
  if (typeof outcome === 'object') expect(answer.body).toMatchObject(outcome);
  else if (typeof outcome !== 'string') expect(answer.body).toBe(outcome);
  const session = await foreign.person.client.session.get();
  expect(session.ok, 'the foreign session lives').toBe(outcome !== 'CLOSED');
}
