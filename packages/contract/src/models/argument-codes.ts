// Lists every code that one argument of a VALIDATION_FAILED answer can carry.

/** Codes of shape, given by the validator for every operation. */
export const shapeCodes = [
  'REQUIRED',
  'UNKNOWN_FIELD',
  'TYPE',
  'TOO_SHORT',
  'TOO_LONG',
  'OUT_OF_RANGE',
  'PATTERN',
  'FORMAT',
  'NOT_ALLOWED',
  'DUPLICATE',
  'FIELD_READ_ONLY',
] as const;

/** The codes of rules that no code of shape covers. */
export const ruleCodes = [
  'SORT_PROPERTY_UNKNOWN',
  'RANGE_INVALID',
  'IDENTIFIER_IS_TOKEN',
  'SESSION_CRITERIA_REQUIRED',
  'ATTRIBUTE_RESERVED',
  'COOKIE_REQUIRES_HTTPS',
  'AUTH_VERIFICATION_TYPE_UNSUPPORTED',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_TOO_COMMON',
  'PASSWORD_CONTAINS_CONTEXT_WORD',
  'PASSWORD_REUSED',
  'PASSWORD_BREACHED',
  'INVALID_EMAIL_ADDRESS',
  'REDIRECT_NOT_ALLOWED',
  'PART_MISSING',
  'DUPLICATE_ENTRY',
  'ATTACHMENT_INVALID',
  'ATTACHMENT_TYPE_NOT_ALLOWED',
  'CONTENT_ID_DUPLICATE',
  'PATH_INVALID',
  'URL_INVALID',
  'SEVERITY_MISMATCH',
  'CURSOR_INVALID',
  'DATE_IN_PAST',
  'LOCALE_INVALID',
  'LOCALE_DUPLICATE',
  'AS_OF_INVALID',
  'INVALID_TIME_ZONE',
  'CONTROL_CHARACTER',
  'NO_RECIPIENT',
  'TOO_MANY_RECIPIENTS',
  'HEADER_NOT_ALLOWED',
  'SCHEDULE_INVALID',
  'SEPARATE_WITH_COPIES',
  'CALENDAR_INVALID',
  'INVALID_RECURRENCE_RULE',
  'FORM_EMPTY',
] as const;

export const argumentCodes = [...shapeCodes, ...ruleCodes] as const;
export type ArgumentCode = (typeof argumentCodes)[number];
