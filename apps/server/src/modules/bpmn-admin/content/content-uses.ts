// Bounds the kept references of a content: keys of a searchable length, and a number of each kind.
import type { ModelFacts } from '../model/models.ts';
import type { ContentUses } from '../record/reference.store.ts';

/** Version of reading contents: raised when the reading finds more, so that all are read anew. */
export const FACTS_VERSION = 1;

/** Characters of codes, keys and the texts of filters. */
const KEY_LENGTH_MAX = 255;
/** Element types of a content: BPMN and DMN have fewer; those of a form are its author's. */
const ELEMENT_TYPES_MAX = 500;
const DEFINED_KEYS_MAX = 1_000;
/** References of a content: a model of 2,000 elements, each with some, has as many. */
const REFERENCES_MAX = 10_000;

const isKeyLike = (text: string): boolean => text.length <= KEY_LENGTH_MAX;

/** Makes the references; of a longer key, usually an expression, the beginning is kept. */
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
