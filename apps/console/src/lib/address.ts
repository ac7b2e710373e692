// Knows the paths of all pages, so that a screen can lead to another one without knowing it.

/** The paths of pages below `/platform`; parameters are written as `$name`. */
export const paths = {
  home: '/',
  tasks: '/tasks',
  task: '/tasks/$id',
  start: '/start',
  startOf: '/start/$key',
  instances: '/process-instances',
  instance: '/process-instances/$id',
  incidents: '/incidents',
  incidentCauses: '/incidents/causes',
  batches: '/batches',
  batch: '/batches/$id',
  users: '/users',
  userNew: '/users/new',
  user: '/users/$uuid',
  roles: '/roles',
  role: '/roles/$uuid',
  apiKeys: '/api-keys',
  tenants: '/tenants',
  sessions: '/sessions',
  account: '/account',
  menu: '/menu',
  settings: '/settings',
  setting: '/settings/$code',
  inbox: '/inbox',
  mails: '/mails',
  mailProviders: '/mails/providers',
  mailSenders: '/mails/senders',
  mailSuppressions: '/mails/suppressions',
  mail: '/mails/$uuid',
  mailTemplates: '/mail-templates',
  mailTemplate: '/mail-templates/$uuid',
  announcements: '/announcements',
  announcementNew: '/announcements/new',
  announcement: '/announcements/$uuid',
  announcementEdit: '/announcements/$uuid/edit',
  events: '/events',
  event: '/events/$uuid',
  audit: '/audit',
} as const;

export type PageName = keyof typeof paths;

type ParamsOf<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamsOf<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never;

export type PageParams<Page extends PageName> = Readonly<Record<ParamsOf<(typeof paths)[Page]>, string>>;

/** Makes the address of a page as the router takes it. */
export function address<Page extends PageName>(
  page: Page,
  ...[params]: [ParamsOf<(typeof paths)[Page]>] extends [never] ? [] : [params: PageParams<Page>]
): string {
  const values: Readonly<Record<string, string>> = params ?? {};
  return paths[page].replaceAll(/\$(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''));
}

const PLATFORM = '/platform';

/** Path of the router for an address of a menu; null where that leads elsewhere. */
export function pathOfMenu(menuPath: string): string | null {
  if (menuPath === PLATFORM) return '/';
  return menuPath.startsWith(`${PLATFORM}/`) ? menuPath.slice(PLATFORM.length) : null;
}

const PAGES = Object.values(paths).map((path) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`));

/** Page above one, as the list of a record; null for a page that stands in no other. */
export function levelAbove(pathname: string): string | null {
  const parts = pathname.split('/').filter((part) => part !== '');
  while (parts.length > 1) {
    parts.pop();
    const above = `/${parts.join('/')}`;
    if (PAGES.some((page) => page.test(above))) return above;
  }
  return null;
}
