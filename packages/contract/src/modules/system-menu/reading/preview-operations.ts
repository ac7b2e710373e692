// Declares the operations that show what others see of the menu, and why somebody does not see an item.
import type { Static } from 'typebox';
import { needing } from '../../../models/needs.ts';
import { choice, closed, flag, list, maybe, optional, text, uuid } from '../../../models/schema.ts';
import { localePattern } from '../../../models/text-formats.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { SvcMenuGrantModel } from '../menu-fields.ts';
import { applicationNameField } from '../records/application-models.ts';
import { SvcMenuTreeModel } from '../records/item-models.ts';

const usernameField = { minLength: 1, maxLength: 128 } as const;
/** Pairs of a preview; nobody holds as many. */
const previewPairsMax = 1_000;

export const SvcMenuPreviewModel = needing(
  closed({
    username: optional(text('User of the own tenant; this or authorityList.', usernameField)),
    authorityList: optional(
      list(SvcMenuGrantModel, 'What is held; a pair with one half holds that half alone. Empty: nothing.', {
        maxItems: previewPairsMax,
      }),
    ),
    appName: optional(text('Name of one application; default all of them.', applicationNameField)),
    locale: optional(
      text('Language of the names, as a BCP 47 tag; default that of the request.', {
        maxLength: 64,
        pattern: localePattern,
      }),
    ),
  }),
  'SvcMenuPreviewModel',
  { fields: ['username', 'authorityList'], exclusive: true },
);
export type SvcMenuPreviewModel = Static<typeof SvcMenuPreviewModel>;

const visibilityCodes = [
  'APP_DISABLED',
  'APP_AUTHORITY',
  'ITEM_DISABLED',
  'ITEM_HIDDEN',
  'ITEM_AUTHORITY',
  'ANCESTOR',
  'EMPTY_GROUP',
] as const;

export const SvcMenuVisibilityModel = closed(
  {
    visible: flag('The item stands in the tree of that person.'),
    reasonList: list(
      closed(
        {
          code: choice(visibilityCodes, 'ANCESTOR: an item above it is disabled, hidden or asks for more.'),
          uuid: uuid('Record that it is about.'),
          name: text('Name of that record.'),
          missing: list(
            SvcMenuGrantModel,
            'Pairs of it that are not held: one of them suffices where any does, else all.',
          ),
        },
        'SvcMenuVisibilityReasonModel',
      ),
      'Everything that keeps it from being shown, from the application down; empty: it is shown.',
    ),
  },
  'SvcMenuVisibilityModel',
);
export type SvcMenuVisibilityModel = Static<typeof SvcMenuVisibilityModel>;

const view = authority('MENU_VIEW_ALL');

export const previewOperations = {
  previewTree: operation({
    method: 'POST',
    path: '/menu-items/tree/preview',
    summary: 'The menu as somebody else sees it',
    description:
      'As a user of the own tenant would see it, or somebody who holds these pairs. Favorites, which are private, are not marked.',
    access: view,
    effect: 'read',
    body: { kind: 'json', schema: SvcMenuPreviewModel },
    reply: { kind: 'json', schema: SvcMenuTreeModel },
    errors: ['APP_NAME_NOT_FOUND', 'USER_NOT_FOUND'],
  }),
  explainVisibility: operation({
    method: 'GET',
    path: '/menu-items/visibility/by-uuid/{uuid}',
    summary: 'Why somebody sees an item or not',
    description: 'Of the caller where no user is named. Answers every reason at once.',
    access: view,
    effect: 'read',
    params: closed({ uuid: uuid('Identifier of the item.') }),
    query: closed({ username: maybe(text('User of the own tenant.', usernameField)) }),
    reply: { kind: 'json', schema: SvcMenuVisibilityModel },
    errors: ['MENU_ITEM_NOT_FOUND', 'USER_NOT_FOUND'],
  }),
};
