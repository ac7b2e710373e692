// Keeps what a client knows that has a stream, as a page would: what is told is applied, and nothing is fetched.
import type {
  SvcNotificationPollingAnnouncementModel,
  SvcPollingChangeModel,
  SvcUserNotificationModel,
} from '@keelson/contract';
import { type EventReader, readEvents } from '../../../kernel/http/streams/streams.fixture.ts';
import type { PollingServer } from '../polling-server.fixture.ts';

type Announcement = SvcNotificationPollingAnnouncementModel;
type Notification = SvcUserNotificationModel;

/** Opens the stream of a person, and waits until it is ready. */
export async function followPolling(
  server: PollingServer,
  token: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const reader = await readEvents(`${server.url}/polling/stream`, { authorization: `Bearer ${token}`, ...headers });
  if (reader.status !== 200) return reader;
  return reader.until(({ events }) => events.some(({ event }) => event === 'ready'));
}

export const lastOf = (reader: EventReader, event: string) =>
  reader.events.findLast((one) => one.event === event)?.data;

export class PageClient {
  readonly announcements = new Map<string, Announcement>();
  readonly notifications = new Map<string, Notification>();
  /** Holds what was told of a version: an announcement or notification that is reported twice is in it twice. */
  readonly received: string[] = [];
  unread = 0;
  resyncs = 0;
  #reader: EventReader | null = null;
  #applied = 0;
  #lastEventId = '';

  /** Comes back behind what it heard last. */
  async open(server: PollingServer, token: string): Promise<void> {
    const headers = this.#lastEventId === '' ? {} : { 'last-event-id': this.#lastEventId };
    this.#applied = 0;
    this.#reader = await followPolling(server, token, headers);
  }

  /** Leaves at whatever place it stands. */
  close(): void {
    this.apply();
    this.#lastEventId = this.#reader?.lastEventId() ?? '';
    this.#reader?.close();
  }

  apply(): void {
    const events = this.#reader?.events ?? [];
    for (; this.#applied < events.length; this.#applied += 1) this.#hear(events[this.#applied]!);
  }

  #hear({ event, data }: EventReader['events'][number]): void {
    if (event === 'ready') this.unread = data.unread;
    if (event === 'unread') this.unread = data.total;
    if (event === 'resync') this.resyncs += 1;
    if (event === 'announcement-removed') this.announcements.delete(data.uuid);
    if (event === 'notification-removed') this.notifications.delete(data.uuid);
    if (event === 'announcement') {
      this.received.push(`${data.uuid} ${data.version} ${data.publishSeq}`);
      this.announcements.set(data.uuid, data);
    }
    if (event === 'notification') {
      this.received.push(`${data.uuid} ${data.seq}`);
      this.notifications.set(data.uuid, data);
    }
    if (event === 'state') this.#mark(data);
  }

  #mark({ announcement, notification, readUpTo }: SvcPollingChangeModel): void {
    if (announcement !== null) this.announcements.set(announcement.uuid, announcement);
    else if (notification !== null) this.notifications.set(notification.uuid, notification);
    else if (readUpTo !== null) this.#read(readUpTo);
  }

  #read({ publishSeq, notificationSeq }: NonNullable<SvcPollingChangeModel['readUpTo']>): void {
    for (const [uuid, one] of this.announcements) {
      if (!one.acknowledgementRequired && (one.publishSeq ?? 0) <= (publishSeq ?? -1))
        this.announcements.set(uuid, { ...one, read: true });
    }
    for (const [uuid, one] of this.notifications) {
      if (one.seq <= (notificationSeq ?? -1)) this.notifications.set(uuid, { ...one, read: true });
    }
  }

  /** Answers what counts of what is known, in the form in which `pagesOf` answers what the server knows. */
  known() {
    return {
      announcements: [...this.announcements.values()].map(briefOf).sort(),
      notifications: [...this.notifications.values()].map(briefOfNotification).sort(),
      unread: this.unread,
    };
  }
}

const briefOf = ({ uuid, title, publishSeq, read, archived }: Announcement): string =>
  `${uuid} ${title} ${publishSeq} ${read} ${archived}`;
const briefOfNotification = ({ uuid, title, seq, read, archived, groupCount }: Notification): string =>
  `${uuid} ${title} ${seq} ${read} ${archived} ${groupCount}`;

/** Reads everything that the person can page, archived or not, and the count. */
export async function pagesOf(server: PollingServer, token: string) {
  const page = async <T>(path: string, archived: boolean): Promise<readonly T[]> => {
    const body = { pageable: { pageSize: 200 }, archived };
    return (await server.as<{ data: T[] }>(token, 'POST', path, body)).body.data;
  };
  const both = async <T>(path: string) => [...(await page<T>(path, false)), ...(await page<T>(path, true))];
  server.clock.advance(1_000);
  return {
    announcements: (await both<Announcement>('/polling/announcement/page')).map(briefOf).sort(),
    notifications: (await both<Notification>('/polling/user/notification/page')).map(briefOfNotification).sort(),
    unread: (await server.as<number>(token, 'GET', '/polling/user/unread')).body,
  };
}
