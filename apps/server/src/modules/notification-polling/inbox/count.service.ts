// Counts unread items, with a tag that changes whenever the count may.
import { hash } from 'node:crypto';
import type { SvcUnreadDetailModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import { createKeyRate } from '../../../kernel/process/key-rate.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail, failAuthority } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { type Directory, viewerOf } from '../announcement/feature.ts';
import { writeAsOf } from '../record/as-of.ts';
import type { Viewer } from '../record/audience.ts';
import { COUNT_MAX, type OwnView, type OwnViews } from '../view/own-view.ts';
import { countUnreadTypes } from './unread-types.store.ts';

/** Seconds after which clients ask again. */
const POLL_INTERVAL_SECONDS = 60;
/** Requests of a session in a row; on average one a second. */
const ASKED_MAX = 10;
const ASKED_WINDOW_MS = 10_000;

export interface Count {
  readonly count: number;
  readonly headers: {
    readonly etag: string;
    readonly 'cache-control': string;
    readonly vary: string;
    readonly 'x-svc-poll-interval': string;
    readonly 'x-svc-as-of': string;
    readonly 'x-svc-count-capped'?: string;
  };
}

function tagOf(count: number, view: OwnView, localeTag: string): string {
  let [first, second] = [0, 0];
  for (const { marks } of view.visible) {
    first = (first + marks[0]) | 0;
    second ^= marks[1];
  }
  const parts = [count, view.newest, view.visible.length, first, second, view.ownChangeSeq, localeTag];
  return `"${hash('sha256', parts.join(' '), 'base64url').slice(0, 24)}"`;
}

function countIn(view: OwnView, localeTag: string): Count {
  const exact = view.countUnread();
  const count = Math.min(exact, COUNT_MAX);
  const headers = {
    etag: tagOf(exact, view, localeTag),
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Cookie, X-API-Key',
    'x-svc-poll-interval': String(POLL_INTERVAL_SECONDS),
    'x-svc-as-of': writeAsOf(view),
  };
  return { count, headers: exact > COUNT_MAX ? { ...headers, 'x-svc-count-capped': 'true' } : headers };
}

export interface CountParts extends Pick<Kernel, 'clock' | 'database' | 'metrics'> {
  readonly views: OwnViews;
  readonly directory: Directory;
}

export function createCountService({ clock, database, metrics, views, directory }: CountParts) {
  const rate = createKeyRate({ max: ASKED_MAX, windowMs: ASKED_WINDOW_MS });
  const counted = metrics.counter({ name: 'polling_counts_total', help: 'Counts of what is unread.' });

  const requireRate = ({ caller }: Act): void => {
    if (caller.kind === 'api-key') return;
    const nowMs = clock.now();
    const retryAfterSeconds = rate.retryAfterSeconds(caller.identifier, nowMs);
    if (retryAfterSeconds !== null) fail('RATE_LIMITED', { retryAfterSeconds });
    rate.count(caller.identifier, nowMs);
  };
  /** Finds a viewer; null for one whom neither the directory nor an open session knows. */
  const findViewer = async (tenantIdentifier: string, username: string): Promise<Viewer | null> => {
    const usernameFolded = foldName(username);
    const known = await directory.authentication().findUserGrants(tenantIdentifier, username);
    const pairs = known?.authorities ?? (await directory.session().authoritiesOf(tenantIdentifier, username));
    if (pairs === null) return null;
    const roles = new Set(known?.roles ?? pairs.map(({ role }) => role));
    return { tenantIdentifier, usernameFolded, roles, authorities: new Set(pairs.map(({ authority }) => authority)) };
  };
  const answer = (view: OwnView, localeTag: string): Count => {
    counted.inc();
    return countIn(view, localeTag);
  };
  const own = async (act: Act): Promise<Count> => {
    requireRate(act);
    return answer(await views.of(viewerOf(act.caller), true), act.caller.localeTag);
  };

  return {
    own,
    async detail(act: Act): Promise<SvcUnreadDetailModel> {
      requireRate(act);
      const viewer = viewerOf(act.caller);
      const view = await views.of(viewer, true);
      const open = view.visible.filter((item) => view.counts(item));
      const rows = await countUnreadTypes(
        database,
        viewer,
        open.map(({ id }) => id),
        new Date(clock.now()),
      );
      const total = view.countUnread();
      return {
        total: Math.min(total, COUNT_MAX),
        announcements: open.length,
        notifications: Math.min(view.notifications, COUNT_MAX),
        acknowledgementsOpen: view.visible.filter((item) => view.isOpen(item)).length,
        byType: Object.fromEntries(rows.map(({ type, count }) => [type, count])),
        capped: total > COUNT_MAX,
        asOf: writeAsOf(view),
        pollIntervalSeconds: POLL_INTERVAL_SECONDS,
      };
    },
    /** 403 for another name without the authority, whether it exists or not. */
    async ofUser(act: Act, username: string): Promise<Count> {
      const { caller } = act;
      if (foldName(username) === foldName(caller.username)) return own(act);
      if (!caller.holds('USER_NOTIFICATION_VIEW_ANY')) failAuthority('USER_NOTIFICATION_VIEW_ANY');
      requireRate(act);
      const viewer = await findViewer(caller.tenantIdentifier, username);
      if (viewer === null) return failNotFound('USER_NOT_FOUND', { username });
      return answer(await views.of(viewer, false), caller.localeTag);
    },
    async unreadCount(tenantIdentifier: string, username: string): Promise<number> {
      const viewer = await findViewer(tenantIdentifier, username);
      return viewer === null ? 0 : Math.min((await views.of(viewer, false)).countUnread(), COUNT_MAX);
    },
  };
}
