// Tests what is read of reports, and what is none.
import { expect, it } from 'vitest';
import { complaint, deliveryReport } from '../reports.fixture.ts';
import { readMessage } from './read-message.ts';
import { readReport } from './read-report.ts';

const read = async (text: string) => {
  const message = await readMessage(Buffer.from(text));
  return message === null ? null : readReport(message);
};

it('mail-notification 19: reads whom a report of delivery is about, whatever was forwarded, and by what it can be attributed', async () => {
  const text = deliveryReport({
    to: 'b.1.aaaaaaaaaaaaaaaa@mail.example',
    messageId: '<one@mail.example>',
    copies: [
      { address: 'ada@mail.example' },
      { address: 'bob@mail.example', action: 'Delayed', status: '4.4.7 (later)' },
    ],
  });
  expect(await read(text)).toEqual({
    kind: 'DELIVERY',
    returnPaths: ['b.1.aaaaaaaaaaaaaaaa@mail.example'],
    messageId: '<one@mail.example>',
    copies: [
      {
        addresses: ['ada@mail.example', 'forwarded-ada@mail.example'],
        action: 'failed',
        status: '5.1.1',
        text: 'smtp; 550 5.1.1 <ada@mail.example>: Recipient address rejected',
      },
      expect.objectContaining({ action: 'delayed', status: '4.4.7' }),
    ],
  });
});

it('mail-notification 30: reads a recipient whom a report names in 7 bits', async () => {
  const text = deliveryReport({ copies: [{ address: 'g\\x{FC}nther@mail.example' }] });
  expect(await read(text.replaceAll('rfc822;', 'utf-8;'))).toMatchObject({
    copies: [{ addresses: ['günther@mail.example', 'forwarded-günther@mail.example'], action: 'failed' }],
  });
});

it('mail-notification 19: reads who complains, and takes no other feedback for a complaint', async () => {
  const text = { messageId: '<one@mail.example>', from: 'b.1.x@mail.example', recipient: 'ada@mail.example' };
  expect(await read(complaint(text))).toMatchObject({
    kind: 'COMPLAINT',
    returnPaths: ['abuse@mail.example', 'b.1.x@mail.example'],
    messageId: '<one@mail.example>',
    addresses: ['ada@mail.example'],
  });
  expect(await read(complaint({ ...text, type: 'not-spam' }))).toBeNull();
});

it('mail-notification 19: a mail that is no report, or is cut off, is none', async () => {
  const copies = [{ address: 'ada@mail.example' }];
  const whole = deliveryReport({ copies });
  const automatic = 'Auto-Submitted: auto-replied\r\nSubject: Away\r\nMessage-ID: <x@y.example>\r\n\r\nI am away.';
  const plain = whole.replace('multipart/report', 'multipart/mixed');
  for (const text of [automatic, plain, '', '\0'.repeat(1_000), 'Content-Type: multipart/report']) {
    expect(await read(text)).toBeNull();
  }
  for (let length = 0; length < whole.length; length += 37) await read(whole.slice(0, length));
});
