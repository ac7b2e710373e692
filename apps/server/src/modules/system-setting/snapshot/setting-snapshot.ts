// Keeps the settings of this process: an index in memory that follows the database, and reports changes.
import type { Database } from '../../../kernel/database/database.ts';
import type { Notify } from '../../../kernel/live/notify.ts';
import type { Logger } from '../../../kernel/process/logger.ts';
import {
  createRevisionedSnapshot,
  type LoadedChanges,
  type RevisionedSnapshot,
} from '../../../kernel/records/snapshot.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import type { SettingChange, Settings } from '../../../kernel/settings/settings.ts';
import type { StoredValue } from '../system-setting.types.ts';
import type { SettingRows } from './entry-table.ts';
import { createSecretOpener } from './secret-opener.ts';
import { createSettingIndex } from './setting-index.ts';
import { loadAllRows, loadNewerRows, loadRevision } from './setting-snapshot.store.ts';

/** Channel of the revision, which is the whole payload. */
export const SETTING_CHANNEL = 'keelson_setting';

/** Called with rows; `whole` where they are everything, and the differences are unknown. */
export type RevisionListener = (rows: SettingRows, revision: number, whole: boolean) => void;

interface SettingSnapshotGround {
  readonly database: Database;
  readonly notify: Notify;
  readonly seal: Seal;
  readonly settings: Settings;
  readonly log: Logger;
  /** Called with the duration of each read, of changes or of everything. */
  readonly onRead?: (seconds: number) => void;
}

function createTimed(onRead: SettingSnapshotGround['onRead']) {
  return async <T>(read: () => Promise<T>): Promise<T> => {
    const startMs = performance.now();
    const rows = await read();
    onRead?.((performance.now() - startMs) / 1_000);
    return rows;
  };
}

export type SettingSnapshot = ReturnType<typeof createSettingSnapshot>;

export function createSettingSnapshot({ database, notify, seal, settings, log, onRead }: SettingSnapshotGround) {
  const actions: RevisionListener[] = [];
  let loaded = false;
  const secrets = createSecretOpener({ seal, log });
  const index = createSettingIndex({
    registered: (code) => definitions().get(code),
    open: secrets.open,
  });
  let registered: ReadonlyMap<string, ReturnType<Settings['definitions']>[number]> | null = null;
  const definitions = () => {
    registered ??= new Map(settings.definitions().map((definition) => [definition.code, definition]));
    return registered;
  };

  const changesOf = (
    { revision, rows }: { readonly revision: number; readonly rows: SettingRows },
    put: (rows: SettingRows, revision: number) => readonly SettingChange[],
  ): LoadedChanges => {
    let changes: readonly SettingChange[] = [];
    return {
      revision,
      apply() {
        const applied = put(rows, revision);
        changes = loaded ? applied : [];
        loaded = true;
        secrets.settle();
      },
      announce() {
        for (const action of actions) action(rows, revision, put === index.replace);
        if (changes.length === 0) return;
        settings.publish(changes, (error) => log.error({ err: error }, 'a listener of settings failed'));
      },
    };
  };

  const timed = createTimed(onRead);
  const snapshot = createRevisionedSnapshot({
    name: 'settings',
    channel: SETTING_CHANNEL,
    notify,
    log,
    reader: {
      readRevision: () => loadRevision(database),
      loadAll: async () => changesOf(await timed(() => loadAllRows(database)), index.replace),
      async loadSince(since) {
        const newer = await timed(() => loadNewerRows(database, since));
        return newer === null ? null : changesOf(newer, index.merge);
      },
    },
  });
  // The getters of the helper read its own state, so it is extended and not copied.
  return Object.assign(Object.create(snapshot) as RevisionedSnapshot, {
    index,
    /** Makes the changes of this process's own write, for its memory. */
    ownChanges: (values: readonly StoredValue[], revision: number) =>
      changesOf({ revision, rows: { values, definitions: [], groups: [] } }, index.merge),
    /**
     * Loads where `load` would throw for a secret that does not open: it counts as invalid here, with a sentence for
     * each.
     */
    async loadDespiteSecrets(): Promise<readonly string[]> {
      const sentences = secrets.collect();
      await snapshot.load();
      return sentences;
    },
    /** Calls the action after each applied revision, also where no value changed for anybody. */
    onRevision: (action: RevisionListener) => void actions.push(action),
  });
}
