// Plays the scenarios of the own password, and of the pages behind links.
import { expect } from 'vitest';
import { PERSON_PASSWORD, personOf, signIn } from '../../support/people.ts';
import type { Scenario } from '../world.ts';

const NEW_PASSWORD = 'nine herons over a frozen weir';

function expectPage({ bytes, headers }: { readonly bytes: Uint8Array | null; readonly headers: Headers }): void {
  expect(headers.get('content-type')).toMatch(/^text\/html/);
  expect(new TextDecoder().decode(bytes ?? new Uint8Array())).toMatch(/^<!doctype html>/i);
}

export const passwordScenarios: Readonly<Record<string, Scenario>> = {
  'authentication getPasswordPolicy': async (as, { name }) => {
    const { body } = await as(null).authentication.getPasswordPolicy();
    expect(body).toMatchObject({ minLength: 15, minLengthWithFactor: 8, maxLength: 128, blocklistEnabled: true });
    const unknown = await as(null).authentication.getPasswordPolicy({ query: { tenant: name('nowhere') } });
    expect(unknown.body).toEqual(body);
  },
  'authentication changePassword': async (as, { url, somebody, again }) => {
    const person = await somebody();
    const other = await again(person);
    const { body } = await as(person).authentication.changePassword({
      body: { currentPassword: PERSON_PASSWORD, newPassword: NEW_PASSWORD },
    });
    for (const { client } of [person, other]) {
      expect((await client.session.get()).errorDetail).toMatchObject({ errorCode: 'SESSION_EXPIRED' });
    }
    expect((await personOf(url, person.username, body.token ?? '').sure.session.get()).status).toBe(200);
    expect((await signIn(url, person.username, NEW_PASSWORD)).username).toBe(person.username);
  },
  'authentication activationPage': async (as) => expectPage(await as(null).authentication.activationPage()),
  'authentication resetPage': async (as) => expectPage(await as(null).authentication.resetPage()),
  'authentication emailPage': async (as) => expectPage(await as(null).authentication.emailPage()),
};
