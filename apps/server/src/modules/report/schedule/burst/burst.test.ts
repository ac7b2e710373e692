// Tests that each recipient of a burst is mailed his own rows and nobody else's.
import { createHash } from 'node:crypto';
import type { SvcRToolReportScheduleRunModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { startForeignDatabase } from '../../adapter/connection/foreign-database.fixture.ts';
import { findSpareSnapshots } from '../../run/upkeep/store-room.store.ts';
import { type MailingServer, startMailingServer, yearly } from '../mailing.fixture.ts';
import { eventually, OWNER, query } from '../schedule.fixture.ts';

let server: MailingServer;
let foreign: Awaited<ReturnType<typeof startForeignDatabase>>;
beforeAll(async () => {
  [server, foreign] = await Promise.all([startMailingServer(), startForeignDatabase()]);
  const { url, reader } = foreign;
  const adapter = { code: 'shop', name: 'Shop', url, allowedHostList: ['127.0.0.1'], ...reader };
  expect((await server.as(server.admin, 'POST', '/report-data-adapters', adapter)).status).toBe(200);
  await server.change('mail.recipient-domains', '');
});
afterAll(async () => {
  await server?.stop();
  await foreign?.close();
});

const READ_AT_ONCE = 10;
const RESTART = '/report-schedules/runs/restart-failed/by-uuid';

let made = 0;
/** Saves a report over SQL. */
const reportOf = async (statement: string, more: object = {}) =>
  (
    await server.report(`burst-${++made}`, {
      reportDataSourceType: 'SQL',
      dataAdapterCode: 'shop',
      query: { statement },
      ...more,
    })
  ).uuid;
/** Has a row for each pair of a recipient and an amount. */
function valuesOf(rows: readonly (readonly [recipient: string | null, amount: number])[]): string {
  const values = rows.map(([who, amount]) => `(${who === null ? 'NULL' : `'${who}'`}::text, ${amount}::int)`);
  return `SELECT * FROM (VALUES ${values.join(', ')}) v (recipient, amount)`;
}
const burstOf = (report: string, more: object = {}) =>
  server.schedule(report, { ...yearly, burst: { recipientColumn: 'recipient' }, ...more });

/** Answers the files of a mail by their endings. */
function filesIn(raw: string): ReadonlyMap<string, Buffer> {
  const parts = raw.split(/\r\n--[^\r\n]+\r\n/).filter((part) => part.includes('filename'));
  return new Map(
    parts.map((part) => {
      const [, ending] = /filename="?[^"\r\n]*\.(\w+)/.exec(part)!;
      const [, body] = part.split('\r\n\r\n');
      return [ending!, Buffer.from(body!.replaceAll(/--.*$/gm, ''), 'base64')];
    }),
  );
}
async function fileOf(run: SvcRToolReportScheduleRunModel, recipient: string, ending = 'csv'): Promise<Buffer> {
  const mail = (await server.mailsOf(run)).find((one) => one.recipient === recipient)!;
  return filesIn(await server.raw(mail)).get(ending)!;
}
/** Answers all mails of files as they would leave, the first one first. */
async function mailsWritten(): Promise<readonly { readonly recipient: string; readonly raw: string }[]> {
  const found = await query<{ recipient: string; uuid: string }>(
    server,
    `SELECT r.address AS recipient, m.uuid FROM mail_recipient r JOIN mail m ON m.id = r.mail_id
     WHERE m.template_code = 'report.finished' ORDER BY m.id`,
  );
  const mails = [];
  while (mails.length < found.length) {
    const next = found.slice(mails.length, mails.length + READ_AT_ONCE);
    mails.push(
      ...(await Promise.all(next.map(async ({ recipient, uuid }) => ({ recipient, raw: await server.rawBy(uuid) })))),
    );
  }
  return mails;
}
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const { recipients: RECIPIENTS, rows: ROWS } = inject('burst');
/** Of so many rows one has nobody, one somebody who is none, and one somebody who may not be written to at first. */
const PLACES = RECIPIENTS + 2;
const REFUSED = RECIPIENTS / 2;
const NUMBERS = Array.from({ length: ROWS }, (_, index) => index + 1);
const ownOf = (place: number) => NUMBERS.filter((number) => number % PLACES === place);

it(`report 22: of ${RECIPIENTS} recipients over ${ROWS} rows each is mailed exactly his own, whoever is refused stops nobody, and a restart serves him alone`, async () => {
  const recipient = `CASE n % ${PLACES} WHEN 0 THEN NULL WHEN 1 THEN 'nobody at all' WHEN ${REFUSED} THEN 'refused@elsewhere.example'
    ELSE 'p' || n % ${PLACES} || '@mail.example' END`;
  const report = await reportOf(
    `SELECT ${recipient} AS recipient, n AS number FROM generate_series(1, ${ROWS}) n ORDER BY n`,
    { columnList: [{ name: 'number', type: 'INTEGER' }], csvBom: false },
  );
  const { uuid } = await burstOf(report);
  await server.change('mail.recipient-domains', 'mail.example');
  await server.as(server.admin, 'POST', `/report-schedules/run-now/by-uuid/${uuid}`);
  const run = await vi.waitFor(
    async () => {
      const found = await server.runOf(uuid);
      expect(['RUNNING', 'DELIVERING']).not.toContain(found.status);
      return found;
    },
    { timeout: 240_000, interval: 500 },
  );
  expect(run).toMatchObject({
    status: 'PARTIAL',
    rowCount: ROWS,
    recipientCount: RECIPIENTS,
    failedRecipientList: [{ recipient: 'refused@elsewhere.example', errorCode: 'RECIPIENT_NOT_ALLOWED' }],
    unservedRowCount: ownOf(0).length + ownOf(1).length,
    unservedList: [
      { recipient: null, rowCount: ownOf(0).length },
      { recipient: 'nobody at all', rowCount: ownOf(1).length },
    ],
  });
  const expected = (place: number): string => {
    const own = ownOf(place);
    return hashOf(Buffer.from(['number', ...own, ''].join('\r\n')));
  };
  const hashes = new Map<string, string>();
  const written = await mailsWritten();
  for (const { recipient: address, raw } of written) hashes.set(address, hashOf(filesIn(raw).get('csv')!));
  const places = Array.from({ length: RECIPIENTS }, (_, index) => index + 2).filter((place) => place !== REFUSED);
  expect(written).toHaveLength(RECIPIENTS - 1);
  expect(hashes).toEqual(new Map(places.map((place) => [`p${place}@mail.example`, expected(place)])));

  await server.change('mail.recipient-domains', '');
  expect((await server.as(server.admin, 'POST', `${RESTART}/${run.uuid}`)).status).toBe(200);
  const after = await server.over(uuid);
  expect(after).toMatchObject({ uuid: run.uuid, status: 'SUCCEEDED', failedRecipientList: [] });
  expect(hashOf(await fileOf(after, 'refused@elsewhere.example'))).toBe(expected(REFUSED));
  expect(await mailsWritten()).toHaveLength(RECIPIENTS);
}, 400_000);

it('report 22: totals, groups and charts of each file are those of its own rows, in every format, and a user is told by his name', async () => {
  await server.addressed('ayse', OWNER);
  const report = await reportOf(
    valuesOf([
      ['one@mail.example', 1],
      ['ayse', 20],
      ['one@mail.example', 2],
      ['ayse', 40],
    ]),
    {
      columnList: [{ name: 'recipient' }, { name: 'amount', type: 'INTEGER', aggregate: 'SUM' }],
      rowGroupList: [{ columnName: 'recipient' }],
      chartList: [{ type: 'BAR', categoryColumn: 'recipient', seriesColumnList: ['amount'] }],
      layout: { title: 'Payslip' },
    },
  );
  const formats = ['JSON', 'HTML', 'XLSX', 'CSV', 'PDF'];
  const { uuid } = await burstOf(report, { outputFormatList: formats, delivery: { subject: 'Yours' } });
  const run = await server.ranNow(uuid);
  expect(run).toMatchObject({ status: 'SUCCEEDED', recipientCount: 2, unservedList: [] });
  expect((await server.mailsOf(run)).map(({ recipient, status }) => [recipient, status])).toEqual([
    ['one@mail.example', 'SENT'],
    ['ayse', 'SENT'],
  ]);
  for (const [recipient, rows, total] of [
    ['one@mail.example', [1, 2], 3],
    ['ayse', [20, 40], 60],
  ] as const) {
    const mail = (await server.mailsOf(run)).find((one) => one.recipient === recipient)!;
    const files = filesIn(await server.raw(mail));
    expect([...files.keys()]).toEqual(formats.map((format) => format.toLowerCase()));
    const json = JSON.parse(files.get('json')!.toString());
    expect(json.rowList).toEqual(rows.map((amount) => [recipient, amount]));
    const totals = JSON.stringify(json.totalList);
    expect([totals.includes(String(total)), totals.includes('63')]).toEqual([true, false]);
    const other = recipient === 'ayse' ? 'one@mail.example' : 'ayse';
    const html = files.get('html')!.toString();
    expect([html.includes('<svg'), html.includes(recipient), html.includes(other)]).toEqual([true, true, false]);
    expect(JSON.stringify(await server.content(mail))).toContain('Rows: 2.');
  }
});

it('report 22: with more recipients than the schedule takes the run fails before the first mail', async () => {
  const rows = ['one', 'two', 'three'].map((name) => [`${name}@mail.example`, 1] as const);
  const { uuid } = await burstOf(await reportOf(valuesOf(rows)), {
    burst: { recipientColumn: 'recipient', maxRecipients: 2 },
  });
  const run = await server.ranNow(uuid);
  expect(run).toMatchObject({ status: 'FAILED', errorCode: 'REPORT_TOO_MANY_RECIPIENTS', recipientCount: 0 });
  expect((await server.mailsOf(run)).map(({ kind }) => kind)).toEqual(['FAILURE']);
});

it('report 22: rows of nobody alone fail, no rows are nobody to write to, and nobody gets the rows of all', async () => {
  const { uuid } = await burstOf(
    await reportOf(
      valuesOf([
        [' ', 1],
        [null, 2],
        ['a b@c', 3],
      ]),
    ),
  );
  const failed = await server.ranNow(uuid);
  expect(failed).toMatchObject({
    status: 'FAILED',
    errorCode: 'REPORT_RECIPIENT_INVALID',
    unservedRowCount: 3,
    unservedList: [
      { recipient: null, rowCount: 2 },
      { recipient: 'a b@c', rowCount: 1 },
    ],
  });
  const none = await reportOf(`${valuesOf([['one@mail.example', 1]])} WHERE amount > 1`);
  const empty = await server.ranNow((await burstOf(none)).uuid);
  expect(empty).toMatchObject({ status: 'SUCCEEDED', rowCount: 0, recipientCount: 0 });
  const execution = await server.execution(failed.executionUuid!);
  expect(execution).toMatchObject({ source: 'BURST', status: 'SUCCEEDED', rowCount: 3, exportList: [] });
  expect((await server.output(execution.uuid)).errorCode).toBe('REPORT_NOT_READY');
  const path = `/report-executions/export/by-uuid/${execution.uuid}`;
  expect((await server.as(server.admin, 'POST', path, { outputFormat: 'CSV' })).status).toBe(200);
  await eventually(
    () => server.output(execution.uuid, { format: 'CSV' }),
    ({ status }) => status === 200,
  );
});

it('report 22: what is larger than a mail takes is told and goes nowhere else', async () => {
  const statement = `SELECT * FROM (VALUES ('large@mail.example', 12), ('small@mail.example', 1)) v (recipient, size)
    CROSS JOIN LATERAL (SELECT md5(n::text) || repeat('x', 999999) AS filling FROM generate_series(1, v.size) n) f`;
  const run = await server.ranNow((await burstOf(await reportOf(statement))).uuid);
  expect(run).toMatchObject({
    status: 'PARTIAL',
    failedRecipientList: [{ recipient: 'large@mail.example', errorCode: 'REPORT_OUTPUT_TOO_LARGE' }],
  });
}, 60_000);

it('report 22: rows that were to be cut and may not be are mailed to nobody', async () => {
  const rows = ['one', 'two'].map((name) => [`${name}@mail.example`, 1] as const);
  const report = await reportOf(valuesOf(rows), { rowLimit: 1, truncateMode: 'FAIL' });
  const run = await server.ranNow((await burstOf(report)).uuid);
  expect(run).toMatchObject({ status: 'FAILED', errorCode: 'REPORT_ROW_LIMIT_EXCEEDED', recipientCount: 0 });
});

it('report 22: a process that dies between the mail and its commit mails once, and what it was to mail is kept meanwhile', async () => {
  const { uuid } = await burstOf(await reportOf(valuesOf([['once@mail.example', 7]])));
  await query(
    server,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF NEW.status = 'SENT' AND NEW.attempts = 1 THEN RAISE 'died'; END IF; RETURN NEW; END $$`,
  );
  await query(
    server,
    'CREATE CONSTRAINT TRIGGER refuse AFTER UPDATE ON report_delivery DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()',
  );
  await server.as(server.admin, 'POST', `/report-schedules/run-now/by-uuid/${uuid}`);
  await eventually(
    () => query(server, "SELECT FROM report_delivery WHERE recipient = 'once@mail.example' AND due_at > date_created"),
    (rows) => rows.length === 1,
  );
  const copies = () => query(server, "SELECT FROM mail_recipient WHERE address = 'once@mail.example'");
  expect(await copies()).toHaveLength(0);
  // Room is made of the rows of other runs.
  const spare = await findSpareSnapshots(server.database.database, 2 ** 40);
  const [held] = await query<{ id: number }>(
    server,
    'SELECT snapshot_id::int AS id FROM report_execution WHERE uuid = $1',
    [(await server.runOf(uuid)).executionUuid],
  );
  expect([spare.length > 0, spare.includes(held!.id)]).toEqual([true, false]);
  await query(server, 'DROP TRIGGER refuse ON report_delivery');
  server.clock.advance(5_000);
  const run = await server.over(uuid);
  expect(run.status).toBe('SUCCEEDED');
  expect(await copies()).toHaveLength(1);
  expect(await findSpareSnapshots(server.database.database, 2 ** 40)).toContain(held!.id);
});
