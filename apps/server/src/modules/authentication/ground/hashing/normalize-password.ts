// Brings passwords into the one form in which they are hashed, measured and asked about.

/** Answers the form that is hashed and measured: NFC, never trimmed. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}
