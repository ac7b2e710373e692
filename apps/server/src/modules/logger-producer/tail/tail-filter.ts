// Decides which stored events a stream sends: those that its caller may see and has asked for.
import type { SvcEventLogTailQueryModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { fail, failAuthority, invalid } from '../../../kernel/request/errors.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { parseExactJson } from '../../../kernel/text/json/exact-json.ts';
import { isEmptySearch, typesSeenBy, wordFilterOf } from '../reading/feature.ts';
import { LEVELS } from '../record/level.ts';
import { type FullText, tokensOf } from '../record/search-tokens.ts';
import type { TailedEvent } from './tailed-event.ts';

export type Fits = (event: TailedEvent) => boolean;

const FIELDS = ['service', 'instance', 'eventType'] as const;

/** Makes the filter; 403 for another tenant; 409 LOG_FULL_TEXT_OFF for words without an index. */
export function tailFilterOf({ caller }: Act, asked: SvcEventLogTailQueryModel, fullText: FullText): Fits {
  const tenantIdentifier = asked.tenantIdentifier ?? caller.tenantIdentifier;
  if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
  const { levelFrom, eventName = '*', searchText, username } = asked;
  if (searchText !== undefined && fullText === 'OFF') fail('LOG_FULL_TEXT_OFF');
  if (searchText !== undefined && isEmptySearch(searchText))
    invalid({ field: 'searchText', code: 'PATTERN', message: 'Must hold a word.' });
  const types = new Set(typesSeenBy(caller));
  const levels = new Set<unknown>(levelFrom === undefined ? LEVELS : LEVELS.slice(LEVELS.indexOf(levelFrom)));
  const nameFits = eventName.endsWith('*')
    ? (name: string) => name.startsWith(eventName.slice(0, -1))
    : (name: string) => name === eventName;
  const usernameFolded = username === undefined ? null : foldName(username);
  const wordsFit = searchText === undefined ? null : wordFilterOf(searchText);
  const traceId = asked.traceId?.toLowerCase();
  return ({ row }) =>
    row.tenantIdentifier === tenantIdentifier &&
    types.has(row.eventType) &&
    levels.has(row.level) &&
    nameFits(String(row.eventName)) &&
    FIELDS.every((field) => asked[field] === undefined || row[field] === asked[field]) &&
    (traceId === undefined || row.traceId === traceId) &&
    (usernameFolded === null || (typeof row.username === 'string' && foldName(row.username) === usernameFolded)) &&
    (wordsFit === null || wordsFit(tokensOfRow(row, fullText)));
}

function tokensOfRow(
  { message, eventName, tagList, attributeMap }: TailedEvent['row'],
  fullText: FullText,
): readonly string[] {
  const tags = tagList as readonly string[];
  const attributes = parseExactJson(attributeMap ?? '{}') as Readonly<Record<string, unknown>>;
  return tokensOf(fullText, { message: message as string | null, eventName: String(eventName), tags, attributes });
}
