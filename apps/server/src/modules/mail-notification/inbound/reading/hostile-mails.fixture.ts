// Writes mails that were made to be slow: for tests, and to measure how slow they are.
import type { Excess } from './read-message.ts';

const GROUP = 'Final-Recipient: rfc822; ada@mail.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n';

const reportWith = (machinePart: string, head = ''): string =>
  [
    'From: MAILER-DAEMON@mx.example',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
    '',
    '--B',
    'Content-Type: message/delivery-status',
    ...(head === '' ? [] : [head]),
    '',
    machinePart,
    '--B--',
    '',
  ].join('\r\n');

const nested = (count: number): string => 'Content-Type: message/rfc822\r\n\r\n'.repeat(count);
const parts = (count: number): string =>
  `Content-Type: multipart/mixed; boundary=w\r\n\r\n${'--w\r\n\r\nx\r\n'.repeat(count)}`;

/** Is told in the bytes, before anything is parsed. */
export const tooRich: readonly (readonly [string, Excess, () => string])[] = [
  ['a report about 100,000 recipients', 'LINES', () => reportWith(GROUP.repeat(100_000))],
  ['a report about 1,000 recipients', 'REPORT_GROUPS', () => reportWith(GROUP.repeat(1_000))],
  ['a report with a field of 8 MB', 'REPORT_BYTES', () => reportWith('x@'.repeat(4_000_000))],
  [
    'a report with a field of 100,000 lines',
    'REPORT_BYTES',
    () => reportWith(`Action: failed\r\n${' x\r\n'.repeat(100_000)}`),
  ],
  ['150,000 messages inside each other', 'LINES', () => nested(150_000)],
  ['33 messages inside each other', 'DEPTH', () => nested(33)],
  ['33 folded messages inside each other', 'DEPTH', () => 'Content-Type:\r\n message/rfc822\r\n\r\n'.repeat(33)],
  [
    '40 multiparts inside each other',
    'DEPTH',
    () =>
      Array.from(
        { length: 40 },
        (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
      ).join(''),
  ],
  ['1,000 parts', 'PARTS', () => parts(1_000)],
  ['a header of 170,000 lines', 'HEADER_LINES', () => `${'X: y\r\n'.repeat(170_000)}\r\n`],
  ['a header that never ends', 'HEADER_LINES', () => 'X: y\r\n'.repeat(3_000)],
  ['a text of a million lines', 'LINES', () => `Subject: Hi\r\n\r\n${'\n'.repeat(1_000_000)}`],
];

/** Is within the bounds of the bytes, and too much once it is decoded. */
export const encodedReport = (): string =>
  reportWith(
    Buffer.from(GROUP.repeat(1_000)).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    'Content-Transfer-Encoding: base64',
  );

/** Takes as long as anything that is within the bounds. */
export const slowMail = (): string => `Content-Type: text/plain\r\n\r\n${'x\n'.repeat(199_000)}`;
