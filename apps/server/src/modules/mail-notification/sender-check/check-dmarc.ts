// Finds the DMARC record of a domain: its own, or one above it (RFC 9989, 4.10).
import type { SvcNotificationSenderCheckModel } from '@keelson/contract';
import { type FindTexts, type Problem, problemOf, resultOf, shownText } from './look-ups.ts';
import { readTags } from './record-tags.ts';

type DmarcCheck = SvcNotificationSenderCheckModel['dmarc'];
type Policy = NonNullable<DmarcCheck['policy']>;
type Tags = ReadonlyMap<string, string>;

interface Found {
  readonly domain: string;
  readonly record: string;
  readonly tags: Tags;
}

/** Labels at which a record is looked for: a longer domain begins at its last ones, so that it asks no more often. */
const LABELS_MAX = 7;
const VERSION = /^\s*v\s*=\s*DMARC1\s*(?:;|$)/;
const POLICIES: Readonly<Record<string, Policy>> = { none: 'NONE', quarantine: 'QUARANTINE', reject: 'REJECT' };

const nameOf = (domain: string): string => `_dmarc.${domain}`;

/** Finds the record at one name. */
async function findAt(domain: string, findTexts: FindTexts): Promise<Found | Problem | null> {
  const name = nameOf(domain);
  const answer = await findTexts(name);
  if (answer.outcome === 'failed') return problemOf(answer.reason, name);
  const records = answer.outcome === 'none' ? [] : answer.texts.filter((text) => VERSION.test(text));
  const [record, ...others] = records;
  if (record === undefined) return null;
  if (others.length > 0) return problemOf('SEVERAL_RECORDS', name);
  const tags = readTags(record);
  return tags === null ? problemOf('RECORD_INVALID', name) : { domain, record, tags };
}

function domainsAbove(domain: string): readonly string[] {
  const labels = domain.split('.');
  const first = labels.length > LABELS_MAX ? labels.length - LABELS_MAX : 1;
  return labels.slice(first).map((_label, index) => labels.slice(first + index).join('.'));
}

/**
 * Finds a record above: the one nearest to the top counts, unless one on the way marks the end of its domain, or a
 * public suffix (`psd`).
 */
async function findAbove(domain: string, findTexts: FindTexts): Promise<Found | Problem | null> {
  const found: Found[] = [];
  for (const above of domainsAbove(domain)) {
    const one = await findAt(above, findTexts);
    if (one === null) continue;
    if ('code' in one) return one;
    found.push(one);
    if (/^[yn]$/i.test(one.tags.get('psd') ?? '')) break;
  }
  const last = found.at(-1);
  if (last?.tags.get('psd')?.toLowerCase() !== 'y') return last ?? null;
  const labels = last.domain.split('.').length + 1;
  const organisation = domain.split('.').slice(-labels).join('.');
  return found.find((one) => one.domain === organisation) ?? last;
}

/**
 * Answers the policy; none where it does not apply. An unreadable policy counts as NONE if reports are asked for (RFC
 * 9989, 4.10.1).
 */
function policyOf(tags: Tags, inherited: boolean): Policy | undefined {
  const read = (name: string): Policy | undefined => POLICIES[tags.get(name)?.toLowerCase() ?? ''];
  const isBroken = read('p') === undefined || (tags.has('sp') && read('sp') === undefined);
  if (isBroken) return tags.get('rua')?.includes(':') === true ? 'NONE' : undefined;
  return (inherited ? read('sp') : undefined) ?? read('p');
}

const nothing = {
  recordName: null,
  record: null,
  inherited: false,
  policy: null,
  dkimAlignment: null,
  spfAlignment: null,
} as const;

export async function checkDmarc(domain: string, findTexts: FindTexts): Promise<DmarcCheck> {
  const found = (await findAt(domain, findTexts)) ?? (await findAbove(domain, findTexts));
  if (found === null) return { ...nothing, result: 'NONE', problem: null };
  if ('code' in found) return { ...nothing, result: resultOf(found), problem: found };
  const { tags } = found;
  const inherited = found.domain !== domain;
  const recordName = nameOf(found.domain);
  const policy = policyOf(tags, inherited);
  const alignment = (name: string) => (tags.get(name)?.toLowerCase() === 's' ? 'STRICT' : 'RELAXED');
  const shown = { recordName, record: shownText(found.record), inherited };
  if (policy === undefined)
    return { ...nothing, ...shown, result: 'PERMERROR', problem: problemOf('RECORD_INVALID', recordName) };
  const aligned = { dkimAlignment: alignment('adkim'), spfAlignment: alignment('aspf') } as const;
  return { ...shown, ...aligned, result: 'FOUND', problem: null, policy };
}
