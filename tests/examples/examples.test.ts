// Holds the examples of the document against its schemas, and sends those of the engine to a server: others are recorded
// (tests/acceptance/examples).
import {
  type Example,
  mergedDocument,
  modules,
  type Operation,
  type PlaceholderName,
  pageExample,
  placeholders,
} from '@keelson/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bpmnEngineGivens } from './bpmn-engine.given.ts';
import { makeExampleWorld } from './example-world.ts';
import type { Arrange, ExampleWorld } from './given.ts';
import { filled, findDifference, sendExample } from './sent-example.ts';

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
const givens: Readonly<Record<string, Arrange>> = bpmnEngineGivens;
const sent = titled.filter(([, { module }]) => module.name === 'bpmn-engine');

const documentedOf = ({ path, method }: Operation): Documented => document.paths[path]![method.toLowerCase()]!;

let world: ExampleWorld;
beforeAll(async () => {
  world = await makeExampleWorld();
});
afterAll(() => world?.stop());

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

describe('an example sent', () => {
  it.each(sent)('to %s gets the answer that it shows', async (_title, { module, key, operation, example }) => {
    const given = await givens[key]!(world);
    const { status, answer } = await sendExample(world.url, { name: module.name, key }, example, given);
    const shown = operation.built && operation.reply.kind === 'html' ? pageExample : (example.answer ?? {});
    expect(findDifference(answer, filled(shown, given.values ?? {}))).toBeNull();
    expect(status).toBe(operation.built && operation.reply.kind === 'redirect-or-void' ? 302 : 200);
    const { schema } = documentedOf(operation).responses['200']!.content?.['application/json'] ?? {};
    // A file is no JSON; what a client of JSON alone gets of it is shown beside it.
    const isFile = operation.built && operation.reply.kind === 'download';
    if (schema === undefined || status === 302 || isFile) return;
    const enveloped = operation.built && operation.reply.kind !== 'form';
    expect(findProblem(schema, enveloped ? { body: answer, errorDetail: null } : answer)).toBeNull();
  });
});

it('no example shows a live token or key', async () => {
  const shown = new Set(JSON.stringify(cases.map(({ example }) => example)).match(/\bsvc_[\w-]{43,}/g));
  expect(shown.size).toBeGreaterThan(1);
  for (const credential of shown) {
    const headers = { authorization: `Bearer ${credential}` };
    expect((await fetch(`${world.url}/session`, { headers })).status).toBe(401);
  }
});

describe('placeholders', () => {
  it('are all used by an example', () => {
    const text = JSON.stringify(cases.map(({ example }) => example));
    const used = (name: PlaceholderName) => text.includes(String(placeholders[name]));
    expect((Object.keys(placeholders) as PlaceholderName[]).filter((name) => !used(name))).toEqual([]);
  });

  it('stand for values of their own form alone', () => {
    const shown = { uuid: placeholders.uuid, link: `/a?at=${placeholders.asOf}`, count: placeholders.number };
    const real = { uuid: '019b76da-a800-772b-8a47-2eeb596b3ef7', link: `/a?at=${'x'.repeat(43)}`, count: 3 };
    expect(findDifference(real, shown)).toBeNull();
    expect(findDifference({ ...real, uuid: 'none' }, shown)).toContain('answer.uuid');
    expect(findDifference({ ...real, link: '/a' }, shown)).toContain('answer.link');
    expect(findDifference({ ...real, count: '3' }, shown)).toContain('answer.count');
    expect(findDifference([], [shown])).toContain('answer has no 0');
    expect(findDifference([shown], [])).toContain('answer: ');
  });
});
