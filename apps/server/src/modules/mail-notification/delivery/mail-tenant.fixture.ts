// Gives a test of deliveries a tenant with a mail server of its own, on the one server that its file has started.
import { randomUUID } from 'node:crypto';
import { createTenant, query } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { type ScriptedServer, startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';
import { runToEnd } from './mail-server.fixture.ts';

export interface MailTenant {
  readonly tenantIdentifier: string;
  /** Mails of this tenant leave by it, and no others; the program has never connected to it. */
  readonly smtp: ScriptedServer;
  /** Ends the mail server, and removes what still waits for it. */
  remove(): Promise<void>;
}

export async function addMailTenant(server: TestServer): Promise<MailTenant> {
  const tenantIdentifier = `mails-${randomUUID()}`;
  const smtp = await startScriptedServer();
  await createTenant(server, tenantIdentifier);
  await query(
    server,
    `WITH provider AS (
       INSERT INTO mail_provider (uuid, version, tenant_identifier, code, name, host, port, security, priority, lanes, domain_rate_list,
         enabled, shared, pinned, trusted, created_by, created_by_folded, updated_by, date_created, date_updated, deleted)
       VALUES (gen_random_uuid(), 1, $1, 'own', 'Own', '127.0.0.1', $2, 'NONE', 100, 5, '[]',
         true, false, false, true, 'test', 'test', 'test', now(), now(), false)
       RETURNING id)
     INSERT INTO mail_provider_state (provider_id) SELECT id FROM provider`,
    [tenantIdentifier, smtp.port],
  );
  await runToEnd(server, 'mail-providers');
  return {
    tenantIdentifier,
    smtp,
    async remove() {
      await query(server, 'DELETE FROM mail WHERE tenant_identifier = $1', [tenantIdentifier]);
      await query(server, 'UPDATE mail_provider SET enabled = false WHERE tenant_identifier = $1', [tenantIdentifier]);
      await smtp.stop();
    },
  };
}
