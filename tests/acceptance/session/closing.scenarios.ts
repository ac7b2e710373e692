// Plays the scenarios of closing sessions; what closes more than its own people's sessions runs in a tenant of its own.
import { expect } from 'vitest';
import { identifierOf, type Person } from '../../support/people.ts';
import type { Scenario } from '../world.ts';

/** Expects of each person's session whether it lives. */
async function expectAlive(people: readonly (readonly [Person, boolean])[]): Promise<void> {
  for (const [{ client }, alive] of people) {
    const answer = await client.session.get();
    expect([answer.ok, answer.errorDetail?.errorCode ?? null]).toEqual([alive, alive ? null : 'SESSION_EXPIRED']);
  }
}

const ofOthers: Readonly<Record<string, Scenario>> = {
  'session close1': async (as, { admin, somebody, again }) => {
    const person = await somebody();
    const [second, third] = [await again(person), await again(person)];
    const { body } = await admin.sure.session.queryPage({ body: { identifier: identifierOf(second.token) } });
    // A row of a list can be sent back as it is.
    const [row] = body.data;
    await as(admin).session.close1({ body: row ?? {} });
    await expectAlive([
      [person, true],
      [second, false],
      [third, true],
    ]);
    await as(admin).session.close1({ body: { username: person.username } });
    await expectAlive([
      [person, false],
      [third, false],
      [admin, true],
    ]);
  },
  'session closeAll': async (as, { admin, ownTenant }) => {
    const { deputy, somebody } = await ownTenant();
    const person = await somebody();
    await as(deputy).session.closeAll({ query: { exceptCurrent: true } });
    await expectAlive([
      [person, false],
      [deputy, true],
      [admin, true],
    ]);
    await as(deputy).session.closeAll();
    await expectAlive([
      [deputy, false],
      [admin, true],
    ]);
  },
  'session closeAll2': async (as, { admin, somebody, again }) => {
    const person = await somebody();
    const [second, other] = [await again(person), await somebody()];
    await as(admin).session.closeAll2({ params: { username: person.username.toUpperCase() } });
    await expectAlive([
      [person, false],
      [second, false],
      [other, true],
    ]);
  },
  'session closeAllIdentifiers': async (as, { admin, somebody, again }) => {
    const person = await somebody();
    const [second, third] = [await again(person), await again(person)];
    const identifiers = [identifierOf(person.token), identifierOf(second.token)];
    await as(admin).session.closeAllIdentifiers({ body: [...identifiers, ...identifiers, 'x'.repeat(43)] });
    await expectAlive([
      [person, false],
      [second, false],
      [third, true],
    ]);
  },
  'session closeAllSessions': async (as, { admin, somebody, again }) => {
    const person = await somebody();
    const [second, other] = [await again(person), await somebody()];
    const body = [{ identifier: identifierOf(person.token) }, { username: other.username }];
    await as(admin).session.closeAllSessions({ body });
    await expectAlive([
      [person, false],
      [second, true],
      [other, false],
    ]);
  },
  'session closeAllUsers': async (as, { admin, somebody, again, name }) => {
    const person = await somebody();
    const [second, other] = [await again(person), await somebody()];
    await as(admin).session.closeAllUsers({ body: [person.username, name('nobody')] });
    await expectAlive([
      [person, false],
      [second, false],
      [other, true],
    ]);
  },
};

const byQuery: Readonly<Record<string, Scenario>> = {
  'session closeByQuery': async (as, { admin, somebody, again }) => {
    const person = await somebody();
    const [second, other] = [await again(person), await somebody()];
    const named = { usernameList: [person.username, other.username] };
    const close = as(admin).session.closeByQuery;
    expect((await close({ query: { dryRun: true }, body: named })).body).toBe(3);
    await expectAlive([
      [person, true],
      [other, true],
    ]);
    expect((await close({ body: named })).body).toBe(3);
    await expectAlive([
      [person, false],
      [second, false],
      [other, false],
      [admin, true],
    ]);
    await expect(close({ body: {} })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  },
};

const ownOnes: Readonly<Record<string, Scenario>> = {
  'session close': async (as, { somebody, again }) => {
    const person = await somebody();
    const second = await again(person);
    await as(person).session.close({ body: identifierOf(second.token) });
    await expectAlive([
      [person, true],
      [second, false],
    ]);
    await as(person).session.close({ body: identifierOf(person.token) });
    await expectAlive([[person, false]]);
  },
  'session closeByUser': async (as, { somebody, again }) => {
    const person = await somebody();
    const second = await again(person);
    const identifier = identifierOf(second.token);
    await as(person).session.closeByUser({ body: identifier });
    await as(person).session.closeByUser({ body: identifier });
    await expectAlive([
      [person, true],
      [second, false],
    ]);
  },
  'session closeAllByUser': async (as, { somebody, again }) => {
    const person = await somebody();
    const second = await again(person);
    await as(person).session.closeAllByUser({ query: { exceptCurrent: true } });
    await expectAlive([
      [person, true],
      [second, false],
    ]);
    await as(person).session.closeAllByUser();
    await expectAlive([[person, false]]);
  },
  'session closeAllSessionsByUser': async (as, { somebody, again }) => {
    const person = await somebody();
    const [second, third, other] = [await again(person), await again(person), await somebody()];
    const own = [{ identifier: identifierOf(second.token) }, { identifier: identifierOf(third.token) }];
    const foreign = [...own, { identifier: identifierOf(other.token) }];
    const refused = as(person).session.closeAllSessionsByUser({ body: foreign });
    await expect(refused).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    await expectAlive([
      [second, true],
      [third, true],
      [other, true],
    ]);
    await as(person).session.closeAllSessionsByUser({ body: own });
    await expectAlive([
      [person, true],
      [second, false],
      [third, false],
    ]);
  },
};

export const sessionClosingScenarios: Readonly<Record<string, Scenario>> = { ...ofOthers, ...byQuery, ...ownOnes };
