// Sends mails as people and keys do, for tests, and reads what became of them.
import type { SvcNotificationMailContentModel, SvcNotificationMailModel } from '@keelson/contract';
import type { Answer } from '../../../testing/sign-in.ts';
import type { TestServerOptions } from '../../../testing/test-server.ts';
import { saveTemplate, startTemplateServer, type TemplateServer } from '../template-server.fixture.ts';

export type Failure = {
  readonly errorCode: string;
  readonly errorMessage: string;
  readonly errorArguments: readonly Readonly<Record<string, unknown>>[];
};

/** Mails wait, and nothing bounds whoever sends. */
export async function startSendingServer(options: TestServerOptions = {}): Promise<TemplateServer> {
  const server = await startTemplateServer({
    ...options,
    settings: {
      'mail.sending-enabled': false,
      'mail.rate.person-mails': 100_000,
      'mail.rate.person-recipients': 1_000_000,
      'mail.default-sender': 'Suite <suite@mail.example>',
      ...options.settings,
    },
  });
  await saveTemplate(server, { code: 'hello' });
  return server;
}

export interface Sending {
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

/** Sends the template `hello` to one address, unless the body says otherwise. */
export function notify(server: TemplateServer, body: object, { token, headers }: Sending = {}): Promise<Answer> {
  const whole = { templateCode: 'hello', to: ['ada@mail.example'], parameters: { name: 'Ada' }, ...body };
  return server.as(token ?? server.admin, 'POST', '/notification/mail/notify', whole, headers);
}

/** Sends a content to one address, unless the body says otherwise. */
export function notifyWithContent(server: TemplateServer, body: object, sending: Sending = {}): Promise<Answer> {
  const { token, headers } = sending;
  const whole = { to: ['ada@mail.example'], ...body };
  return server.as(token ?? server.admin, 'POST', '/notification/mail/notify-with-content', whole, headers);
}

/** As `notify`, where it has to succeed; answers the uuid of mail or group. */
export async function sent(server: TemplateServer, body: object, sending: Sending = {}): Promise<string> {
  const answer = await notify(server, body, sending);
  if (answer.status !== 200) throw new Error(`the mail was refused: ${answer.text}`);
  return answer.headers.get('x-svc-notification-uuid')!;
}

export async function refused(answer: Promise<Answer>): Promise<Failure & { readonly status: number }> {
  const { status, error } = await answer;
  if (error === null) throw new Error('it was not refused');
  return { status, ...(error as unknown as Failure) };
}

/** Lists the codes of the arguments, each behind its field. */
export async function problems(answer: Promise<Answer>): Promise<readonly string[]> {
  const { status, errorArguments } = await refused(answer);
  if (status !== 400) throw new Error(`it is ${status}`);
  return errorArguments.map(({ field, code }) => `${field} ${code}`);
}

export async function readMail(server: TemplateServer, uuid: string): Promise<SvcNotificationMailModel> {
  return (await server.as<SvcNotificationMailModel>(server.admin, 'GET', `/notification/mail/by-uuid/${uuid}`)).body;
}

export async function readContent(server: TemplateServer, uuid: string): Promise<SvcNotificationMailContentModel> {
  const path = `/notification/mail/content/by-uuid/${uuid}`;
  return (await server.as<SvcNotificationMailContentModel>(server.admin, 'GET', path)).body;
}

/** Reads the message as it would leave. */
export async function readRaw(server: TemplateServer, uuid: string): Promise<string> {
  const path = `/notification/mail/raw/by-uuid/${uuid}`;
  const { body } = await server.as<string>(server.admin, 'GET', path, undefined, { accept: 'application/json' });
  return Buffer.from(body, 'base64').toString();
}

/** Finds the mails of a group, in the order in which they were accepted. */
export async function readGroup(
  server: TemplateServer,
  groupUuid: string,
): Promise<readonly SvcNotificationMailModel[]> {
  const { body } = await server.as<{ readonly data: readonly SvcNotificationMailModel[] }>(
    server.admin,
    'POST',
    '/notification/mail/data/page',
    { groupUuid, pageable: { pageSize: 200, sort: { properties: ['dateCreated'], direction: 'ASC' } } },
  );
  return body.data.toSorted((left, right) => left.id - right.id);
}

export async function countMails(server: TemplateServer): Promise<number> {
  const { body } = await server.as<{ readonly totalElements: number }>(
    server.admin,
    'POST',
    '/notification/mail/data/page',
    {},
  );
  return body.totalElements;
}
