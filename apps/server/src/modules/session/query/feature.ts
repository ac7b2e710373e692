// Wires showing open and ended sessions: one by one, as pages, as numbers.
import type { Kernel } from '../../../kernel/module.ts';
import { createCountedGauge } from '../../../kernel/process/counted-gauge.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { Directories, SessionApi } from '../api.ts';
import type { Activity } from '../entry/activity.ts';
import type { Cache } from '../entry/cache.ts';
import { findSessionGrants } from '../entry/grants.ts';
import { findNewestSession } from '../record/session.store.ts';
import { countOpenSessions } from '../search/ledger.store.ts';
import { hasTextIndex } from '../search/sessions.store.ts';
import { createQueryHandlers } from './query.routes.ts';
import { createQueryService } from './query.service.ts';
import { createStatisticsService } from './statistics.service.ts';

type QueryApi = Pick<SessionApi, 'authoritiesOf'>;

export function createQueryFeature({
  clock,
  database,
  metrics,
  readiness,
  directories,
  activity,
  cache,
}: Pick<Kernel, 'clock' | 'database' | 'metrics' | 'readiness'> & {
  readonly directories: () => Directories;
  readonly activity: Activity;
  readonly cache: Cache;
}) {
  const api: QueryApi = {
    async authoritiesOf(tenantIdentifier, username) {
      const user = { tenantIdentifier, usernameFolded: foldName(username) };
      const newest = await findNewestSession(database, user, clock.now());
      if (newest === null) return null;
      return (await findSessionGrants(newest, directories()))?.authorities ?? null;
    },
  };
  const service = createQueryService({ clock, database, activity, directories });
  const statistics = createStatisticsService({ clock, database, activity, cache });
  createCountedGauge({ metrics }, { name: 'sessions_open', help: 'Live sessions of people.' }, () =>
    countOpenSessions(database, clock.now()),
  );
  return {
    api,
    handlers: createQueryHandlers(service, statistics),
    async start(): Promise<void> {
      if (await hasTextIndex(database)) return;
      readiness.warn('session-text-index', () => 'pg_trgm is missing: text filters of sessions are slow');
    },
  };
}
