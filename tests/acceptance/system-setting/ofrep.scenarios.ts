// Plays the scenarios of settings as flags over OFREP, and of the streams that tell of their changes.
import { expect } from 'vitest';
import { listenTo } from '../../support/event-stream.ts';
import type { Scenario } from '../world.ts';
import { define, setValue } from './settings.ts';

interface Bulk {
  readonly flags: readonly { readonly key: string; readonly value?: unknown }[];
  readonly eventStreams: readonly { readonly endpoint: { readonly requestUri: string } }[];
}

/** Finds the ticket of the first stream that an answer names. */
export function ticketOf(body: unknown): string {
  const uri = (body as Bulk).eventStreams[0]?.endpoint.requestUri ?? '';
  return new URL(uri, 'http://localhost').searchParams.get('ticket') ?? '';
}

export const ofrepScenarios: Readonly<Record<string, Scenario>> = {
  'system-setting evaluateFlag': async (as, world) => {
    const { code: key } = await define(world, { defaultValue: 5 });
    const person = await world.somebody();
    const evaluate = as(person).systemSetting.evaluateFlag;
    const asked = { params: { key }, body: { context: { targetingKey: person.username } } };
    const metadata = { type: 'NUMBER', unit: 'NONE' };
    expect((await evaluate(asked)).body).toMatchObject({
      key,
      value: 5,
      reason: 'STATIC',
      variant: 'default',
      metadata,
    });
    await setValue(world, key, 6, { scope: 'TENANT' });
    expect((await evaluate(asked)).body).toMatchObject({ value: 6, reason: 'TARGETING_MATCH', variant: 'tenant' });
  },
  'system-setting evaluateFlags': async (as, world) => {
    const { code } = await define(world, { defaultValue: 5, visibility: 'PUBLIC' });
    const { code: guarded } = await define(world, { defaultValue: 5 });
    const keysFor = async (person: Parameters<typeof as>[0]): Promise<readonly string[]> => {
      const { body } = await as(person).systemSetting.evaluateFlags({ body: { context: {} } });
      return (body as Bulk).flags.map(({ key }) => key);
    };
    expect(await keysFor(world.admin)).toEqual(expect.arrayContaining([code, guarded]));
    expect(await keysFor(null)).toContain(code);
    expect(await keysFor(null)).not.toContain(guarded);
    const asked = { body: { context: { 'keelson.prefix': code } } };
    const first = await as(world.admin).systemSetting.evaluateFlags(asked);
    const etag = first.headers.get('etag') ?? '';
    const again = await as(world.admin).systemSetting.evaluateFlags({ ...asked, headers: { 'if-none-match': etag } });
    expect([first.status, again.status, again.body]).toEqual([200, 304, null]);
  },
  'system-setting streamFlagChanges': async (as, world) => {
    const { code } = await define(world, { defaultValue: 5 });
    const person = await world.somebody();
    const bulk = await person.sure.systemSetting.evaluateFlags({ body: { context: {} } });
    const stream = await as(null).systemSetting.streamFlagChanges({ query: { ticket: ticketOf(bulk.body) } });
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const listener = listenTo(stream.body);
    try {
      const { revision } = await setValue(world, code, 6);
      const told = await listener.hear(({ data }) => data.etag === `"r${revision}"`);
      expect(told).toMatchObject({ event: 'message', data: { type: 'refetchEvaluation' } });
      await person.sure.authentication.logout();
      await listener.end();
    } finally {
      await listener.close();
    }
  },
  'system-setting streamChanges': async (as, world) => {
    const { code } = await define(world);
    const person = await world.somebody();
    const { body, headers } = await as(person).systemSetting.streamChanges({ query: { codePrefix: code } });
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
    const listener = listenTo(body);
    try {
      const { revision } = await setValue(world, code, 6);
      const told = await listener.hear(() => true);
      const tenantIdentifier = null;
      expect(told).toMatchObject({
        event: 'setting-changed',
        id: String(revision),
        data: { code, scope: 'GLOBAL', tenantIdentifier, type: 'NUMBER', value: 6, revision },
      });
    } finally {
      await listener.close();
    }
  },
};
