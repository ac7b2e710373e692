// Makes requests to send whose texts are hostile, and says of each what a mail of it has to be.
import { domainToASCII } from 'node:url';
import fc from 'fast-check';

/** Is text that readers, servers and libraries may take for something else than text. */
const PIECES = [
  '\r\nBcc: eve@evil.example',
  '\r\n\r\n<p>',
  '\n',
  '\r',
  '\u0000',
  '\u0085',
  '\u2028',
  '\t',
  '"',
  '\\',
  '\\"',
  "'",
  ',',
  ';',
  ':',
  '(',
  ')',
  '<',
  '>',
  '<eve@evil.example>',
  ', eve@evil.example',
  'group: eve@evil.example;',
  '@',
  '@[127.0.0.1]',
  '%40',
  '\u202E',
  '\u2066',
  '\u200B',
  '\u200D',
  '\u00AD',
  '\uFEFF',
  'שלום',
  'مرحبا',
  '=?utf-8?Q?=0D=0ABcc:_eve=40evil.example?=',
  '=?utf-8?B?DQpCY2M6IGV2ZUBldmlsLmV4YW1wbGU=?=',
  '=?utf-8?Q?eve=40evil.example=2C?= <eve@evil.example>',
  '=?',
  '?=',
  'İıŞğ',
  'ａ．ｂ',
  '😀',
  '\ud800',
  'e\u0301',
  ' ',
  '  ',
  '\u00A0',
  ' '.repeat(90),
  'x'.repeat(80),
  'x'.repeat(1_000),
  'x'.repeat(10_000),
  'ğ'.repeat(5_000),
  'a b '.repeat(2_500),
  '{{ name }}',
  '{% x',
  '<script>alert(1)</script>',
  '__proto__',
] as const;

const hostile = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: 'binary', maxLength: 20 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((pieces) => pieces.join(''));

/** Most texts of a request are plain, so that many requests are taken and each hostile one is seen. */
function text(plain: string, ...others: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(plain, ...others) },
    { weight: 1, arbitrary: hostile.map((piece) => `${plain}${piece}`) },
    { weight: 1, arbitrary: hostile.map((piece) => `${piece}${plain}`) },
    { weight: 1, arbitrary: fc.tuple(hostile, hostile).map(([left, right]) => `${left}${plain}${right}`) },
  );
}

/** Is a mailbox as a request names it, and what its parts were meant to be. */
export interface GivenBox {
  readonly given: string | { readonly address: string; readonly name?: string | null };
  readonly address: string;
  readonly name: string | null;
  /** The name stands in a text, where some of its characters would end it. */
  readonly isText: boolean;
}

const quote = (name: string) => `"${name.replaceAll(/["\\]/g, '\\$&')}"`;

function boxOf(form: string, local: string, domain: string, name: string): GivenBox {
  const address = `${local}@${domain}`;
  switch (form) {
    case 'address':
      return { given: { address }, address, name: null, isText: false };
    case 'object':
      return { given: { address, name }, address, name, isText: false };
    case 'bare':
      return { given: address, address, name: null, isText: true };
    case 'quoted':
      return { given: `${quote(name)} <${address}>`, address, name, isText: false };
    default:
      return { given: `${name} <${address}>`, address, name, isText: true };
  }
}

const FORMS = ['address', 'object', 'bare', 'quoted', 'named'] as const;
const box = (local: string, domain = 'mail.example'): fc.Arbitrary<GivenBox> =>
  fc
    .tuple(fc.constantFrom(...FORMS), text(local), text(domain), text('Ada Lovelace', 'Işık, "Ada"', 'a (b) c'))
    .map(([form, one, host, name]) => boxOf(form, one, host, name));
const boxes = (local: string, maxLength: number) =>
  fc
    .array(
      fc.integer({ min: 0, max: 9 }).chain((index) => box(`${local}${index}`)),
      { minLength: 0, maxLength },
    )
    .map((list) => list);

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
const named = (name: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
  fc.array(fc.tuple(name, value), { maxLength: 3 }).map((entries) => Object.fromEntries(entries));

const headerValue = text('order 4711', '<a@mail.example>', '<a@mail.example> <b@mail.example>', 'x; y="z"');
const attachment = fc.record(
  {
    name: text('offer.pdf', 'Şubat raporu.pdf', 'a b; "c".txt'),
    contentType: maybe(text('application/pdf', 'text/plain; charset=utf-8')),
    content: fc.constant(Buffer.from('bytes').toString('base64')),
    contentId: maybe(text('logo')),
  },
  { requiredKeys: ['name', 'content'] },
);

/** Is what both kinds of sends have. */
const common = fc.record(
  {
    to: fc.tuple(box('ada'), boxes('to', 2)).map(([first, others]) => [first, ...others]),
    cc: maybe(boxes('cc', 2)),
    bcc: maybe(boxes('bcc', 2)),
    replyTo: maybe(boxes('desk', 2)),
    from: maybe(box('sender')),
    headers: maybe(
      named(text('X-Order', 'x-own', 'References', 'In-Reply-To', 'X-Svc-Notification-Group'), headerValue),
    ),
    inReplyTo: maybe(text('<a@mail.example>')),
    category: maybe(text('orders')),
    unsubscribeGroup: maybe(text('news')),
    metadata: maybe(named(text('order', 'no'), text('4711'))),
    parameters: maybe(fc.record({ name: text('Ada') })),
    recipientParameters: maybe(named(text('ada@mail.example'), fc.constant(''))),
    attachments: maybe(fc.array(attachment, { maxLength: 2 })),
    priority: maybe(fc.constantFrom('LOW', 'NORMAL', 'HIGH')),
    separate: maybe(fc.boolean()),
  },
  { requiredKeys: ['to'] },
);
const content = fc.record(
  {
    subject: text('Your order', 'Siparişiniz "4711"'),
    content: text('Dear Ada.\n\nYours', '<p>Dear <b>Ada</b></p>', '<p>x</p><img src="cid:logo">'),
    textContent: maybe(text('Dear Ada.')),
    contentType: maybe(fc.constantFrom('STRING', 'TEXT', 'HTML')),
    sender: maybe(box('sender')),
  },
  { requiredKeys: ['subject', 'content'] },
);

export const hostileSend = fc.record({
  kind: fc.constantFrom('TEMPLATE', 'CONTENT'),
  common,
  content,
  textContent: maybe(text('Dear Ada.')),
});
type HostileSend = typeof hostileSend extends fc.Arbitrary<infer T> ? T : never;

/** Is one generated request, and what was meant with it. */
export interface MeantSend {
  readonly kind: 'TEMPLATE' | 'CONTENT';
  readonly body: Record<string, unknown>;
  readonly to: readonly GivenBox[];
  readonly cc: readonly GivenBox[];
  readonly bcc: readonly GivenBox[];
  readonly replyTo: readonly GivenBox[];
  readonly sender: GivenBox | null;
  readonly subject: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Leaves out what was not drawn, as JSON does. */
export function meantBy({ kind, common: drawn, content: said, textContent }: HostileSend): MeantSend {
  const { to, cc = [], bcc = [], replyTo = [], from, recipientParameters, ...rest } = drawn;
  const given = (list: readonly GivenBox[]) => list.map((one) => one.given);
  const { sender, ...texts } = said;
  // The sender of a content is text alone.
  const senderText = sender === undefined || typeof sender.given !== 'string' ? undefined : sender;
  const overlays =
    recipientParameters === undefined
      ? undefined
      : Object.fromEntries(Object.keys(recipientParameters).map((key) => [key, { name: 'Own' }]));
  const own =
    kind === 'TEMPLATE'
      ? { templateCode: 'hello', parameters: { name: 'Ada', ...rest.parameters } }
      : { content: { ...texts, sender: senderText?.given }, textContent };
  const body = {
    ...rest,
    to: given(to),
    cc: given(cc),
    bcc: given(bcc),
    replyTo: given(replyTo),
    from: from?.given,
    recipientParameters: overlays,
    ...own,
  };
  const name = rest.parameters?.name ?? 'Ada';
  return {
    kind: kind as MeantSend['kind'],
    body: JSON.parse(JSON.stringify(body)) as Record<string, unknown>,
    to,
    cc,
    bcc,
    replyTo,
    sender: from ?? (kind === 'CONTENT' ? (senderText ?? null) : null),
    subject: kind === 'TEMPLATE' ? `Hello ${name}` : said.subject,
    headers: rest.headers ?? {},
  };
}

const ADDRESS = /^[^\s"(),:;<>@[\]\\\p{C}]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/u;

/** Answers the one address that a text can mean: as typed, its domain as servers read it. */
export function addressOf(typed: string): string {
  const text = typed.trim();
  const at = text.lastIndexOf('@');
  return `${text.slice(0, at).normalize('NFC')}@${domainToASCII(text.slice(at + 1))}`;
}

/** Answers the mailbox that was meant; throws where no reader could be sure of it. */
export function meantBox({ given, ...parts }: GivenBox): { readonly address: string; readonly name: string } {
  const around = parts.isText ? /^(.*)<([^<>]*)>$/su.exec(String(given).trim()) : null;
  const address = parts.isText ? (around?.[2] ?? String(given)) : parts.address;
  const typed = (parts.isText ? (around?.[1] ?? '') : (parts.name ?? '')).trim();
  const one = addressOf(address);
  if (!ADDRESS.test(one)) throw new Error(`taken for an address: ${JSON.stringify(address)}`);
  if (!parts.isText) return { address: one, name: typed };
  const quoted = /^"((?:[^"\\]|\\.)*)"$/u.exec(typed);
  if (quoted !== null) return { address: one, name: quoted[1]!.replaceAll(/\\(.)/gu, '$1').trim() };
  if (/["<>]/.test(typed)) throw new Error(`taken for a name: ${JSON.stringify(typed)}`);
  return { address: one, name: typed };
}
