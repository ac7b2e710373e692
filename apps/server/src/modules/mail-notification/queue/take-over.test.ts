// Proves that mails which an earlier version had queued leave, or stay expired, after the migration.
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { MANUAL_CLOCK_START_MS } from '../../../kernel/database/clock.ts';
import { sql } from '../../../kernel/database/database.ts';
import { migrate } from '../../../kernel/schema/migrate.ts';
import { createSeal } from '../../../kernel/secrets/seal.ts';
import { loadSecretKeys } from '../../../kernel/secrets/secret-keys.ts';
import { query } from '../../../testing/sign-in.ts';
import { createEmptyDatabase } from '../../../testing/test-database.ts';
import { startMailing, untilStatus } from '../delivery/mail-server.fixture.ts';
import { mailNotificationModule } from '../module.ts';
import { startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';

const DAY_MS = 24 * 3_600_000;
const WAITING = '019b76da-a800-7000-8000-000000000001';
const EXPIRED = '019b76da-a800-7000-8000-000000000002';
const fill = sql(
  'test_earlier_mails',
  `WITH written AS (
     INSERT INTO mail (uuid, tenant_identifier, template_code, locale, status, priority, sensitive, sender, subject, message_id, send_date,
       expire_date, created_by, updated_by, date_created, date_updated)
     SELECT v.uuid::uuid, 'default', 'auth.activation', 'en', v.status, 'NORMAL', true, 'no-reply@keelson.invalid', 'Invitation', v.uuid, $3,
       $4, 'admin', 'admin', $3, $3
     FROM (VALUES ($1, 'QUEUED'), ($2, 'EXPIRED')) v (uuid, status) RETURNING id, status
   ), copies AS (
     INSERT INTO mail_recipient (mail_id, type, address, status) SELECT id, 'TO', 'ada@mail.example', status FROM written
   )
   INSERT INTO mail_content (mail_id, sealed) SELECT id, $5 FROM written WHERE status = 'QUEUED'`,
);

it('mail-notification 12: mails of the earlier queue leave or stay expired after the migration', async () => {
  const database = await createEmptyDatabase();
  const directory = mkdtempSync(join(tmpdir(), 'keelson-migrations-'));
  const keys = `test:${randomBytes(32).toString('base64url')}`;
  const smtp = await startScriptedServer();
  try {
    const { migrations, contract } = mailNotificationModule;
    copyFileSync(new URL('0001_mail_queue.sql', migrations), join(directory, '0001_mail_queue.sql'));
    await migrate(database.database, [{ name: contract.name, directory: pathToFileURL(`${directory}/`) }]);
    const seal = createSeal(loadSecretKeys({ environmentValue: keys }), 'mail');
    const sealed = seal.seal(JSON.stringify({ subject: 'Welcome', content: 'Your link' }), WAITING);
    const at = new Date(MANUAL_CLOCK_START_MS);
    await database.database.execute(fill, [WAITING, EXPIRED, at, new Date(at.getTime() + DAY_MS), sealed]);
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
    } finally {
      await server.stop();
    }
  } finally {
    await smtp.stop();
    rmSync(directory, { recursive: true, force: true });
    await database.close();
  }
});
