// Calls every operation of the contract at every address it has: each does its work.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addresses, clientAt, entries } from './addresses.ts';
import { suites } from './suites.ts';
import { ownServer, startTarget } from './target.ts';
import { makeWorld, type Scenario, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld(await startTarget({ KEELSON_TEST_MODE: 'true' }));
});
afterAll(() => world?.stop());

const built = addresses.filter(({ operation }) => operation.built);

const scenarios: Readonly<Record<string, Scenario>> = Object.assign(
  {},
  ...suites.flatMap(({ scenarios: own, mailedScenarios = {}, testModeScenarios = {} }) => [
    own,
    mailedScenarios,
    testModeScenarios,
  ]),
);
const ownServerIds = new Set(
  suites.flatMap(({ mailedScenarios, testModeScenarios }) => Object.keys({ ...mailedScenarios, ...testModeScenarios })),
);

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
  // Nobody but their recipients can read the mails of a server that is given, and it is not in test mode.
  const seen = built.filter(({ id }) => ownServer || !ownServerIds.has(id));

  it.each(seen.map((address) => [address.operation.method, address.path, address] as const))(
    '%s %s does its work',
    async (_method, _path, address) => {
      const clients: ReturnType<typeof clientAt>[] = [];
      await scenarios[address.id]?.((person) => {
        const made = clientAt(world.url, person?.token ?? null, address);
        clients.push(made);
        return made.client;
      }, world);
      expect(clients.reduce((sum, { hits }) => sum + hits(), 0)).toBeGreaterThan(0);
    },
  );
});
