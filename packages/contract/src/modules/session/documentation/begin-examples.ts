// Holds examples of sessions that are begun, renewed and followed.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { locale } from '../../../documentation/example-locale.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { sessionContract } from '../module.ts';

const session = {
  identifier: example.identifier,
  username: example.username,
  tenantIdentifier: 'default',
  system: false,
  createdDate: example.time,
  attributeMap: {
    ipAddress: '127.0.0.1',
    userAgent: 'node',
    deviceName: '',
    authenticationMethods: ['BEGIN'],
    assuranceLevel: 'AAL1',
    authenticatedDate: example.time,
    expiryDate: example.time,
    lastAccessDate: example.time,
    idleExpiryDate: example.time,
    current: false,
    status: 'OPEN',
  },
  locale,
} as const;

const signedIn = {
  ...session.attributeMap,
  deviceName: 'node',
  authenticationMethods: ['PASSWORD'],
} as const;

const ofUsers = [
  { role: 'ROLE_USER', authority: 'BPMN_DEFINITION_VIEW' },
  { role: 'ROLE_USER', authority: 'BPMN_INSTANCE_START' },
  { role: 'ROLE_USER', authority: 'BPMN_TASK' },
] as const;

const pageSvcSession = {
  data: [{ ...session, identifier: example.session, username: `service:${example.serviceName}`, system: true }],
  totalPages: 1,
  totalElements: 1,
  pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['lastAccessDate'], direction: 'DESC' } },
} as const;

export const beginExamples = {
  begin: { body: { session: { identifier: example.session, username: example.username, attributeMap: { till: 7 } } } },
  beginWithToken: {
    body: { session: { username: example.username }, authorities: [{ role: 'ROLE_TILL', authority: 'SESSION_VIEW' }] },
    answer: {
      token: example.token,
      tokenType: 'Bearer',
      session: { session: session, authorities: [{ role: 'ROLE_TILL', authority: 'SESSION_VIEW' }] },
    },
  },
  refresh: {
    answer: {
      token: example.token,
      tokenType: 'Bearer',
      session: {
        session: {
          ...session,
          attributeMap: { ...signedIn, current: true },
        },
        authorities: ofUsers,
      },
    },
  },
  updateAttributes: { body: { attributeMap: { till: 7, floor: null } } },
  systemBegin: {
    body: {
      session: { identifier: example.session, username: `service:${example.serviceName}` },
      authorities: [{ role: 'ROLE_TILL', authority: 'SESSION_VIEW' }],
    },
  },
  systemExist: { body: example.session, answer: true },
  systemQueryPage: { body: { username: `service:${example.serviceName}` }, answer: pageSvcSession },
  countByCurrentUser: { answer: 2 },
  exist: { body: example.session, answer: true },
  get: {
    answer: {
      session: {
        ...session,
        identifier: example.session,
        attributeMap: { ...signedIn, current: true },
      },
      authorities: ofUsers,
    },
  },
  queryPage: {
    body: {
      username: example.username,
      pageable: { pageNumber: 0, pageSize: 1, sort: { properties: ['createdDate'], direction: 'DESC' } },
    },
    answer: {
      data: [
        {
          ...session,
          identifier: example.otherSession,
          attributeMap: signedIn,
        },
      ],
      totalPages: 2,
      totalElements: 2,
      pageable: { pageNumber: 0, pageSize: 1, sort: { properties: ['createdDate'], direction: 'DESC' } },
    },
  },
  count: { body: { username: example.username }, answer: 2 },
  getByIdentifier: {
    params: { identifier: example.session },
    answer: {
      session: {
        ...session,
        identifier: example.session,
        attributeMap: signedIn,
      },
      authorities: ofUsers,
    },
  },
  expiry: {
    answer: {
      idleExpiryDate: example.time,
      expiryDate: example.time,
      remainingSeconds: 1800,
      fresh: true,
      freshUntilDate: example.time,
    },
  },
  queryPageByUser: {
    body: {},
    answer: {
      ...pageSvcSession,
      data: [
        {
          ...session,
          attributeMap: { ...signedIn, current: true },
        },
      ],
    },
  },
  validate: {
    body: { tokenList: [example.callerToken] },
    answer: [
      {
        valid: true,
        reason: null,
        session: {
          session: {
            ...session,
            attributeMap: signedIn,
          },
          authorities: ofUsers,
        },
      },
    ],
  },
  events: {
    answer: {
      event: 'begun',
      data: {
        identifier: example.identifier,
        username: example.username,
        system: false,
        rotatedIdentifier: null,
        date: example.time,
      },
    },
  },
  statistics: {
    answer: {
      open: 2,
      system: 0,
      distinctUsers: 2,
      byAssuranceLevel: { AAL1: 2, AAL2: 0 },
      beganPerHour: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
      closedPerReason: {
        LOGOUT: 0,
        USER: 0,
        ADMIN: 0,
        SERVICE: 0,
        CLOSE_ALL: 0,
        LIMIT: 0,
        ROTATED: 0,
        PARENT_CLOSED: 0,
        USER_DISABLED: 0,
        USER_DELETED: 0,
        USER_RENAMED: 0,
        PASSWORD_CHANGED: 0,
        FACTOR_CHANGED: 0,
        TENANT_DISABLED: 0,
        KEY_REVOKED: 0,
        IDLE: 0,
        ABSOLUTE: 0,
      },
      cacheHitRatio: example.ratio,
    },
  },
} satisfies Partial<ExamplesOf<typeof sessionContract>>;
