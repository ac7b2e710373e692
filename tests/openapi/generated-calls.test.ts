// Speaks with every operation by a client that openapi-generator makes of the served document; runs only where its jar is named.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addresses, clientAt } from '../acceptance/addresses.ts';
import { clockIds, scenarios } from '../acceptance/scenarios.ts';
import { startTarget } from '../acceptance/target.ts';
import { makeWorld, type World } from '../acceptance/world.ts';
import { comparable, type GeneratedClient, loadGenerated } from './generated-fetch.ts';

const jar = process.env.KEELSON_OPENAPI_GENERATOR;
/** Some hundred models are made, on a busy machine. */
const GENERATING_MS = 600_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** The document of the suite has no prefixes. */
const documented = addresses.filter(
  ({ operation, path: address }) => address === operation.path || operation.aliases?.includes(address),
);
/** Those that move the clock come last. */
const ordered = [true, false].flatMap((first) => documented.filter(({ id }) => first !== clockIds.has(id)));

/** Holds, by operation, what the code of the generator does in place of what it should; a version that does better fails here. */
const faults: Readonly<Record<string, RegExp>> = {
  // It writes the part that is JSON with the writer of the answer's model.
  'report uploadCsv': /options UNKNOWN_FIELD/,
  // Where an object is open, it sends a property whose name it changed under both names.
  'system-setting evaluateFlags': /^systemSettingEvaluateFlagsRaw, body: .*keelson_prefix/,
};

describe.skipIf(jar === undefined)('the client of TypeScript that openapi-generator makes', () => {
  let folder: string;
  let world: World;
  let generated: GeneratedClient;
  let differences: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'keelson-generated-'));
    world = await makeWorld(await startTarget({ KEELSON_TEST_MODE: 'true' }));
    const document = path.join(folder, 'openapi.json');
    await writeFile(document, await (await fetch(`${world.url}/v3/api-docs`)).text());
    const command = ['-jar', jar!, 'generate', '-g', 'typescript-fetch', '-i', document, '-o', folder].concat(
      '--additional-properties=modelPropertyNaming=original',
    );
    await promisify(execFile)('java', command, { maxBuffer: OUTPUT_BYTES_MAX });
    generated = await loadGenerated(folder, (call, what, seen, right) => {
      const [one, other] = [seen, right].map((value) => JSON.stringify(comparable(value)));
      if (one !== other) differences.push(`${call}, ${what}: ${one} in place of ${other}`);
    });
  }, GENERATING_MS);
  afterAll(async () => {
    await world?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('has a call for each operation of the document', () => {
    expect(generated.size).toBe(documented.length);
  });

  it.each(ordered.map((address) => [address.operation.method, address.path, address] as const))(
    '%s %s does its work, and loses nothing of what is sent and answered',
    async (method, address, entry) => {
      differences = [];
      const clients: ReturnType<typeof clientAt>[] = [];
      const failure = await scenarios[entry.id]!((person) => {
        const made = clientAt(world.url, person?.token ?? null, entry, (at, init) =>
          generated.send({ method, path: address }, at, init),
        );
        clients.push(made);
        return made.client;
      }, world).then(
        () => [],
        (error: Error) => [error.message],
      );
      expect(clients.reduce((sum, { hits }) => sum + hits(), 0)).toBeGreaterThan(0);
      const fault = faults[entry.id];
      if (fault === undefined) expect([...failure, ...differences]).toEqual([]);
      else expect([...failure, ...differences].filter((text) => !fault.test(text))).toEqual([]);
      expect(failure.length + differences.length > 0).toBe(fault !== undefined);
    },
  );
});
