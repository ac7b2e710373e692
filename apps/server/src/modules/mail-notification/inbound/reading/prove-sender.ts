// Proves that a mail is its sender's: by a DKIM signature over all of it, of a domain that is aligned with the one in From.
import type { TextAnswer } from '../../../../kernel/dns/dns.types.ts';
import { foldMailAddress } from '../../../../kernel/text/mail-address.ts';

/** An honest mail has one or two; each names a key that is looked up. */
const SIGNATURES_MAX = 5;
const LOOKUPS_MAX = 10;
/** RFC 8301, 3.2. */
const KEY_BITS_MIN = 1_024;

export interface ProofRequest {
  readonly bytes: Uint8Array;
  readonly from: string;
  readonly now: number;
  /** Holds what the name service says of the keys that were wanted before, by name. */
  readonly keys: ReadonlyMap<string, TextAnswer>;
}

export interface Proof {
  readonly isProven: boolean;
  /** Names the keys without which it cannot be told, so many at most. */
  readonly wanted: readonly string[];
}

const UNPROVEN: Proof = { isProven: false, wanted: [] };

/** Answers from what is known, and writes down what is wanted. */
function createKeys(keys: ProofRequest['keys'], wanted: Set<string>) {
  return async (name: string): Promise<string[][]> => {
    const answer = keys.get(name);
    if (answer === undefined && wanted.size < LOOKUPS_MAX) wanted.add(name);
    if (answer?.outcome === 'found') return answer.texts.map((text) => [text]);
    // The verifier tells by the code whether to ask again may help.
    throw Object.assign(new Error('no key'), { code: answer?.outcome === 'none' ? 'ENOTFOUND' : 'ESERVFAIL' });
  };
}

/** What a signature leaves uncovered may be anybody's, so that one over a part of the body proves nothing. */
export async function proveSender({ bytes, from, now, keys }: ProofRequest): Promise<Proof> {
  const head = Buffer.from(bytes)
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1)[0]!;
  const signatures = head.match(/^dkim-signature[ \t]*:/gim)?.length ?? 0;
  if (signatures === 0 || signatures > SIGNATURES_MAX) return UNPROVEN;
  // It is needed only where answers arrive.
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js');
  const rules = { strict: true, minBitLength: KEY_BITS_MIN, curTime: new Date(now) };
  const wanted = new Set<string>();
  const resolver = createKeys(keys, wanted);
  const { headerFrom, results } = await dkimVerify(Buffer.from(bytes), { ...rules, resolver });
  const [author, ...others] = headerFrom ?? [];
  if (author === undefined || others.length > 0 || foldMailAddress(author) !== foldMailAddress(from)) return UNPROVEN;
  const isProven = results.some(
    ({ status, canonBodyLengthLimited }) =>
      status.result === 'pass' && Boolean(status.aligned) && canonBodyLengthLimited !== true,
  );
  return { isProven, wanted: [...wanted] };
}
