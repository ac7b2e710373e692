// Starts the program beside a mail server, and queues mails as modules do.

import { eventually, query, startDirectory } from '../../../testing/sign-in.ts';
import type { TestServer, TestServerOptions } from '../../../testing/test-server.ts';
import type { MailRequest } from '../api.ts';

const CONTENT = {
  en: { subject: 'Hello {{ name }}', content: 'Text for {{ name }}.\n' },
  tr: { subject: 'Merhaba {{ name }}', content: '{{ name }} için metin.\n' },
};

export interface MailRow {
  readonly uuid: string;
  readonly status: string;
  readonly reason: string | null;
  readonly attemptCount: number;
  readonly uncertainCount: number;
  readonly dueAt: Date;
  readonly copies: readonly string[];
}

/** `port` is that of the mail server; null: mails are captured. */
export async function startMailing(port: number | null, options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startDirectory({
    ...options,
    settings: { 'mail.default-sender': 'Suite <suite@mail.example>', ...options.settings },
    env: {
      ...(port === null ? {} : { KEELSON_MAIL_SMTP_URL: `smtp://127.0.0.1:${port}?security=none` }),
      ...options.env,
    },
  });
  const ship = server.apis.mailNotification.shipTemplate;
  ship({ code: 'test.open', name: 'Open mail', sensitive: false, contentMap: CONTENT });
  ship({ code: 'test.secret', name: 'Secret mail', sensitive: true, contentMap: CONTENT });
  return server;
}

export function enqueue(server: TestServer, changes: Partial<MailRequest> = {}): Promise<{ readonly uuid: string }> {
  const request: MailRequest = {
    tenantIdentifier: 'default',
    templateCode: 'test.open',
    locale: 'en',
    to: { address: 'ada@mail.example', name: 'Ada' },
    parameters: { name: 'Ada' },
    expireDate: null,
    createdBy: 'admin',
    ...changes,
  };
  return server.kernel.database.transaction((tx) => server.apis.mailNotification.enqueue(tx, request));
}

/** Adds recipients to a mail that waits: the interface for several comes with sends. */
export async function enqueueTo(
  server: TestServer,
  tenantIdentifier: string,
  ...addresses: readonly string[]
): Promise<string> {
  return server.kernel.database.transaction(async (tx) => {
    const { uuid } = await server.apis.mailNotification.enqueue(tx, {
      tenantIdentifier,
      templateCode: 'test.open',
      locale: 'en',
      to: { address: addresses[0]!, name: null },
      parameters: { name: 'All' },
      expireDate: null,
      createdBy: 'admin',
    });
    for (const address of addresses.slice(1)) {
      await tx.execute(
        {
          name: 'test_recipient',
          text: `INSERT INTO mail_recipient (mail_id, type, address, status) SELECT id, 'CC', $2, 'QUEUED' FROM mail WHERE uuid = $1`,
        } as never,
        [uuid, address],
      );
    }
    return uuid;
  });
}

export async function readRow(server: Pick<TestServer, 'database'>, uuid: string): Promise<MailRow> {
  const [row] = await query<MailRow>(
    server,
    `SELECT uuid, status, status_reason AS reason, attempt_count AS "attemptCount", uncertain_count AS "uncertainCount", due_at AS "dueAt",
       ARRAY(SELECT r.status FROM mail_recipient r WHERE r.mail_id = m.id ORDER BY r.id) AS copies
     FROM mail m WHERE uuid = $1`,
    [uuid],
  );
  if (row === undefined) throw new Error(`there is no mail ${uuid}`);
  return row;
}

/** Waits until the mail is in one of these states. */
export async function untilStatus(
  server: Pick<TestServer, 'database'>,
  uuid: string,
  ...statuses: readonly string[]
): Promise<MailRow> {
  const row = await eventually(
    () => readRow(server, uuid),
    ({ status }) => statuses.includes(status),
  );
  if (!statuses.includes(row.status)) throw new Error(`the mail is ${JSON.stringify(row)}`);
  return row;
}

export interface AttemptRead {
  readonly outcome: string;
  readonly phase: string | null;
  readonly code: number | null;
  readonly transcript: string | null;
}

export function readAttempts(server: Pick<TestServer, 'database'>, uuid: string): Promise<AttemptRead[]> {
  return query<AttemptRead>(
    server,
    `SELECT a.outcome, a.phase, a.code, a.transcript FROM mail_attempt a JOIN mail m ON m.id = a.mail_id
     WHERE m.uuid = $1 ORDER BY a.number`,
    [uuid],
  );
}

/** Waits until the mail was attempted so many times. */
export function untilAttempts(
  server: Pick<TestServer, 'database'>,
  uuid: string,
  count: number,
): Promise<AttemptRead[]> {
  return eventually(
    () => readAttempts(server, uuid),
    (attempts) => attempts.length >= count,
  );
}

/** Runs a background job of the server once, to its end. */
export async function runToEnd({ jobs }: Pick<TestServer, 'jobs'>, name: string): Promise<void> {
  const job = jobs.find((one) => one.name === name);
  if (job === undefined) throw new Error(`there is no job ${name}`);
  await job.stop();
  job.wake();
  job.start();
  await job.stop();
  job.start();
}
