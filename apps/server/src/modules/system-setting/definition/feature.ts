// Wires definitions of settings: made and changed by people, found by whoever may see them.
import type { Revisioned } from '../../../kernel/records/revisioned.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { DefinitionChange } from '../change/definition-change.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import { createDefinitionHandlers } from './definition.routes.ts';
import { createDefinitionService } from './definition.service.ts';

export function createDefinitionFeature({
  settings,
  index,
  changeDefinitions,
  revisioned,
}: {
  readonly settings: Settings;
  readonly index: SettingIndex;
  readonly changeDefinitions: DefinitionChange;
  readonly revisioned: Revisioned;
}) {
  const definitions = createDefinitionService({ settings, index, changeDefinitions, revisioned });
  return { handlers: createDefinitionHandlers({ definitions, index, revisioned }) };
}
