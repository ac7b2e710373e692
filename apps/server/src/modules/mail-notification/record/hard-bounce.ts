// Tells which refusals say that an address does not exist.

/** Do not say whose address it is (0), that it takes mails (5), the sender's (7, 8), or what happened behind it (9). */
const OF_NO_RECIPIENT: ReadonlySet<string> = new Set(['5.1.0', '5.1.5', '5.1.7', '5.1.8', '5.1.9']);

/** RFC 3463, 3.2 and 3.3: any other 5.1.x speaks of the address itself, 5.2.1 of a mailbox that takes nothing any more. */
export function isHardBounce(enhancedCode: string | null): boolean {
  if (enhancedCode === null || OF_NO_RECIPIENT.has(enhancedCode)) return false;
  return enhancedCode.startsWith('5.1.') || enhancedCode === '5.2.1';
}
