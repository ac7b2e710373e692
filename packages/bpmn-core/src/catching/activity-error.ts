// An activity throws BPMN errors in another way than error end events do: uncaught they fail it.
import type { Burst, WorkToken } from '../instance/burst.ts';
import { stepFailure } from '../instance/step-failure.ts';
import type { FlowNode } from '../model/process-model.ts';
import type { Variables } from '../values/values.ts';
import { throwTo } from './propagation.ts';

/**
 * Throws an error outward from an activity; one that nobody catches is a failure of it. A token that is in no activity throws from around
 * its element.
 */
export function throwFromActivity(
  burst: Burst,
  node: FlowNode,
  token: WorkToken,
  code: string | null,
  message: string | null,
  variables: Variables,
  activity: WorkToken | null = token,
): void {
  burst.history.push(['r', node.index, code]);
  if (throwTo(burst, 'error', { scope: token.scope, activity }, { variables, code, message })) return;
  const said = message === null ? '' : `: ${message}`;
  throw stepFailure(
    'UNCAUGHT_ERROR',
    node.id,
    `Nobody catches the error ${code ?? 'without code'} of ${node.id}${said}`,
  );
}
