// Proves that a mail is its sender's: by a DKIM signature over all of it, of a domain that is aligned with the one in From.
import type { TextAnswer } from '../../../../kernel/dns/dns.types.ts';
import { foldMailAddress } from '../../../../kernel/text/mail-address.ts';

/** Signatures that are checked; an honest mail has one or two, and each needs a key from the name service. */
const SIGNATURES_MAX = 5;
const LOOKUPS_MAX = 10;
/** Bits of a key at least (RFC 8301, 3.2). */
const KEY_BITS_MIN = 1_024;

export interface ProofRequest {
  readonly bytes: Uint8Array;
  readonly from: string;
  readonly now: number;
  /** Answers of the name service for the keys that were asked for before, by name. */
  readonly keys: ReadonlyMap<string, TextAnswer>;
}

export interface Proof {
  readonly isProven: boolean;
  /** Names of the keys that are still needed, a bounded number. */
  readonly wanted: readonly string[];
}

const UNPROVEN: Proof = { isProven: false, wanted: [] };

/** Answers keys from those that are known, and collects the names of the others. */
function createKeys(keys: ProofRequest['keys'], wanted: Set<string>) {
  return async (name: string): Promise<string[][]> => {
    const answer = keys.get(name);
    if (answer === undefined && wanted.size < LOOKUPS_MAX) wanted.add(name);
    if (answer?.outcome === 'found') return answer.texts.map((text) => [text]);
    // The verifier sees by the code whether a retry may help.
    throw Object.assign(new Error('no key'), { code: answer?.outcome === 'none' ? 'ENOTFOUND' : 'ESERVFAIL' });
  };
}

/** Checks the signatures. One over a part of the body proves nothing, as the rest may be anybody's. */
export async function proveSender({ bytes, from, now, keys }: ProofRequest): Promise<Proof> {
  const head = Buffer.from(bytes)
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1)[0]!;
  const signatures = head.match(/^dkim-signature[ \t]*:/gim)?.length ?? 0;
  if (signatures === 0 || signatures > SIGNATURES_MAX) return UNPROVEN;
  // The library is needed only where answers arrive.
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
