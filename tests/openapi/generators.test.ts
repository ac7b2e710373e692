// Makes clients of the served document with generators that others wrote; runs only where the programs are named.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { modules } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEngine } from '../../apps/server/src/modules/bpmn-engine/testing/engine-server.ts';
import { userTaskFile } from '../../apps/server/src/modules/bpmn-engine/testing/models.ts';
import { type Person, TEST_PASSWORD } from '../../apps/server/src/testing/test-people.ts';
import type { TestServer } from '../../apps/server/src/testing/test-server.ts';

const {
  /** Is the jar of openapi-generator-cli; `java` is on the path. */
  KEELSON_OPENAPI_GENERATOR: jar,
  /** Is a Python that has openapi-python-client and python-dateutil. */
  KEELSON_OPENAPI_PYTHON: python,
} = process.env;
const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
/** Some hundred models are made and compiled, on a busy machine. */
const GENERATING_MS = 600_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** An operation that has a second address is two in the document. */
const operationCount = modules
  .flatMap(({ operations }) => Object.values(operations))
  .flatMap(({ path: first, aliases = [] }) => [first, ...aliases]).length;

describe.skipIf(jar === undefined && python === undefined)('the served document, in the hands of a generator', () => {
  let folder: string;
  let server: TestServer;
  let admin: Person;
  let document: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'keelson-generated-'));
    ({ server, admin } = await startEngine());
    document = path.join(folder, 'openapi.json');
    await writeFile(document, await (await fetch(`${server.url}/v3/api-docs`)).text());
  }, GENERATING_MS);
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const openapiGenerator = (generator: string, ...more: string[]) =>
    run(
      'java',
      ['-jar', jar!, 'generate', '-g', generator, '-i', document, '-o', path.join(folder, generator), ...more],
      {
        maxBuffer: OUTPUT_BYTES_MAX,
      },
    );

  it.skipIf(jar === undefined)(
    'makes TypeScript that compiles, with every operation',
    async () => {
      await openapiGenerator('typescript-fetch');
      const apis = path.join(folder, 'typescript-fetch', 'apis');
      const sources = await Promise.all((await readdir(apis)).map((name) => readFile(path.join(apis, name), 'utf8')));
      const names = new Set(
        sources.flatMap((source) => [...source.matchAll(/async (\w+)\(/g)].map(([, name]) => name)),
      );
      expect([...names].filter((name) => names.has(`${name}Raw`))).toHaveLength(operationCount);
      const options =
        '--ignoreConfig --noEmit --strict --module esnext --moduleResolution bundler --target es2022 --lib es2022,dom';
      const compiler = path.join(root, 'node_modules/typescript-7/bin/tsc');
      const entry = path.join(folder, 'typescript-fetch', 'index.ts');
      const output = await run(process.execPath, [compiler, ...options.split(' '), entry]).catch(
        ({ stdout }: { readonly stdout: string }) => ({ stdout }),
      );
      expect(output.stdout).toBe('');
    },
    GENERATING_MS,
  );

  it.skipIf(jar === undefined)(
    'makes Java with every operation',
    async () => {
      await openapiGenerator('java', '--library', 'native');
      const apis = path.join(folder, 'java/src/main/java/org/openapitools/client/api');
      const sources = await Promise.all((await readdir(apis)).map((name) => readFile(path.join(apis, name), 'utf8')));
      const builders = sources.flatMap((source) => source.match(/HttpRequest\.Builder \w+RequestBuilder\(/g) ?? []);
      expect(new Set(builders).size).toBe(operationCount);
    },
    GENERATING_MS,
  );

  it.skipIf(python === undefined)(
    'makes Python with every operation, which signs in and starts a process',
    async () => {
      const { stdout, stderr } = await run(
        python!,
        ['-m', 'openapi_python_client', 'generate', '--path', document, '--output-path', path.join(folder, 'python')],
        { maxBuffer: OUTPUT_BYTES_MAX, env: { ...process.env, NO_COLOR: '1', COLUMNS: '400' } },
      );
      expect(`${stdout}${stderr}`).not.toContain('will not be generated');
      expect((await admin.deploy([['built.bpmn', userTaskFile('built')]])).errorDetail).toBeNull();
      const program = `
import os
from keelson_client import Client, AuthenticatedClient
from keelson_client.api.authentication import authentication_login
from keelson_client.api.bpmn_engine import bpmn_engine_start_process_instance_by_key
from keelson_client.models import SvcAuthAuthenticationRequestModel, SvcBpmnStartProcessInstanceModel

url = os.environ['SERVER']
login = SvcAuthAuthenticationRequestModel(username='admin', password=os.environ['PASSWORD'])
token = authentication_login.sync(client=Client(base_url=url), body=login).body.token
client = AuthenticatedClient(base_url=url, token=token)
body = SvcBpmnStartProcessInstanceModel(business_key='from Python')
print(bpmn_engine_start_process_instance_by_key.sync('built', client=client, body=body).body.business_key)
`;
      await writeFile(path.join(folder, 'python', 'program.py'), program);
      const env = { ...process.env, SERVER: server.url, PASSWORD: TEST_PASSWORD };
      const started = await run(python!, ['program.py'], { cwd: path.join(folder, 'python'), env });
      expect(started.stdout.trim()).toBe('from Python');
    },
    GENERATING_MS,
  );
});
