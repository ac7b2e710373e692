// Every operation repeated as the administrator of another tenant finds, counts, changes and closes nothing.
import type { ModuleContract } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenTo } from '../support/event-stream.ts';
import { identifierOf, type Person } from '../support/people.ts';
import { expectOutcome, type Reach } from './reach.ts';
import { suites } from './suites.ts';
import { startTarget } from './target.ts';
import { createForeign, createOwner, type Foreign } from './tenants.ts';
import { makeWorld, type OwnTenant, type World } from './world.ts';

let world: World;
let home: OwnTenant;
let stranger: Person;
let tenant: OwnTenant;
/** Who reaches nothing, or only reads, changes nothing: all such cases share it. */
let untouched: Foreign;
beforeAll(async () => {
  world = await makeWorld(await startTarget());
});
afterAll(() => world?.stop());

const builtOf = ({ operations }: ModuleContract): readonly string[] =>
  Object.entries(operations).flatMap(([key, { built }]) => (built ? [key] : []));

/** A case is named after its operation, and where there are several goes on with a word of its own. */
function isRead({ operations }: ModuleContract, key: string): boolean {
  const operation = operations[key.split(' ')[0] ?? ''];
  return operation?.built === true && operation.effect === 'read';
}

/** Who is refused has changed nothing. */
const isRefusal = ({ everywhere }: Reach): boolean => typeof everywhere === 'string' && everywhere !== 'CLOSED';

const reachSuites = suites.flatMap(({ module, reach }) => (reach === undefined ? [] : [{ module, ...reach }]));

describe.each(reachSuites)('$claim:', ({ module, reaches, named, own }) => {
  // The tenants are made anew: the cases before have closed the sessions of every tenant.
  beforeAll(async () => {
    home = await world.ownTenant();
    stranger = await createOwner(world, home);
    tenant = await world.ownTenant();
    untouched = await createForeign(world, tenant);
  });
  const cases = Object.entries({ ...reaches, ...named }) as readonly (readonly [string, Reach])[];

  it('has a case for every built operation that names or finds anything', () => {
    expect([...Object.keys(reaches), ...own].sort()).toEqual([...builtOf(module)].sort());
  });

  it.each(cases)('%s reaches nothing of another tenant', (_key, reach) =>
    expectOutcome(reach, stranger.client, untouched, reach.stranger),
  );

  it.each(cases)('%s with TENANT_ALL does what the pages say', async (key, reach) => {
    const foreign = isRead(module, key) || isRefusal(reach) ? untouched : await createForeign(world, tenant);
    await expectOutcome(reach, world.admin.client, foreign, reach.everywhere);
    // A call that closed the sessions of every tenant closed these too.
    if (!(await tenant.deputy.client.session.get()).ok) tenant = await world.ownTenant();
    if (!(await untouched.person.client.session.get()).ok) untouched = await createForeign(world, tenant);
  });
});

describe('mails', () => {
  it('are not listed for another tenant', async () => {
    const username = world.name('invited');
    const recipient = `${username}@mail.example`;
    await world.admin.sure.authentication.createUser({ body: { username, email: recipient } });
    const ask = ({ sure }: Person) => sure.mailNotification.queryMailPage({ body: { recipient } });
    expect((await ask(world.admin)).body.totalElements).toBe(1);
    expect((await ask(stranger)).body).toMatchObject({ totalElements: 0, data: [] });
  });
});

describe('the stream of sessions', () => {
  it('tells of the own tenant alone', async () => {
    const [here, elsewhere] = [await world.ownTenant(), await world.ownTenant()];
    const listener = listenTo((await here.deputy.sure.session.events()).body);
    try {
      const foreign = await elsewhere.somebody();
      await foreign.sure.authentication.logout();
      const { token } = await here.somebody();
      const first = await listener.hear(() => true);
      expect(first).toMatchObject({ event: 'begun', data: { identifier: identifierOf(token) } });
    } finally {
      await listener.close();
    }
  });
});
