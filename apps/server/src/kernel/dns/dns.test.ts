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
    const many = createDns(Array.from({ length: 5 }, () => server.address));
    const before = performance.now();
    const answer = await many.findTexts('silent.example', { withinMs: 50 });
    expect(answer).toEqual({ outcome: 'failed', reason: 'TIMEOUT' });
    // A server alone is given several seconds where nobody says how long to wait.
    expect(performance.now() - before).toBeLessThan(4_000);
  });

  it('is not listened to beyond what domains publish', () => {
    expect(textAnswer([['a'.repeat(16_384)]])).toMatchObject({ outcome: 'found' });
    expect(textAnswer([['a'.repeat(8_192)], ['b'.repeat(8_193)]])).toEqual({
      outcome: 'failed',
      reason: 'ANSWER_TOO_LARGE',
    });
  });
});
