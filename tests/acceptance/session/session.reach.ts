// Tells how each operation of the session module would reach into another tenant, and what comes back instead.
import { makeToken } from '../../support/people.ts';
import type { Reach } from '../reach.ts';

const empty = { totalElements: 0, data: [] };
const found = { totalElements: 1 };

/** These operations name nobody: they are about the session of the caller, or about the caller's tenant alone. */
export const ownSessionOperations = [
  'get',
  'expiry',
  'countByCurrentUser',
  'refresh',
  'updateAttributes',
  'events',
  'statistics',
];

export const sessionReaches: Readonly<Record<string, Reach>> = {
  queryPage: {
    call: ({ session }, { person }) => session.queryPage({ body: { username: person.username } }),
    stranger: empty,
    // Without naming the tenant the own one is meant, whoever asks.
    everywhere: empty,
  },
  count: {
    call: ({ session }, { person }) => session.count({ body: { username: person.username } }),
    stranger: 0,
    everywhere: 0,
  },
  getByIdentifier: {
    call: ({ session }, { identifier }) => session.getByIdentifier({ params: { identifier } }),
    stranger: 'SESSION_NOT_FOUND',
    everywhere: { session: {} },
  },
  exist: {
    call: ({ session }, { identifier }) => session.exist({ body: identifier }),
    stranger: false,
    everywhere: true,
  },
  queryPageByUser: {
    call: ({ session }, { identifier }) => session.queryPageByUser({ body: { identifier } }),
    stranger: empty,
    everywhere: empty,
  },
  close: {
    call: ({ session }, { identifier }) => session.close({ body: identifier }),
    stranger: 'SESSION_NOT_FOUND',
    everywhere: 'CLOSED',
  },
  closeByUser: {
    call: ({ session }, { identifier }) => session.closeByUser({ body: identifier }),
    stranger: 'SESSION_NOT_FOUND',
    everywhere: 'SESSION_NOT_FOUND',
  },
  close1: {
    call: ({ session }, { identifier }) => session.close1({ body: { identifier } }),
    stranger: 'SESSION_NOT_FOUND',
    everywhere: 'CLOSED',
  },
  closeAll: {
    call: ({ session }) => session.closeAll({ query: { allTenants: true, exceptCurrent: true } }),
    stranger: 'ACCESS_DENIED',
    everywhere: 'CLOSED',
  },
  closeAll2: {
    call: ({ session }, { person }) => session.closeAll2({ params: { username: person.username } }),
    stranger: {},
    everywhere: {},
  },
  closeAllByUser: {
    call: ({ session }) => session.closeAllByUser({ query: { exceptCurrent: true } }),
    stranger: {},
    everywhere: {},
  },
  closeAllIdentifiers: {
    call: ({ session }, { identifier }) => session.closeAllIdentifiers({ body: [identifier] }),
    stranger: {},
    everywhere: 'CLOSED',
  },
  closeAllSessions: {
    call: ({ session }, { identifier }) => session.closeAllSessions({ body: [{ identifier }] }),
    stranger: 'SESSION_NOT_FOUND',
    everywhere: 'CLOSED',
  },
  closeAllSessionsByUser: {
    call: ({ session }, { identifier }) => session.closeAllSessionsByUser({ body: [{ identifier }] }),
    stranger: 'SESSION_NOT_FOUND',
    everywhere: 'SESSION_NOT_FOUND',
  },
  closeAllUsers: {
    call: ({ session }, { person }) => session.closeAllUsers({ body: [person.username] }),
    stranger: {},
    everywhere: {},
  },
  closeByQuery: {
    call: ({ session }, { person }) => session.closeByQuery({ body: { username: person.username } }),
    stranger: 0,
    everywhere: 0,
  },
  begin: {
    call: ({ session }, { person, tenant }) => {
      const { identifier } = makeToken();
      const { username } = person;
      return session.begin({ body: { session: { identifier, username, tenantIdentifier: tenant.identifier } } });
    },
    stranger: 'ACCESS_DENIED',
    everywhere: {},
  },
  beginWithToken: {
    call: ({ session }, { person, tenant }) => {
      const { username } = person;
      return session.beginWithToken({ body: { session: { username, tenantIdentifier: tenant.identifier } } });
    },
    stranger: 'ACCESS_DENIED',
    everywhere: { tokenType: 'Bearer' },
  },
  systemBegin: {
    call: ({ session }, { tenant }) => {
      const { identifier } = makeToken();
      const authorities = [{ role: 'ROLE_TILL', authority: 'SESSION_VIEW' }];
      const named = { identifier, username: 'service:till', tenantIdentifier: tenant.identifier };
      return session.systemBegin({ body: { session: named, authorities } });
    },
    stranger: 'ACCESS_DENIED',
    everywhere: {},
  },
  systemClose: {
    call: ({ session }, { identifier }) => session.systemClose({ body: identifier }),
    stranger: 'SESSION_NOT_FOUND',
    everywhere: 'SESSION_NOT_FOUND',
  },
  systemExist: {
    call: ({ session }, { identifier }) => session.systemExist({ body: identifier }),
    stranger: false,
    everywhere: false,
  },
  systemQueryPage: {
    call: ({ session }, { tenant }) =>
      session.systemQueryPage({ body: { username: 'service:nobody', tenantIdentifier: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: empty,
  },
  validate: {
    call: ({ session }, { person: { token } }) => session.validate({ body: { tokenList: [token] } }),
    stranger: [{ valid: false, reason: 'UNKNOWN', session: null }],
    everywhere: [{ valid: true, reason: null }],
  },
  systemCloseAll: {
    call: ({ session }) => session.systemCloseAll({ query: { allTenants: true } }),
    stranger: 'ACCESS_DENIED',
    everywhere: {},
  },
};

/** These are further ways of operations above, which name the other tenant. */
export const namedSessionReaches: Readonly<Record<string, Reach>> = {
  'queryPage of a tenant': {
    call: ({ session }, { person, tenant }) =>
      session.queryPage({ body: { username: person.username, tenantIdentifier: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: found,
  },
  'count of a tenant': {
    call: ({ session }, { person, tenant }) =>
      session.count({ body: { username: person.username, tenantIdentifier: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: 1,
  },
  'closeByQuery of a tenant': {
    call: ({ session }, { person, tenant }) =>
      session.closeByQuery({ body: { username: person.username, tenantIdentifier: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: 'CLOSED',
  },
  'close1 of a user': {
    call: ({ session }, { person, tenant }) =>
      session.close1({ body: { username: person.username, tenantIdentifier: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: 'CLOSED',
  },
  'closeAllSessions of a user': {
    call: ({ session }, { person, tenant }) =>
      session.closeAllSessions({ body: [{ username: person.username, tenantIdentifier: tenant.identifier }] }),
    stranger: 'ACCESS_DENIED',
    everywhere: 'CLOSED',
  },
};
