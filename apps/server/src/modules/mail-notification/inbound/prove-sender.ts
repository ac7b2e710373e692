// Proves that a mail is its sender's: by a DKIM signature over all of it, of a domain that is aligned with the one in From.
import type { Dns } from '../../../kernel/dns/dns.types.ts';
import { foldMailAddress } from '../../../kernel/text/mail-address.ts';

/** An honest mail has one or two; each names a key that is looked up. */
const SIGNATURES_MAX = 5;
const LOOKUPS_MAX = 10;
/** RFC 8301, 3.2. */
const KEY_BITS_MIN = 1_024;

/** Looks up keys, so many at most. */
function createKeys(dns: Dns) {
  let lookups = 0;
  return async (name: string): Promise<string[][]> => {
    lookups += 1;
    if (lookups > LOOKUPS_MAX) throw Object.assign(new Error('too many keys'), { code: 'ESERVFAIL' });
    const answer = await dns.findTexts(name);
    if (answer.outcome === 'found') return answer.texts.map((text) => [text]);
    // The verifier tells by the code whether to ask again may help.
    throw Object.assign(new Error('no key'), { code: answer.outcome === 'none' ? 'ENOTFOUND' : 'ESERVFAIL' });
  };
}

/** What a signature leaves uncovered may be anybody's, so that one over a part of the body proves nothing. */
export async function isProven(
  bytes: Uint8Array,
  from: string,
  { dns, now }: { readonly dns: Dns; readonly now: number },
): Promise<boolean> {
  const head = Buffer.from(bytes)
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1)[0]!;
  const signatures = head.match(/^dkim-signature[ \t]*:/gim)?.length ?? 0;
  if (signatures === 0 || signatures > SIGNATURES_MAX) return false;
  // It is needed only where answers arrive.
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js');
  const rules = { strict: true, minBitLength: KEY_BITS_MIN, curTime: new Date(now) };
  const { headerFrom, results } = await dkimVerify(Buffer.from(bytes), { ...rules, resolver: createKeys(dns) });
  const [author, ...others] = headerFrom ?? [];
  if (author === undefined || others.length > 0 || foldMailAddress(author) !== foldMailAddress(from)) return false;
  return results.some(
    ({ status, canonBodyLengthLimited }) =>
      status.result === 'pass' && Boolean(status.aligned) && canonBodyLengthLimited !== true,
  );
}
