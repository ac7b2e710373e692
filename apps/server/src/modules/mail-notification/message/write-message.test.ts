// Proves that a message written at once has the bytes that the library's own streams make of it, whatever is in it.
import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import { describe, expect, it } from 'vitest';
import { writeMessage } from './write-message.ts';

const WORDS = 'a word ğüşİıöç 漢字 😀 . = =3D -- " <p </p> From é'.split(' ');
const BLANKS = [' ', '  ', '\t', '\n', '\r\n', '\r', '\n\n', '\r\n.', '\u00a0', '\u200d'];
const LONG = ['x'.repeat(75), 'y'.repeat(76), 'z'.repeat(998), 'é'.repeat(40)];
const text = fc
  .array(fc.oneof(fc.constantFrom(...WORDS, ...BLANKS, ...LONG), fc.string({ unit: 'binary' })), {
    minLength: 1,
    maxLength: 40,
  })
  .map((pieces) => pieces.join(''));
const options = fc.record(
  {
    subject: text.map((subject) => subject.replaceAll(/[\r\n]/g, ' ')),
    text,
    html: text,
    icalEvent: text.map((content) => ({ method: 'REQUEST', content: Buffer.from(content), filename: 'invite.ics' })),
    attachments: fc.array(fc.record({ filename: text, content: text.map((content) => Buffer.from(content)) })),
    headers: fc.record({ 'X-Own': text }),
  },
  { requiredKeys: ['text'] },
);

function compile(more: ConstructorParameters<typeof MailComposer>[0]) {
  return new MailComposer({
    from: 'suite@mail.example',
    to: [{ address: 'ada@mail.example', name: 'Ada Işık' }],
    messageId: '<1@mail.example>',
    date: new Date('2026-01-01T12:00:00Z'),
    encoding: 'quoted-printable',
    baseBoundary: 'b'.repeat(32),
    newline: '\r\n',
    ...more,
  }).compile();
}

describe('a message written at once', () => {
  it('has the bytes of one written by streams: any text, markup, calendar and file', async () => {
    await fc.assert(
      fc.asyncProperty(options, async (given) => {
        const streamed = await compile(given as object).build();
        expect(writeMessage(compile(given as object))?.toString('latin1')).toBe(streamed.toString('latin1'));
      }),
      { numRuns: 500 },
    );
  });

  it('is left to streams where a part is large, and has the same bytes then', async () => {
    const large = { text: 'ü x\n'.repeat(20_000) };
    const node = compile(large);
    expect(writeMessage(node)).toBeNull();
    expect((await node.build()).equals(await compile(large).build())).toBe(true);
  });
});
