// Reads what an inbound mail is: a report, an answer to an invitation, or neither. Runs in a thread.
import type { CalendarReply } from '../../record/calendar-reply.types.ts';
import { type Excess, excessOf, excessOfRead, readMessage } from './read-message.ts';
import { readReply } from './read-reply.ts';
import { type Report, readReport } from './read-report.ts';

export type ReadInbound =
  | { readonly kind: 'REPORT'; readonly report: Report }
  /** The sender has still to be proven. */
  | { readonly kind: 'REPLY'; readonly reply: CalendarReply }
  | { readonly kind: 'NEITHER' }
  | { readonly kind: 'TOO_RICH'; readonly excess: Excess | 'TIME' };

export async function readInbound(bytes: Uint8Array): Promise<ReadInbound> {
  const excess = excessOf(bytes);
  if (excess !== null) return { kind: 'TOO_RICH', excess };
  const message = await readMessage(bytes);
  if (message === null) return { kind: 'NEITHER' };
  const excessRead = excessOfRead(message);
  if (excessRead !== null) return { kind: 'TOO_RICH', excess: excessRead };
  const report = readReport(message);
  if (report !== null) return { kind: 'REPORT', report };
  const reply = await readReply(message);
  return reply === null ? { kind: 'NEITHER' } : { kind: 'REPLY', reply };
}
