// Wires export and import of settings, and sealing of secrets with another key.
import type { Revisioned } from '../../../kernel/records/revisioned.ts';
import type { DefinitionChange } from '../change/definition-change.ts';
import type { ChangeValues } from '../change/value-change.ts';
import type { ValuePlanner } from '../change/value-plan.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { createSettingImport } from './import.service.ts';
import type { ReencryptionGround } from './reencryption.ts';
import { createTransferHandlers } from './transfer.routes.ts';

export function createTransferFeature({
  snapshot,
  planner,
  changeValues,
  changeDefinitions,
  revisioned,
  ...reencryption
}: ReencryptionGround & {
  readonly snapshot: SettingSnapshot;
  readonly planner: ValuePlanner;
  readonly changeValues: ChangeValues;
  readonly changeDefinitions: DefinitionChange;
  readonly revisioned: Revisioned;
}) {
  const imports = createSettingImport({ snapshot, planner, changeValues, changeDefinitions, revisioned });
  return { handlers: createTransferHandlers({ imports, snapshot, revisioned, ...reencryption }) };
}
