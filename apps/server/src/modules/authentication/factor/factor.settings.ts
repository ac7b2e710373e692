// Limits of second factors and challenges.

/** Codes of one user, whatever challenges they come with. */
export const CODE_ATTEMPTS_PER_HOUR = 10;
/** Then the factor is disabled: 10 an hour for ever would guess 6 digits in years, not in ages. */
export const CODE_ATTEMPTS_IN_A_ROW = 100;
/** A half-finished sign-in that nobody goes on with. */
export const CHALLENGE_LIFETIME_MINUTES = 10;
/** More tabs than anybody has; the oldest gives way. */
export const CHALLENGES_PER_USER = 10;
/** Mails of one challenge beside the first. */
export const RESENDS_PER_CHALLENGE = 3;
/** Phones and tablets of one person. */
export const TOTP_FACTORS_PER_USER = 5;
/** Between showing a secret and its first code. */
export const UNCONFIRMED_LIFETIME_MINUTES = 15;
