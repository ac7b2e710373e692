// Attempts to hand one mail over: builds its bytes, sends them, and writes the result.
import { isUnavailable } from '../../../kernel/database/database-errors.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import type { Signing } from '../dkim/feature.ts';
import type { ReturnPaths } from '../inbound/feature.ts';
import { composeMessage } from '../message/compose-message.ts';
import { readContent } from '../message/mail-content.ts';
import { type Breaker, CAPTURE_CODE, type Leave, type Provider } from '../provider/feature.ts';
import { WAITING } from '../record/mail.types.ts';
import type { Outcome, Seen, Verdict } from '../smtp/attempt.types.ts';
import { judgeAttempt } from '../smtp/judge-attempt.ts';
import type { Lane, MailTransport } from '../smtp/transport.types.ts';
import type { AttemptRow, LeasedMail, MarkedMail } from './delivery.store.ts';
import type { InFlightWriter } from './in-flight-writer.ts';
import { type ResultGround, resultOf } from './mail-result.ts';
import type { ByteBudget, HeldBytes } from './pace/byte-budget.ts';
import type { RateLimit } from './pace/rate-limit.ts';
import type { HeldMail } from './waiting-mails.ts';

/** Where mails go: to a server, or nowhere. */
export type Place =
  | {
      readonly provider: Provider;
      readonly transport: MailTransport;
      readonly breaker: Breaker;
      readonly rates: RateLimit;
    }
  | { readonly provider: null; readonly transport: null; readonly breaker: null; readonly rates: null };

/** Growth of parts that are written in ASCII, assumed before the size of the whole is known. */
const COMPOSED_FACTOR = 2;

/** A mail that is ready for a lane. */
export interface ReadyMail {
  readonly held: HeldMail;
  readonly marked: MarkedMail;
  readonly leave: Leave;
  readonly message: Buffer;
  readonly bytes: HeldBytes;
}

export interface AttemptParts extends Pick<Kernel, 'clock' | 'log' | 'contents'> {
  readonly seal: Seal;
  readonly writer: InFlightWriter;
  readonly budget: ByteBudget;
  readonly signing: Signing;
  readonly returnPaths: ReturnPaths;
  /** Keeps the largest size that a server has named. */
  readonly heedSizeMax: (providerId: number, sizeMax: number) => void;
  readonly onAttempt: (outcome: Outcome, acceptedAt: Date, at: number) => void;
  readonly random?: () => number;
}

export function createAttempts(parts: AttemptParts) {
  const {
    clock,
    log,
    contents,
    seal,
    writer,
    budget,
    signing,
    returnPaths,
    heedSizeMax,
    onAttempt,
    random = Math.random,
  } = parts;
  return {
    captureCode: CAPTURE_CODE,
    /**
     * Builds the message; null where there is nothing left to send, LATER where the database is away and its files
     * cannot be read. `bytes` has to be released once the message is no longer held.
     */
    async compose(
      row: LeasedMail,
      marked: MarkedMail,
    ): Promise<{ readonly message: Buffer; readonly bytes: HeldBytes } | 'LATER' | null> {
      const text = marked.sealed === null ? null : seal.open(marked.sealed, row.uuid);
      if (text === null) return null;
      const content = readContent(text);
      const files = content.attachments?.reduce((sum, { size }) => sum + size, 0) ?? 0;
      const expected = (marked.sealed!.length + files) * COMPOSED_FACTOR;
      const bytes = await budget.take(expected, row.priority === 'HIGH');
      try {
        const from = { address: marked.sender, name: marked.senderName };
        const mail = { ...row, ...marked, date: marked.dateCreated, from, content };
        const message = await signing.sign(await composeMessage(mail, contents), marked.dkimKeyId);
        bytes.resize(message.length);
        return { message, bytes };
      } catch (error) {
        bytes.release();
        if (isUnavailable(error)) return 'LATER';
        log.error({ err: error, mail: row.uuid }, 'a mail could not be composed');
        return null;
      }
    },
    /** Attempts the mail and answers the outcome; `written` resolves when the result is stored. */
    async run(
      { held, marked, leave, message, bytes }: ReadyMail,
      { provider, transport, breaker }: Place,
      lane: Lane | null,
      dueAgain: (tenantIdentifier: string) => number,
    ): Promise<{ readonly outcome: Outcome; readonly written: Promise<unknown> }> {
      const { row, lease } = held;
      const addresses = marked.recipients.filter(({ status }) => WAITING.has(status)).map(({ address }) => address);
      const startDate = new Date(clock.now());
      const startedAt = performance.now();
      const domain = provider?.returnPathDomain ?? null;
      const from = domain === null ? marked.sender : returnPaths.write(row.id, domain);
      const envelope = { from, to: addresses, id: row.uuid };
      const seen = lane === null ? null : await lane.send(envelope, message, () => breaker?.connected(leave));
      bytes.release();
      const verdict = seen === null ? captured(addresses) : judgeAttempt(seen, addresses);
      if (provider !== null && seen?.sizeMax != null) heedSizeMax(provider.id, seen.sizeMax);
      if (breaker !== null) heed(breaker, leave, verdict.outcome, row.id);
      const attempt = attemptOf(seen, verdict, transport, startDate, performance.now() - startedAt);
      const ground: ResultGround = {
        now: clock.now(),
        random: random(),
        isRelayDown: breaker?.isRelayDown ?? false,
        dueAgain: dueAgain(row.tenant_identifier),
      };
      onAttempt(verdict.outcome, marked.dateCreated, ground.now);
      const result = resultOf(row, lease, marked, verdict, { seen, attempt, size: message.length }, ground);
      return { outcome: verdict.outcome, written: writer.finish(result) };
    },
  };
}

export type Attempts = ReturnType<typeof createAttempts>;

/** Notes in the breaker what the outcome says about the server. */
function heed(breaker: Breaker, leave: Leave, outcome: Outcome, mailId: number): void {
  if (outcome === 'CONNECTION' || outcome === 'AUTH' || outcome === 'PROTOCOL') breaker.failed(leave, outcome);
  else if (outcome === 'RELAY') breaker.refusedByRelay(leave, mailId);
  else if (outcome === 'UNCERTAIN') breaker.withdraw(leave);
  else breaker.reached(leave);
}

function captured(addresses: readonly string[]): Verdict {
  return {
    outcome: 'CAPTURED',
    counts: true,
    fates: new Map(addresses.map((address) => [address, 'CAPTURED'])),
    reason: null,
  };
}

function attemptOf(
  seen: Seen | null,
  { outcome }: Verdict,
  transport: MailTransport | null,
  startDate: Date,
  durationMs: number,
): AttemptRow {
  return {
    startDate,
    durationMs: Math.round(durationMs),
    providerCode: transport?.providerCode ?? CAPTURE_CODE,
    host: transport?.host ?? null,
    tls: seen?.tls ?? false,
    outcome,
    phase: seen === null || outcome === 'ACCEPTED' ? null : seen.phase,
    code: seen?.reply?.code ?? null,
    enhancedCode: seen?.reply?.enhanced ?? null,
    text: storable(seen?.reply?.text ?? seen?.error ?? null),
    transcript: storable(seen?.transcript ?? null),
  };
}

/** Removes what PostgreSQL's JSON does not hold: NUL, and half of a surrogate pair. */
function storable(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\0', '').toWellFormed();
}
