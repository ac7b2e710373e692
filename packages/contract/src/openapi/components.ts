// Moves titled models and repeated answers into the components of a document, so that each is written once.
import type { TSchema } from 'typebox';
import type { Language } from '../errors/definition.ts';
import type { Json, JsonObject } from './json.ts';
import { loosened } from './loosened.ts';
import {
  anyJson,
  anyJsonName,
  anyObject,
  anyObjectName,
  type Direction,
  isAnyObject,
  isAnyValue,
  stated,
} from './stated.ts';

export interface Components {
  /** Language of the document, where the contract has its words in it. */
  readonly language: Language;
  /** Makes the schema with every titled model in it replaced by a reference. */
  readonly refer: (schema: TSchema, direction: Direction) => JsonObject;
  /** Models met so far, by title, in alphabetical order. */
  readonly schemas: () => JsonObject;
  /** Makes a reference to the answer of this name, which is made at its first use. */
  readonly respond: (name: string, make: () => JsonObject) => JsonObject;
  readonly responses: () => JsonObject;
}

function sorted(entries: Iterable<readonly [string, Json]>): JsonObject {
  return Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Model {
  readonly source: string;
  readonly direction: Direction;
  readonly schema: JsonObject;
}

const schemaKeywords = ['items', 'additionalProperties', 'propertyNames', 'contentSchema'] as const;
const listKeywords = ['anyOf', 'oneOf', 'allOf'] as const;
const mapKeywords = ['properties', 'patternProperties'] as const;

/** Two different models of one title are an error: the document could only show one of them. */
export function createComponents(language: Language = 'en'): Components {
  const models = new Map<string, Model>();
  const answers = new Map<string, JsonObject>();
  /** Rules of requests by the name of the model that an answer has. */
  const requests = new Map<string, readonly JsonObject[]>();

  function hoistMap(map: JsonObject, direction: Direction): JsonObject {
    return Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, hoist(schema, direction)]));
  }

  function hoist(schema: Json | undefined, direction: Direction): Json | undefined {
    if (!isObject(schema)) return schema;
    const hoisted: Record<string, Json | undefined> = { ...schema };
    for (const key of schemaKeywords) if (key in schema) hoisted[key] = hoist(schema[key], direction);
    for (const key of mapKeywords) {
      const map = schema[key];
      if (isObject(map)) hoisted[key] = hoistMap(map, direction);
    }
    for (const key of listKeywords) {
      const branches = schema[key] as readonly Json[] | undefined;
      if (branches !== undefined) hoisted[key] = branches.map((branch) => hoist(branch, direction) ?? null);
    }
    if (direction === 'sent' && isAnyValue(schema)) models.set(anyJsonName, { source: '', direction, schema: anyJson });
    if (direction === 'answered' && isAnyObject(schema)) {
      models.set(anyObjectName, { source: '', direction, schema: anyObject });
    }
    const { 'x-model': name, ...written } = stated(hoisted, direction);
    if (typeof name === 'string') return ruled(name, written);
    return typeof schema.title === 'string' ? reference(schema.title, schema, { direction, schema: written }) : written;
  }

  /**
   * Refers to the model of an answer, and says the rules of the request beside it: by `if` and `then`, which generators of
   * clients pass over. Of a reference that has other references beside it, some tools lose those.
   */
  function ruled(name: string, { title: _title, ...rules }: JsonObject): JsonObject {
    requests.set(name, [...(requests.get(name) ?? []), rules]);
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    return { allOf: [{ $ref: `#/components/schemas/${name}` }], if: { type: 'object' }, then: rules };
  }

  function written([title, { schema }]: readonly [string, Model]): readonly [string, JsonObject] {
    return [title, loosened(schema, requests.get(title) ?? [])];
  }

  function reference(title: string, original: JsonObject, found: Omit<Model, 'source'>): JsonObject {
    const source = JSON.stringify(original);
    const known = models.get(title);
    if (known !== undefined && known.source !== source) throw new Error(`Two different models are titled ${title}.`);
    if (known?.direction !== 'sent') models.set(title, { source, direction: found.direction, schema: found.schema });
    return { $ref: `#/components/schemas/${title}` };
  }

  return {
    language,
    refer: (schema, direction) => hoist(JSON.parse(JSON.stringify(schema)) as Json, direction) as JsonObject,
    schemas: () => sorted([...models].map(written)),
    respond: (name, make) => {
      if (!answers.has(name)) answers.set(name, make());
      return { $ref: `#/components/responses/${name}` };
    },
    responses: () => sorted(answers),
  };
}
