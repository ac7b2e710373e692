// Makes of what somebody composes the announcement that is sent.
import type { api } from '../../../lib/api.ts';
import type { Values } from '../../../ui/form/values.ts';

export type Sent = Parameters<typeof api.notificationPolling.send>[0]['body'];

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

/** Says whether there is enough of a text to be looked at. */
export function isWritten(values: Values): boolean {
  return textOf(values, 'title') !== '' && textOf(values, 'content') !== '';
}
