// The JSON of GET /session, prepared in two halves around the dates that change with each use.
import { describeLocale } from '../../../kernel/locale/locale-object.ts';
import { idleExpiryMs } from '../record/lifespan.ts';
import type { SessionEntry } from './session-entry.ts';

interface Prepared {
  readonly head: string;
  readonly middle: string;
  readonly tail: string;
}

// The map is weak: prepared text lives as long as the entry that it was made of.
const prepared = new WeakMap<SessionEntry, Map<string, Prepared>>();

/**
 * Writes `SvcSecuritySession` of a caller as JSON text; the names of the locale are in the language of the answer. `current`
 * says whether it is shown to its own user.
 */
export function securitySessionJson(entry: SessionEntry, answerLanguage: string, current = true): string {
  let byLanguage = prepared.get(entry);
  if (byLanguage === undefined) {
    byLanguage = new Map();
    prepared.set(entry, byLanguage);
  }
  const key = current ? answerLanguage : `${answerLanguage} relayed`;
  let halves = byLanguage.get(key);
  if (halves === undefined) {
    halves = prepare(entry, answerLanguage, current);
    byLanguage.set(key, halves);
  }
  const lastAccess = new Date(entry.lastAccessMs).toISOString();
  const idleExpiry = new Date(idleExpiryMs(entry)).toISOString();
  return halves.head + lastAccess + halves.middle + idleExpiry + halves.tail;
}

function prepare({ caller, view }: SessionEntry, answerLanguage: string, current: boolean): Prepared {
  const identity = JSON.stringify({
    identifier: caller.identifier,
    username: view.username,
    tenantIdentifier: caller.tenantIdentifier,
    system: view.system,
    createdDate: new Date(view.createdMs).toISOString(),
  });
  const attributes = JSON.stringify({ ...view.attributes, current, status: 'OPEN' });
  const locale = JSON.stringify(describeLocale(view.localeTag, answerLanguage));
  return {
    head: `{"session":${identity.slice(0, -1)},"attributeMap":{"lastAccessDate":"`,
    middle: '","idleExpiryDate":"',
    tail: `",${attributes.slice(1)},"locale":${locale}},"authorities":${JSON.stringify(view.authorities)}}`,
  };
}
