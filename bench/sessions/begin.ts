// Measures session B7: how fast sessions begin in a process, beside the same inserts in one transaction over the same pool.
import { hash, randomBytes } from 'node:crypto';
import { SECOND_MS } from '@keelson/time-zone/units';
import { createApp } from '../../apps/server/src/app.ts';
import type { Transaction } from '../../apps/server/src/kernel/database/database.ts';
import { sql } from '../../apps/server/src/kernel/database/database.ts';
import { parseConfig } from '../../apps/server/src/kernel/process/config.ts';
import { createLogger } from '../../apps/server/src/kernel/process/logger.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { benchEnvironment, createDeployment } from '../bars/keelson.ts';
import { nameOf, saveUsers } from '../bars/people.ts';
import { median, medianRatio } from '../bars/statistics.ts';

const USERS = 20_000;
const IN_FLIGHT = 16;
const WARM_UP_SECONDS = 2;

const findUsers = sql('bench_users_find', `SELECT username, uuid FROM auth_user WHERE username LIKE 'user%'`);

const insertEntry = sql(
  'bench_raw_entry',
  `WITH entry AS (
     INSERT INTO session_entry (identifier, tenant_identifier, username, username_folded, user_uuid, created, authenticated,
       expiry, idle_seconds, slack_seconds, authorities_source, attributes, ip, user_agent, device_name, methods, assurance,
       locale)
     VALUES ($1, 'default', $2, $2, $3, $4, $4, $5, 1800, 65, 'DIRECTORY', '{}', '127.0.0.1', 'bench', '', $6, 'AAL1', 'en')
     RETURNING id, tenant_identifier, system)
   INSERT INTO session_activity (session_id, tenant_identifier, system, last_access, ends)
   SELECT id, tenant_identifier, system, $4::timestamptz, $7::timestamptz FROM entry`,
);
const insertEvent = sql(
  'bench_raw_event',
  `INSERT INTO log_event_audit (uuid, event_time, observed_time, retention_class, tenant_identifier, severity_number, level,
     event_name, key, event_type, service, username, username_folded, client_ip, entity_uuid, attribute_map, truncated, content_hash)
   VALUES (gen_random_uuid(), $1, $1, 'AUDIT', 'default', 9, 'INFO', 'session.begun', 'session.begun', 'SECURITY', 'keelson',
     $2, lower($2), '127.0.0.1', $3, $4, false, '')`,
);

interface User {
  readonly username: string;
  readonly uuid: string;
}

async function insertRaw(tx: Transaction, { username, uuid }: User): Promise<void> {
  const now = new Date();
  const identifier = hash('sha256', randomBytes(32).toString('base64url'), 'base64url');
  const expiry = new Date(now.getTime() + 43_200 * SECOND_MS);
  const ends = new Date(now.getTime() + 1_865 * SECOND_MS);
  await tx.execute(insertEntry, [identifier, username, uuid, now, expiry, ['PASSWORD'], ends]);
  const detail = JSON.stringify({ username, methods: ['PASSWORD'], deviceName: '', system: false });
  await tx.execute(insertEvent, [now, username, identifier, detail]);
}

/** Counts how many are done in a second, so many at a time. */
async function rateOf(seconds: number, work: () => Promise<unknown>): Promise<number> {
  let done = 0;
  const endMs = performance.now() + seconds * SECOND_MS;
  const worker = async (): Promise<void> => {
    while (performance.now() < endMs) {
      await work();
      done++;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return done / seconds;
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, print, teardown } = run;
  const { databaseUrl } = await createDeployment(run.postgres, run);
  const config = parseConfig(benchEnvironment(databaseUrl), () => '/nonexistent');
  const app = await createApp({ config, log: createLogger(config.logLevel) });
  teardown.add(() => app.stop());
  const { database } = app.kernel;
  await saveUsers(database, USERS);
  const users = await database.rows<User>(findUsers);
  let number = 0;
  const nextUser = (): User => users[number++ % users.length] as User;
  const actorOf = (username: string) => ({
    username,
    tenantIdentifier: 'default',
    ipAddress: '127.0.0.1',
    requestId: null,
  });
  const begin = () =>
    database.transaction(async (tx) => {
      const { username, uuid } = nextUser();
      const begun = await app.apis.session.begin(tx, {
        tenantIdentifier: 'default',
        username,
        userUuid: uuid,
        securityVersion: 0,
        methods: ['PASSWORD'],
        localeTag: 'en',
        deviceName: '',
        userAgent: 'bench',
        attributes: {},
        replacedIdentifier: null,
        actor: actorOf(username),
      });
      if (begun === null) throw new Error(`no session began for ${username}`);
    });
  const raw = () => database.transaction((tx) => insertRaw(tx, nextUser()));
  await rateOf(WARM_UP_SECONDS, begin);
  await rateOf(WARM_UP_SECONDS, raw);
  const begins: number[] = [];
  const raws: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    raws.push(await rateOf(seconds, raw));
    begins.push(await rateOf(seconds, begin));
    print(`round ${round}: ${numberText(begins.at(-1)!)} begins/s, raw ${numberText(raws.at(-1)!)}/s`);
  }
  const reference = `raw ${numberText(median(raws))}/s, begins ${numberText(median(begins))}/s, as ${nameOf(1)} and others`;
  return [
    {
      bar: 'session B7',
      what: 'begins, of the raw rate of the same inserts',
      unit: '%',
      atLeast: 50,
      reference,
      value: 100 * medianRatio(begins, raws),
    },
  ];
}

await runBar({ rounds: 6, seconds: 4 }, measure);
