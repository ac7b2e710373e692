// Reads reports about mails: of delivery (RFC 3464) and of complaints (RFC 5965); null for anything else.
import { DELIVERY_STATUS, FEEDBACK, partsOf, type ReadMessage } from './read-message.ts';
import { addressesIn } from './reported-addresses.ts';

/** Characters of a mail server's answer that are kept. */
const TEXT_MAX = 2_048;

interface Attribution {
  /** Addresses to which the report came, or which it names as sender of the mail. */
  readonly returnPaths: readonly string[];
  /** Message-ID with angle brackets. */
  readonly messageId: string | null;
}

export interface ReportedCopy {
  /** Address as it was sent, and as it ended after forwarding. */
  readonly addresses: readonly string[];
  readonly action: string;
  /** Status such as `5.1.1`, RFC 3463. */
  readonly status: string | null;
  readonly text: string | null;
}

export type Report =
  | (Attribution & { readonly kind: 'DELIVERY'; readonly copies: readonly ReportedCopy[] })
  /** A complaint without addresses does not say who complains. */
  | (Attribution & { readonly kind: 'COMPLAINT'; readonly addresses: readonly string[] });

type Fields = ReadonlyMap<string, string>;

/** Reads groups of header fields, folded lines joined; of a repeated field the first counts. */
function readFields(text: string): readonly Fields[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map((group) => {
      const fields = new Map<string, string>();
      for (const line of group.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
        const at = line.indexOf(':');
        const name = line.slice(0, Math.max(at, 0)).trim().toLowerCase();
        if (name !== '' && !fields.has(name)) fields.set(name, line.slice(at + 1).trim());
      }
      return fields;
    })
    .filter((fields) => fields.size > 0);
}

const CAME_TO = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];
const ORIGINALS = ['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/global-headers'];

function copyOf(fields: Fields): ReportedCopy {
  const addresses = ['original-recipient', 'final-recipient'].flatMap((name) => addressesIn(fields.get(name)));
  return {
    addresses,
    action: (fields.get('action') ?? '').toLowerCase(),
    status: /^\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? null,
    text: fields.get('diagnostic-code')?.slice(0, TEXT_MAX) ?? null,
  };
}

/** Answers null for a mail that is no report. */
export function readReport(parsed: ReadMessage): Report | null {
  const headers = new Map<string, string>();
  for (const { key, value } of parsed.headers) headers.set(key, `${headers.get(key) ?? ''} ${value}`);
  if (!/^\s*multipart\/report\b/i.test(headers.get('content-type') ?? '')) return null;
  // Only the headers of the reported mail are used.
  const [original] = partsOf(parsed, ORIGINALS).map((text) => readFields(text)[0]);
  const [delivery] = partsOf(parsed, DELIVERY_STATUS);
  const [feedback] = partsOf(parsed, FEEDBACK);
  const fields = feedback === undefined ? undefined : readFields(feedback)[0];
  const returnPaths = [
    ...CAME_TO.map((name) => headers.get(name)),
    original?.get('return-path'),
    fields?.get('original-mail-from'),
  ].flatMap(addressesIn);
  const messageId = /<[^<>\s]+>/.exec(original?.get('message-id') ?? '')?.[0] ?? null;
  if (delivery !== undefined) {
    const copies = readFields(delivery)
      .filter((group) => group.has('action'))
      .map(copyOf);
    return { kind: 'DELIVERY', returnPaths, messageId, copies };
  }
  // RFC 5965, 7.3: `not-spam` and the like are no complaints.
  if (fields?.get('feedback-type')?.toLowerCase() !== 'abuse') return null;
  return { kind: 'COMPLAINT', returnPaths, messageId, addresses: addressesIn(fields.get('original-rcpt-to')) };
}
