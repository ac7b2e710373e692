// Asks the name service of the system, within bounds.
import { Resolver } from 'node:dns/promises';
import type { Dns, TextAnswer } from './dns.types.ts';

/** Limit for a question: a person who waits longer for a name is kept from the actual work. */
const LOOKUP_MS = 3_000;
/** Times that a question is sent, since a packet may get lost. */
const TRIES = 2;
/** Bound of an answer, far more than domains publish. */
const ANSWER_LENGTH_MAX = 16_384;
/** Codes of a name that does not exist, has no such record, or cannot be a name. */
const NOTHING: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
/** Codes of an answer that came too late; `cancel` causes the first of them. */
const LATE: ReadonlySet<string> = new Set(['ECANCELLED', 'ETIMEOUT']);

/** Joins the strings (up to 255 characters each) of each record into one text. */
export function textAnswer(records: readonly (readonly string[])[]): TextAnswer {
  const texts = records.map((strings) => strings.join(''));
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > ANSWER_LENGTH_MAX) return { outcome: 'failed', reason: 'ANSWER_TOO_LARGE' };
  return texts.length === 0 ? { outcome: 'none' } : { outcome: 'found', texts };
}

/** Creates the resolver; each question reads anew which servers the system names, unless they are given. */
export function createDns(servers?: readonly string[]): Dns {
  return {
    async findTexts(name, { withinMs = LOOKUP_MS } = {}) {
      const resolver = new Resolver({ timeout: Math.ceil(withinMs / TRIES), tries: TRIES });
      if (servers !== undefined) resolver.setServers(servers);
      // Every further server of the system would be given the same time again.
      const late = setTimeout(() => resolver.cancel(), withinMs);
      try {
        return textAnswer(await resolver.resolveTxt(name));
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? '';
        if (NOTHING.has(code)) return { outcome: 'none' };
        return { outcome: 'failed', reason: LATE.has(code) ? 'TIMEOUT' : 'SERVER_FAILED' };
      } finally {
        clearTimeout(late);
      }
    },
  };
}
