// Judges an attempt: for the mail, for each of its addresses, and for the connection.
import type { Fate, Outcome, Reply, Seen, Verdict } from './attempt.types.ts';

/** Codes by which the server requires a sign-in, or refuses this one (RFC 4954, 4 and 6). */
const SIGN_IN_CODES: ReadonlySet<number> = new Set([530, 534, 535]);
const BAD_SEQUENCE = 503;
const LAST_OF_SYNTAX = 504;
const TRANSACTION_FAILED = 554;
const CLOSING = 421;
const TOO_LARGE = 552;

const isPermanent = ({ code }: Reply): boolean => code >= 500;
/** Says whether an answer concerns the connection, whichever command it answers. */
const isOfConnection = ({ code }: Reply): boolean => SIGN_IN_CODES.has(code) || code === BAD_SEQUENCE;
/**
 * Says whether an answer is one of security or policy (RFC 3463, 3.8), as of a relay that takes nothing from this
 * sender.
 */
const isOfRelay = (reply: Reply): boolean =>
  isPermanent(reply) && (reply.code === TRANSACTION_FAILED || reply.enhanced?.startsWith('5.7.') === true);

/** `addresses` are those of the envelope. */
export function judgeAttempt(seen: Seen, addresses: readonly string[]): Verdict {
  const everybody = (outcome: Outcome, counts: boolean, fate: Fate): Verdict => ({
    outcome,
    counts,
    fates: new Map(addresses.map((address) => [address, fate])),
    reason: seen.unfit,
  });
  if (seen.unfit !== null) return everybody('REFUSED', true, 'FAILED');
  const fault = faultOfConnection(seen);
  if (fault !== null) return everybody(fault, false, 'QUEUED');
  const { phase, reply, refused } = seen;
  if (phase === 'MAIL' && reply !== null) {
    if (isOfRelay(reply)) return everybody('RELAY', false, 'RETRY');
    return isPermanent(reply)
      ? { ...everybody('REFUSED', true, 'FAILED'), reason: reasonOf(reply) }
      : everybody('DEFERRED', true, 'RETRY');
  }
  if (phase === 'RCPT') {
    if ([...refused.values()].every(isOfRelay)) return everybody('RELAY', false, 'RETRY');
    return judgeEach(seen, addresses, null);
  }
  return judgeEach(seen, addresses, reply);
}

/** Answers the fault of the connection; null where the attempt says something about the mail. */
export function faultOfConnection(seen: Seen): Extract<Outcome, 'CONNECTION' | 'AUTH' | 'PROTOCOL'> | null {
  const { phase, reply, accepted, refused, handedOver } = seen;
  if (seen.unfit !== null) return null;
  const own = reply === null ? [] : [reply];
  // Once an address was accepted, a refusal concerns its own address alone: the mail may be accepted for the first.
  const replies = accepted.length > 0 ? own : [...own, ...refused.values()];
  if (replies.some(({ code }) => SIGN_IN_CODES.has(code))) return 'AUTH';
  if (reply === null) return handedOver ? null : 'CONNECTION';
  if (phase === 'CONNECT') return 'CONNECTION';
  if (phase === 'AUTH') return faultOfSignIn(reply);
  // After the whole message the answer concerns the message.
  if (replies.some(({ code }) => code === CLOSING) && phase !== 'REPLY') return 'CONNECTION';
  return replies.some(({ code }) => code === BAD_SEQUENCE) ? 'PROTOCOL' : null;
}

/**
 * Answers the fault of a sign-in; by 500 to 504 the command was not understood (RFC 5321, 4.2.2), so that no password
 * was checked.
 */
function faultOfSignIn(reply: Reply): 'CONNECTION' | 'AUTH' | 'PROTOCOL' {
  if (!isPermanent(reply)) return 'CONNECTION';
  return reply.code <= LAST_OF_SYNTAX ? 'PROTOCOL' : 'AUTH';
}

/**
 * Judges each address; `reply` is the answer to DATA or to the message, null where none was accepted or where it is
 * unknown whether the server has the message.
 */
function judgeEach(
  { accepted, refused, handedOver }: Seen,
  addresses: readonly string[],
  reply: Reply | null,
): Verdict {
  const taken = new Set(accepted);
  const isInDoubt = handedOver && reply === null;
  const fateOfTaken = isInDoubt ? 'UNCERTAIN' : fateOf(reply);
  const fates = new Map(
    addresses.map((address): [string, Fate] => {
      const refusal = refused.get(address);
      if (refusal !== undefined) return [address, fateOfRefused(refusal)];
      return [address, isInDoubt || taken.has(address) ? fateOfTaken : 'RETRY'];
    }),
  );
  const all = new Set(fates.values());
  const outcome = isInDoubt ? 'UNCERTAIN' : all.has('SENT') ? 'ACCEPTED' : all.has('RETRY') ? 'DEFERRED' : 'REFUSED';
  return { outcome, counts: true, fates, reason: reply === null ? null : reasonOf(reply) };
}

function fateOfRefused(refusal: Reply): Fate {
  return isPermanent(refusal) && !isOfConnection(refusal) ? 'FAILED' : 'RETRY';
}

function fateOf(reply: Reply | null): Fate {
  if (reply === null || (reply.code >= 400 && reply.code < 500)) return 'RETRY';
  return isPermanent(reply) ? 'FAILED' : 'SENT';
}

function reasonOf({ code, enhanced }: Reply): 'MAIL_TOO_LARGE' | null {
  return code === TOO_LARGE || enhanced === '5.3.4' ? 'MAIL_TOO_LARGE' : null;
}

/** Reads an answer as a server gives it, of one line or several; RFC 5321, 4.2.1, and RFC 2034, 4. */
export function parseReply(response: string): Reply | null {
  const lines = response.split(/\r?\n/).filter((line) => line !== '');
  const first = /^(\d{3})[ -]?(?:(\d\.\d{1,3}\.\d{1,3})(?:\s|$))?/.exec(lines[0] ?? '');
  if (first === null) return null;
  const enhanced = first[2] ?? null;
  const text = lines
    .map((line) => line.replace(/^\d{3}[ -]?/, ''))
    .map((line) => (enhanced !== null && line.startsWith(enhanced) ? line.slice(enhanced.length).trimStart() : line))
    .join('\n');
  return { code: Number(first[1]), enhanced, text: text.slice(0, REPLY_TEXT_MAX) };
}

const REPLY_TEXT_MAX = 2_048;
