// Wires reports for other modules: runs in their transactions, and for processes that wait for them.
import type { BpmnEngineApi } from '../../bpmn-engine/api.ts';
import { createCallEnd } from './call-end.ts';
import { createOfferedRuns, type OfferedGround } from './offered.ts';
import { createRunAction } from './run-action.ts';

export type { OfferedRunRequest, PreparedOrder, RunSender } from './offered.types.ts';

export function createOfferedFeature(
  ground: OfferedGround & { readonly engine: () => Pick<BpmnEngineApi, 'settleCall'> },
) {
  const offered = createOfferedRuns(ground);
  const { prepare, write } = offered;
  return {
    api: { prepare, write },
    runAction: createRunAction({ ...ground, offered }),
    /** Handles the end of a run. */
    onRunEnd: createCallEnd(ground.engine),
  };
}
