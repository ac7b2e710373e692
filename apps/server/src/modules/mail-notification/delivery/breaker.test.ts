// Proves what becomes of mails while a mail server does not serve: who asks it how often, and by which other one they leave.
import { afterEach, describe, expect, it } from 'vitest';
import { call, eventually, query, signInAdmin } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { type ScriptedServer, startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';
import { enqueue, readAttempts, readRow, startMailing, untilAttempts, untilStatus } from './mail-server.fixture.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function scripted(script?: ScriptedServer['script'], port?: number): Promise<ScriptedServer> {
  const smtp = await startScriptedServer(script, port);
  stops.push(smtp.stop);
  return smtp;
}

async function start(
  script?: ScriptedServer['script'],
  options: Parameters<typeof startMailing>[1] = {},
): Promise<{ smtp: ScriptedServer; server: TestServer }> {
  const smtp = await scripted(script);
  const server = await startMailing(smtp.port, options);
  stops.push(server.stop);
  return { smtp, server };
}

const breakerOf = async (server: TestServer, code = 'default') => {
  const [state] = await query<{ failures: number; openings: number; reason: string | null; until: Date | null }>(
    server,
    `SELECT failures, openings, reason, open_until AS until FROM mail_provider_state s JOIN mail_provider p ON p.id = s.provider_id
     WHERE p.code = $1`,
    [code],
  );
  return { ...state!, pauseMs: (state?.until?.getTime() ?? 0) - server.clock.now() };
};
/** Waits until the breaker says so, and so many attempts are over. */
const untilOpenings = async (server: TestServer, openings: number, pauseMs: number, attempts: number) => {
  await eventually(
    () => query(server, 'SELECT FROM mail_attempt'),
    (rows) => rows.length >= attempts,
  );
  const state = await eventually(
    () => breakerOf(server),
    (one) => one.openings === openings && one.pauseMs === pauseMs,
  );
  expect([state.openings, state.pauseMs]).toEqual([openings, pauseMs]);
};
const tried = async (server: TestServer) => {
  const [counts] = await query<{ attempts: number; underWay: number }>(
    server,
    `SELECT (SELECT count(*)::int FROM mail_attempt) AS attempts,
       (SELECT count(*)::int FROM mail WHERE status = 'SENDING') AS "underWay"`,
  );
  return { ...counts!, openings: (await breakerOf(server)).openings };
};
/** Waits until the breaker has opened once more and nothing is under way: it counts a try before the try is made. */
const untilTried = async (server: TestServer, openings: number, attempts = 0) => {
  const seen = await eventually(
    () => tried(server),
    (now) => now.openings > openings && now.attempts > attempts && now.underWay === 0,
  );
  expect(seen.openings).toBeGreaterThan(openings);
  expect(seen.attempts).toBeGreaterThan(attempts);
  expect(seen.underWay).toBe(0);
};
const waiting = async (server: TestServer) =>
  (await query(server, `SELECT FROM mail WHERE status IN ('QUEUED', 'RETRY', 'SENDING')`)).length;
const untilNoneWaits = async (server: TestServer) => {
  for (let rounds = 0; rounds < 6; rounds += 1)
    if (
      (await eventually(
        () => waiting(server),
        (n) => n === 0,
      )) === 0
    )
      return;
  throw new Error(JSON.stringify(await query(server, 'SELECT status, due_at, leased_by FROM mail')));
};
/** Lets five connections fail, one a second. */
async function untilOpen(server: TestServer, uuid: string): Promise<void> {
  for (let tries = 1; tries < 5; tries += 1) {
    await untilAttempts(server, uuid, tries);
    await eventually(
      () => readRow(server, uuid),
      ({ status }) => status === 'QUEUED',
    );
    server.clock.advance(1_001);
  }
  await untilOpenings(server, 1, 15_000, 5);
}

describe('a mail server that is down', () => {
  it.each([
    ['that closes each connection', true],
    ['at whose address nobody listens', false],
  ])(
    'mail-notification 10: %s costs no attempt in ten minutes, is asked by one mail after 15 s and then half as often each time, and gets every mail afterwards',
    async (_name, listens) => {
      const { smtp, server } = await start((command) =>
        command === 'GREETING' ? '421 4.3.2 closed for today' : undefined,
      );
      if (!listens) await smtp.stop();
      const first = await enqueue(server);
      await untilOpen(server, first.uuid);
      expect(await breakerOf(server)).toMatchObject({ openings: 1, reason: 'CONNECTION', pauseMs: 15_000 });
      const mails = await Promise.all(Array.from({ length: 20 }, () => enqueue(server)));
      let downMs = 0;
      for (const [index, pauseS] of [30, 60, 120, 240, 300, 300].entries()) {
        const { pauseMs } = await breakerOf(server);
        downMs += pauseMs;
        server.clock.advance(pauseMs);
        await untilOpenings(server, index + 2, pauseS * 1_000, 6 + index);
      }
      expect(downMs).toBeGreaterThan(600_000);
      const attempts = await query<{ outcome: string }>(server, 'SELECT outcome FROM mail_attempt');
      expect(attempts.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 11 }, () => 'CONNECTION'));
      expect(smtp.connections).toBe(listens ? 11 : 0);
      expect(await query(server, 'SELECT FROM mail WHERE attempt_count > 0')).toEqual([]);
      smtp.script = () => undefined;
      const back = listens ? smtp : await scripted(undefined, smtp.port);
      server.clock.advance(300_000);
      await untilNoneWaits(server);
      expect(back.mails).toHaveLength(mails.length + 1);
      expect(await breakerOf(server)).toMatchObject({ openings: 0, failures: 0, reason: null });
    },
    60_000,
  );

  it('mail-notification 9: that wants a sign-in is left alone at once, and connected to anew afterwards', async () => {
    const { smtp, server } = await start((command) => (command.startsWith('MAIL') ? '530 5.7.0 sign in' : undefined));
    const { uuid } = await enqueue(server);
    await untilOpenings(server, 1, 15_000, 1);
    expect([smtp.connections, (await breakerOf(server)).reason]).toEqual([1, 'AUTH']);
    smtp.script = () => undefined;
    server.clock.advance(15_000);
    expect(await untilStatus(server, uuid, 'SENT')).toMatchObject({ attemptCount: 1 });
    expect(smtp.connections).toBe(2);
  });

  it('mail-notification 9: that loses the order of commands is connected to anew each time, and left alone after five', async () => {
    const { smtp, server } = await start((command) =>
      command.startsWith('MAIL') ? '503 5.5.1 bad sequence' : undefined,
    );
    const { uuid } = await enqueue(server);
    await untilOpen(server, uuid);
    expect([smtp.connections, (await breakerOf(server)).reason]).toEqual([5, 'PROTOCOL']);
    smtp.script = () => undefined;
    server.clock.advance(15_000);
    expect(await untilStatus(server, uuid, 'SENT')).toMatchObject({ attemptCount: 1 });
  });

  it('mail-notification 10: that knows another password is asked to sign in once at each interval', async () => {
    const smtp = await scripted((command) => {
      if (command.startsWith('EHLO')) return '250-test\r\n250-PIPELINING\r\n250 AUTH PLAIN LOGIN';
      return command.startsWith('AUTH') ? '535 5.7.8 not the password' : undefined;
    });
    const env = { KEELSON_MAIL_SMTP_URL: `smtp://mailer:wrong@127.0.0.1:${smtp.port}?security=none` };
    const server = await startMailing(smtp.port, { env });
    stops.push(server.stop);
    const signIns = () => smtp.commands.filter((command) => command.startsWith('AUTH')).length;
    const mails = await Promise.all(Array.from({ length: 30 }, () => enqueue(server)));
    await untilOpenings(server, 1, 15_000, 1);
    expect([signIns(), (await breakerOf(server)).reason]).toEqual([1, 'AUTH']);
    server.clock.advance(15_000);
    await untilOpenings(server, 2, 30_000, 2);
    server.clock.advance(30_000);
    await untilOpenings(server, 3, 60_000, 3);
    expect(signIns()).toBe(3);
    expect(await query(server, 'SELECT FROM mail WHERE attempt_count > 0')).toEqual([]);
    smtp.script = (command) => {
      if (command.startsWith('EHLO')) return '250-test\r\n250-PIPELINING\r\n250 AUTH PLAIN LOGIN';
      return command.startsWith('AUTH') ? '235 2.7.0 welcome' : undefined;
    };
    server.clock.advance(60_000);
    await untilNoneWaits(server);
    expect(smtp.mails).toHaveLength(mails.length);
  }, 60_000);

  it('is reported by readiness and metrics', async () => {
    const { server } = await start((command) => (command === 'GREETING' ? '554 5.3.2 no service' : undefined));
    await untilOpen(server, (await enqueue(server)).uuid);
    expect((await call(server, 'GET', '/health/ready')).text).toContain('default/default (CONNECTION)');
    const { text } = await call(server, 'GET', '/metrics');
    expect(text).toMatch(/mail_breaker_open\{tenant="default",provider="default"\} 1/);
    expect(text).toMatch(/mail_lanes\{tenant="default",provider="default"\} 5/);
  });
});

describe('two mail servers', () => {
  it('mail-notification 10: mails leave by the second one while the first is left alone, and by the first one again', async () => {
    const { smtp, server } = await start((command) => (command === 'GREETING' ? '421 4.3.2 closed' : undefined));
    const other = await scripted();
    const token = await signInAdmin(server);
    const body = {
      code: 'second',
      name: 'Second',
      host: '127.0.0.1',
      port: other.port,
      security: 'NONE',
      shared: true,
      priority: 200,
    };
    const added = await call(server, 'POST', '/notification/provider', { token, body });
    expect(added.status).toBe(200);
    await query(server, `UPDATE mail_provider SET tenant_identifier = 'elsewhere'`);
    await server.jobs.find(({ name }) => name === 'mail-providers')?.wake?.();
    const { uuid } = await enqueue(server);
    for (let tries = 1; tries < 5; tries += 1) {
      await untilAttempts(server, uuid, tries);
      await eventually(
        () => readRow(server, uuid),
        ({ status }) => status === 'QUEUED',
      );
      server.clock.advance(1_001);
    }
    await untilStatus(server, uuid, 'SENT');
    await Promise.all(Array.from({ length: 5 }, () => enqueue(server)));
    await untilNoneWaits(server);
    expect([smtp.mails.length, other.mails.length]).toEqual([0, 6]);
    smtp.script = () => undefined;
    server.clock.advance(15_000);
    await untilStatus(server, (await enqueue(server)).uuid, 'SENT');
    await Promise.all(Array.from({ length: 5 }, () => enqueue(server)));
    await untilNoneWaits(server);
    expect(smtp.mails.length).toBeGreaterThanOrEqual(5);
    expect(await readAttempts(server, uuid)).toHaveLength(6);
  }, 60_000);
});

describe('a relay', () => {
  it('mail-notification 23: that cannot read one address among a thousand is left alone by nobody', async () => {
    const { smtp, server } = await start((command) => (command.includes('bad@') ? '501 5.1.3 bad address' : undefined));
    const bad = await enqueue(server, { to: { address: 'bad@mail.example', name: null } });
    for (let batch = 0; batch < 37; batch += 1) await Promise.all(Array.from({ length: 27 }, () => enqueue(server)));
    await untilNoneWaits(server);
    expect(await readRow(server, bad.uuid)).toMatchObject({ status: 'FAILED', attemptCount: 1 });
    expect(smtp.mails).toHaveLength(999);
    expect(await breakerOf(server)).toMatchObject({ openings: 0, failures: 0 });
  }, 60_000);

  it('mail-notification 23: that refuses everybody is left alone, and all mails leave once it is repaired', async () => {
    const { smtp, server } = await start((command) =>
      command.startsWith('MAIL') ? '554 5.7.1 relay denied' : undefined,
    );
    const mails = await Promise.all(Array.from({ length: 40 }, () => enqueue(server)));
    await untilTried(server, 0);
    expect(await breakerOf(server)).toMatchObject({ reason: 'RELAY' });
    // Also the one that tries again for all of them comes to no end.
    for (let minutes = 0; minutes < 3; minutes += 1) {
      const { openings, attempts } = await tried(server);
      server.clock.advance(121_000);
      await untilTried(server, openings, attempts);
    }
    const ended = await query(
      server,
      `SELECT FROM mail WHERE status NOT IN ('QUEUED', 'RETRY', 'SENDING') OR attempt_count > 0`,
    );
    expect(ended).toEqual([]);
    smtp.script = () => undefined;
    server.clock.advance(300_000);
    await untilNoneWaits(server);
    expect(smtp.mails).toHaveLength(mails.length);
  }, 60_000);
});
