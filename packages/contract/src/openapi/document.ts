// OpenAPI 3.1 documents of one module and of the suite, made from the contract.

import type { ModuleContract, Operation } from '../operations/define.ts';
import type { Example } from '../operations/request.ts';
import { answers, sharedHeaders } from './answer.ts';
import { type Components, createComponents } from './components.ts';
import type { JsonObject } from './json.ts';
import { parameters, requestBody } from './request.ts';

const securitySchemes: JsonObject = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Session token svc_... or API key svc_key_...' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'API key svc_key_...' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-svc-session',
    description: 'Session token of a browser; what changes something must prove its origin.',
  },
};
const introduction = [
  '**Signing in.** `POST /auth/login` answers a session token; it travels as `Authorization: Bearer svc_...` or in a cookie. ' +
    'Programs use an API key, as a bearer or in `X-API-Key`.',
  '**Envelope.** Every answer in JSON is `{body, errorDetail}`; one of the two is null. Fields that are unknown are refused.',
  '**Paging.** `pageable` says page (from 0), size (at most 200) and order; an answer repeats what held. Lists refuse rather than cut.',
  '**Idempotency.** Where `Idempotency-Key` is a parameter, the same key and body within 24 hours get the first answer.',
  '**Errors.** `errorDetail.errorCode` is stable; `x-error-codes` of an answer lists what it can be. VALIDATION_FAILED names ' +
    'every problem at once in `errorArguments`. `uuid` equals the header `X-Request-Id` and is found in the log.',
  '**Examples.** Each was sent to a server and got this answer. Ids, times, numbers that differ, tokens, names and passwords in ' +
    'them are placeholders: put your own in their place. Lists show their first entries.',
].join('\n\n');

const anyCredential = [{ bearer: [] }, { apiKey: [] }, { cookie: [] }];

function description(operation: Operation): string {
  const { kind, authorities, fresh } = operation.access;
  const who = {
    public: 'Nobody has to sign in.',
    session: 'Any live session or API key.',
    person: 'A person; API keys are refused.',
    authority: `Needs ${authorities.join(' or ')}.`,
    'own-or-authority': `Own ones, or ${authorities.join(' or ')}.`,
  }[kind];
  const parts = [operation.built ? operation.description : 'Not offered by this version.', who];
  if (operation.built && 'limitBytes' in operation.body)
    parts.push(`The body has at most ${operation.body.limitBytes} bytes.`);
  if (fresh) parts.push('Needs a fresh sign-in; API keys are exempt.');
  return parts.join('\n\n');
}

interface Described {
  readonly id: string;
  readonly module: ModuleContract;
  readonly operation: Operation;
  readonly example: Example | undefined;
}

function describe({ id, module, operation, example }: Described, components: Components): JsonObject {
  const body = requestBody(operation, components, example);
  return {
    operationId: id,
    tags: [module.name],
    summary: operation.summary,
    description: description(operation),
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

/** Answers the name where it is unique in the module, else the key, which has the group in front. */
function operationId(module: ModuleContract, key: string): string {
  const { name } = module.operations[key] as Operation;
  const namesakes = Object.values(module.operations).filter((other) => other.name === name);
  return namesakes.length === 1 ? name : key;
}

type Paths = Record<string, Record<string, JsonObject>>;

function addModule(paths: Paths, module: ModuleContract, components: Components, prefix: string): void {
  for (const [key, operation] of Object.entries(module.operations)) {
    const id = prefix + operationId(module, key);
    const method = operation.method.toLowerCase();
    const described = describe({ id, module, operation, example: module.examples?.[key] }, components);
    paths[operation.path] = { ...paths[operation.path], [method]: described };
    for (const [index, alias] of (operation.aliases ?? []).entries()) {
      const twin = { ...described, operationId: `${id}_alias${index + 1}`, 'x-alias-of': operation.path };
      paths[alias] = { ...paths[alias], [method]: twin };
    }
  }
}

function document(title: string, version: string, paths: Paths, components: Components, rest: JsonObject): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title, version, description: introduction, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    ...rest,
    paths,
    components: {
      schemas: components.schemas(),
      responses: components.responses(),
      headers: sharedHeaders,
      securitySchemes,
    },
  };
}

/**
 * Makes the document of one module; `operationId` is the name of the operation, or `<group>_<name>` where that is not
 * unique.
 */
export function moduleDocument(module: ModuleContract, version: string): JsonObject {
  const components = createComponents();
  const paths: Paths = {};
  addModule(paths, module, components, '');
  return document(`Keelson: ${module.title}`, version, paths, components, {
    servers: ['/', ...module.prefixes].map((url) => ({ url })),
    tags: [{ name: module.name, description: module.title }],
  });
}

/** Makes the document of several modules at the root; `operationId` is `<module>_<name>`. */
export function mergedDocument(modules: readonly ModuleContract[], version: string): JsonObject {
  const components = createComponents();
  const paths: Paths = {};
  for (const module of modules) addModule(paths, module, components, `${module.name}_`);
  return document('Keelson', version, paths, components, {
    servers: [{ url: '/' }],
    tags: modules.map(({ name, title }) => ({ name, description: title })),
  });
}
