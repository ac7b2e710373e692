// Flags and their streams show and tell nothing of another tenant, whatever somebody holds in their own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenTo } from '../../support/event-stream.ts';
import type { Person } from '../../support/people.ts';
import { startTarget } from '../target.ts';
import { createOwner } from '../tenants.ts';
import { makeWorld, type OwnTenant, type World } from '../world.ts';
import { ticketOf } from './ofrep.scenarios.ts';
import { createForeignSetting, type ForeignSetting, setValue } from './settings.ts';

let world: World;
let stranger: Person;
let tenant: OwnTenant;
let foreign: ForeignSetting;
beforeAll(async () => {
  world = await makeWorld(await startTarget());
  stranger = await createOwner(world, await world.ownTenant());
  tenant = await world.ownTenant();
  foreign = await createForeignSetting(world, tenant);
});
afterAll(() => world?.stop());

const single = ({ client }: Person, context: object) =>
  client.systemSetting.evaluateFlag({ params: { key: foreign.settingCode }, body: { context } });
const bulk = ({ client }: Person, context: object) => client.systemSetting.evaluateFlags({ body: { context } });

describe('system-setting 26: flags of another tenant', () => {
  it('are refused when that tenant is named, and are those of the own one when it is not', async () => {
    const elsewhere = { tenantIdentifier: tenant.identifier };
    expect((await single(stranger, elsewhere)).status).toBe(403);
    expect((await bulk(stranger, elsewhere)).status).toBe(403);
    expect((await single(stranger, {})).body).toMatchObject({ value: 1, variant: 'default' });
    const { body } = await bulk(stranger, {});
    const { flags } = body as { readonly flags: readonly object[] };
    expect(flags).toContainEqual(expect.objectContaining({ key: foreign.settingCode, value: 1 }));
  });

  it('are shown to whoever holds TENANT_ALL', async () => {
    const elsewhere = { tenantIdentifier: tenant.identifier };
    expect((await single(world.admin, elsewhere)).body).toMatchObject({ value: 2, variant: 'tenant' });
    expect((await bulk(world.admin, elsewhere)).status).toBe(200);
  });
});

describe('system-setting 17: a stream', () => {
  it('tells of the flags of the own tenant alone', async () => {
    const ticket = ticketOf((await bulk(stranger, {})).body);
    const listener = listenTo((await world.admin.sure.systemSetting.streamFlagChanges({ query: { ticket } })).body);
    try {
      const { version, revision: hidden } = await setValue(
        world,
        foreign.settingCode,
        3,
        { scope: 'TENANT', version: 1 },
        tenant.deputy,
      );
      const own = await setValue(world, foreign.settingCode, 4, { scope: 'TENANT' }, stranger);
      expect([version, own.revision]).toEqual([2, hidden + 1]);
      const etags: unknown[] = [];
      await listener.hear(({ data }) => {
        etags.push(data.etag);
        return data.etag === `"r${own.revision}"`;
      });
      expect(etags).not.toContain(`"r${hidden}"`);
    } finally {
      await listener.close();
    }
  });

  it('tells of the changes of the own tenant alone', async () => {
    const listener = listenTo((await stranger.sure.systemSetting.streamChanges()).body);
    try {
      const { version } = await setValue(world, foreign.settingCode, 5, { scope: 'TENANT', version: 2 }, tenant.deputy);
      expect(version).toBe(3);
      await setValue(world, foreign.settingCode, 6, { scope: 'TENANT', version: 1 }, stranger);
      expect((await listener.hear(() => true)).data).toMatchObject({ code: foreign.settingCode, value: 6 });
    } finally {
      await listener.close();
    }
  });
});
