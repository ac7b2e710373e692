// The OpenAPI documents are sound and say what the contract says.
import { describe, expect, it } from 'vitest';
import { closed, text } from '../models/schema.ts';
import { dateTimePattern } from '../models/text-formats.ts';
import { bpmnEngineModule, modules } from '../modules.ts';
import { createComponents } from './components.ts';
import { mergedDocument, moduleDocument } from './document.ts';
import type { Json } from './json.ts';

interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: object }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, { readonly schema?: object }> };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: object }>>;
  readonly security: readonly object[];
  readonly [extension: `x-${string}`]: unknown;
}
interface Document {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: Readonly<Record<'schemas' | 'responses' | 'headers' | 'securitySchemes', Record<string, Json>>>;
}

const merged = mergedDocument(modules, '1.2.3') as unknown as Document;
const operations = (document: Document) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

function resolve(document: Document, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
}

it('says of a failure in the form of a protocol what it looks like there', () => {
  const contentOf = (path: string) => {
    const { $ref = '' } = merged.paths[path]!.post!.responses['400']!;
    return (resolve(merged, $ref) as { readonly content: Record<string, { schema?: { required: readonly string[] } }> })
      .content;
  };
  const otlp = contentOf('/otlp/v1/logs');
  expect(Object.keys(otlp)).toEqual(['application/json', 'application/x-protobuf']);
  expect(otlp['application/json']?.schema?.required).toEqual(['code', 'message']);
  expect(contentOf('/ofrep/v1/evaluate/flags')['application/json']?.schema?.required).toEqual(['errorDetails']);
});

describe.each([
  ['suite', merged] as const,
  ...modules.map((module) => [module.name, moduleDocument(module, '1') as unknown as Document] as const),
])('the document of %s', (_name, document) => {
  it('resolves every reference and carries no model twice', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) expect(resolve(document, reference), reference).toBeDefined();
    const nested = Object.values(document.components.schemas).map((schema) => JSON.stringify(schema));
    for (const schema of nested) expect(schema.split('"title":"Svc').length).toBeLessThanOrEqual(2);
  });

  it('gives every operation an id of its own, its parameters, a success unless it is not built, and its failures', () => {
    expect(document.openapi).toBe('3.1.0');
    const ids = operations(document).map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations(document)) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{[^}]+\}/g) ?? []);
      expect(inPath.every(({ required }) => required)).toBe(true);
      const statuses = Object.keys(operation.responses);
      expect(statuses.includes('200')).toBe(operation['x-not-implemented'] !== true);
      expect(statuses.includes('501')).toBe(operation['x-not-implemented'] === true);
      expect(statuses).toEqual(expect.arrayContaining(['429', '500', '503']));
      expect(statuses.includes('401') || operation.security.length === 0).toBe(true);
    }
  });

  it('describes every answer and names only tags and credentials that it declares', () => {
    const { securitySchemes } = document.components;
    for (const { path, operation } of operations(document)) {
      for (const answer of Object.values(operation.responses)) {
        const { $ref } = answer;
        const whole = ($ref === undefined ? answer : resolve(document, $ref)) as { readonly description?: string };
        expect(whole.description, path).toMatch(/\S/);
      }
      const schemes = operation.security.flatMap((credential) => Object.keys(credential));
      expect(schemes.filter((scheme) => !(scheme in securitySchemes))).toEqual([]);
      expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining([...operation.tags]));
      const keys = operation.parameters.map(({ in: place, name }) => `${place} ${name}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it('uses only component names that the standard allows', () => {
    for (const kind of Object.values(document.components)) {
      for (const name of Object.keys(kind)) expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
    }
  });
});

it('a document says how a date is written', () => {
  const text = JSON.stringify(merged);
  const dates = text.match(/"format":"date-time"/g) ?? [];
  expect(dates.length).toBeGreaterThan(100);
  expect(text.split(`"pattern":${JSON.stringify(dateTimePattern)}`)).toHaveLength(dates.length + 1);
});

describe('what a reader of requests refuses before any service, a document says', () => {
  const at = (path: string, method: string) => merged.paths[path]![method]!;
  const schemaOf = (path: string, kind: string) => at(path, 'post').requestBody?.content[kind]?.schema;

  it('of numbers in an address: they are those that JSON carries without loss', () => {
    const numbers = operations(merged)
      .flatMap(({ operation }) =>
        operation.parameters.map(({ schema }) => schema as Record<string, unknown> | undefined),
      )
      .filter((schema) => schema?.type === 'integer');
    expect(numbers.length).toBeGreaterThan(5);
    for (const { minimum, maximum } of numbers as Record<string, unknown>[]) {
      expect(Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum)).toBe(true);
    }
  });

  it('of a text that has to be there: it is not empty', () => {
    expect(schemaOf('/menu-favorites/exist', 'text/plain')).toMatchObject({ format: 'page-path', minLength: 1 });
    expect(schemaOf('/close', 'text/plain')).toMatchObject({ minLength: 1, maxLength: 128 });
    expect(at('/menu-favorites', 'delete').requestBody?.content['text/plain']?.schema).not.toHaveProperty('minLength');
  });

  it('of a flag: it asks with a context, in JSON', () => {
    for (const path of ['/ofrep/v1/evaluate/flags', '/ofrep/v1/evaluate/flags/{key}']) {
      expect(schemaOf(path, 'text/plain')).toBeUndefined();
      expect(schemaOf(path, 'application/json')).toMatchObject({
        required: ['context'],
        additionalProperties: { $ref: '#/components/schemas/AnyJson' },
        properties: { context: { type: 'object', properties: { targetingKey: { type: 'string' } } } },
      });
    }
  });
});

describe('the document of the suite', () => {
  it('is one that generators of clients take whole: every body has a schema, and no model is put together of parts', () => {
    const bare: string[] = [];
    const parts: string[] = [];
    const walk = (value: unknown, place: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, below] of Object.entries(value)) {
        if (key === 'content' && !place.endsWith('/properties')) {
          for (const [type, body] of Object.entries(below as object))
            if (!('schema' in body)) bare.push(`${place} ${type}`);
        }
        const isRuled = Array.isArray(below) && below.length === 1 && 'then' in value;
        if (key === 'allOf' && !isRuled && !place.endsWith('/then')) parts.push(place);
        if (key !== 'example') walk(below, `${place}/${key}`);
      }
    };
    walk(merged, '');
    expect([bare, parts]).toEqual([[], []]);
    expect(Object.keys((merged.components as Record<string, Record<string, object>>).schemas!.AnyJson!)).toEqual([
      'description',
    ]);
  });

  it('names every object that an answer lists: generators give up on what is null in objects without a name', () => {
    const nameless: string[] = [];
    const seen = new Set<string>();
    const walk = (value: unknown, place: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { $ref, items } = value as { readonly $ref?: string; readonly items?: object };
      if (items !== undefined && 'properties' in items) nameless.push(place);
      if ($ref !== undefined && !seen.has($ref)) {
        seen.add($ref);
        walk(resolve(merged, $ref), $ref);
      }
      for (const [key, below] of Object.entries(value)) if (key !== 'example') walk(below, `${place}/${key}`);
    };
    for (const { path, method, operation } of operations(merged)) walk(operation.responses, `${method} ${path}`);
    expect(seen.size).toBeGreaterThan(500);
    expect(nameless).toEqual([]);
  });

  it('holds every operation, listed or added, once', () => {
    const all = modules.flatMap((module) => Object.values(module.operations));
    const documented = operations(merged).filter(({ operation }) => operation['x-alias-of'] === undefined);
    expect(documented).toHaveLength(all.length);
    const additions = documented.filter(({ operation }) => operation['x-addition'] === true);
    expect(additions).toHaveLength(all.filter(({ listed }) => !listed).length);
  });

  it('shows both spellings of the start paths', () => {
    const path = '/runtime/start/by-process-definition-key/{processDefinitionKey}';
    expect(merged.paths[path]?.post).toMatchObject({ 'x-alias-of': path.replace('definition', 'defitinion') });
  });

  it('answers in the envelope that is named after the body', () => {
    const titles = Object.keys(merged.components.schemas);
    const expected = [
      'SvcResponseVoid',
      'SvcResponseBoolean',
      'SvcResponseLong',
      'SvcResponseMapStringObject',
      'SvcResponseListSvcBpmnTaskModel',
      'SvcResponseSvcPageSvcSession',
      'SvcErrorDetail',
      'SvcSecuritySession',
    ];
    expect(titles).toEqual(expect.arrayContaining(expected));
  });

  it('shows how strings, files, pages and bytes travel', () => {
    const content = (path: string, method: string) => merged.paths[path]?.[method]?.requestBody?.content ?? {};
    expect(Object.keys(content('/close', 'post'))).toEqual(['text/plain', 'application/json']);
    expect(content('/repository/deployXmls', 'post')['multipart/form-data']?.schema).toMatchObject({
      required: ['xmlFileList'],
      properties: { xmlFileList: { type: 'array', maxItems: 200 }, force: { type: 'boolean' } },
    });
    const answer = (path: string) => merged.paths[path]?.get?.responses['200']?.content ?? {};
    expect(Object.keys(answer('/auth/pages/activate'))).toEqual(['text/html']);
    expect(Object.keys(answer('/repository/model/{id}'))).toContain('application/xml');
    expect(Object.keys(merged.paths['/auth/logout']?.get?.responses ?? {})).toContain('302');
  });
});

describe('operation ids', () => {
  const ids = (document: Document) => operations(document).map(({ operation }) => operation.operationId);

  it('they are the name, with the group in front only where a module has a name twice', () => {
    const engine = ids(moduleDocument(bpmnEngineModule, '1') as unknown as Document);
    expect(engine).toEqual(
      expect.arrayContaining(['queryList', 'processInstance_queryPage', 'task_queryPage', 'unclaim']),
    );
  });

  it('they have the module in front in the document of the suite, and keep the bare name beside', () => {
    expect(merged.paths['/task/page']?.post).toMatchObject({
      operationId: 'bpmn-engine_task_queryPage',
      'x-operation-name': 'queryPage',
    });
    expect(merged.paths['/close/session']?.post).toMatchObject({ operationId: 'session_close1' });
  });
});

describe('a stream', () => {
  const events = merged.paths['/session/events']?.get;

  it('is text/event-stream with the data of each event, resumable by a header, and outside the envelope', () => {
    expect(events?.responses['200']?.content).toEqual({
      'text/event-stream': {
        schema: { type: 'string' },
        example: expect.stringMatching(/^event: begun\ndata: \{.*\}\n\n$/),
        'x-events': {
          begun: { $ref: '#/components/schemas/SvcSessionBegunEvent' },
          closed: { $ref: '#/components/schemas/SvcSessionClosedEvent' },
          'all-closed': { $ref: '#/components/schemas/SvcSessionAllClosedEvent' },
          resync: { $ref: '#/components/schemas/SvcSessionResyncEvent' },
        },
      },
    });
    expect(events?.parameters).toMatchObject([{ name: 'Last-Event-ID', in: 'header', required: false }]);
  });

  it('can be one too many', () => {
    const { $ref = '' } = events?.responses['429'] ?? {};
    expect(resolve(merged, $ref)).toMatchObject({ 'x-error-codes': expect.arrayContaining(['TOO_MANY_STREAMS']) });
  });
});

describe('components', () => {
  it('they refuse two different models of one title', () => {
    const components = createComponents();
    components.refer(closed({ id: text('Id.') }, 'SvcThing'), 'sent');
    components.refer(closed({ id: text('Id.') }, 'SvcThing'), 'sent');
    expect(() => components.refer(closed({ id: text('Other.') }, 'SvcThing'), 'sent')).toThrow('SvcThing');
  });

  it('they leave a property alone that happens to be called title', () => {
    const components = createComponents();
    const reference = components.refer(closed({ title: text('Title.'), properties: text('Text.') }, 'SvcBook'), 'sent');
    expect(reference).toEqual({ $ref: '#/components/schemas/SvcBook' });
    expect(components.schemas().SvcBook).toMatchObject({ properties: { title: { type: 'string' } } });
  });
});
