// Holds examples of signing in and out.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { authenticationContract } from '../module.ts';
import { authenticationResponse } from './example-login.ts';

const loginEvent = {
  uuid: example.uuid,
  kind: 'authentication.login-succeeded',
  username: example.username,
  actorUsername: example.username,
  ipAddress: '127.0.0.1',
  reason: null,
  detailMap: { methods: ['PASSWORD'], sessionIdentifier: example.identifier },
  requestUuid: example.uuid,
  dateCreated: example.time,
} as const;

const pageSvcLoginEvent = {
  data: [loginEvent],
  totalPages: 1,
  totalElements: 1,
  pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['dateCreated'], direction: 'DESC' } },
} as const;

export const signInExamples = {
  completeLoginWithCode: {
    body: { verificationIdentifier: example.verification, code: example.code, verificationType: 'TOTP' },
    answer: authenticationResponse,
  },
  resendCode: {
    body: { verificationIdentifier: example.verification },
    answer: {
      status: 'VERIFICATION_REQUIRED',
      token: null,
      tokenType: null,
      sessionIdentifier: null,
      expiryDate: null,
      idleExpiryDate: null,
      username: null,
      tenantIdentifier: null,
      locale: null,
      authorities: null,
      assuranceLevel: null,
      previousLoginDate: null,
      failedAttemptCount: null,
      verificationIdentifier: example.verification,
      verificationType: 'EMAIL',
      verificationTypeList: ['EMAIL'],
      maskedTarget: 'i***@m***.example',
      verificationExpiryDate: example.time,
      resendAvailableDate: example.time,
      passwordPolicy: null,
      recoveryCodeList: null,
      recoveryCodeCount: null,
    },
  },
  completeLoginWithNewPassword: {
    body: { verificationIdentifier: example.verification, newPassword: example.newPassword },
    answer: { ...authenticationResponse, assuranceLevel: 'AAL1' },
  },
  beginEnrollment: {
    body: { verificationIdentifier: example.verification },
    answer: { secret: example.text, otpauthUri: example.text, qrImageString: `data:image/png;base64,${example.rest}` },
  },
  completeLoginWithEnrollment: {
    body: { verificationIdentifier: example.verification, code: example.code },
    answer: { ...authenticationResponse, tenantIdentifier: example.tenantIdentifier, recoveryCodeList: [example.text] },
  },
  reauthenticate: {
    body: { password: example.password },
    answer: {
      token: example.token,
      tokenType: 'Bearer',
      sessionIdentifier: example.identifier,
      expiryDate: example.time,
      idleExpiryDate: example.time,
      authenticatedDate: example.time,
    },
  },
  getCaptchaImageString: { answer: `data:image/png;base64,${example.rest}` },
  createCaptcha: {
    body: { type: 'IMAGE' },
    answer: {
      captchaIdentifier: example.text,
      type: 'IMAGE',
      imageString: `data:image/png;base64,${example.rest}`,
      challenge: null,
      expiryDate: example.time,
    },
  },
  resetPage: {},
  emailPage: {},
  queryLoginEventPageByUser: { body: { kindList: ['authentication.login-succeeded'] }, answer: pageSvcLoginEvent },
  queryLoginEventPage: {
    body: { username: example.username, kindList: ['authentication.login-succeeded'] },
    answer: pageSvcLoginEvent,
  },
  login: {
    body: { username: example.username, password: example.password },
    answer: { ...authenticationResponse, assuranceLevel: 'AAL1' },
  },
  logout: { query: { redirectUrl: '/docs' }, answer: { location: '/docs' } },
  logoutPost: { body: { redirectUrl: '/docs' }, answer: { redirectUrl: '/docs' } },
  activate: { body: { activationToken: example.linkToken, newPassword: example.newPassword } },
  activationPage: {},
} satisfies Partial<ExamplesOf<typeof authenticationContract>>;
