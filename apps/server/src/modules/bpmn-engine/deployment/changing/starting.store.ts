// Writes who may start a version of a process, beside those who may start everything, and what is kept of its history.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';

export interface Starting {
  /** Names of users; with no user and no group everybody may start. */
  readonly users: readonly string[];
  readonly groups: readonly string[];
  /** Whether every tenant may start it. */
  readonly shared: boolean;
}

export interface Keeping {
  /** How long history is kept: an ISO 8601 duration; null: as the setting says. */
  readonly timeToLive: string | null;
  /** Level of history; null: as the setting says. */
  readonly level: 'none' | 'activity' | 'full' | null;
}

const SAVE = sql(
  'bpm_definition_starting_save',
  'UPDATE bpm_definition SET candidate_starter_users = $2, candidate_starter_groups = $3, shared = $4 WHERE id = $1',
);
const KEEP = sql(
  'bpm_definition_keep',
  'UPDATE bpm_definition SET history_time_to_live = $2, history_level = $3 WHERE id = $1',
);

export const startingStore = {
  async keep(tx: Transaction, id: string, { timeToLive, level }: Keeping): Promise<void> {
    await tx.execute(KEEP, [id, timeToLive, level]);
  },
  async save(tx: Transaction, id: string, { users, groups, shared }: Starting): Promise<void> {
    await tx.execute(SAVE, [id, users, groups, shared]);
  },
};
