// Wires values that users choose for themselves.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { Revisioned } from '../../../kernel/records/revisioned.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { createUserValueHandlers } from './user-value.routes.ts';
import { createUserValueService } from './user-value.service.ts';

export type UserFeature = ReturnType<typeof createUserFeature>;

export function createUserFeature({
  database,
  clock,
  ids,
  snapshot,
  revisioned,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly snapshot: SettingSnapshot;
  readonly revisioned: Revisioned;
}) {
  const users = createUserValueService({ database, clock, ids, snapshot });
  return {
    handlers: createUserValueHandlers({ users, revisioned }),
    api: { find: users.find, load: users.load },
  };
}
