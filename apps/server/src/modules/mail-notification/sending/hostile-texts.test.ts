// Proves that no text of a request becomes a recipient, a header or a line of its own, whatever is in it.
import fc from 'fast-check';
import PostalMime, { type Address, decodeWords } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '../../../kernel/request/errors.ts';
import { createSeal, type Seal } from '../../../kernel/secrets/seal.ts';
import type { MailSender } from '../api.ts';
import { composeMessage } from '../message/compose-message.ts';
import { readContent } from '../message/mail-content.ts';
import type { AcceptedMail } from '../record/accept.store.ts';
import type { TemplateServer } from '../template-server.fixture.ts';
import { addressOf, type GivenBox, hostileSend, type MeantSend, meantBox, meantBy } from './hostile-texts.fixture.ts';
import {
  countMails,
  notify,
  notifyWithContent,
  readGroup,
  readMail,
  readRaw,
  startSendingServer,
} from './send.fixture.ts';

const RUNS = Number(process.env.KEELSON_FUZZ_RUNS ?? 300);
const SEED = Number(process.env.KEELSON_FUZZ_SEED ?? 20_261_121);
/** Each costs two requests and a commit. */
const RUNS_OVER_HTTP = Math.ceil(RUNS / 10);
const TIMEOUT_MS = 30_000 + RUNS * 50;
const options = (numRuns: number) => ({ numRuns, seed: SEED });

/** Is what a request may be refused with that fits the model: what it says is not what a template or a sender can be. */
const REFUSALS = new Set(['SUBJECT_EMPTY', 'INLINE_ATTACHMENT_MISMATCH', 'SENDER_NOT_ALLOWED']);
const RENDER_REFUSALS = new Set(['TEMPLATE_SYNTAX_ERROR', 'TEMPLATE_VARIABLE_MISSING', 'TEMPLATE_CONTENT_UNSAFE']);

let server: TemplateServer;
let seal: Seal;
beforeAll(async () => {
  server = await startSendingServer();
  const allowed = await server.as(server.admin, 'POST', '/notification/sender', { domain: 'mail.example' });
  if (allowed.status !== 200) throw new Error(`the sender was refused: ${allowed.text}`);
  seal = createSeal(server.kernel.keys, 'mail');
});
afterAll(() => server?.stop());

const by: MailSender = { tenantIdentifier: 'default', username: 'admin', localeTag: null, holds: () => true };

function requireRefusal({ kind, body }: MeantSend, code: string): void {
  if (code === 'VALIDATION_FAILED' || REFUSALS.has(code)) return;
  const isRendered = kind === 'TEMPLATE' || body.parameters !== undefined || body.recipientParameters !== undefined;
  expect([isRendered, RENDER_REFUSALS.has(code)], code).toEqual([true, true]);
}

/** Answers the mails of a request, null where it is refused. */
async function prepared(meant: MeantSend): Promise<readonly AcceptedMail[] | null> {
  try {
    const { mails } = await server.apis.mailNotification.prepare(meant.kind, by, meant.body as never);
    return mails as readonly AcceptedMail[];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    requireRefusal(meant, error.code);
    return null;
  }
}

function bytesOf(mail: AcceptedMail): Promise<Buffer> {
  const content = readContent(seal.open(mail.sealedContent!, mail.uuid)!);
  return composeMessage({ ...mail, date: mail.now, from: mail.sender, content }, server.kernel.contents);
}

const plainBoxes = (list: readonly Address[] | undefined) =>
  (list ?? []).map((one) => {
    expect(one.group).toBeUndefined();
    return { address: addressOf(one.address ?? ''), name: visible(one.name) };
  });
/** A reader takes U+FEFF at the beginning of an encoded word for a byte order mark, and leaves it out. */
const visible = (text: string) => text.replaceAll('\uFEFF', '').trim();
const spaced = (text: string) => visible(text).replaceAll(/\s+/gu, ' ').trim();
const shownBox = (given: GivenBox) => {
  const { address, name } = meantBox(given);
  return { address, name: visible(name) };
};
const keyOf = ({ address }: { readonly address: string }) => address.toLowerCase();

/** Answers each mailbox once, in the first place where it stands. */
function placesOf({ to, cc, bcc }: MeantSend) {
  const seen = new Set<string>();
  return [to, cc, bcc].map((list) =>
    list.map(shownBox).filter((one) => !seen.has(keyOf(one)) && seen.add(keyOf(one))),
  ) as [ReturnType<typeof meantBox>[], ReturnType<typeof meantBox>[], ReturnType<typeof meantBox>[]];
}

const ALWAYS = [
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'auto-submitted',
  'x-auto-response-suppress',
];

/** Holds the bytes of one mail against what was meant. */
async function requireMeant(
  meant: MeantSend,
  bytes: Buffer,
  to: ReturnType<typeof meantBox>[],
  groupUuid: string | null,
) {
  const raw = bytes.toString('latin1');
  expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n\0]/);
  expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  const parsed = await PostalMime.parse(bytes);
  const [, cc] = placesOf(meant);
  expect(plainBoxes(parsed.to)).toEqual(to);
  expect(plainBoxes(parsed.cc)).toEqual(cc);
  expect(plainBoxes(parsed.replyTo)).toEqual(meant.replyTo.map(shownBox));
  expect(parsed.bcc ?? []).toEqual([]);
  const sender = meant.sender === null ? null : meantBox(meant.sender);
  expect(parsed.from?.address).toBe(sender?.address ?? 'suite@mail.example');
  if (sender !== null) expect(visible(parsed.from?.name ?? '')).toBe(visible(sender.name));
  expect(spaced(parsed.subject ?? '')).toBe(
    spaced(meant.subject.replaceAll(/[\p{Cc}]/gu, (one) => (/[\r\n]/.test(one) ? ' ' : ''))),
  );

  const given = Object.entries(meant.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const answers = meant.body.inReplyTo === undefined ? [] : [['in-reply-to', meant.body.inReplyTo as string] as const];
  const isOver = (name: string) =>
    (name === 'x-svc-notification-group' && groupUuid !== null) || (name === 'in-reply-to' && answers.length > 0);
  const own = given.filter(([name, value]) => !isOver(name) && value.trim() !== '');
  const expected = [...ALWAYS, ...[...own, ...answers].map(([name]) => name)];
  if (cc.length > 0) expected.push('cc');
  if (meant.replyTo.length > 0) expected.push('reply-to');
  if (meant.body.priority === 'HIGH') expected.push('importance');
  if (groupUuid !== null) expected.push('x-svc-notification-group');
  if (meant.body.unsubscribeGroup !== undefined) expected.push('list-unsubscribe', 'precedence');
  const found = parsed.headers.map(({ key }) => key).filter((key) => key !== 'content-transfer-encoding');
  expect(found.toSorted()).toEqual([...new Set(expected)].toSorted());
  for (const [name, value] of [...own, ...answers]) {
    const [header] = parsed.headers.filter(({ key }) => key === name);
    expect(visible(decodeWords(header!.value))).toBe(visible(value));
  }
  const files = (meant.body.attachments ?? []) as { name: string; contentId?: string }[];
  expect(parsed.attachments.map(({ filename }) => filename).toSorted()).toEqual(
    files.map(({ name }) => name).toSorted(),
  );
}

const addressesOf = (list: readonly { readonly address: string }[]) => list.map(({ address }) => address).toSorted();
const isSeparate = ({ body }: MeantSend) =>
  body.separate === true ||
  body.unsubscribeGroup !== undefined ||
  Object.keys(body.recipientParameters ?? {}).length > 0;

describe('hostile texts', () => {
  it(
    'mail-notification 15: reach neither envelope nor headers: a mail is what was meant, or the request is refused',
    async () => {
      let taken = 0;
      await fc.assert(
        fc.asyncProperty(hostileSend, async (drawn) => {
          const meant = meantBy(drawn);
          const mails = await prepared(meant);
          if (mails === null) return;
          taken += 1;
          const [to, cc, bcc] = placesOf(meant);
          const groups = isSeparate(meant) ? to.map((one) => [one]) : [to];
          expect(mails.length).toBe(groups.length);
          for (const [index, mail] of mails.entries()) {
            const group = groups[index]!;
            expect(addressesOf(mail.recipients)).toEqual(addressesOf([...group, ...cc, ...bcc]));
            await requireMeant(meant, await bytesOf(mail), group, mail.groupUuid);
          }
        }),
        options(RUNS),
      );
      expect(taken).toBeGreaterThan(RUNS / 5);
    },
    TIMEOUT_MS,
  );

  it(
    'mail-notification 15: are kept and told over HTTP as they were meant, or nothing is stored',
    async () => {
      let stored = await countMails(server);
      await fc.assert(
        fc.asyncProperty(hostileSend, async (drawn) => {
          const meant = meantBy(drawn);
          const send = meant.kind === 'TEMPLATE' ? notify : notifyWithContent;
          const answer = await send(server, meant.body);
          if (answer.status !== 200) {
            requireRefusal(meant, answer.error?.errorCode ?? '');
            expect(await countMails(server)).toBe(stored);
            return;
          }
          const uuid = answer.headers.get('x-svc-notification-uuid')!;
          const mails = isSeparate(meant) ? await readGroup(server, uuid) : [await readMail(server, uuid)];
          stored += mails.length;
          const [to, cc, bcc] = placesOf(meant);
          for (const [index, mail] of mails.entries()) {
            const group = isSeparate(meant) ? [to[index]!] : to;
            expect(addressesOf(mail.recipientList)).toEqual(addressesOf([...group, ...cc, ...bcc]));
            expect(mail.metadata).toEqual(meant.body.metadata ?? {});
            expect(mail.category).toBe(meant.body.category ?? null);
            await requireMeant(meant, Buffer.from(await readRaw(server, mail.uuid)), group, mail.groupUuid);
          }
        }),
        options(RUNS_OVER_HTTP),
      );
    },
    TIMEOUT_MS,
  );
});
