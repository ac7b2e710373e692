// Holds examples of passwords, second factors and devices.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { authenticationContract } from '../module.ts';

const factor = {
  uuid: example.factor,
  type: 'TOTP',
  name: 'Authenticator',
  enabled: true,
  dateCreated: example.time,
  lastUsedDate: example.time,
  remaining: null,
} as const;

const factorChange = {
  token: example.token,
  tokenType: 'Bearer',
  sessionIdentifier: example.identifier,
  expiryDate: example.time,
  idleExpiryDate: example.time,
  recoveryCodeList: null,
} as const;

export const factorExamples = {
  getPasswordPolicy: {
    query: { tenant: 'default' },
    answer: {
      minLength: 15,
      minLengthWithFactor: 8,
      maxLength: 128,
      blocklistEnabled: true,
      breachCheckEnabled: false,
      guidance:
        'Use 15 to 128 characters; several words are easy to remember. Common passwords, names and the last five passwords are refused.',
    },
  },
  changePassword: {
    body: { currentPassword: example.password, newPassword: example.newPassword },
    answer: {
      token: example.token,
      tokenType: 'Bearer',
      sessionIdentifier: example.identifier,
      expiryDate: example.time,
      idleExpiryDate: example.time,
    },
  },
  forgotPassword: { body: { username: example.username } },
  resetPassword: { body: { resetToken: example.linkToken, newPassword: example.newPassword } },
  changeEmail: { body: { email: example.email } },
  confirmEmail: { body: { token: example.linkToken } },
  listFactors: {
    answer: [
      factor,
      {
        uuid: example.uuid,
        type: 'RECOVERY_CODE',
        name: 'Recovery codes',
        enabled: true,
        dateCreated: example.time,
        lastUsedDate: null,
        remaining: 10,
      },
    ],
  },
  removeFactor: { params: { uuid: example.factor }, answer: factorChange },
  beginTotp: {
    body: { name: 'Telephone' },
    answer: {
      factorUuid: example.uuid,
      secret: example.text,
      otpauthUri: example.text,
      qrImageString: `data:image/png;base64,${example.rest}`,
    },
  },
  confirmTotp: {
    body: { factorUuid: example.factor, code: example.code },
    answer: { ...factorChange, recoveryCodeList: [example.recoveryCode] },
  },
  setEmailFactor: { body: { enabled: true }, answer: factorChange },
  createRecoveryCodes: { answer: { ...factorChange, recoveryCodeList: [example.recoveryCode] } },
  resetFactors: { params: { uuid: example.user } },
  listDevices: {
    answer: [
      {
        uuid: example.uuid,
        name: 'node',
        ipAddress: '127.0.0.1',
        firstUsedDate: example.time,
        lastUsedDate: example.time,
        rememberedUntilDate: null,
        current: false,
      },
    ],
  },
  removeDevice: { params: { uuid: example.device } },
} satisfies Partial<ExamplesOf<typeof authenticationContract>>;
