// Carries what a sign-in said of the one before it from the document of the sign-in to the pages behind it.

const KEY = 'keelson.last-sign-in';

export interface LastSignIn {
  /** Date of the sign-in before; null for the first one. */
  readonly previousLoginDate: string | null;
  readonly failedAttemptCount: number | null;
}

export function keepLastSignIn({ previousLoginDate, failedAttemptCount }: LastSignIn): void {
  sessionStorage.setItem(KEY, JSON.stringify({ previousLoginDate, failedAttemptCount }));
}

/** Reads what was carried, which is there until somebody has said that it was seen. */
export function readLastSignIn(): LastSignIn | null {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? null : JSON.parse(kept);
}

export function dropLastSignIn(): void {
  sessionStorage.removeItem(KEY);
}
