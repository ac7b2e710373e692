// Holds the examples of the document, which are recorded (tests/acceptance/examples), against its schemas.
import { type Example, mergedDocument, modules, type Operation } from '@keelson/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

interface Content {
  readonly schema?: object;
  readonly example?: unknown;
}
interface Documented {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

const document = mergedDocument(modules, '1') as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components: object;
};
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
/** Names the document at the validator: its models are compiled once for all that refers to them. */
const DOCUMENT_ID = 'document';
ajv.addSchema({ $id: DOCUMENT_ID, components: document.components });

/** Says what a schema of the document has against a value; null where it fits. */
function findProblem(schema: object, value: unknown): string | null {
  const validate = ajv.compile(asPartOfDocument(schema));
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

/** Lets the references of a schema lead to where it stands in the document. */
function asPartOfDocument(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#') ? DOCUMENT_ID + value : value,
  );
}

const cases = modules.flatMap((module) =>
  Object.entries(module.operations).flatMap(([key, operation]) =>
    operation.built ? [{ module, key, operation, example: module.examples?.[key] as Example }] : [],
  ),
);
const titled = cases.map((one) => [`${one.module.name} ${one.key}`, one] as const);

const documentedOf = ({ path, method }: Operation): Documented => document.paths[path]![method.toLowerCase()]!;

describe('the document', () => {
  it.each(titled)('shows the request of %s as its schema has it', (_title, { operation, example }) => {
    const { parameters, requestBody } = documentedOf(operation);
    for (const [place, values] of [
      ['path', example.params ?? {}],
      ['query', example.query ?? {}],
    ] as const) {
      for (const [name, value] of Object.entries(values)) {
        expect(parameters).toContainEqual(expect.objectContaining({ name, in: place, example: value }));
      }
    }
    // The first kind of a body is the usual one.
    const [usual] = Object.values(requestBody?.content ?? {});
    if (usual?.example === undefined) expect(requestBody?.required ?? false).toBe(false);
    else expect(findProblem(usual.schema!, usual.example)).toBeNull();
  });

  it.each(titled)('shows an answer of %s as its schema has it', (_title, { operation }) => {
    const { responses } = documentedOf(operation);
    const shown = Object.values(responses['200']!.content ?? {}).filter((content) => content.example !== undefined);
    // A page is shown beside the envelope where either may be asked for.
    expect(shown).not.toEqual([]);
    for (const { schema, example } of shown) if (schema !== undefined) expect(findProblem(schema, example)).toBeNull();
  });
});

it('no example shows a token or key of a real session', () => {
  const shown = JSON.stringify(cases.map(({ example }) => example)).match(/\bsvc_[\w-]{43,}/g) ?? [];
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.filter((credential) => !/^svc_(?:key_)?example-\d+-x+$/.test(credential))).toEqual([]);
});
