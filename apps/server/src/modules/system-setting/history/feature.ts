// Wires the history of values and definitions: looked through, and put back.
import type { Database } from '../../../kernel/database/database.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import type { ValueFeature } from '../value/feature.ts';
import { createHistoryHandlers } from './history.routes.ts';
import { createHistoryService } from './history.service.ts';

export function createHistoryFeature({
  database,
  index,
  setValue,
}: {
  readonly database: Database;
  readonly index: SettingIndex;
  readonly setValue: ValueFeature['api']['set'];
}) {
  return { handlers: createHistoryHandlers(createHistoryService({ database, index, setValue })) };
}
