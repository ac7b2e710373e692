// OpenAPI 3.1 documents of one module and of the suite, made from the contract.

import type { Language } from '../errors/definition.ts';
import type { ModuleContract, Operation } from '../operations/define.ts';
import type { Example } from '../operations/request.ts';
import { answers, sharedHeaders } from './answer.ts';
import { type Components, createComponents } from './components.ts';
import { documentTexts } from './document-texts.ts';
import type { JsonObject } from './json.ts';
import { parameters, requestBody } from './request.ts';

const anyCredential = [{ bearer: [] }, { apiKey: [] }, { cookie: [] }];

function description(operation: Operation, language: Language): string {
  const words = documentTexts[language];
  const { kind, authorities, fresh } = operation.access;
  const parts = [operation.built ? operation.description : words.notOffered, words.who[kind](authorities)];
  if (operation.built && 'limitBytes' in operation.body) parts.push(words.bodyLimit(operation.body.limitBytes));
  if (fresh) parts.push(words.fresh);
  if (operation.built && operation.mayBeStale === true) parts.push(words.mayBeStale);
  return parts.join('\n\n');
}

/** The module's words in a language; what has none in Turkish is said in English. */
function wordsOf({ title, operations, turkish }: ModuleContract, language: Language) {
  const own = language === 'tr' ? turkish : undefined;
  return {
    title: own?.title ?? title,
    summaryOf: (key: string) => own?.summaries[key] ?? (operations[key] as Operation).summary,
  };
}

interface Described {
  readonly id: string;
  readonly module: ModuleContract;
  readonly operation: Operation;
  readonly summary: string;
  readonly example: Example | undefined;
}

function describe({ id, module, operation, summary, example }: Described, components: Components): JsonObject {
  const body = requestBody(operation, components, example);
  return {
    operationId: id,
    tags: [module.name],
    summary,
    description: description(operation, components.language),
    parameters: parameters(operation, components, example),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: answers(operation, components, example),
    security: operation.access.kind === 'public' ? [] : anyCredential,
    'x-operation-name': operation.name,
    'x-access': { ...operation.access },
    ...(operation.listed ? {} : { 'x-addition': true }),
    ...(operation.built ? { 'x-effect': operation.effect } : { 'x-not-implemented': true }),
  };
}

/** The name where it is unique in the module, else the key, which has the group in front. */
function operationId(module: ModuleContract, key: string): string {
  const { name } = module.operations[key] as Operation;
  const namesakes = Object.values(module.operations).filter((other) => other.name === name);
  return namesakes.length === 1 ? name : key;
}

type Paths = Record<string, Record<string, JsonObject>>;

function addModule(paths: Paths, module: ModuleContract, components: Components, prefix: string): void {
  const { summaryOf } = wordsOf(module, components.language);
  for (const [key, operation] of Object.entries(module.operations)) {
    const id = prefix + operationId(module, key);
    const method = operation.method.toLowerCase();
    const example = module.examples?.[key];
    const described = describe({ id, module, operation, summary: summaryOf(key), example }, components);
    paths[operation.path] = { ...paths[operation.path], [method]: described };
    for (const [index, alias] of (operation.aliases ?? []).entries()) {
      const twin = { ...described, operationId: `${id}_alias${index + 1}`, 'x-alias-of': operation.path };
      // The interface lists both spellings of its own operations; those of additions are former ones.
      const marked = operation.listed === true ? twin : { ...twin, deprecated: true };
      paths[alias] = { ...paths[alias], [method]: marked };
    }
  }
}

function document(title: string, version: string, paths: Paths, components: Components, rest: JsonObject): JsonObject {
  const { introduction, bearer, apiKey, cookie } = documentTexts[components.language];
  return {
    openapi: '3.1.0',
    info: { title, version, description: introduction, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    ...rest,
    paths,
    components: {
      schemas: components.schemas(),
      responses: components.responses(),
      headers: sharedHeaders,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: bearer },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: apiKey },
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-svc-session', description: cookie },
      },
    },
  };
}

/**
 * Makes the document of one module; `operationId` is the name of the operation, or `<group>_<name>` where that is not
 * unique. Titles, summaries and the sentences of failures are in the language that is asked for; fields are explained in English.
 */
export function moduleDocument(module: ModuleContract, version: string, language: Language = 'en'): JsonObject {
  const components = createComponents(language);
  const { title } = wordsOf(module, language);
  const paths: Paths = {};
  addModule(paths, module, components, '');
  return document(`Keelson: ${title}`, version, paths, components, {
    servers: ['/', ...module.prefixes].map((url) => ({ url })),
    tags: [{ name: module.name, description: title }],
  });
}

/** Makes the document of several modules at the root; `operationId` is `<module>_<name>`. */
export function mergedDocument(
  modules: readonly ModuleContract[],
  version: string,
  language: Language = 'en',
): JsonObject {
  const components = createComponents(language);
  const paths: Paths = {};
  for (const module of modules) addModule(paths, module, components, `${module.name}_`);
  return document('Keelson', version, paths, components, {
    servers: [{ url: '/' }],
    tags: modules.map((module) => ({ name: module.name, description: wordsOf(module, language).title })),
  });
}
