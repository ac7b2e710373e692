// Moves titled models and repeated answers into the components of a document, so that each is written once.
import type { TSchema } from 'typebox';
import { dateTimePattern } from '../models/schema.ts';
import type { Json, JsonObject } from './json.ts';

export interface Components {
  /** The schema with every titled model in it replaced by a reference. */
  readonly refer: (schema: TSchema) => JsonObject;
  /** Models met so far, by title, in alphabetical order. */
  readonly schemas: () => JsonObject;
  /** A reference to the answer of this name, which is made at its first use. */
  readonly respond: (name: string, make: () => JsonObject) => JsonObject;
  readonly responses: () => JsonObject;
}

function sorted(entries: Iterable<readonly [string, Json]>): JsonObject {
  return Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function isObject(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Two different models of one title are an error: the document could only show one of them. */
export function createComponents(): Components {
  const models = new Map<string, { readonly source: string; readonly schema: JsonObject }>();
  const answers = new Map<string, JsonObject>();

  function hoist(value: Json, asProperties: boolean): Json {
    if (Array.isArray(value)) return value.map((entry) => hoist(entry, false));
    if (!isObject(value)) return value;
    const hoisted: Record<string, Json> = {};
    for (const [key, entry] of Object.entries(value)) {
      // A document offers only what this version takes.
      if (asProperties && isObject(entry) && entry['x-not-built'] === true) continue;
      hoisted[key] = hoist(entry, !asProperties && (key === 'properties' || key === 'patternProperties'));
    }
    if (!asProperties && value.format === 'date-time') hoisted.pattern = dateTimePattern;
    // A model may have a property named title: inside `properties` the word names nothing.
    return !asProperties && typeof value.title === 'string' ? reference(value.title, value, hoisted) : hoisted;
  }

  function reference(title: string, original: JsonObject, schema: JsonObject): Json {
    const source = JSON.stringify(original);
    const known = models.get(title);
    if (known !== undefined && known.source !== source) throw new Error(`Two different models are titled ${title}.`);
    models.set(title, { source, schema });
    return { $ref: `#/components/schemas/${title}` };
  }

  return {
    refer: (schema) => hoist(JSON.parse(JSON.stringify(schema)) as Json, false) as JsonObject,
    schemas: () => sorted([...models].map(([title, { schema }]) => [title, schema])),
    respond: (name, make) => {
      if (!answers.has(name)) answers.set(name, make());
      return { $ref: `#/components/responses/${name}` };
    },
    responses: () => sorted(answers),
  };
}
