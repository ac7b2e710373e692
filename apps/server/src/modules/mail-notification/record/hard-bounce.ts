// Recognises refusals because the address does not exist.

/**
 * Codes that do not concern the recipient's address (0), say that it takes mails (5), concern the sender's (7, 8), or
 * an event behind it (9).
 */
const OF_NO_RECIPIENT: ReadonlySet<string> = new Set(['5.1.0', '5.1.5', '5.1.7', '5.1.8', '5.1.9']);

/**
 * Says whether a code is a hard bounce (RFC 3463, 3.2 and 3.3): any other 5.1.x speaks of the address itself, 5.2.1 of
 * a disabled mailbox.
 */
export function isHardBounce(enhancedCode: string | null): boolean {
  if (enhancedCode === null || OF_NO_RECIPIENT.has(enhancedCode)) return false;
  return enhancedCode.startsWith('5.1.') || enhancedCode === '5.2.1';
}
