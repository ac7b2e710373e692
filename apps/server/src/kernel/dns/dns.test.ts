// Tests what the name service is asked, and what its answers mean, against a server on loopback.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDns, textAnswer } from './dns.ts';
import type { Dns } from './dns.types.ts';
import { startNameServer } from './name-server.fixture.ts';

let server: Awaited<ReturnType<typeof startNameServer>>;
let dns: Dns;
beforeAll(async () => {
  server = await startNameServer({
    'two.example': [['v=spf1 ', '-all'], ['caf\xe9 \x07']],
    'empty.example': [],
    'broken.example': 'SERVFAIL',
    'closed.example': 'REFUSED',
    'silent.example': 'silent',
  });
  dns = createDns([server.address]);
});
afterAll(() => server?.stop());

describe('the name service', () => {
  it('answers each record with its strings joined, whatever bytes they hold', async () => {
    expect(await dns.findTexts('two.example')).toEqual({
      outcome: 'found',
      texts: ['v=spf1 -all', 'caf\xe9 \x07'],
    });
  });

  it.each(['empty.example', 'unknown.example', `${'a'.repeat(64)}.example`, 'a..example'])(
    'has nothing of %s',
    async (name) => {
      expect(await dns.findTexts(name)).toEqual({ outcome: 'none' });
    },
  );

  it.each(['broken.example', 'closed.example'])('says of %s that it does not know', async (name) => {
    expect(await dns.findTexts(name)).toEqual({ outcome: 'failed', reason: 'SERVER_FAILED' });
  });

  it('is waited for no longer than asked, however many servers there are', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => startNameServer({ 'silent.example': 'silent' })));
    const many = createDns(all.map(({ address }) => address));
    const answer = await many.findTexts('silent.example', { withinMs: 1_000 });
    expect(answer).toEqual({ outcome: 'failed', reason: 'TIMEOUT' });
    // Each would be asked twice; the third one at the moment in which nobody waits any longer.
    const asked = all.reduce((sum, { questions }) => sum + questions(), 0);
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(3);
    await Promise.all(all.map(({ stop }) => stop()));
  });

  it('is not listened to beyond what domains publish', () => {
    expect(textAnswer([['a'.repeat(16_384)]])).toMatchObject({ outcome: 'found' });
    expect(textAnswer([['a'.repeat(8_192)], ['b'.repeat(8_193)]])).toEqual({
      outcome: 'failed',
      reason: 'ANSWER_TOO_LARGE',
    });
  });
});
