// Declares the search over the menu of the caller.
import { type Static, Type } from 'typebox';
import { choice, closed, integer, list, optional, text, uuid } from '../../../models/schema.ts';
import { sessionAccess } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';

const searchTextMax = 100;
const hitsMax = 50;

export const SvcMenuSearchModel = closed(
  {
    text: text('What to look for, in whatever case and with or without accents.', {
      minLength: 1,
      maxLength: searchTextMax,
    }),
    limit: optional(integer('Hits at most; default 20.', { minimum: 1, maximum: hitsMax })),
  },
  'SvcMenuSearchModel',
);
export type SvcMenuSearchModel = Static<typeof SvcMenuSearchModel>;

const node = closed(
  {
    uuid: uuid('Identifier of the item.'),
    name: text('Name.'),
    displayName: text('Name in the language of the answer.'),
    path: Type.Optional(text('Page; left out where it has none.')),
    externalUrl: Type.Optional(text('Address elsewhere; left out where it has none.')),
    target: Type.Optional(choice(['_self', '_blank'] as const, 'Where it opens; left out for _self.')),
    icon: Type.Optional(text('Icon; left out where it has none.')),
    badgeCode: Type.Optional(text('Counter; left out where it has none.')),
  },
  'SvcMenuHitNodeModel',
);

export const SvcMenuHitModel = closed(
  {
    node,
    appName: text('Name of its application.'),
    breadcrumbList: list(Type.String(), 'Names from the application down to what is right above it.'),
  },
  'SvcMenuHitModel',
);
export type SvcMenuHitModel = Static<typeof SvcMenuHitModel>;

export const searchOperations = {
  search: operation({
    method: 'POST',
    path: '/menu-items/search',
    summary: 'Finds pages that the caller may open',
    description:
      'Also items that are not drawn in the tree. First names that begin so, then words, then parts, keywords and paths.',
    access: sessionAccess,
    effect: 'read',
    body: { kind: 'json', schema: SvcMenuSearchModel },
    reply: { kind: 'json', schema: list(SvcMenuHitModel, 'Hits, the best first.') },
  }),
};
