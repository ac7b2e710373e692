// Tests that files of schedules are mailed, to whom, and what becomes of those who cannot be reached.
import type { SvcRToolReportScheduleRunModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailingServer, startMailingServer, yearly } from './mailing.fixture.ts';
import { eventually, OWNER, query, signInWith } from './schedule.fixture.ts';

let server: MailingServer;
let report: string;
beforeAll(async () => {
  server = await startMailingServer();
  report = (await server.report('mailed', { name: 'Oturumlar ğış' })).uuid;
});
afterAll(() => server?.stop());

it('report 21: files go to everybody named, each in a mail of his own, with what the schedule says', async () => {
  const delivery = { toList: ['one@mail.example', 'two@mail.example'], subject: 'Günlük ₺', content: 'Good morning' };
  const { uuid } = await server.schedule(report, { ...yearly, delivery, outputFormatList: ['CSV', 'JSON'] });
  const run = await server.ranNow(uuid);
  expect(run).toMatchObject({ status: 'SUCCEEDED', recipientCount: 2, failedRecipientList: [] });
  const mails = await server.mailsOf(run);
  expect(mails.map(({ recipient, status }) => [recipient, status])).toEqual(
    delivery.toList.map((one) => [one, 'SENT']),
  );
  const content = await server.content(mails[0]!);
  expect(content.subject).toBe('Report: Günlük ₺');
  const text = JSON.stringify(content);
  expect(text).toContain('Good morning');
  expect(text).toContain('Oturumlar ğış');
  const raw = await server.raw(mails[1]!);
  expect(raw).toMatch(/filename="?mailed-\d{4}-\d\d-\d\d\.csv/);
  const file = await server.output(run.executionUuid!, { format: 'JSON' });
  expect(raw.replaceAll(/\s/g, '')).toContain(file.bytes.toString('base64'));
  const sent = (await server.events()).filter(({ kind }) => kind === 'report.delivery-sent');
  expect(sent.map(({ detail }) => detail?.recipient)).toEqual(expect.arrayContaining(delivery.toList));
});

it('report 21: who wants no files, or gets more than a mail takes, gets links instead', async () => {
  const delivery = { toList: ['link@mail.example'], attach: false };
  const { uuid } = await server.schedule(report, { ...yearly, delivery });
  const [mail] = await server.mailsOf(await server.ranNow(uuid));
  const { executionUuid } = await server.runOf(uuid);
  const text = JSON.stringify(await server.content(mail!));
  expect(text).toContain(`/report-executions/output/by-uuid/${executionUuid}?format=CSV`);
  expect(await server.raw(mail!)).not.toContain('filename');
  const { uuid: large } = await server.schedule(report, { ...yearly, delivery: { toList: ['large@mail.example'] } });
  await query(
    server,
    `CREATE FUNCTION enlarge() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.byte_count = 11000000; RETURN NEW; END $$`,
  );
  await query(server, 'CREATE TRIGGER enlarge BEFORE INSERT ON report_export FOR EACH ROW EXECUTE FUNCTION enlarge()');
  const [linked] = await server.mailsOf(await server.ranNow(large));
  await query(server, 'DROP TRIGGER enlarge ON report_export');
  expect(JSON.stringify(await server.content(linked!))).toContain('?format=CSV');
});

it('report 21: nobody named is the owner, and without rows nobody is mailed where the schedule says so', async () => {
  const owner = await server.addressed('mailowner', OWNER);
  const { uuid } = await server.schedule(report, yearly, owner);
  const [mail] = await server.mailsOf(await server.ranNow(uuid));
  expect(mail).toMatchObject({ recipient: 'mailowner', status: 'SENT' });
  expect((await server.mail(mail!)).templateCode).toBe('report.finished');
  const filterList = [{ column: 'username', operator: 'EQ', value: 'nobody at all' }];
  const { uuid: empty } = await server.report('empty', { query: { dataSetCode: 'sessions', filterList } });
  const { uuid: silent } = await server.schedule(empty, { ...yearly, onlyIfRows: true });
  expect(await server.ranNow(silent)).toMatchObject({ status: 'SUCCEEDED', rowCount: 0, recipientCount: 0 });
});

it('report 21: strangers and others are written to by whoever may alone, and only at addresses', async () => {
  const owner = await server.addressed('humble', OWNER);
  const manager = await signInWith(server, 'mailmanager', [...OWNER, 'REPORT_SCHEDULE_MANAGE']);
  const save = (delivery: object, token: string) =>
    server.refusal(token, 'POST', '/report-schedules', {
      name: 'n',
      executableReportUuid: report,
      ...yearly,
      delivery,
    });
  const wrong = {
    toList: ['nowhere', 'ok@mail.example'],
    toUserList: ['nobodyhere'],
    onFailureToList: ['a b@c.example'],
  };
  expect(await save(wrong, server.admin)).toEqual([
    422,
    'REPORT_RECIPIENT_INVALID',
    'delivery.toList[0] INVALID_EMAIL_ADDRESS',
    'delivery.onFailureToList[0] INVALID_EMAIL_ADDRESS',
    'delivery.toUserList[0] NOT_ALLOWED',
  ]);
  expect(await save({ toUserList: ['humble', 'admin'] }, owner)).toEqual([
    422,
    'REPORT_RECIPIENT_NOT_ALLOWED',
    'delivery.toUserList[1] NOT_ALLOWED',
  ]);
  const toList = ['humble@mail.example', 'stranger@mail.example'];
  for (const token of [owner, manager]) {
    expect(await save({ toList }, token)).toEqual([
      422,
      'REPORT_RECIPIENT_NOT_ALLOWED',
      'delivery.toList[1] NOT_ALLOWED',
    ]);
  }
  expect((await save({ toList: ['Humble@mail.example'] }, owner))[0]).toBe(200);
  expect((await save({ toUserList: ['humble', 'admin'] }, manager))[0]).toBe(200);
  const ccList = ['Humble@mail.example', 'stranger@mail.example', 'nowhere'];
  expect(await save({ ccList }, server.admin)).toEqual([
    422,
    'REPORT_RECIPIENT_INVALID',
    'delivery.ccList[2] INVALID_EMAIL_ADDRESS',
  ]);
  for (const token of [owner, manager]) {
    expect(await save({ ccList: ccList.slice(0, 2) }, token)).toEqual([
      422,
      'REPORT_RECIPIENT_NOT_ALLOWED',
      'delivery.ccList[1] NOT_ALLOWED',
    ]);
  }
  expect((await save({ ccList: ccList.slice(0, 1) }, manager))[0]).toBe(200);
});

it('report 21: copies are mails of their own that say so, one for each, and none to whom the files are mailed anyway', async () => {
  const owner = await server.addressed('copier', OWNER);
  const delivery = {
    toList: ['first@mail.example'],
    ccList: ['copy@mail.example', 'FIRST@mail.example', 'far@elsewhere.example'],
  };
  const { uuid } = await server.schedule(report, { ...yearly, delivery });
  expect((await server.scheduled(uuid)).delivery).toEqual(delivery);
  await server.change('mail.recipient-domains', 'mail.example');
  const run = await server.ranNow(uuid);
  await server.change('mail.recipient-domains', '');
  expect(run).toMatchObject({
    status: 'PARTIAL',
    recipientCount: 3,
    failedRecipientList: [{ recipient: 'far@elsewhere.example', errorCode: 'RECIPIENT_NOT_ALLOWED' }],
  });
  const [first, copy] = await server.mailsOf(run);
  const headersOf = async (mail: typeof first) => (await server.raw(mail!)).match(/^(To|Cc): .*$/gm);
  expect(await headersOf(first)).toEqual(['To: first@mail.example']);
  expect(await headersOf(copy)).toEqual(['Cc: copy@mail.example']);
  expect(await server.raw(copy!)).toMatch(/filename="?mailed-/);
  // Copies alone are beside the mail of the owner.
  const own = { ...yearly, delivery: { ccList: ['copier@mail.example'] } };
  const alone = await server.ranNow((await server.schedule(report, own, owner)).uuid);
  expect((await server.mailsOf(alone)).map(({ recipient, status }) => [recipient, status])).toEqual([
    ['copier', 'SENT'],
    ['copier@mail.example', 'SENT'],
  ]);
});

it('report 21: one who cannot be written to stops nobody else, and a restart serves him alone', async () => {
  const toList = ['good@mail.example', 'bad@elsewhere.example'];
  const counted = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const of = (outcome: string) =>
      Number(text.match(`report_deliveries_total{outcome="${outcome}"} (\\d+)`)?.[1] ?? 0);
    return [of('sent'), of('failed')];
  };
  const [sent = 0, failed = 0] = await counted();
  const { uuid } = await server.schedule(report, { ...yearly, delivery: { toList } });
  await server.change('mail.recipient-domains', 'mail.example');
  const run = await server.ranNow(uuid);
  expect(run).toMatchObject({ status: 'PARTIAL', recipientCount: 2, errorCode: 'REPORT_DELIVERY_FAILED' });
  expect(run.failedRecipientList).toMatchObject([{ recipient: 'bad@elsewhere.example' }]);
  expect(await counted()).toEqual([sent + 1, failed + 1]);
  const before = await server.mailsOf(run);
  await server.change('mail.recipient-domains', '');
  const path = `/report-schedules/runs/restart-failed/by-uuid/${run.uuid}`;
  const { body } = await server.as<SvcRToolReportScheduleRunModel>(server.admin, 'POST', path);
  expect(body.uuid).toBe(run.uuid);
  const after = await server.over(uuid);
  expect(after).toMatchObject({ uuid: run.uuid, status: 'SUCCEEDED', failedRecipientList: [] });
  expect((await server.mailsOf(after))[0]).toEqual(before[0]);
  const mails = await query(
    server,
    "SELECT FROM mail_recipient WHERE address = ANY('{good@mail.example,bad@elsewhere.example}')",
  );
  expect(mails).toHaveLength(2);
  const nobody = '/report-schedules/runs/restart-failed/by-uuid/00000000-0000-7000-8000-000000000000';
  expect(await server.refusal(server.admin, 'POST', nobody)).toEqual([404, 'REPORT_SCHEDULE_RUN_NOT_FOUND']);
});

it('report 21: a run that fails is told to whom the schedule names, and to its owner where it names nobody', async () => {
  const { uuid: failing } = await server.report('mail-failing', { rowLimit: 1, truncateMode: 'FAIL' });
  await signInWith(server, 'another');
  const { uuid } = await server.schedule(failing, { ...yearly, delivery: { onFailureToList: ['fail@mail.example'] } });
  const run = await server.ranNow(uuid);
  expect(run).toMatchObject({ status: 'FAILED', errorCode: 'REPORT_ROW_LIMIT_EXCEEDED' });
  const [told] = await eventually(
    () => server.mailsOf(run),
    ([first]) => first?.status === 'SENT',
  );
  expect(told).toMatchObject({ kind: 'FAILURE', recipient: 'fail@mail.example' });
  expect(JSON.stringify(await server.content(told!))).toContain('REPORT_ROW_LIMIT_EXCEEDED');
  const path = `/report-schedules/runs/restart-failed/by-uuid/${run.uuid}`;
  expect((await server.refusal(server.admin, 'POST', path)).slice(0, 2)).toEqual([409, 'REPORT_FAILED']);
});

it('report 21: whoever asks for a run hears of its end by mail where he wants that', async () => {
  const asker = await server.addressed('asker', OWNER);
  const { uuid: run } = await server.ran(report, { outputFormat: 'CSV', notify: 'MAIL' }, asker);
  const [told] = await eventually(
    () => server.mailsWhere('execution_uuid = $1', run),
    ([first]) => first?.status === 'SENT',
  );
  expect(told).toMatchObject({ kind: 'END', recipient: 'asker' });
  expect(JSON.stringify(await server.content(told!))).toContain(`/report-executions/output/by-uuid/${run}?format=CSV`);
});

it('report 21: the owner of a schedule that is disabled hears of it, and so do those who administer reports', async () => {
  const owner = await server.addressed('stopped', OWNER);
  await server.addressed('reportadmin', ['REPORT_ADMIN', 'REPORT_VIEW']);
  const { uuid: gone } = await server.report('mail-gone');
  const { uuid } = await server.schedule(gone, { ...yearly, name: 'Aylık' }, owner);
  expect((await server.as(server.admin, 'DELETE', `/executable-reports/${gone}?force=true`)).status).toBe(200);
  const told = await eventually(
    () => server.mailsWhere("kind = 'STOPPED' AND content->>'title' = $1", 'Aylık'),
    (rows) => rows.every(({ status }) => status !== 'PENDING'),
  );
  expect(told.map(({ recipient, status }) => [recipient, status])).toEqual([
    ['stopped', 'SENT'],
    ['admin', 'SKIPPED'],
    ['reportadmin', 'SENT'],
  ]);
  const content = await server.content(told[0]!);
  expect(content.subject).toBe('Report schedule was disabled: Aylık');
  expect(content.text).toContain('REPORT_DELETED');
  expect(await server.scheduled(uuid)).toMatchObject({ enabled: false });
});

it('report 21: a process that dies between the mail and its commit mails once', async () => {
  const { uuid } = await server.schedule(report, { ...yearly, delivery: { toList: ['once@mail.example'] } });
  // The commit fails behind the mail, as where the process dies.
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
  const waiting = () =>
    query<{ held: boolean }>(
      server,
      "SELECT due_at > now() AS held FROM report_delivery WHERE recipient = 'once@mail.example'",
    );
  await eventually(waiting, (rows) => rows.length === 1);
  const copies = () => query(server, "SELECT FROM mail_recipient WHERE address = 'once@mail.example'");
  expect(await copies()).toHaveLength(0);
  await query(server, 'DROP TRIGGER refuse ON report_delivery');
  server.clock.advance(5_000);
  expect(await server.over(uuid)).toMatchObject({ status: 'SUCCEEDED' });
  expect(await copies()).toHaveLength(1);
});

it('report 21: a mail that does not arrive says otherwise how its run stands', async () => {
  const toList = ['arrives@mail.example', 'lost@mail.example'];
  const { uuid } = await server.schedule(report, { ...yearly, delivery: { toList } });
  const run = await server.ranNow(uuid);
  expect(run.status).toBe('SUCCEEDED');
  const lost = (await server.mailsOf(run)).find(({ recipient }) => recipient === 'lost@mail.example')!;
  const begun = () => query(server, 'SELECT FROM mail_telling WHERE xid IS NOT NULL');
  const wake = (name: string) => server.jobs.find((job) => job.name === name)!.wake();
  wake('mail-events');
  await eventually(begun, ({ length }) => length === 1);
  await query(server, 'UPDATE mail SET expire_date = $2 WHERE uuid = $1', [lost.uuid, new Date(server.clock.now())]);
  server.clock.advance(61_000);
  await server.change('mail.sending-enabled', true);
  const after = await eventually(
    async () => {
      for (const job of server.jobs) if (job.name.startsWith('mail')) job.wake();
      return server.runOf(uuid);
    },
    ({ status }) => status !== 'SUCCEEDED',
  );
  expect(after).toMatchObject({
    status: 'PARTIAL',
    failedRecipientList: [{ recipient: 'lost@mail.example', errorCode: 'MAIL_EXPIRED' }],
  });
});
