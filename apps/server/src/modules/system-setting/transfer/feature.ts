// Wires settings as a document, taken out and in, and secrets sealed anew under another key.
import type { Logger } from '../../../kernel/process/logger.ts';
import type { Revisioned } from '../../../kernel/records/revisioned.ts';
import type { SealedColumns } from '../../../kernel/secrets/sealed-columns.ts';
import type { DefinitionChange } from '../change/definition-change.ts';
import type { ChangeValues } from '../change/value-change.ts';
import type { ValuePlanner } from '../change/value-plan.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { createSettingImport } from './import.service.ts';
import { createTransferHandlers } from './transfer.routes.ts';

export function createTransferFeature({
  snapshot,
  planner,
  changeValues,
  changeDefinitions,
  revisioned,
  sealedColumns,
  log,
}: {
  readonly snapshot: SettingSnapshot;
  readonly planner: ValuePlanner;
  readonly changeValues: ChangeValues;
  readonly changeDefinitions: DefinitionChange;
  readonly revisioned: Revisioned;
  readonly sealedColumns: SealedColumns;
  readonly log: Logger;
}) {
  const imports = createSettingImport({ snapshot, planner, changeValues, changeDefinitions, revisioned });
  return { handlers: createTransferHandlers({ imports, snapshot, revisioned, sealedColumns, log }) };
}
