// Writes reports as mail servers write them, for tests.

export interface DeliveryReport {
  readonly to?: string;
  readonly messageId?: string;
  /** Holds one group of fields a recipient. */
  readonly copies: readonly { readonly address: string; readonly action?: string; readonly status?: string }[];
  /** Stands in front of the third part's headers. */
  readonly returnPath?: string;
}

const lines = (...list: readonly string[]): string => list.join('\r\n');

function report(type: string, to: string, machinePart: string, original: readonly string[]): string {
  return lines(
    'From: MAILER-DAEMON@mx.example (Mail Delivery System)',
    `To: <${to}>`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type};`,
    '\tboundary="8F3.1/mx.example"',
    '',
    '--8F3.1/mx.example',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you.',
    '',
    '--8F3.1/mx.example',
    `Content-Type: message/${type}`,
    '',
    machinePart,
    '',
    '--8F3.1/mx.example',
    'Content-Type: message/rfc822',
    '',
    ...original,
    'Subject: Hello',
    '',
    'Text.',
    '--8F3.1/mx.example--',
    '',
  );
}

const originalOf = (messageId: string | undefined, returnPath: string | undefined): readonly string[] => [
  ...(returnPath === undefined ? [] : [`Return-Path: <${returnPath}>`]),
  'From: suite@mail.example',
  ...(messageId === undefined ? [] : [`Message-ID:\r\n ${messageId}`]),
];

export function deliveryReport({ to = 'suite@mail.example', messageId, copies, returnPath }: DeliveryReport): string {
  const groups = copies.map(({ address, action = 'failed', status = '5.1.1' }) =>
    lines(
      `Final-Recipient: rfc822; forwarded-${address}`,
      `Original-Recipient: rfc822;${address}`,
      `Action: ${action}`,
      `Status: ${status}`,
      'Remote-MTA: dns; mx.example',
      `Diagnostic-Code: smtp; 550 ${status}\r\n <${address}>: Recipient address rejected`,
    ),
  );
  const first = lines('Reporting-MTA: dns; mx.example', 'Arrival-Date: Mon, 2 Mar 2026 08:00:00 +0000');
  return report('delivery-status', to, [first, ...groups].join('\r\n\r\n'), originalOf(messageId, returnPath));
}

export function complaint({
  to = 'abuse@mail.example',
  type = 'abuse',
  messageId,
  from,
  recipient,
}: {
  readonly to?: string;
  readonly type?: string;
  readonly messageId?: string;
  readonly from?: string;
  readonly recipient?: string;
}): string {
  const fields = lines(
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    ...(from === undefined ? [] : [`Original-Mail-From: <${from}>`]),
    ...(recipient === undefined ? [] : [`Original-Rcpt-To: <${recipient}>`]),
  );
  return report('feedback-report', to, fields, originalOf(messageId, undefined));
}
