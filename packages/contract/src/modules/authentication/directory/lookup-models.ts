// Declares what people and roles look like to whoever chooses among them.
import type { Static } from 'typebox';
import { needing } from '../../../models/needs.ts';
import { readingFilters } from '../../../models/read-as.ts';
import { closed, list, nullable, optional, text } from '../../../models/schema.ts';
import { roleCode, searchTextMax, usernameMax } from './directory-fields.ts';
import { SvcRoleModel } from './role-models.ts';
import { displayName, SvcUserModel } from './user-models.ts';

/** A list of a page never shows the names of more people. */
export const lookedUpNamesMax = 200;
/** One character would be found in nearly everybody. */
const searchTextMin = 2;

const userQuery = closed({
  searchText: optional(
    text(
      'Finds who can sign in: contained in username or displayName; of two characters, what begins one of them or a word of displayName.',
      { minLength: searchTextMin, maxLength: searchTextMax },
    ),
  ),
  usernameList: optional(
    list(
      text('Username, compared after folding.', { minLength: 1, maxLength: usernameMax }),
      'Usernames to be named.',
      {
        maxItems: lookedUpNamesMax,
      },
    ),
  ),
});
/** A query for people by a part of their names, or for the names of usernames. */
export const SvcUserLookupQueryModel = readingFilters(
  needing(userQuery, 'SvcUserLookupQueryModel', {
    fields: ['searchText', 'usernameList'],
    exclusive: true,
  }),
);
export type SvcUserLookupQueryModel = Static<typeof SvcUserLookupQueryModel>;

export const SvcUserLookupModel = closed(
  {
    uuid: SvcUserModel.properties.uuid,
    username: SvcUserModel.properties.username,
    displayName: nullable(displayName),
  },
  'SvcUserLookupModel',
);
export type SvcUserLookupModel = Static<typeof SvcUserLookupModel>;

export const SvcRoleLookupQueryModel = closed(
  { searchText: optional(text('Contained in code or name.', { minLength: 1, maxLength: searchTextMax })) },
  'SvcRoleLookupQueryModel',
);
export type SvcRoleLookupQueryModel = Static<typeof SvcRoleLookupQueryModel>;

export const SvcRoleLookupModel = closed({ code: roleCode, name: SvcRoleModel.properties.name }, 'SvcRoleLookupModel');
export type SvcRoleLookupModel = Static<typeof SvcRoleLookupModel>;
