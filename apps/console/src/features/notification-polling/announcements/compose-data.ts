// Makes of what somebody composes the announcement that is sent.
import type { api } from '../../../lib/api.ts';
import type { Values } from '../../../ui/form/values.ts';

export type Sent = Parameters<typeof api.notificationPolling.send>[0]['body'];
export type Changed = Parameters<typeof api.notificationPolling.updateAnnouncement>[0]['body'];
export type Announcement = Awaited<ReturnType<typeof api.notificationPolling.getAnnouncement>>['body'];

/** The values of a new announcement. */
export const START: Values = { type: 'INFO', contentType: 'TEXT', whom: 'all', dismissible: true };

const LISTS = ['users', 'roles', 'authorities'] as const;

const textOf = (values: Values, name: string): string => String(values[name] ?? '').trim();
const listOf = (values: Values, name: string): readonly string[] =>
  Array.isArray(values[name]) ? values[name].map(String) : [];

/** Names nobody where nobody was chosen, so that the server says it. */
function audienceOf(values: Values): NonNullable<Sent['audience']> {
  switch (values.whom) {
    case 'users':
      return { users: [...listOf(values, 'users')] };
    case 'roles':
      return { roles: [...listOf(values, 'roles')] };
    case 'authorities':
      return { authorities: [...listOf(values, 'authorities')] };
    case 'kept':
      return values.audience as NonNullable<Sent['audience']>;
    default:
      return { all: true };
  }
}

/** The English text stands for every language that has none of its own. */
export function sentOf(values: Values): Sent {
  const text = { title: textOf(values, 'title'), content: textOf(values, 'content') };
  const turkish = { title: textOf(values, 'titleTr'), content: textOf(values, 'contentTr') };
  const dates = ['startDate', 'endDate'].filter((name) => textOf(values, name) !== '');
  const links = ['actionUrl', 'actionLabel'].filter((name) => textOf(values, name) !== '');
  return {
    ...text,
    ...(turkish.title === '' && turkish.content === '' ? {} : { contentMap: { tr: turkish } }),
    contentType: values.contentType as NonNullable<Sent['contentType']>,
    type: values.type as NonNullable<Sent['type']>,
    pinned: values.pinned === true,
    dismissible: values.dismissible === true,
    acknowledgementRequired: values.acknowledgementRequired === true,
    audience: audienceOf(values),
    ...Object.fromEntries([...dates, ...links].map((name) => [name, textOf(values, name)])),
  };
}

/** An audience of several lists, or with exceptions, is kept as a whole: the form asks for one list. */
function whomOf(audience: Announcement['audience']): string {
  const lists = LISTS.filter((name) => (audience?.[name] ?? []).length > 0);
  if (lists.length > 1 || (audience?.excludeUsers ?? []).length > 0) return 'kept';
  return lists[0] ?? 'all';
}

/** Makes the values of the form; a start that is past is none that was asked for. */
export function valuesOf({ startDate, ...announcement }: Announcement): Values {
  const { contentMap, audience } = announcement;
  const english = contentMap?.default ?? announcement;
  const lists = LISTS.map((name) => [name, audience?.[name] ?? []]);
  const whom = whomOf(audience);
  return {
    ...announcement,
    title: english.title,
    content: english.content,
    titleTr: contentMap?.tr?.title ?? '',
    contentTr: contentMap?.tr?.content ?? '',
    startDate: Date.parse(startDate) > Date.now() ? startDate : '',
    whom,
    wasKept: whom === 'kept',
    ...Object.fromEntries(lists),
  };
}

/** Makes the change of the announcement in `base`: texts of other languages stay, what is empty goes. */
export function changedOf(values: Values, base: Values): Changed {
  const { title = '', content = '', contentMap: written, audience, ...sent } = sentOf(values);
  const { tr: _turkish, ...others } = (base.contentMap ?? {}) as NonNullable<Announcement['contentMap']>;
  const empty = ['startDate', 'endDate', 'actionUrl', 'actionLabel'].filter((name) => textOf(values, name) === '');
  return {
    ...sent,
    ...Object.fromEntries(empty.map((name) => [name, null])),
    uuid: String(base.uuid),
    version: Number(base.version),
    contentMap: { ...others, default: { title: title ?? '', content: content ?? '' }, ...written },
    ...(values.whom === 'kept' ? {} : { audience }),
  };
}

/** Whether there is enough of a text to be looked at. */
export function isWritten(values: Values): boolean {
  return textOf(values, 'title') !== '' && textOf(values, 'content') !== '';
}
