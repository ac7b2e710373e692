// Holds the problem of a text that is no mail address.

export const EMAIL_PROBLEM = {
  code: 'INVALID_EMAIL_ADDRESS',
  message: 'One mail address, for example name@example.org.',
} as const;
