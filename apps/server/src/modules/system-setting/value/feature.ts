// Wires values of tenants and of all: set, removed, tried out and looked through.
import type { Revisioned } from '../../../kernel/records/revisioned.ts';
import type { ChangeValues } from '../change/value-change.ts';
import type { ValuePlanner } from '../change/value-plan.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { createValueHandlers } from './value.routes.ts';
import { createValueService } from './value.service.ts';

export type ValueFeature = ReturnType<typeof createValueFeature>;

export function createValueFeature({
  snapshot,
  planner,
  changeValues,
  revisioned,
}: {
  readonly snapshot: SettingSnapshot;
  readonly planner: ValuePlanner;
  readonly changeValues: ChangeValues;
  readonly revisioned: Revisioned;
}) {
  const values = createValueService({ snapshot, planner, changeValues, revisioned });
  return {
    handlers: createValueHandlers({ values, index: snapshot.index, revisioned }),
    api: { set: values.set },
  };
}
