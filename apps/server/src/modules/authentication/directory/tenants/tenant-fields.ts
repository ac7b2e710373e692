// Says what a tenant's hosts, pages, language and time zone must look like.

import { isTimeZone } from '@keelson/time-zone';
import { canonicalLocaleTag } from '../../../../kernel/locale/locale-object.ts';
import type { ArgumentProblem } from '../../../../kernel/request/errors.ts';
import { resolveRedirectTarget } from '../../../../kernel/text/redirect-target.ts';
import type { TenantRecord } from './tenant-administration.store.ts';

type Checked = Pick<TenantRecord, 'hostList' | 'redirectUrlList' | 'defaultRedirectUrl' | 'locale' | 'timeZone'>;
type Said = { readonly [F in keyof Checked]?: Checked[F] | null | undefined };

/** Matches labels of letters, digits and hyphens; an IPv4 address fits too, an IPv6 one stands in brackets. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|\[[0-9a-f:.]+\])$/;

/** Writes a host as `Host` headers are compared: lower case, without the dot at the end that some write. */
export function canonicalHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

/** Answers the fields as they are stored. */
export function canonicalFields({
  hostList,
  redirectUrlList,
  locale,
}: Omit<Checked, 'defaultRedirectUrl' | 'timeZone'>) {
  return {
    hostList: [...new Set(hostList.map(canonicalHost))],
    redirectUrlList: [...new Set(redirectUrlList)],
    locale: canonicalLocaleTag(locale) ?? locale,
  };
}

/** Finds problems of the fields that are sent; a field that is left out keeps its value. */
export function findTenantProblems(body: Said, before: TenantRecord | null): ArgumentProblem[] {
  const problems: ArgumentProblem[] = [];
  const said = <F extends keyof Checked>(field: F): Said[F] =>
    body[field] === undefined ? before?.[field] : body[field];
  const hostList = [...new Set((said('hostList') ?? []).map(canonicalHost))];
  const redirectUrlList = [...new Set(said('redirectUrlList') ?? [])];
  const [defaultRedirectUrl, locale, timeZone] = [said('defaultRedirectUrl'), said('locale'), said('timeZone')];
  hostList.forEach((host, index) => {
    if (HOST.test(host)) return;
    problems.push({ field: `hostList[${index}]`, code: 'FORMAT', message: 'A host name without scheme and port.' });
  });
  redirectUrlList.forEach((url, index) => {
    if (!url.startsWith('/') && resolveRedirectTarget(url, [url]) !== null) return;
    problems.push({ field: `redirectUrlList[${index}]`, code: 'FORMAT', message: 'An http or https address.' });
  });
  if (defaultRedirectUrl != null && resolveRedirectTarget(defaultRedirectUrl, redirectUrlList) === null) {
    const message = 'A path of the own site, or an address within redirectUrlList.';
    problems.push({ field: 'defaultRedirectUrl', code: 'NOT_ALLOWED', message });
  }
  if (locale != null && canonicalLocaleTag(locale) === null) {
    problems.push({ field: 'locale', code: 'FORMAT', message: 'A BCP 47 tag of a known language.' });
  }
  if (timeZone != null && !isTimeZone(timeZone)) {
    problems.push({ field: 'timeZone', code: 'FORMAT', message: 'An IANA name of a time zone.' });
  }
  return problems;
}
