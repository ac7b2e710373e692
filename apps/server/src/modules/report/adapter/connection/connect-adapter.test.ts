// Proves where connections of adapters go and where they do not: checked addresses, encryption, and never the own database.
import type { LookupAddress } from 'node:dns';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOptions } from '../../../../kernel/database/database-client.ts';
import { createAddressGuard, type Resolve } from '../../../../kernel/outbound/address-guard.ts';
import { partsOf } from '../../../../testing/database-proxy.ts';
import { CERTIFICATE } from '../../../../testing/other-side.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts';
import { OWN_DATABASE_LOCK_CLASS } from '../../report-locks.ts';
import { readAdapterUrl } from './adapter-url.ts';
import { type AdapterTarget, connectAdapter } from './connect-adapter.ts';
import { describeStatement } from './describe-statement.ts';
import { readIdentity } from './foreign.store.ts';
import {
  encrypt,
  type ForeignDatabase,
  hangUp,
  leadTo,
  openDoor,
  startForeignDatabase,
  staySilent,
} from './foreign-database.fixture.ts';
import { createOwnDatabase } from './own-database.ts';

const WITHIN_MS = 2_000;
const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 };

let own: TestDatabase;
let foreign: ForeignDatabase;
beforeAll(async () => {
  [own, foreign] = await Promise.all([createTestDatabase(), startForeignDatabase()]);
});
afterAll(async () => {
  await foreign?.close();
  await own?.close();
});

async function openClient(): Promise<pg.Client> {
  const client = new pg.Client(clientOptions(own.settings, WITHIN_MS));
  await client.connect();
  return client;
}

const partsWith = (resolve?: Resolve) => ({
  guard: createAddressGuard(resolve),
  own: createOwnDatabase(own.database),
});
function targetOf(url: string, changes: Partial<AdapterTarget> = {}): AdapterTarget {
  const read = readAdapterUrl(url);
  if ('problem' in read) throw new Error(read.problem);
  const base = { ...foreign.reader, allowedHostList: ['127.0.0.1'], caCertificate: null };
  return { ...read.address, ...base, ...changes };
}
/** Answers the reason of a refusal, or `open`. */
async function outcomeOf(target: AdapterTarget, resolve?: Resolve, withinMs = WITHIN_MS): Promise<unknown> {
  try {
    const { end } = await connectAdapter(partsWith(resolve), target, withinMs);
    await end(false);
    return 'open';
  } catch (error) {
    return (error as { code?: unknown }).code ?? error;
  }
}

describe('the host of an adapter', () => {
  const hosts =
    `127.0.0.1 127.9.8.7 2130706433 0x7f000001 0x7f.1 017700000001 127.1 ①②⑦.0.0.1 0.0.0.0 0 10.0.0.1 172.16.0.1
    172.31.255.255 192.168.1.1 0xc0a80101 100.64.0.1 169.254.169.254 2852039166 192.0.2.1 198.18.0.1 224.0.0.1 255.255.255.255
    [::] [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:10.0.0.1] [64:ff9b::7f00:1] [fe80::1] [fc00::1]
    [fd00:ec2::254] [fec0::1] [ff02::1] [2002:7f00:1::] [2001:db8::1]`.split(/\s+/);

  it.each(hosts)('report 15: %s is refused before a connection, however it is written', async (host) => {
    const before = foreign.door.connections;
    const target = targetOf(`postgresql://${host}:${foreign.door.port}/${foreign.name}?sslmode=disable`, {
      allowedHostList: [],
    });
    expect(await outcomeOf(target)).toBe('HOST_NOT_ALLOWED');
    expect(foreign.door.connections).toBe(before);
  });

  it('report 15: is connected to where the adapter allows it, by address, range and name', async () => {
    const { port } = foreign.door;
    for (const [host, allowed] of [
      ['127.0.0.1', '127.0.0.1'],
      ['127.0.0.1', '127.0.0.0/8'],
      ['db.example', 'DB.example.'],
    ] as const) {
      const target = targetOf(`postgresql://${host}:${port}/${foreign.name}?sslmode=disable`, {
        allowedHostList: [allowed],
      });
      expect(await outcomeOf(target, async () => [LOOPBACK])).toBe('open');
    }
  });

  it('report 15: is looked up anew for each connection, which goes to what was checked and not to a later answer', async () => {
    const answers = [['203.0.114.9'], ['127.0.0.1'], ['10.0.0.9', '127.0.0.1']];
    const asked: string[] = [];
    const resolve: Resolve = async (host) => {
      asked.push(host);
      return answers.shift()!.map((address) => ({ address, family: 4 }));
    };
    const target = targetOf(`postgresql://rebound.example:${foreign.door.port}/${foreign.name}?sslmode=disable`, {
      allowedHostList: ['127.0.0.1'],
    });
    const before = foreign.door.connections;
    expect(await outcomeOf(target, resolve, 300)).toMatch(/TIMED_OUT|CONNECTION_FAILED/);
    expect(foreign.door.connections).toBe(before);
    expect(await outcomeOf(target, resolve)).toBe('open');
    // Of two addresses only the one that may be reached is tried.
    expect(await outcomeOf(target, resolve)).toBe('open');
    expect(asked).toEqual(['rebound.example', 'rebound.example', 'rebound.example']);
  });

  it('report 15: that nobody knows is said to be unknown, and a resolver that is silent is not waited for', async () => {
    const target = targetOf('postgresql://nowhere.example/x');
    expect(await outcomeOf(target, () => Promise.reject(new Error('ENOTFOUND')))).toBe('HOST_UNKNOWN');
    expect(await outcomeOf(target, () => new Promise(() => undefined), 50)).toBe('TIMED_OUT');
  });
});

describe('the own database', () => {
  const inOwn = (account: { username: string; secret: string }, host: string, port: number) =>
    targetOf(`postgresql://${host}:${port}/${partsOf(own).database}?sslmode=disable`, {
      ...account,
      allowedHostList: ['0.0.0.0/0', 'localhost', 'alias.example'],
    });

  it('report 4: is refused by name, address and alias, whoever signs in', async () => {
    const door = await openDoor(leadTo(own));
    const resolve: Resolve = async () => [LOOPBACK];
    for (const account of [foreign.owner, foreign.superuser, foreign.reader])
      for (const host of ['127.0.0.1', 'localhost', 'alias.example', '0x7f000001'])
        expect(await outcomeOf(inOwn(account, host, door.port), resolve)).toBe('OWN_DATABASE');
    await door.stop();
  });

  it('report 33: is refused at the next connection where a host that led elsewhere is pointed to it', async () => {
    const door = await openDoor(leadTo(own));
    const target = targetOf(`postgresql://127.0.0.1:${door.port}/${foreign.name}?sslmode=disable`);
    expect(await outcomeOf(target)).toBe('open');
    // The name of a database is the client's wish: a pooler leads where it was told to.
    expect(await outcomeOf({ ...target, ...foreign.owner, database: partsOf(own).database })).toBe('OWN_DATABASE');
    await door.stop();
  });

  it('report 4: is not another database of the same server', async () => {
    expect(await outcomeOf(targetOf(foreign.url))).toBe('open');
    expect(await outcomeOf(targetOf(foreign.url, foreign.superuser))).toBe('open');
  });

  it('report 4: is told for thirty connections at once by one or two of the own database', async () => {
    const parts = partsWith();
    const target = targetOf(foreign.url);
    const work = Array.from({ length: 30 }, async () => {
      const { end } = await connectAdapter(parts, target, 20_000);
      await end(false);
    });
    let most = 0;
    const count = setInterval(() => {
      const { open, idle } = own.database.pool();
      most = Math.max(most, open - idle);
    }, 1);
    await Promise.all(work);
    clearInterval(count);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('report 4: is assumed where the lock went with its connection, and where a replica does not say whose it is', async () => {
    const { isReachedBy } = createOwnDatabase(own.database);
    const other = { wasFree: true, database: 'other', systemIdentifier: '1', isReplica: false };
    expect(await isReachedBy(async () => other)).toBe(false);
    expect(await isReachedBy(async () => ({ ...other, wasFree: false }))).toBe(true);
    expect(await isReachedBy(async () => ({ ...other, systemIdentifier: null }))).toBe(false);
    expect(await isReachedBy(async () => ({ ...other, systemIdentifier: null, isReplica: true }))).toBe(true);
    const { rows } = await foreign.run('SELECT system_identifier::text AS id FROM pg_control_system()');
    const systemIdentifier = rows[0].id as string;
    expect(await isReachedBy(async () => ({ ...other, systemIdentifier }))).toBe(false);
    expect(await isReachedBy(async () => ({ ...other, systemIdentifier, database: partsOf(own).database }))).toBe(true);
    const cut = isReachedBy(async () => {
      await foreign.run(
        `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = 1903`,
      );
      return other;
    });
    await expect(cut).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

describe('a connection', () => {
  const secure = (changes: Partial<AdapterTarget> = {}, mode = 'verify-full', host = 'erp.example', port = 0) =>
    targetOf(`postgresql://${host}:${port || foreign.door.port}/${foreign.name}?sslmode=${mode}`, {
      allowedHostList: ['erp.example', 'other.example'],
      ...changes,
    });
  const resolve: Resolve = async () => [LOOPBACK];

  it('report 4: is encrypted, and goes to nobody who does not prove the name', async () => {
    const door = await openDoor(encrypt({ settings: partsOf({ settings: own.settings }) }));
    const at = (changes: Partial<AdapterTarget>, mode?: string, host?: string) =>
      outcomeOf(secure(changes, mode, host, door.port), resolve);
    expect(await at({ caCertificate: CERTIFICATE })).toBe('open');
    expect(await at({})).toBe('TLS_FAILED');
    expect(await at({ caCertificate: CERTIFICATE }, 'verify-full', 'other.example')).toBe('TLS_FAILED');
    expect(await at({}, 'require', 'other.example')).toBe('open');
    await door.stop();
    // A server without encryption.
    expect(await outcomeOf(secure({ caCertificate: CERTIFICATE }), resolve)).toBe('TLS_FAILED');
  });

  it('report 14: says what kept it from opening, in time, and nothing that the server answered', async () => {
    const { door } = foreign;
    expect(await outcomeOf(targetOf(foreign.url, { secret: 'wrong' }))).toBe('SIGN_IN_FAILED');
    expect(await outcomeOf(targetOf(foreign.url, { secret: '' }))).toBe('SIGN_IN_FAILED');
    expect(await outcomeOf({ ...targetOf(foreign.url), database: 'nothing_of_the_kind' })).toBe('DATABASE_UNKNOWN');
    const script = door.script;
    door.script = hangUp;
    expect(await outcomeOf(targetOf(foreign.url))).toBe('CONNECTION_FAILED');
    door.script = staySilent;
    expect(await outcomeOf(targetOf(foreign.url), undefined, 100)).toBe('TIMED_OUT');
    door.script = (incoming) => void incoming.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    expect(await outcomeOf(targetOf(foreign.url), undefined, 500)).toMatch(
      /ANSWER_INVALID|CONNECTION_FAILED|TIMED_OUT/,
    );
    // A message of two gigabytes, which would be kept until it is whole.
    door.script = (incoming) => {
      incoming.write(Buffer.from([0x4e, 0x7f, 0xff, 0xff, 0xff]));
      const chunk = Buffer.alloc(65_536);
      const write = (): void => {
        while (!incoming.destroyed && incoming.write(chunk));
      };
      incoming.on('drain', write);
      write();
    };
    expect(await outcomeOf(targetOf(foreign.url))).toBe('ANSWER_INVALID');
    door.script = script;
    expect(await outcomeOf(targetOf(foreign.url))).toBe('open');
  });

  it('report 4: hands on no setting to whoever connects next', async () => {
    const parts = partsWith();
    const first = await connectAdapter(parts, targetOf(foreign.url), WITHIN_MS);
    await first.client.query(
      "SELECT set_config('keelson.p0', 'mine', false), set_config('search_path', 'evil', false)",
    );
    await first.end(false);
    const second = await connectAdapter(parts, targetOf(foreign.url), WITHIN_MS);
    const { rows } = await second.client.query(
      `SELECT current_setting('keelson.p0', true) AS mine, current_setting('search_path') AS path`,
    );
    expect(rows).toEqual([{ mine: null, path: '"$user", public' }]);
    await second.end(true);
    await expect(second.client.query('SELECT 1')).rejects.toThrow();
  });

  it('report 38: describes a statement without running it, and never several', async () => {
    const { client, end } = await connectAdapter(partsWith(), targetOf(foreign.url), WITHIN_MS);
    expect(
      await describeStatement(client, `SELECT id, total, placed AS id, 1/0 AS boom, pg_sleep(100)::text FROM orders`),
    ).toEqual([
      { name: 'id', sqlType: 'bigint' },
      { name: 'total', sqlType: 'numeric(12,2)' },
      { name: 'id', sqlType: 'timestamp with time zone' },
      { name: 'boom', sqlType: 'integer' },
      { name: 'pg_sleep', sqlType: 'text' },
    ]);
    await expect(describeStatement(client, 'SELECT 1; DROP TABLE orders')).rejects.toThrow(/multiple commands/);
    await expect(describeStatement(client, 'SELECT nothing FROM orders')).rejects.toMatchObject({ code: '42703' });
    expect(await describeStatement(client, `SET application_name = 'x'`)).toEqual([]);
    expect(await describeStatement(client, 'SELECT 1 AS one')).toEqual([{ name: 'one', sqlType: 'integer' }]);
    await end(false);
  });
});

it('report 4: connections that open at once to one database elsewhere do not take each other for the own one', async () => {
  const clients = await Promise.all([1, 2].map(() => openClient()));
  const [first, second] = clients as [pg.Client, pg.Client];
  const ask = (client: pg.Client) => readIdentity(client, [OWN_DATABASE_LOCK_CLASS, 7], WITHIN_MS);
  // The first one is still at its question when the second one asks.
  await first.query('BEGIN');
  expect([(await ask(first)).wasFree, (await ask(second)).wasFree]).toEqual([true, true]);
  await first.query('COMMIT');
  await first.query('SELECT pg_advisory_lock($1, $2)', [OWN_DATABASE_LOCK_CLASS, 7]);
  expect((await ask(second)).wasFree).toBe(false);
  for (const client of clients) await client.end();
});
