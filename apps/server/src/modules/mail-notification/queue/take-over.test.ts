// Proves that mails which an earlier version had queued leave, or stay expired, after the migration.
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DAY_MS } from '@keelson/time-zone/units';
import { expect, it } from 'vitest';
import { MANUAL_CLOCK_START_MS } from '../../../kernel/database/clock.ts';
import { sql } from '../../../kernel/database/database.ts';
import { migrate } from '../../../kernel/schema/migrate.ts';
import { createSeal } from '../../../kernel/secrets/seal.ts';
import { loadSecretKeys } from '../../../kernel/secrets/secret-keys.ts';
import { eventually, query } from '../../../testing/sign-in.ts';
import { createEmptyDatabase } from '../../../testing/test-database.ts';
import { readRow, runToEnd, startMailing, untilAttempts, untilStatus } from '../delivery/mail-server.fixture.ts';
import { mailNotificationModule } from '../module.ts';
import { startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';

const WAITING = '019b76da-a800-7000-8000-000000000001';
const EXPIRED = '019b76da-a800-7000-8000-000000000002';
const REFUSED = '019b76da-a800-7000-8000-000000000003';
const fill = sql(
  'test_earlier_mails',
  `WITH written AS (
     INSERT INTO mail (uuid, tenant_identifier, template_code, locale, status, priority, sensitive, sender, subject, message_id, send_date,
       expire_date, created_by, updated_by, date_created, date_updated)
     SELECT v.uuid::uuid, 'default', 'auth.activation', 'en', v.status, 'NORMAL', true, 'no-reply@keelson.invalid', 'Invitation', v.uuid, $3,
       $4, 'admin', 'admin', $3, $3
     FROM (VALUES ($1, 'QUEUED'), ($2, 'EXPIRED'), ($6, 'QUEUED')) v (uuid, status) RETURNING id, uuid, status
   ), copies AS (
     INSERT INTO mail_recipient (mail_id, type, address, status) SELECT id, 'TO', CASE WHEN uuid = $6::uuid THEN 'later@mail.example' ELSE 'ada@mail.example' END, status FROM written
   )
   INSERT INTO mail_content (mail_id, sealed) SELECT id, CASE WHEN uuid = $6::uuid THEN $7 ELSE $5 END FROM written WHERE status = 'QUEUED'`,
);

it('mail-notification 12: mails of the earlier queue leave, stay expired or expire after the migration', async () => {
  const database = await createEmptyDatabase();
  const directory = mkdtempSync(join(tmpdir(), 'keelson-migrations-'));
  const keys = `test:${randomBytes(32).toString('base64url')}`;
  const smtp = await startScriptedServer((command) => (command.includes('later@') ? '450 4.2.1 later' : undefined));
  try {
    const { migrations, contract } = mailNotificationModule;
    copyFileSync(new URL('0001_mail_queue.sql', migrations), join(directory, '0001_mail_queue.sql'));
    await migrate(database.database, [{ name: contract.name, directory: pathToFileURL(`${directory}/`) }]);
    const seal = createSeal(loadSecretKeys({ environmentValue: keys }), 'mail');
    const sealFor = (uuid: string) => seal.seal(JSON.stringify({ subject: 'Welcome', content: 'Your link' }), uuid);
    const at = new Date(MANUAL_CLOCK_START_MS);
    const until = new Date(at.getTime() + DAY_MS);
    const values = [WAITING, EXPIRED, at, until, sealFor(WAITING), REFUSED, sealFor(REFUSED)];
    await database.database.execute(fill, values);
    const server = await startMailing(smtp.port, { sharedDatabase: database, env: { KEELSON_SECRET_KEYS: keys } });
    try {
      await untilStatus(server, WAITING, 'SENT');
      const [mail] = smtp.mails;
      expect([mail?.from, mail?.to]).toEqual(['suite@mail.example', ['ada@mail.example']]);
      expect(mail?.data).toContain('Subject: Welcome\r\n');
      expect(mail?.data).toContain('Your link');
      expect(await query(server, 'SELECT status FROM mail WHERE uuid = $1', [EXPIRED])).toEqual([
        { status: 'EXPIRED' },
      ]);
      const waits = await untilStatus(server, REFUSED, 'RETRY');
      expect(waits).toMatchObject({ attemptCount: 1 });
      server.clock.advance(DAY_MS - 1);
      await untilAttempts(server, REFUSED, 2);
      await runToEnd(server, 'mail-expiry');
      expect(await untilStatus(server, REFUSED, 'RETRY')).toMatchObject({ dueAt: until });
      server.clock.advance(1);
      // It is due in the same moment: a lane that is claiming it holds it back from this run.
      const expireAndRead = () => runToEnd(server, 'mail-expiry').then(() => readRow(server, REFUSED));
      const expired = await eventually(expireAndRead, ({ status }) => status === 'EXPIRED');
      expect(expired).toMatchObject({ status: 'EXPIRED', copies: ['EXPIRED'] });
      expect(
        await query(server, 'SELECT FROM mail_content c JOIN mail m ON m.id = c.mail_id WHERE m.uuid = $1', [REFUSED]),
      ).toEqual([]);
    } finally {
      await server.stop();
    }
  } finally {
    await smtp.stop();
    rmSync(directory, { recursive: true, force: true });
    await database.close();
  }
});
