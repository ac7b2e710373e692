// Holds the rules that the contract as a whole keeps: it is complete, described, and no two addresses meet by accident.
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import {
  annotationKeywords,
  anyCaseKeyword,
  type BuiltOperation,
  errorCatalogue,
  errorCodesOf,
  type HttpMethod,
  type ModuleContract,
  modules,
  needsKeyword,
  type Operation,
  pathParameters,
  publicBodyBytesMax,
  readAsKeyword,
  type TSchema,
  textFormats,
} from '../../packages/contract/src/index.ts';
import { interfaceRows } from './interface-rows.ts';

/** Seven hundred schemas take a second, and a busy machine its time. */
const COMPILE_TIMEOUT_MS = 60_000;

interface Entry {
  readonly id: string;
  readonly module: ModuleContract;
  readonly key: string;
  readonly operation: Operation;
}

const entries: readonly Entry[] = modules.flatMap((module) =>
  Object.entries(module.operations).map(([key, operation]) => ({
    id: `${module.name} ${key}`,
    module,
    key,
    operation,
  })),
);
const built = entries.filter((entry): entry is Entry & { readonly operation: BuiltOperation } => entry.operation.built);
const listed = entries.filter(({ operation }) => operation.listed);
const rowOf = ({ module, operation }: Entry) =>
  [module.name, operation.name, operation.method, operation.path].join(' ');

it('every body that a stranger may send is bounded by its operation', () => {
  const open = built.filter(({ operation }) => operation.access.kind === 'public' && operation.body.kind !== 'none');
  const limits = open.map(({ operation: { body } }) => ('limitBytes' in body ? body.limitBytes : undefined));
  expect(open).toHaveLength(15);
  expect(new Set(limits)).toEqual(new Set([publicBodyBytesMax]));
});

describe('every row of the interface', () => {
  it('is an operation of the contract with its exact name, method and path, and nothing else is listed', () => {
    expect(interfaceRows).toHaveLength(79);
    const rows = interfaceRows.map(({ module, name, method, path }) => [module, name, method, path].join(' '));
    expect(listed.map(rowOf).sort()).toEqual(rows.sort());
  });

  it('stands in the order of the modules of the interface', () => {
    expect(modules.map(({ name }) => name)).toEqual([...new Set(interfaceRows.map(({ module }) => module))]);
  });

  it('answers under the second prefix of mail notification too, and no other module has a second one', () => {
    expect(Object.fromEntries(modules.map(({ name, prefixes }) => [name, prefixes]))).toEqual({
      authentication: ['/authentication'],
      'mail-notification': ['/notification-mail-server', '/gw/notification-mail-server'],
      session: ['/session-server'],
      'logger-producer': ['/logger-producer-server'],
      'system-setting': [],
      report: ['/report-server'],
      'notification-polling': ['/notification-polling-server'],
      'bpmn-admin': [],
      'system-menu': [],
      'bpmn-engine': [],
    });
  });

  it('is built in ten modules so far', () => {
    const counts = new Map<string, number>();
    for (const { module, operation } of listed) {
      if (operation.built) counts.set(module.name, (counts.get(module.name) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({
      authentication: 4,
      session: 16,
      'system-setting': 3,
      'system-menu': 6,
      'bpmn-admin': 11,
      'bpmn-engine': 12,
      'logger-producer': 4,
      'notification-polling': 3,
      'mail-notification': 13,
      report: 7,
    });
  });
});

interface Address {
  readonly method: HttpMethod;
  readonly segments: readonly string[];
  readonly id: string;
}

const parameterSegment = '{}';
/** These addresses of the server belong to no module. */
const serverPaths = ['/health/live', '/health/ready', '/metrics', '/v3/api-docs', '/v3/api-docs/{}', '/docs'];

const addresses: readonly Address[] = [
  ...serverPaths.map((path) => ({ method: 'GET' as const, segments: path.split('/'), id: `server ${path}` })),
  ...entries.flatMap(({ id, module, operation }) =>
    ['', ...module.prefixes].flatMap((prefix) =>
      [operation.path, ...(operation.aliases ?? [])].map((path) => ({
        method: operation.method,
        segments: `${prefix}${path}`.replaceAll(/\{[^}]+\}/g, parameterSegment).split('/'),
        id,
      })),
    ),
  ),
];

function meet(left: Address, right: Address): boolean {
  return (
    left.method === right.method &&
    left.segments.length === right.segments.length &&
    left.segments.every((segment, index) => {
      const other = right.segments[index];
      return segment === other || segment === parameterSegment || other === parameterSegment;
    })
  );
}

describe('addresses', () => {
  const meetings = addresses.flatMap((left, index) =>
    addresses.slice(index + 1).flatMap((right) => (meet(left, right) ? [[left, right] as const] : [])),
  );

  it('belong to one operation each, at the root, at every prefix and at every alias', () => {
    const same = meetings.filter(([left, right]) => left.segments.join('/') === right.segments.join('/'));
    expect(same.map(([left, right]) => `${left.id} = ${right.id}`)).toEqual([]);
  });

  it('meet through a parameter only where the literal one is meant to win', () => {
    const pairs = meetings.map(([left, right]) => [left, right].map(({ segments }) => segments.join('/')).join(' = '));
    expect(pairs.sort()).toEqual([
      '/process/by-code/{} = /process/{}/deployments',
      '/process/by-code/{} = /process/{}/diff',
      '/process/by-code/{} = /process/{}/references',
      '/process/by-code/{} = /process/{}/validate',
      '/process/by-code/{} = /process/{}/versions',
      '/process/export/{} = /process/{}/deployments',
      '/process/export/{} = /process/{}/validate',
      '/process/import/{} = /process/{}/deployments',
      '/process/import/{} = /process/{}/validate',
      '/process/model/{} = /process/{}/deploy',
      '/process/model/{} = /process/{}/deployments',
      '/process/model/{} = /process/{}/diff',
      '/process/model/{} = /process/{}/references',
      '/process/model/{} = /process/{}/rename',
      '/process/model/{} = /process/{}/validate',
      '/process/model/{} = /process/{}/versions',
      '/process/namespaces = /process/{}',
      '/process/{}/diff = /process/export/{}',
      '/process/{}/diff = /process/import/{}',
      '/process/{}/references = /process/export/{}',
      '/process/{}/references = /process/import/{}',
      '/process/{}/versions = /process/export/{}',
      '/process/{}/versions = /process/import/{}',
      '/task/stream = /task/{}',
      '/task/variables/{} = /task/{}/attachments',
      '/task/variables/{} = /task/{}/comments',
      '/task/variables/{} = /task/{}/form',
      '/task/variables/{} = /task/{}/identity-links',
      '/task/variables/{} = /task/{}/unclaim',
    ]);
  });

  it('name pages and lists of additions as the listed ones of their module do', () => {
    for (const module of modules) {
      const operations = Object.values<Operation>(module.operations);
      const isData = operations.some(({ path, listed }) => listed === true && path.endsWith('/data/page'));
      const odd = operations.filter(
        ({ path, listed }) => listed !== true && /(?<!\/data|\/data\/lookup)\/(page|list)$/.test(path),
      );
      if (isData) expect(odd.map(({ path }) => path)).toEqual([]);
    }
  });

  it('are well formed, and additions shadow no listed one', () => {
    for (const { operation } of entries) {
      for (const path of [operation.path, ...(operation.aliases ?? [])]) {
        expect(path).toMatch(/^(\/([A-Za-z0-9-]+|\{[a-z][A-Za-z]*\}))+$/);
        expect(pathParameters(path)).toEqual(pathParameters(operation.path));
      }
    }
  });
});

describe('every operation', () => {
  it.each(entries.map((entry) => [entry.id, entry] as const))('%s is whole', (_id, { module, key, operation }) => {
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    const namesakes = Object.values(module.operations).filter(({ name }) => name === operation.name);
    if (key !== operation.name) expect(key).toMatch(new RegExp(`^[a-z][A-Za-z]*_${operation.name}$`));
    if (namesakes.length > 1) expect(key).not.toBe(operation.name);
    const { kind, authorities } = operation.access;
    expect(authorities.length > 0).toBe(kind === 'authority' || kind === 'own-or-authority');
    if (!operation.built) return;
    expect(operation.description).toMatch(/^[A-Z].*\.$/s);
    const declared = Object.keys(operation.params?.properties ?? {});
    expect(declared).toEqual([...pathParameters(operation.path)]);
    expect(operation.params?.required ?? []).toEqual(declared);
  });

  it('carries its own secret or tells nothing if it is public', () => {
    const open = entries.filter(({ operation }) => operation.access.kind === 'public').map(({ id }) => id);
    expect(open.sort()).toEqual([
      'authentication activate',
      'authentication activationPage',
      'authentication beginEnrollment',
      'authentication completeLoginWithCode',
      'authentication completeLoginWithEnrollment',
      'authentication completeLoginWithNewPassword',
      'authentication confirmEmail',
      'authentication createCaptcha',
      'authentication emailPage',
      'authentication forgotPassword',
      'authentication getCaptchaImageString',
      'authentication getPasswordPolicy',
      'authentication login',
      'authentication logout',
      'authentication logoutPost',
      'authentication resendCode',
      'authentication resetPage',
      'authentication resetPassword',
      'mail-notification showUnsubscribe',
      'mail-notification unsubscribe',
      'system-setting evaluateFlag',
      'system-setting evaluateFlags',
      'system-setting getBooleanSettingByCode',
      'system-setting getBooleanSettingByCodeAndTenant',
      'system-setting getDecimalSettingByCode',
      'system-setting getDecimalSettingByCodeAndTenant',
      'system-setting getJsonSettingByCode',
      'system-setting getJsonSettingByCodeAndTenant',
      'system-setting getNumberSettingByCode',
      'system-setting getNumberSettingByCodeAndTenant',
      'system-setting getPublicValues',
      'system-setting getStringSettingByCode',
      'system-setting getStringSettingByCodeAndTenant',
      'system-setting streamFlagChanges',
    ]);
  });

  it('is no GET if it changes something, but for those whose address the interface fixes', () => {
    const writes = built.filter(({ operation }) => operation.method === 'GET' && operation.effect === 'write');
    expect(writes.map(({ id }) => id).sort()).toEqual([
      'authentication logout',
      'bpmn-engine unclaim',
      'session closeAll',
      'session closeAll2',
      'session closeAllByUser',
      'session systemCloseAll',
    ]);
    const reads = built.filter(({ operation }) => operation.effect === 'read');
    for (const { operation } of reads) expect(operation.method).toMatch(/^(GET|POST)$/);
  });

  it('names only authorities that a module registers', () => {
    const known = new Set(modules.flatMap(({ authorities }) => authorities.map(({ authority }) => authority)));
    expect(known.size).toBe(modules.flatMap(({ authorities }) => authorities).length);
    for (const { operation } of built) {
      for (const authority of operation.access.authorities) expect(known).toContain(authority);
    }
  });

  it('declares only codes of the catalogue, and every code of the catalogue can be answered', () => {
    const answered = new Set(entries.flatMap(({ operation }) => [...errorCodesOf(operation)]));
    const withoutOperation = [
      'OPERATION_NOT_FOUND',
      'METHOD_NOT_ALLOWED',
      'TRANSFER_CODING_NOT_SUPPORTED',
      'OPERATION_NOT_IMPLEMENTED',
    ];
    expect([...new Set([...answered, ...withoutOperation])].sort()).toEqual(Object.keys(errorCatalogue).sort());
  });
});

interface Node {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: boolean | Node;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

function schemasOf({ params, query, body, reply }: BuiltOperation): TSchema[] {
  const bodySchemas = body.kind === 'multipart' ? [body.fields] : 'schema' in body ? [body.schema] : [];
  const replySchemas = 'schema' in reply ? [reply.schema] : 'events' in reply ? Object.values(reply.events) : [];
  return [params, query, ...bodySchemas, ...replySchemas].filter((schema) => schema !== undefined);
}

function* nodesOf(node: Node, path: string): Generator<readonly [path: string, node: Node]> {
  yield [path, node];
  for (const [name, child] of Object.entries(node.properties ?? {})) yield* nodesOf(child, `${path}.${name}`);
  if (node.items !== undefined) yield* nodesOf(node.items, `${path}[]`);
  if (typeof node.additionalProperties === 'object') yield* nodesOf(node.additionalProperties, `${path}{}`);
  for (const alternative of node.anyOf ?? []) yield* nodesOf(alternative, path);
}

describe('every model', () => {
  const nodes = built.flatMap(({ id, operation }) =>
    schemasOf(operation).flatMap((schema) => [...nodesOf(schema as Node, id)]),
  );

  it('describes each of its properties', () => {
    expect(nodes.length).toBeGreaterThan(1_000);
    const bare = nodes.flatMap(([path, { properties }]) =>
      Object.entries(properties ?? {})
        .filter(([, { description, title }]) => description === undefined && title === undefined)
        .map(([name]) => `${path}.${name}`),
    );
    expect(bare).toEqual([]);
  });

  it('says of each object whether it takes unknown fields', () => {
    const open = nodes.filter(([, { type, additionalProperties }]) => {
      return [type].flat().includes('object') && additionalProperties === undefined;
    });
    expect(open.map(([path]) => path)).toEqual([]);
  });

  it('contains no reference, so that none is recursive', () => {
    for (const { operation } of built) {
      expect(JSON.stringify(schemasOf(operation))).not.toMatch(/"\$(id|ref|dynamicRef|recursiveRef)"/);
    }
  });

  it('has a title of its own', () => {
    const models = new Map<string, Set<string>>();
    for (const [, node] of nodes) {
      if (typeof node.title !== 'string') continue;
      models.set(node.title, (models.get(node.title) ?? new Set()).add(JSON.stringify(node)));
    }
    expect(models.size).toBeGreaterThan(30);
    expect([...models].filter(([, different]) => different.size > 1).map(([title]) => title)).toEqual([]);
  });

  it('compiles in a validator that knows no keyword but the declared ones', { timeout: COMPILE_TIMEOUT_MS }, () => {
    const formats = { 'date-time': true, uuid: true, int64: true } as const;
    const ajv = new Ajv({ strict: true, strictTypes: false, allowUnionTypes: true, formats });
    for (const name of Object.keys(textFormats)) ajv.addFormat(name, true);
    ajv
      .addKeyword({ ...anyCaseKeyword })
      .addKeyword({ ...readAsKeyword })
      .addKeyword({ ...needsKeyword })
      .addVocabulary([...annotationKeywords]);
    const schemas = new Set(built.flatMap(({ operation }) => schemasOf(operation)));
    expect(schemas.size).toBeGreaterThan(40);
    for (const schema of schemas) expect(() => ajv.compile(schema)).not.toThrow();
  });
});
