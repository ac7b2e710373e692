// Calls every operation of the contract at every address it has: each does its work, once under one Idempotency-Key, and as its
// example shows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addresses, clientAt, entries } from './addresses.ts';
import { type Heard, heardClient } from './examples/heard-client.ts';
import { checkExample } from './examples/recorder.ts';
import { createRepeatedFetch } from './examples/repeated-fetch.ts';
import { clockIds, ownServerIds, scenarios } from './scenarios.ts';
import { ownServer, startTarget } from './target.ts';
import { makeWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld(await startTarget({ KEELSON_TEST_MODE: 'true' }));
});
afterAll(() => world?.stop());

const built = addresses.filter(({ operation }) => operation.built);

describe('the scenarios', () => {
  it('are one for each built operation of the contract and no more', () => {
    const expected = entries.filter(({ operation }) => operation.built).map(({ id }) => id);
    expect(Object.keys(scenarios).sort()).toEqual(expected.sort());
  });

  it('run at the misspelt start paths, at the correct ones and at every prefix', () => {
    const paths = built.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/runtime/start/by-process-defitinion-key/{processDefinitionKey}',
        '/runtime/start/by-process-definition-key/{processDefinitionKey}',
        '/auth/login',
        '/authentication/auth/login',
        '/session-server/session',
      ]),
    );
  });
});

describe('a built operation', () => {
  const seen = built.filter(({ id }) => ownServer || !ownServerIds.has(id));
  const ordered = [true, false].flatMap((first) => seen.filter(({ id }) => first !== clockIds.has(id)));

  it.each(ordered.map((address) => [address.operation.method, address.path, address] as const))(
    '%s %s does its work',
    async (_method, _path, address) => {
      const clients: ReturnType<typeof clientAt>[] = [];
      const heard: Heard[] = [];
      const repeated = createRepeatedFetch(address.operation);
      await scenarios[address.id]?.((person) => {
        const made = clientAt(world.url, person?.token ?? null, address, repeated.send);
        clients.push(made);
        return heardClient(made.client, address, (one) => heard.push(one));
      }, world);
      expect(clients.reduce((sum, { hits }) => sum + hits(), 0)).toBeGreaterThan(0);
      await repeated.again();
      const usual = address.path === address.operation.path;
      if (usual && ownServer) expect(await checkExample(address, heard, world.run)).toBeNull();
    },
  );
});
