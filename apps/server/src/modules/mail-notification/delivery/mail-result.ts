// Turns the outcome of an attempt into the stored result: status, next date, copies.
import { isHardBounce } from '../record/hard-bounce.ts';
import {
  aggregateStatus,
  type MailStatus,
  type Recipient,
  type RecipientStatus,
  type UncertainPolicy,
  WAITING,
} from '../record/mail.types.ts';
import type { Seen, Verdict } from '../smtp/attempt.types.ts';
import type { AttemptRow, LeasedMail, MailResult, MarkedMail } from './delivery.store.ts';
import { DOUBT_PAUSE_MS, namedPauseMs, retryPauseMs } from './retry-plan.ts';

export interface ResultGround {
  readonly now: number;
  /** Lies in 0..1. */
  readonly random: number;
  /** True where the relay refuses all mails, so that none ends because of it. */
  readonly isRelayDown: boolean;
  /** Time at which a mail is due that was not attempted after all, epoch milliseconds, not in the past. */
  readonly dueAgain: number;
}

type Held = Pick<LeasedMail, 'id' | 'sensitive' | 'uncertain_policy' | 'attempt_count' | 'expire_date'>;

export function resultOf(
  held: Held,
  lease: MailResult['lease'],
  marked: MarkedMail,
  verdict: Verdict,
  { seen, attempt, size }: { readonly seen: Seen | null; readonly attempt: AttemptRow; readonly size: number | null },
  ground: ResultGround,
): MailResult {
  const at = new Date(ground.now);
  const isRelayOver = verdict.outcome === 'RELAY' && marked.relaySince !== null && !ground.isRelayDown;
  const statusOf = (address: string): RecipientStatus => {
    const fate = isRelayOver ? 'FAILED' : (verdict.fates.get(address) ?? 'RETRY');
    return fate === 'UNCERTAIN' && held.uncertain_policy === ('RETRY' satisfies UncertainPolicy) ? 'RETRY' : fate;
  };
  const changed = marked.recipients
    .filter(({ status }) => WAITING.has(status))
    .map((recipient) => copyResult(recipient, statusOf(recipient.address), seen));
  const changes = new Map(changed.map(({ id, status }) => [id, status]));
  const status = aggregateStatus(marked.recipients.map((one) => changes.get(one.id) ?? one.status));
  const isWaiting = status === 'QUEUED' || status === 'RETRY';
  const namedMs = namedPauseMs(changed.filter((copy) => copy.status === 'RETRY').map(({ message }) => message));
  return {
    id: held.id,
    lease,
    status,
    hasOthers: changed.length < marked.recipients.length,
    reason: verdict.reason ?? (isRelayOver ? 'RELAY' : null),
    dueAt: isWaiting ? new Date(dueAfter(held, verdict, namedMs, ground)) : at,
    counts: verdict.counts,
    uncertain: verdict.outcome === 'UNCERTAIN',
    size,
    sentDate: changed.some((copy) => copy.status === 'SENT') ? at : null,
    endedDate: isWaiting ? null : at,
    relaySince: verdict.outcome === 'RELAY' && isWaiting ? (marked.relaySince ?? at) : null,
    removesContent: held.sensitive && !isWaiting && status !== 'CAPTURED',
    at,
    recipients: changed,
    attempt,
  };
}

function copyResult({ id, address }: Recipient, status: RecipientStatus, seen: Seen | null) {
  const reply = seen?.refused.get(address) ?? seen?.reply ?? null;
  return {
    id,
    status,
    code: reply?.code ?? null,
    enhancedCode: reply?.enhanced ?? null,
    message: reply?.text ?? null,
    isHard: status === 'FAILED' && isHardBounce(seen?.refused.get(address)?.enhanced ?? null),
  };
}

/**
 * Answers the next date. `namedMs` is the pause that the server's answers ask for. A date past the expiry becomes the
 * expiry, when the mail ends without another attempt.
 */
function dueAfter(held: Held, { outcome, counts }: Verdict, namedMs: number, ground: ResultGround): number {
  const { now, random, dueAgain } = ground;
  const pause = (): number => {
    if (outcome === 'RELAY') return DOUBT_PAUSE_MS;
    if (outcome === 'UNCERTAIN') return Math.max(DOUBT_PAUSE_MS, namedMs);
    if (!counts) return Math.max(0, dueAgain - now);
    return retryPauseMs(held.attempt_count + 1, namedMs, random);
  };
  return Math.min(now + pause(), Math.max(now, held.expire_date.getTime()));
}

/** Result of a mail that was in flight when its process died: it may have arrived. */
export function lostResult(
  held: LeasedMail,
  lease: MailResult['lease'],
  marked: MarkedMail,
  ground: ResultGround,
): MailResult {
  const attempt: AttemptRow = {
    startDate: held.in_flight_at ?? new Date(ground.now),
    durationMs: 0,
    providerCode: held.provider_code ?? 'default',
    host: null,
    tls: false,
    outcome: 'UNCERTAIN',
    phase: null,
    code: null,
    enhancedCode: null,
    text: 'The process that was sending it ended.',
    transcript: null,
  };
  const waiting = marked.recipients.filter(({ status }) => WAITING.has(status));
  const verdict: Verdict = {
    outcome: 'UNCERTAIN',
    counts: true,
    fates: new Map(waiting.map(({ address }) => [address, 'UNCERTAIN'])),
    reason: null,
  };
  return resultOf(held, lease, marked, verdict, { seen: null, attempt, size: null }, ground);
}

/** The result of a mail that was marked and not begun: it waits as before. */
export function undoneResult(
  held: LeasedMail,
  lease: MailResult['lease'],
  dueAt: number,
  now: number,
  status: Extract<MailStatus, 'QUEUED' | 'RETRY'> = held.status === 'RETRY' ? 'RETRY' : 'QUEUED',
): MailResult {
  return {
    id: held.id,
    lease,
    status,
    hasOthers: false,
    reason: null,
    dueAt: new Date(dueAt),
    counts: false,
    uncertain: false,
    size: null,
    sentDate: null,
    endedDate: null,
    relaySince: null,
    removesContent: false,
    at: new Date(now),
    recipients: [],
    attempt: null,
  };
}

/** Result of a mail whose content is gone: nothing is left to send. */
export function emptyResult(held: LeasedMail, lease: MailResult['lease'], marked: MarkedMail, now: number): MailResult {
  const waiting = marked.recipients.filter(({ status }) => WAITING.has(status));
  const changes = new Map(waiting.map(({ id }) => [id, 'FAILED' as const]));
  return {
    ...undoneResult(held, lease, now, now),
    status: aggregateStatus(marked.recipients.map((one) => changes.get(one.id) ?? one.status)),
    hasOthers: waiting.length < marked.recipients.length,
    reason: 'CONTENT_GONE',
    endedDate: new Date(now),
    recipients: waiting.map(({ id }) => ({
      id,
      status: 'FAILED',
      code: null,
      enhancedCode: null,
      message: null,
      isHard: false,
    })),
  };
}
