// Measures mail B1, B2 and B5: how fast mails are accepted, in process beside bare inserts, over HTTP, and while a million wait.
import { createApp } from '../../apps/server/src/app.ts';
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { parseConfig } from '../../apps/server/src/kernel/process/config.ts';
import { createLogger } from '../../apps/server/src/kernel/process/logger.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { benchEnvironment, createDeployment } from '../bars/keelson.ts';
import { median, medianRatio } from '../bars/statistics.ts';
import { type DriveResult, drive } from '../wrk.ts';
import { request, template } from './template.ts';

const IN_FLIGHT = 32;
const CONNECTIONS = 32;
/** The bar asks for a million; MAIL_WAITING says another number. */
const WAITING = Number(process.env.MAIL_WAITING ?? 1_000_000);
const FILLED_AT_ONCE = 50_000;
const LATER_MS = 12 * 3_600_000;

/** The same rows as one mail has, in one statement and commit. */
const bareInsert = sql(
  'bench_bare_mail',
  `WITH m AS (
     INSERT INTO mail (id, uuid, tenant_identifier, template_code, template_version, locale, status, priority, sensitive, sender, subject,
       message_id, metadata, uncertain_policy, send_date, due_at, expire_date, expire_default, content_date, created_by, updated_by,
       date_created, date_updated)
     SELECT nextval(pg_get_serial_sequence('mail', 'id')), u, 'default', 'bench.bare', 0, 'en', 'CANCELLED', 'NORMAL', false, 'a@mail.example',
       'Order of somebody', '<' || u || '@mail.example>', '{}', 'RETRY', now(), now(), now() + interval '4 days', true,
       now() + interval '4 days', 'admin', 'admin', now(), now()
     FROM gen_random_uuid() u RETURNING id, content_date
   ), r AS (
     INSERT INTO mail_recipient (mail_id, type, address, status) SELECT id, 'TO', 'ada@mail.example', 'CANCELLED' FROM m
   ), e AS (
     INSERT INTO mail_event (at, mail_id, status) SELECT now(), id, 'CANCELLED' FROM m
   )
   INSERT INTO mail_content (mail_id, content_date, sealed) SELECT id, content_date, $1 FROM m`,
);
const fill = sql(
  'bench_fill_mails',
  `WITH m AS (
     INSERT INTO mail (uuid, tenant_identifier, template_code, template_version, locale, status, priority, sensitive, sender, subject,
       message_id, metadata, uncertain_policy, send_date, due_at, expire_date, expire_default, content_date, created_by, updated_by,
       date_created, date_updated)
     SELECT u, 'default', 'bench.waiting', 0, 'en', 'QUEUED', 'NORMAL', false, 'a@mail.example', 'Waiting', '<' || u || '@mail.example>', '{}',
       'RETRY', now(), now(), now() + interval '4 days', true, now() + interval '4 days', 'admin', 'admin', now(), now()
     FROM (SELECT gen_random_uuid() AS u FROM generate_series(1, $1::int)) g RETURNING id
   )
   INSERT INTO mail_recipient (mail_id, type, address, status) SELECT id, 'TO', 'w@mail.example', 'QUEUED' FROM m`,
);

/** Answers how often the work is done a second, so many at a time. */
async function rateOf(seconds: number, work: () => Promise<unknown>): Promise<number> {
  let done = 0;
  const endMs = performance.now() + seconds * 1_000;
  const worker = async (): Promise<void> => {
    while (performance.now() < endMs) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return done / seconds;
}

async function fillQueue(database: Database): Promise<void> {
  for (let filled = 0; filled < WAITING; filled += FILLED_AT_ONCE) await database.execute(fill, [FILLED_AT_ONCE]);
  await database.withConnection((connection) => connection.script('ANALYZE mail; ANALYZE mail_recipient'));
}

/** Measures the application in this process; its mails are planned for later, so that none leaves meanwhile. */
async function measureInProcess(run: BarRun) {
  const { rounds, seconds, print, teardown } = run;
  const { url: databaseUrl } = await run.postgres.createSubjectDatabase('keelson_in_process');
  const config = parseConfig(benchEnvironment(databaseUrl), () => '/nonexistent');
  const app = await createApp({ config, log: createLogger(config.logLevel) });
  teardown.add(() => app.stop());
  const { database, groupCommit } = app.kernel;
  const mail = app.apis.mailNotification;
  const { code, name, contentMap } = template;
  const content = { ...contentMap.en, contentType: 'HTML' } as const;
  mail.shipTemplate({ code, name, sensitive: false, contentMap: { en: content, tr: content } });
  const later = { ...request, sendDate: new Date(Date.now() + LATER_MS).toISOString() };
  const by = { tenantIdentifier: 'default', username: 'bench', localeTag: 'en', holds: () => false };
  const accept = async (): Promise<void> => {
    const changes = groupCommit.createChangeSet();
    mail.add(changes, await mail.prepare('TEMPLATE', by, later));
    const outcome = await groupCommit.commit(changes);
    if (!outcome.committed) throw new Error(outcome.conflict);
  };
  await accept();
  const [row] = await database.rows<{ sealed: string }>(
    sql('bench_one_content', 'SELECT sealed FROM mail_content LIMIT 1'),
  );
  const works = { accepts: accept, inserts: () => database.execute(bareInsert, [row?.sealed]) };
  const rates: Record<keyof typeof works, number[]> = { accepts: [], inserts: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of ['accepts', 'inserts'] as const) {
      const rate = await rateOf(seconds, works[name]);
      // The first pass warms up.
      if (round > 0) rates[name].push(rate);
    }
    print(
      `round ${round}: accepted ${numberText(rates.accepts.at(-1) ?? 0)}/s, inserted ${numberText(rates.inserts.at(-1) ?? 0)}/s`,
    );
  }
  await app.stop();
  return rates;
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, print, teardown } = run;
  const rates = await measureInProcess(run);
  const deployment = await createDeployment(run.postgres, run);
  const { database } = deployment;
  const served = await deployment.startProcess();
  const { origin } = served;
  const admin = await signIn(origin, 'admin', deployment.adminPassword);
  const set = (code: string, value: unknown) =>
    call(origin, '/settings/value', { token: admin, method: 'PUT', body: { code, scope: 'GLOBAL', value } });
  await set('mail.sending-enabled', false);
  await call(origin, '/notification/template', { token: admin, body: template });
  const { key } = await call<{ readonly key: string }>(origin, '/api-keys', {
    token: admin,
    body: { name: 'bench', authorityList: ['NOTIFICATION_MAIL_SEND'] },
  });
  const body = JSON.stringify(request);
  const driven = async (length = seconds): Promise<DriveResult> => {
    const args = ['/notification/mail/notify', body, `X-API-Key: ${key}`];
    const result = await drive(
      { origin, script: 'post', args },
      { connections: CONNECTIONS, seconds: length },
      teardown,
    );
    if (result.failed + result.socketErrors > 0) throw new Error(`${result.failed} failed ${result.firstFailure}`);
    return result;
  };
  await driven(2);
  const [sent, empty, full]: [number[], number[], number[]] = [[], [], []];
  for (let round = 1; round <= rounds; round += 1) {
    const { completed, seconds: took, p99Ms } = await driven();
    sent.push(completed / took);
    empty.push(p99Ms);
    print(`round ${round}: ${numberText(completed / took)}/s, p99 ${numberText(p99Ms)} ms`);
  }
  print(`${WAITING} mails begin to wait`);
  await fillQueue(database);
  await driven(2);
  for (let round = 1; round <= rounds; round += 1) {
    const { completed, seconds: took, p99Ms } = await driven();
    full.push(p99Ms);
    print(`round ${round} behind them: ${numberText(completed / took)}/s, p99 ${numberText(p99Ms)} ms`);
  }
  return [
    {
      bar: 'mail B1',
      what: 'mails accepted in process, of bare inserts of the same rows',
      value: 100 * medianRatio(rates.accepts, rates.inserts),
      unit: '%',
      atLeast: 50,
      reference: `${numberText(median(rates.accepts))}/s of ${numberText(median(rates.inserts))}/s`,
    },
    {
      bar: 'mail B2',
      what: `notify through ${CONNECTIONS} connections`,
      value: median(sent),
      unit: '/s',
      atLeast: 1_000,
    },
    { bar: 'mail B2', what: 'their p99', value: median(empty), unit: 'ms', atMost: 50 },
    {
      bar: 'mail B5',
      what: `p99 of notify while ${WAITING} mails wait, of that of the empty queue`,
      value: medianRatio(full, empty),
      unit: 'times',
      atMost: 2,
      reference: `${numberText(median(full))} ms of ${numberText(median(empty))} ms`,
    },
  ];
}

await runBar({ rounds: 3, seconds: 4 }, measure);
