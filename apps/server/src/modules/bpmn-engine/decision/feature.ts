// Wires decisions: which are deployed, and what they give.
import type { Kernel } from '../../../kernel/module.ts';
import type { EngineRuntime } from '../runtime/engine-runtime.ts';
import { createDecisionHandlers } from './decision.routes.ts';
import { createDecisionService } from './decision.service.ts';
import { createDecisionPageStore } from './decision-page.store.ts';

export function createDecisionFeature(
  { clock, database }: Pick<Kernel, 'clock' | 'database'>,
  { decisions, limits }: Pick<EngineRuntime, 'decisions' | 'limits'>,
) {
  const store = createDecisionPageStore(database);
  return { handlers: createDecisionHandlers(createDecisionService({ clock, decisions, limits, store })) };
}
