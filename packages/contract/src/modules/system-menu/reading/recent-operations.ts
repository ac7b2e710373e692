// Declares the operations on pages that the caller opened last.
import type { Static } from 'typebox';
import { closed, dateTime, integer, list, nullable, text, uuid } from '../../../models/schema.ts';
import { personAccess } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { menuFields } from '../menu-fields.ts';

export const SvcMenuRecentModel = closed(
  {
    path: menuFields.path,
    menuItemUuid: nullable(uuid('Item of that path that the caller sees; null: a page that is no item.')),
    displayName: text('Name of the item, else the path.'),
    icon: nullable(text('Icon of the item.')),
    openedDate: dateTime('When it was opened last; repetitions within 10 s are not counted.'),
    openCount: integer('How often it was opened while it stood in the list.', { minimum: 1 }),
  },
  'SvcMenuRecentModel',
);
export type SvcMenuRecentModel = Static<typeof SvcMenuRecentModel>;

const SvcMenuRecentSaveModel = closed({ path: menuFields.path }, 'SvcMenuRecentSaveModel');

export const recentOperations = {
  getRecentList: operation({
    method: 'GET',
    path: '/menu-recents/data/list',
    summary: 'Lists the pages that the caller opened last',
    description:
      'The newest first, one entry a path. Pages of items that the caller cannot see now are left out. Empty while the setting ' +
      'menu.recents.enabled is off.',
    access: personAccess,
    effect: 'read',
    reply: { kind: 'json', schema: list(SvcMenuRecentModel, 'Pages.') },
  }),
  addRecent: operation({
    method: 'POST',
    path: '/menu-recents',
    summary: 'Remembers that the caller opened a page',
    description:
      'The oldest beyond the setting menu.recents.max-per-user go. Without effect while menu.recents.enabled is off, and for ' +
      'the same path within 10 s.',
    access: personAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcMenuRecentSaveModel },
  }),
  clearRecents: operation({
    method: 'DELETE',
    path: '/menu-recents',
    summary: 'Forgets the pages that the caller opened',
    description: 'All of them.',
    access: personAccess,
    effect: 'write',
  }),
};
