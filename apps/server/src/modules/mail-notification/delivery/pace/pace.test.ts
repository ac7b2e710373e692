// Proves how fast mails leave by a server that is to get no more, and how many bytes a process holds meanwhile.
import { afterEach, describe, expect, it } from 'vitest';
import { call, eventually, query, signInAdmin } from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { type ScriptedServer, startScriptedServer } from '../../smtp/scripted-smtp.fixture.ts';
import { enqueue, startMailing } from '../mail-server.fixture.ts';
import { ByteBudget } from './byte-budget.ts';
import { LaneCount } from './lane-count.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function startPaced(changes: object): Promise<{ smtp: ScriptedServer; server: TestServer }> {
  const smtp = await startScriptedServer();
  stops.push(smtp.stop);
  const server = await startMailing(null, { settings: { 'mail.sending-enabled': false } });
  stops.push(server.stop);
  const token = await signInAdmin(server);
  const body = { code: 'slow', name: 'Slow', host: '127.0.0.1', port: smtp.port, security: 'NONE', ...changes };
  const saved = await call(server, 'POST', '/notification/provider', { token, body });
  expect(saved.status).toBe(200);
  return { smtp, server };
}
const held = (server: TestServer) =>
  eventually(
    () => query(server, 'SELECT FROM mail WHERE leased_by IS NOT NULL'),
    (rows) => rows.length === 0,
  );

describe('a mail server with a rate', () => {
  it('gets in each second no more mails than that, of all that wait', async () => {
    const { smtp, server } = await startPaced({ ratePerSecond: 4 });
    for (let index = 0; index < 20; index += 1) await enqueue(server);
    server.settings.set('mail.sending-enabled', true);
    server.clock.advance(1);
    for (let seconds = 0; seconds < 5; seconds += 1) {
      // A second's worth is there at first, and what has come since.
      const due = 4 + 4 * seconds;
      await eventually(
        async () => smtp.mails.length,
        (count) => count >= due,
      );
      await held(server);
      expect(smtp.mails).toHaveLength(due);
      server.clock.advance(1_000);
    }
    expect(smtp.mails).toHaveLength(20);
    expect(await query(server, `SELECT FROM mail_attempt`)).toHaveLength(20);
  });

  it('of one domain puts off the mails to that domain alone', async () => {
    const { smtp, server } = await startPaced({ domainRateList: [{ domain: 'Slow.Example', ratePerSecond: 0.1 }] });
    const to = (address: string) => enqueue(server, { to: { address, name: null } });
    for (let index = 0; index < 5; index += 1) await to(`a${index}@slow.example`);
    for (let index = 0; index < 5; index += 1) await to(`a${index}@fast.example`);
    server.settings.set('mail.sending-enabled', true);
    server.clock.advance(1);
    await eventually(
      async () => smtp.mails.length,
      (count) => count >= 6,
    );
    await held(server);
    const slow = () => smtp.mails.filter(({ to: [address] }) => address?.endsWith('@slow.example')).length;
    expect([slow(), smtp.mails.length]).toEqual([1, 6]);
    server.clock.advance(10_000);
    await eventually(
      async () => slow(),
      (count) => count >= 2,
    );
    await held(server);
    expect(slow()).toBe(2);
  });
});

describe('the lanes of a server', () => {
  it('are half as many while it puts off half of a hundred mails, and come back', () => {
    const lanes = new LaneCount(20);
    const seen = (deferred: number) => {
      for (let index = 0; index < 100; index += 1) lanes.heed(index < deferred ? 'DEFERRED' : 'ACCEPTED');
      return lanes.allowed;
    };
    expect([seen(49), seen(50), seen(99), seen(100), seen(100), seen(100), seen(100)]).toEqual([20, 10, 5, 2, 1, 1, 1]);
    expect([seen(0), seen(0), seen(0), seen(0), seen(0), seen(0)]).toEqual([2, 4, 8, 16, 20, 20]);
  });
});

describe('the bytes of messages', () => {
  it('that a process holds have a bound: what is over it waits, the urgent first', async () => {
    const budget = new ByteBudget(100);
    const order: string[] = [];
    const first = await budget.take(60, false);
    const take = async (name: string, bytes: number, isUrgent = false) => {
      const taken = await budget.take(bytes, isUrgent);
      order.push(name);
      return taken;
    };
    const large = take('large', 500);
    const small = take('small', 10);
    const urgent = take('urgent', 50, true);
    await Promise.resolve();
    expect([order, budget.held]).toEqual([[], 60]);
    first.resize(40);
    (await urgent).resize(45);
    expect([order, budget.held]).toEqual([['urgent'], 85]);
    first.release();
    (await urgent).release();
    // What is larger than all of it goes alone.
    await large;
    expect([order, budget.held]).toEqual([['urgent', 'large'], 500]);
    (await large).release();
    (await small).release();
    (await small).release();
    expect([order, budget.held]).toEqual([['urgent', 'large', 'small'], 0]);
  });
});
