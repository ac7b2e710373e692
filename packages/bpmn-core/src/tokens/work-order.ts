// Work that is done outside is ordered here.
import type { WorkOrder } from '../contract/effects.ts';
import type { Wait } from '../contract/instance-state.ts';
import type { Burst, WorkToken } from '../instance/burst.ts';
import { scopeOf, seenVariables } from '../instance/scope.ts';
import { openWait } from '../instance/waits.ts';
import type { FlowNode } from '../model/process-model.ts';
import { jobOptions } from './jobs.ts';

type Ordered = Omit<WorkOrder, 'variables'>;

/**
 * Orders work: the token waits until a `work` command that names the wait hands in the result; work that it waits for already is ordered
 * anew.
 */
export function orderWork(burst: Burst, node: FlowNode, token: WorkToken, order: Ordered): void {
  const wait = openWorkOf(token) ?? openWork(burst, node, token, order);
  const variables = seenVariables(burst, scopeOf(token));
  burst.effects.push({ kind: 'do-work', wait: wait.number, node: node.index, order: { ...order, variables } });
}

/** Orders that a called instance undoes what it did, by a command of its own. */
export function orderUndoing(burst: Burst, node: FlowNode, token: WorkToken, called: string): void {
  orderWork(burst, node, token, { work: 'call', target: called, parameters: {}, options: { compensates: true } });
}

function openWorkOf({ waits }: WorkToken): Wait | null {
  if (waits !== null) for (const wait of waits) if (wait.kind === 'work') return wait;
  return null;
}

/** Opens the wait for work; a worker of an external task brings his own retries. */
function openWork(burst: Burst, node: FlowNode, token: WorkToken, { work, target, options }: Ordered): Wait {
  const owner = { scope: token.scope, token };
  const subject = { kind: 'work', work, ...(work === 'external' ? {} : jobOptions(burst, node, owner)) } as const;
  const undoing = options.compensates === true ? { ...subject, called: target } : subject;
  return openWait(burst, owner, node.index, 0, undoing);
}
