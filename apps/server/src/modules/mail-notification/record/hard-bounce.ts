// Tells which refusals say that an address does not exist.

/** They speak of the sender's address. */
const OF_SENDER: ReadonlySet<string> = new Set(['5.1.7', '5.1.8']);

/** RFC 3463, 3.2 and 3.3: 5.1.x speaks of the address itself, 5.2.1 of a mailbox that takes nothing any more. */
export function isHardBounce(enhancedCode: string | null): boolean {
  if (enhancedCode === null || OF_SENDER.has(enhancedCode)) return false;
  return enhancedCode.startsWith('5.1.') || enhancedCode === '5.2.1';
}
