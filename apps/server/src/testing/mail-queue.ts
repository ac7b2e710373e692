// Reads queued mails as their recipients would, for tests: nothing sends them.
import { createSeal } from '../kernel/secrets/seal.ts';
import { query } from './sign-in.ts';
import type { TestServer } from './test-server.ts';

export interface ReadMail {
  readonly uuid: string;
  readonly templateCode: string;
  readonly address: string;
  readonly locale: string;
  readonly subject: string;
  readonly content: string;
  /** Holds the token of the link in it; empty when there is none. */
  readonly token: string;
}

/** Reads the mails with content, oldest first. */
export async function readMails(
  server: Pick<TestServer, 'database' | 'kernel'>,
  templateCode: string,
): Promise<readonly ReadMail[]> {
  const seal = createSeal(server.kernel.keys, 'mail');
  const rows = await query<{ uuid: string; templateCode: string; address: string; locale: string; sealed: string }>(
    server,
    `SELECT m.uuid, m.template_code AS "templateCode", r.address, m.locale, c.sealed FROM mail m
     JOIN mail_recipient r ON r.mail_id = m.id JOIN mail_content c ON c.mail_id = m.id
     WHERE m.template_code = $1 ORDER BY m.id`,
    [templateCode],
  );
  return rows.map(({ sealed, ...row }) => {
    const { subject, content } = JSON.parse(seal.open(sealed, row.uuid) ?? '{}') as {
      subject: string;
      content: string;
    };
    return { ...row, subject, content, token: /#token=([A-Za-z0-9_-]+)/.exec(content)?.[1] ?? '' };
  });
}
