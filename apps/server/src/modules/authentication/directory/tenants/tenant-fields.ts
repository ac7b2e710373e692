// Says what a tenant's hosts, pages, language and time zone must look like.

import { isTimeZone } from '@keelson/time-zone';
import { canonicalLocaleTag } from '../../../../kernel/locale/locale-object.ts';
import type { ArgumentProblem } from '../../../../kernel/request/errors.ts';
import { resolveRedirectTarget } from '../../../../kernel/text/redirect-target.ts';
import type { TenantFields } from './tenant-administration.store.ts';

export const TENANT_LOCALE_STANDARD = 'en';
export const TENANT_TIME_ZONE_STANDARD = 'UTC';

/** Matches labels of letters, digits and hyphens; an IPv4 address fits too, an IPv6 one stands in brackets. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|\[[0-9a-f:.]+\])$/;

/** Writes a host as `Host` headers are compared: lower case, without the dot at the end that some write. */
export function canonicalHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

export function findTenantProblems(tenant: TenantFields): ArgumentProblem[] {
  const problems: ArgumentProblem[] = [];
  const { hostList, redirectUrlList, defaultRedirectUrl, locale, timeZone } = tenant;
  hostList.forEach((host, index) => {
    if (HOST.test(host)) return;
    problems.push({ field: `hostList[${index}]`, code: 'FORMAT', message: 'A host name without scheme and port.' });
  });
  redirectUrlList.forEach((url, index) => {
    if (!url.startsWith('/') && resolveRedirectTarget(url, [url]) !== null) return;
    problems.push({ field: `redirectUrlList[${index}]`, code: 'FORMAT', message: 'An http or https address.' });
  });
  if (defaultRedirectUrl !== null && resolveRedirectTarget(defaultRedirectUrl, redirectUrlList) === null) {
    const message = 'A path of the own site, or an address within redirectUrlList.';
    problems.push({ field: 'defaultRedirectUrl', code: 'NOT_ALLOWED', message });
  }
  if (canonicalLocaleTag(locale) === null) {
    problems.push({ field: 'locale', code: 'FORMAT', message: 'A BCP 47 tag of a known language.' });
  }
  if (!isTimeZone(timeZone)) {
    problems.push({ field: 'timeZone', code: 'FORMAT', message: 'An IANA name of a time zone.' });
  }
  return problems;
}
