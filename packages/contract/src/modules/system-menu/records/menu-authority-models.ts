// Declares the models of the conditions of menu items.
import type { Static } from 'typebox';
import {
  anyValue,
  choice,
  closed,
  flag,
  integer,
  list,
  long,
  nullable,
  optional,
  serverSet,
  text,
  uuid,
} from '../../../models/schema.ts';
import { menuFields, SvcMenuGrantModel } from '../menu-fields.ts';

/** One call sets so many conditions: a screen of roles against items. */
export const menuAuthoritiesMax = 200;

export const SvcMenuItemAuthorityModel = closed(
  {
    id: nullable(long('Number of the own record; null where there is none.')),
    uuid: nullable(uuid('Identifier of the own record; null where there is none.')),
    version: integer('Version of the own record; 0 where there is none.'),
    menuItemUuid: uuid('Item.'),
    menuItemName: text('Name of the item.'),
    authorityList: menuFields.authorityList,
    matchType: menuFields.matchType,
    inherited: flag('True: the item has no record of its own.'),
    everybody: flag(
      'True: the record in force asks for nothing, so the item is open to whoever sees what is above it.',
    ),
    effectiveAuthorityList: list(
      SvcMenuGrantModel,
      'Pairs of the item, else of the nearest item above it that has some, else of the application.',
    ),
    chain: list(
      closed(
        {
          level: choice(['APP', 'ITEM'] as const, 'What it is.'),
          uuid: uuid('Record.'),
          name: text('Name.'),
          authorityList: menuFields.authorityList,
          matchType: menuFields.matchType,
        },
        'SvcMenuAuthorityChainModel',
      ),
      'From the application down everything that has to be satisfied.',
    ),
    shared: flag('The record in force is the shared one.'),
  },
  'SvcMenuItemAuthorityModel',
);
export type SvcMenuItemAuthorityModel = Static<typeof SvcMenuItemAuthorityModel>;

export const SvcMenuItemAuthorityPersistModel = closed(
  {
    menuItemUuid: uuid('Item.'),
    authorityList: optional(menuFields.authorityList),
    matchType: optional(menuFields.matchType),
    version: optional(integer('Version that was read; absent, null or 0 where there is no record.', { minimum: 0 })),
    everybody: optional(
      flag('True, with an empty list or none: the item asks for nothing. An empty list alone opens nothing.'),
    ),
    inherited: optional(flag('As it was answered: true with an empty list leaves the item without a record.')),
    id: serverSet(long('Number of the own record.')),
    uuid: serverSet(uuid('Identifier of the own record.')),
    menuItemName: serverSet(text('Name of the item.')),
    effectiveAuthorityList: serverSet(list(SvcMenuGrantModel, 'Pairs in force.')),
    chain: serverSet(anyValue('Everything that has to be satisfied.')),
    shared: serverSet(flag('The record in force is the shared one.')),
  },
  'SvcMenuItemAuthorityPersistModel',
);
export type SvcMenuItemAuthorityPersistModel = Static<typeof SvcMenuItemAuthorityPersistModel>;
