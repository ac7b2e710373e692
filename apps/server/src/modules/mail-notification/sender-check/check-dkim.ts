// Compares the published keys of a domain with those that sign its mails.
import type { SvcNotificationSenderCheckModel } from '@keelson/contract';
import type { PublishedKey } from '../dkim/feature.ts';
import { type FindTexts, type ProblemCode, problemOf, resultOf, shownText } from './look-ups.ts';
import { readTags } from './record-tags.ts';

type DkimCheck = SvcNotificationSenderCheckModel['dkim'];
type KeyCheck = DkimCheck['keyList'][number];

/** Matches a key record by version or key; any other record may hold a secret. */
const KEY_RECORD = /^\s*v\s*=\s*DKIM1\s*(?:;|$)|(?:^|;)\s*p\s*=/;

const listOf = (value: string): readonly string[] => value.split(':').map((one) => one.trim());

/** Answers the problem of a record; null where it holds this key and lets it sign mails. */
function findProblem(record: string, publicKey: string): ProblemCode | null {
  const tags = readTags(record);
  if (tags === null) return 'RECORD_INVALID';
  const version = tags.get('v');
  const isVersion = version === undefined || (version === 'DKIM1' && [...tags.keys()][0] === 'v');
  const hashes = listOf(tags.get('h') ?? 'sha256');
  const services = listOf(tags.get('s') ?? '*');
  const isUsable = hashes.includes('sha256') && (services.includes('*') || services.includes('email'));
  const key = tags.get('p')?.replaceAll(/\s/g, '');
  if (!isVersion || !isUsable || key === undefined) return 'RECORD_INVALID';
  if (key === '') return 'KEY_REVOKED';
  if ((tags.get('k') ?? 'rsa') !== 'rsa' || key !== publicKey) return 'KEY_DIFFERENT';
  // Receivers treat a mail as unsigned by such a record (RFC 6376, 3.6.1).
  return listOf(tags.get('t') ?? '').includes('y') ? 'KEY_TESTING' : null;
}

async function checkKey(key: PublishedKey, findTexts: FindTexts): Promise<KeyCheck> {
  const { uuid, selector, recordName, publicKey } = key;
  const answer = await findTexts(recordName);
  const records = answer.outcome === 'found' ? answer.texts.filter((text) => KEY_RECORD.test(text)) : [];
  const [record = null, ...others] = records;
  const code =
    answer.outcome === 'failed'
      ? answer.reason
      : others.length > 0
        ? 'SEVERAL_RECORDS'
        : record === null
          ? null
          : findProblem(record, publicKey);
  const problem = code === null ? null : problemOf(code, recordName);
  const result = problem !== null ? resultOf(problem) : record === null ? 'NONE' : 'FOUND';
  return { uuid, selector, recordName, result, problem, record: record === null ? null : shownText(record) };
}

/** Checks keys; the first one signs. */
export async function checkDkim(keys: readonly PublishedKey[], findTexts: FindTexts): Promise<DkimCheck> {
  const keyList = await Promise.all(keys.map((key) => checkKey(key, findTexts)));
  return { result: keyList[0]?.result ?? 'NONE', keyList };
}
