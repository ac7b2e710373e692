// Arranges what the examples of sessions need: people with more than one of them, and services.
import type { sessionModule } from '@keelson/contract';
import { identifierOf, makeToken } from '../support/people.ts';
import { type Arrange, asSomebody, type ExampleWorld, type GivenOf } from './given.ts';

/** Somebody with two sessions, whose owner calls from the first one. */
const withTwo: Arrange = async ({ somebody, again }) => {
  const person = await somebody();
  const other = await again(person);
  const values = {
    username: person.username,
    session: identifierOf(person.token),
    otherSession: identifierOf(other.token),
  };
  return { as: person, values };
};
/** The administrator calls, about somebody with two sessions. */
const aboutTwo: Arrange = async (world) => ({ ...(await withTwo(world)), as: world.admin });

/** The administrator of a tenant of its own calls, in which somebody is signed in. */
const inOwnTenant: Arrange = async ({ ownTenant }) => {
  const { deputy, somebody } = await ownTenant();
  const person = await somebody();
  return { as: deputy, values: { username: person.username } };
};

const toBegin: Arrange = async ({ admin, somebody }) => ({
  as: admin,
  values: { username: (await somebody()).username, session: makeToken().identifier },
});

async function beginService({ admin, name }: ExampleWorld) {
  const [{ identifier }, serviceName] = [makeToken(), name('till')];
  const username = `service:${serviceName}`;
  const authorities = [{ role: 'ROLE_TILL', authority: 'SESSION_VIEW' }];
  await admin.sure.session.systemBegin({ body: { session: { identifier, username }, authorities } });
  return { as: admin, values: { session: identifier, serviceName } };
}

export const sessionGivens: GivenOf<typeof sessionModule> = {
  begin: toBegin,
  beginWithToken: toBegin,
  refresh: asSomebody,
  updateAttributes: asSomebody,
  systemBegin: ({ admin, name }) => ({
    as: admin,
    values: { session: makeToken().identifier, serviceName: name('till') },
  }),
  systemClose: beginService,
  systemExist: beginService,
  systemQueryPage: beginService,
  systemCloseAll: async ({ ownTenant }) => ({ as: await (await ownTenant()).somebody(['ROLE_SYSTEM_ADMIN']) }),
  close: withTwo,
  close1: aboutTwo,
  closeAll: inOwnTenant,
  closeAll2: aboutTwo,
  closeAllByUser: withTwo,
  closeAllIdentifiers: aboutTwo,
  closeAllSessions: aboutTwo,
  closeAllSessionsByUser: withTwo,
  closeAllUsers: async ({ admin, somebody }) => {
    const [person, other] = [await somebody(), await somebody()];
    return { as: admin, values: { username: person.username, otherUsername: other.username } };
  },
  closeByUser: withTwo,
  closeByQuery: aboutTwo,
  countByCurrentUser: withTwo,
  exist: withTwo,
  get: withTwo,
  queryPage: aboutTwo,
  queryPageByUser: asSomebody,
  count: aboutTwo,
  getByIdentifier: aboutTwo,
  expiry: asSomebody,
  validate: async ({ admin, somebody }) => {
    const person = await somebody();
    return { as: admin, values: { username: person.username, callerToken: person.token } };
  },
  events: async ({ admin, somebody }) => ({ as: admin, happens: () => somebody() }),
  statistics: inOwnTenant,
};
