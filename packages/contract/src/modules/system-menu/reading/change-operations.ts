// Declares the stream that notifies open pages when the menu of their tenant is no longer the one they show.
import { closed, long } from '../../../models/schema.ts';
import { sessionAccess } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';

export const menuStreamEvents = {
  'menu-changed': closed({ revision: long('Revision of the menu now.') }, 'SvcMenuChangeModel'),
} as const;

export const changeOperations = {
  streamChanges: operation({
    method: 'GET',
    path: '/menu-items/changes',
    summary: 'Changes of the menu as they happen',
    description:
      'Of what all tenants share and of the own tenant, at most one event a second. Read the tree again after an event, at a ' +
      'random moment within 2 s, so that not all pages do so at once. Whoever comes back with Last-Event-ID learns at once ' +
      'when something changed meanwhile. Favorites, personal order and what somebody holds are no changes of the menu.',
    access: sessionAccess,
    effect: 'read',
    passive: true,
    reply: { kind: 'event-stream', events: menuStreamEvents, resumable: true },
  }),
};
