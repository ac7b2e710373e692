// Tests that a mail which was made to be slow is told by its bytes, and that a mail of an honest size is not.
import { describe, expect, it } from 'vitest';
import { deliveryReport } from '../reports.fixture.ts';
import { encodedReport, tooRich } from './hostile-mails.fixture.ts';
import { readInbound } from './read-inbound.ts';
import { excessOf } from './read-message.ts';

const bytesOf = (text: string): Uint8Array => Buffer.from(text);

describe('a mail that came back', () => {
  it.each(tooRich)('mail-notification 19: %s is told by its bytes as %s, and not read', async (_, excess, write) => {
    const bytes = bytesOf(write());
    expect(excessOf(bytes)).toBe(excess);
    expect(await readInbound(bytes)).toEqual({ kind: 'TOO_RICH', excess });
  });

  it('mail-notification 19: an encoded report about 1,000 recipients is reported once it is decoded', async () => {
    const bytes = bytesOf(encodedReport());
    expect(excessOf(bytes)).toBeNull();
    expect(await readInbound(bytes)).toEqual({ kind: 'TOO_RICH', excess: 'REPORT_GROUPS' });
  });

  it('mail-notification 19: a report about as many as a mail can have is read whole, with the mail that comes back in it', async () => {
    const copies = Array.from({ length: 100 }, (_, at) => ({ address: `a${at}@mail.example` }));
    const file = `${'QUJD'.repeat(19)}\r\n`.repeat(100_000);
    const report = deliveryReport({ copies, messageId: '<one@mail.example>' }).replace('\r\nText.', `\r\n${file}`);
    const read = await readInbound(bytesOf(report));
    expect(read.kind === 'REPORT' && read.report.kind === 'DELIVERY' ? read.report.copies.length : read).toBe(100);
  });
});
