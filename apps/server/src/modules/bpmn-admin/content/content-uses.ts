// Bounds what is kept of what a content uses and defines: keys of a length that can be looked for, so many of each.
import type { ModelFacts } from '../model/models.ts';
import type { ContentUses } from '../record/reference.store.ts';

/** Tells which reading of contents what is kept is of: raised when the reading finds more, so that all are read anew. */
export const FACTS_VERSION = 1;

/** Codes, keys and the texts of filters have so many characters at most. */
const KEY_LENGTH_MAX = 255;
/** BPMN and DMN have fewer; the types of a form are its author's. */
const ELEMENT_TYPES_MAX = 500;
const DEFINED_KEYS_MAX = 1_000;
/** A model of 2,000 elements, each of which uses something, has as many. */
const REFERENCES_MAX = 10_000;

const isKeyLike = (text: string): boolean => text.length <= KEY_LENGTH_MAX;

/** A key that is longer is told by its beginning: usually it is an expression. */
export function usesOf({
  elementTypes,
  keys,
  references,
}: Pick<Exclude<ModelFacts, { readonly kind: 'UNREADABLE' }>, 'elementTypes' | 'keys' | 'references'>): ContentUses {
  return {
    elementTypes: elementTypes.filter(isKeyLike).slice(0, ELEMENT_TYPES_MAX),
    definedKeys: keys.filter(isKeyLike).slice(0, DEFINED_KEYS_MAX),
    references: references.slice(0, REFERENCES_MAX).map(({ kind, key, elementId, computed }) => ({
      kind,
      key: Array.from(key).slice(0, KEY_LENGTH_MAX).join(''),
      elementId: elementId !== null && isKeyLike(elementId) ? elementId : null,
      computed,
    })),
  };
}
