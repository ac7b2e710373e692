// Listens to the stream of menu changes across tenants.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenTo } from '../../support/event-stream.ts';
import { startTarget } from '../target.ts';
import { makeWorld, type OwnTenant, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld(await startTarget());
});
afterAll(() => world?.stop());

describe('the stream of menu changes', () => {
  it('tells of the own tenant alone', async () => {
    const [here, elsewhere] = [await world.ownTenant(), await world.ownTenant()];
    const listener = listenTo((await here.deputy.sure.systemMenu.streamChanges()).body);
    const write = async ({ deputy }: OwnTenant) => {
      const name = world.name('written');
      const { headers } = await deputy.sure.systemMenu.appName_save({ body: { name, displayName: name } });
      return Number(headers.get('x-svc-menu-revision'));
    };
    try {
      const foreign = await write(elsewhere);
      const own = await write(here);
      const first = await listener.hear(() => true);
      expect(first).toMatchObject({ event: 'menu-changed', data: { revision: own } });
      expect(own).toBeGreaterThan(foreign);
    } finally {
      await listener.close();
    }
  });
});
