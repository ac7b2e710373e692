// Gives the road of changes to tests that have a database and no memory of settings: what is written is read from the tables.
import type { Database } from '../../kernel/database/database.ts';
import { createRevisioned } from '../../kernel/records/revisioned.ts';
import { REVISION_HEADER } from './client-revision.ts';
import { SETTING_CHANNEL } from './snapshot/setting-snapshot.ts';

/** Serves `changeIn` alone; it records no events. */
export function createTestRevisioned(database: Database) {
  const noMemory = async (): Promise<never> => {
    throw new Error('this test has no memory of settings');
  };
  return createRevisioned({
    name: 'system_setting',
    channel: SETTING_CHANNEL,
    header: REVISION_HEADER,
    database,
    events: { record: async () => undefined },
    snapshot: {
      revision: 0,
      advance: () => false,
      writing: noMemory,
      reach: noMemory,
      refresh: noMemory,
      waitForRevision: noMemory,
    },
  });
}
