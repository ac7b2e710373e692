// Follows the SPF record of a domain through all its includes, as far as a receiver would.
import type { SvcNotificationSenderCheckModel } from '@keelson/contract';
import { type FindTexts, type Problem, problemOf, resultOf, shownText } from './look-ups.ts';
import { isSpf, readSpf, type SpfVerdict } from './spf-record.ts';

/** Look-ups of a record at most; all receivers refuse one with more (RFC 7208, 4.6.4). */
const LOOKUPS_MAX = 10;

type SpfCheck = SvcNotificationSenderCheckModel['spf'];

interface Followed {
  readonly problem: Problem | null;
  readonly all: SpfVerdict | null;
}

const wrong = (...what: Parameters<typeof problemOf>): Followed => ({ problem: problemOf(...what), all: null });

class SpfWalk {
  lookupCount = 0;
  readonly recordList: { readonly recordName: string; readonly record: string }[] = [];
  readonly #findTexts: FindTexts;

  constructor(findTexts: FindTexts) {
    this.#findTexts = findTexts;
  }

  /** Follows a record; `path` holds the names whose records led here. */
  async follow(name: string, path: readonly string[]): Promise<Followed> {
    if (path.includes(name)) return wrong('LOOP', name);
    const answer = await this.#findTexts(name);
    if (answer.outcome === 'failed') return wrong(answer.reason, name);
    const records = answer.outcome === 'none' ? [] : answer.texts.filter(isSpf);
    for (const record of records) this.recordList.push({ recordName: name, record: shownText(record) });
    const [text, ...others] = records;
    if (text === undefined) return wrong('RECORD_MISSING', name);
    return others.length > 0 ? wrong('SEVERAL_RECORDS', name) : this.#read(text, name, [...path, name]);
  }

  async #read(text: string, name: string, path: readonly string[]): Promise<Followed> {
    const record = readSpf(text);
    if ('wrongTerm' in record) return wrong('RECORD_INVALID', name, record.wrongTerm);
    let { all } = record;
    for (const { term, include, isRedirect } of record.lookups) {
      this.lookupCount += 1;
      if (this.lookupCount > LOOKUPS_MAX) return wrong('TOO_MANY_LOOKUPS', name, term);
      if (include === null) continue;
      const followed = await this.follow(include, path);
      if (followed.problem !== null) return followed;
      if (isRedirect) all = followed.all;
    }
    return { problem: null, all };
  }
}

export async function checkSpf(domain: string, findTexts: FindTexts): Promise<SpfCheck> {
  const walk = new SpfWalk(findTexts);
  const { problem, all } = await walk.follow(domain, []);
  const { lookupCount, recordList } = walk;
  const record = recordList.find(({ recordName }) => recordName === domain)?.record ?? null;
  const found = { record, lookupCount, recordList };
  const isNone = problem?.code === 'RECORD_MISSING' && problem.recordName === domain;
  if (isNone) return { ...found, result: 'NONE', problem: null, all };
  return { ...found, result: problem === null ? 'FOUND' : resultOf(problem), problem, all };
}
