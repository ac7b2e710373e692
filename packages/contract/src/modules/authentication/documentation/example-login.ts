// Holds the answer to a sign-in that several examples show.
import { locale } from '../../../documentation/example-locale.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';

export const authenticationResponse = {
  status: 'AUTHENTICATED',
  token: example.token,
  tokenType: 'Bearer',
  sessionIdentifier: example.identifier,
  expiryDate: example.time,
  idleExpiryDate: example.time,
  username: example.username,
  tenantIdentifier: 'default',
  locale,
  authorities: [
    { role: 'ROLE_USER', authority: 'BPMN_DEFINITION_VIEW' },
    { role: 'ROLE_USER', authority: 'BPMN_INSTANCE_START' },
    { role: 'ROLE_USER', authority: 'BPMN_TASK' },
  ],
  assuranceLevel: 'AAL2',
  previousLoginDate: example.time,
  failedAttemptCount: 0,
  verificationIdentifier: null,
  verificationType: null,
  verificationTypeList: null,
  maskedTarget: null,
  verificationExpiryDate: null,
  resendAvailableDate: null,
  passwordPolicy: null,
  recoveryCodeList: null,
  recoveryCodeCount: null,
} as const;
