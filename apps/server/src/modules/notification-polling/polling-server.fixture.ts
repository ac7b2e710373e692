// Starts servers for tests of announcements: short ways to send, mark, page and count.
import type { SvcNotificationPollingAnnouncementModel } from '@keelson/contract';
import type { SettingServer } from '../../testing/setting-server.ts';

export {
  createTenant,
  joinSettingServer as joinPollingServer,
  query,
  type SettingServer as PollingServer,
  signInWith,
  startSettingServer as startPollingServer,
} from '../../testing/setting-server.ts';
export { eventually } from '../../testing/sign-in.ts';

export type Announced = SvcNotificationPollingAnnouncementModel;
export const sharedKeys = { KEELSON_SECRET_KEYS: `shared:${Buffer.alloc(32, 7).toString('base64url')}` };

/** Sends what the model says, with a title and a content of its own; throws when it is refused. */
export async function announce(server: SettingServer, model: object = {}, token = server.admin): Promise<Announced> {
  const whole = { title: 'News', content: 'Something happened.', ...model };
  const answer = await server.as<Announced>(token, 'POST', '/polling/announcement/send', whole);
  if (answer.status !== 200) throw new Error(`the announcement was refused: ${answer.text}`);
  return answer.body;
}

/** Does something with one announcement: read, archive, withdraw and the like. */
export function act(server: SettingServer, token: string, verb: string, { uuid }: { readonly uuid: string }) {
  return server.as<Announced>(token, 'POST', `/polling/announcement/${verb}/by-uuid/${uuid}`);
}

/** Counts for the caller; a second passes first, so that nobody asks too often. */
export async function countOf(server: SettingServer, token: string): Promise<number> {
  server.clock.advance(1_000);
  const answer = await server.as<number>(token, 'GET', '/polling/user/unread');
  if (answer.status !== 200) throw new Error(`the count was refused: ${answer.text}`);
  return answer.body;
}

/** Pages announcements, and answers the rows with the token of what they cover. */
export async function pageOf(server: SettingServer, token: string, query: object = {}) {
  const body = { pageable: { pageSize: 200 }, ...query };
  const answer = await server.as<{ data: Announced[]; totalElements: number }>(
    token,
    'POST',
    '/polling/announcement/page',
    body,
  );
  if (answer.status !== 200) throw new Error(`the page was refused: ${answer.text}`);
  return { ...answer.body, asOf: answer.headers.get('x-svc-as-of') ?? '' };
}

export async function readAll(server: SettingServer, token: string, asOf: string): Promise<number> {
  const answer = await server.as<number>(token, 'POST', '/polling/announcement/read-all', { asOf });
  if (answer.status !== 200) throw new Error(`read-all was refused: ${answer.text}`);
  return answer.body;
}
