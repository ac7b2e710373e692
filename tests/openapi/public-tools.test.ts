// Holds the documents against tools that others wrote: a validator of OpenAPI, and a generator whose types a program is built on.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type JsonObject, mergedDocument, moduleDocument, modules } from '@keelson/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import openapiTypes, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, startDirectory } from '../../apps/server/src/testing/sign-in.ts';
import type { TestServer } from '../../apps/server/src/testing/test-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
/** A megabyte of types is made and checked, on a busy machine. */
const GENERATING_MS = 120_000;

const documents = [
  ['suite', mergedDocument(modules, '1')],
  ...modules.map((module) => [module.name, moduleDocument(module, '1')]),
] as [string, JsonObject][];

/** The tools change what they are given. */
const copyOf = (document: JsonObject) => structuredClone(document) as Record<string, unknown>;

async function findProblems(document: Parameters<Validator['validate']>[0]): Promise<string> {
  const { valid, errors } = await new Validator().validate(document);
  return valid ? '' : JSON.stringify(errors);
}

describe('the validator', () => {
  it.each(documents)('finds nothing wrong with the document of %s', async (_name, document) => {
    expect(await findProblems(copyOf(document))).toBe('');
  });

  it('would find a parameter at no place, and an answer without a description', async () => {
    const parameters = [{ name: 'a', in: 'nowhere', schema: {} }];
    const paths = { '/': { get: { parameters, responses: { 200: { description: 'Yes.' } } } } };
    const broken = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths };
    expect(await findProblems(broken)).toContain('/paths/~1/get/parameters/0');
    const silent = { ...broken, paths: { '/': { get: { responses: { 200: {} } } } } };
    expect(await findProblems(silent)).toContain('/paths/~1/get/responses/200');
  });
});

/** Signs in as somebody may who has the generated types and nothing else of this program. */
const program = `
import type { paths } from './types.ts';

type JsonOf<T> = T extends { content: { 'application/json': infer J } } ? J : never;
type Body<P extends keyof paths, M extends keyof paths[P]> =
  paths[P][M] extends { requestBody?: infer B } ? ([B] extends [undefined] ? undefined : JsonOf<NonNullable<B>>) : never;
type Answer<P extends keyof paths, M extends keyof paths[P]> =
  paths[P][M] extends { responses: { 200: infer R } } ? JsonOf<R> : never;

async function call<P extends keyof paths, M extends 'get' | 'post'>(
  path: P, method: M, body: Body<P, M>, token?: string | null,
): Promise<Answer<P, M>> {
  const response = await fetch(process.env.SERVER + path, {
    method: method.toUpperCase(),
    headers: { 'content-type': 'application/json', ...(token ? { authorization: 'Bearer ' + token } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return await response.json() as Answer<P, M>;
}

const login = await call('/auth/login', 'post', { username: 'admin', password: process.env.PASSWORD ?? '' });
const session = await call('/session', 'get', undefined, login.body.token);
const sessions = await call('/page/user', 'post', { pageable: { pageSize: 5 } }, login.body.token);
const total: number = sessions.body.totalElements;
console.log(session.body.session.username + ' ' + total);
`;

describe('the types that the generator makes of the document of the suite', () => {
  let folder: string;
  let server: TestServer;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'keelson-types-'));
    server = await startDirectory();
    const types = await openapiTypes(JSON.stringify(documents[0]![1]));
    await writeFile(path.join(folder, 'types.ts'), astToString(types));
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(path.join(folder, 'program.ts'), program);
    const wrong = program.replace("username: 'admin'", 'user: 1').replace('const total: number', 'const total: string');
    await writeFile(path.join(folder, 'wrong.ts'), wrong);
  }, GENERATING_MS);
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const typeCheck = async (file: string): Promise<readonly string[]> => {
    const options = '--noEmit --strict --module nodenext --target es2024 --allowImportingTsExtensions'.split(' ');
    const types = ['--types', 'node', '--typeRoots', path.join(root, 'node_modules/@types')];
    const compiler = path.join(root, 'node_modules/typescript-7/bin/tsc');
    const output = await run(process.execPath, [compiler, ...options, ...types, file], { cwd: folder }).then(
      () => '',
      ({ stdout }: { readonly stdout: string }) => stdout,
    );
    return output.split('\n').filter((line) => line.includes(': error '));
  };

  it(
    'carry a program that signs in and reads its session, and the program runs',
    async () => {
      expect(await typeCheck('program.ts')).toEqual([]);
      const env = { ...process.env, SERVER: server.url, PASSWORD: ADMIN_PASSWORD };
      const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder, env });
      expect(stdout.trim()).toBe('admin 1');
    },
    GENERATING_MS,
  );

  it(
    'refuse a field that the model does not have, and a number that is read as a text',
    async () => {
      const errors = await typeCheck('wrong.ts');
      expect(errors).toHaveLength(2);
      expect(errors.join('\n')).toMatch(/'user' does not exist.*'number' is not assignable to type 'string'/s);
    },
    GENERATING_MS,
  );
});
