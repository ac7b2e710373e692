// The history records a step in compact tuples: they are stored by the million, so elements are indexes and kinds are letters.
import type { FlowIndex, NodeIndex } from '../model/indexes.ts';
import type { Value } from '../values/values.ts';
import type { EndState, MadeDecision } from './effects.ts';
import type { FailureCode } from './failure.ts';
import type { InstanceUpdate, WaitKind } from './instance-state.ts';
import type { TaskChanges } from './open-task.ts';

/** Says how an activity instance ended if it did not complete. */
export type ActivityEnd = 'TERMINATED' | 'FAILED' | 'WITHDRAWN' | 'COMPENSATED';

/**
 * The events of one step stand in their order. All of one step share its time, actor and command, which stand in the record around them.
 * - `@` what follows happened at this time, epoch milliseconds: a host that keeps several steps as one record says so where their times
 *   differ. The record itself has the time of the last one.
 * - `i` instance started.
 * - `a` activity instance entered: number, node, number of the token, number of the scope that it lies in where that is not the
 *   process.
 * - `c` activity instance completed: number.
 * - `k` activity instance ended otherwise: number, how. COMPENSATED follows its completion: it has been undone.
 * - `W` an event or receive task behind an event-based gateway is withdrawn, as another one has occurred: number, node, number of the
 *   token, number of the scope. It is the whole life of an activity instance that never began.
 * - `f` sequence flow taken.
 * - `z` token ended outside of any activity: number.
 * - `v` variable of the process changed: name, new value, old value (absent when it was new).
 * - `x` variable of the process removed: name, old value.
 * - `l`, `y` the same of another scope: number of the scope first.
 * - `t` task created: task number, activity number, assignee, candidates (users, groups), owner: who may still see it when it is
 *   closed is answered from here.
 * - `u` task assigned or released: task number, new assignee, old assignee.
 * - `U` task changed otherwise: task number, what is new, what was before.
 * - `Y` the instance was changed as a whole: what is new, what was before.
 * - `N` a person was renamed: the names that he had in the state, as they were written, and the new one.
 * - `d` task completed: task number, assignee at completion.
 * - `q` task cancelled: task number.
 * - `w` wait opened: number, node, kind.
 * - `o` wait fulfilled: number.
 * - `n` wait given up: number.
 * - `I` another instance was begun by a call: number of the activity instance, id of the instance.
 * - `m` message sent, `g` signal thrown, `s` escalation thrown, `r` error thrown: node, name or code.
 * - `b` compensation of an activity instance begins: its number, the node that does it; number 0: of the instance, which runs again.
 *   Where it is undone from inside, the instance is entered again: also number of the token, number of the scope that it lies in.
 * - `D` a decision was made for an activity instance: its number, what was decided.
 * - `p` incident raised: number of the wait, node, code; it ends as any wait does.
 * - `h` suspended (true) or activated (false).
 * - `P` token put back before a join: its number, the join, the flow that it came by, number of the scope.
 * - `M` migrated: id of the definition, then old and new node of all that goes on; indexes after it are those of the new model.
 * - `e` instance ended: how; where it was an error or a cancellation of which more is known also the code, the message or reason, and
 *   the element. Older history has the code alone.
 */
export type HistoryEvent =
  | readonly ['@', at: number]
  | readonly ['i']
  | readonly ['a', activity: number, node: NodeIndex, token: number]
  | readonly ['a', activity: number, node: NodeIndex, token: number, scope: number]
  | readonly ['c', activity: number]
  | readonly ['k', activity: number, end: ActivityEnd]
  | readonly ['W', activity: number, node: NodeIndex, token: number, scope: number]
  | readonly ['f', flow: FlowIndex]
  | readonly ['z', token: number]
  | readonly ['v', name: string, value: Value]
  | readonly ['v', name: string, value: Value, previous: Value]
  | readonly ['x', name: string, previous: Value]
  | readonly ['l', scope: number, name: string, value: Value]
  | readonly ['l', scope: number, name: string, value: Value, previous: Value]
  | readonly ['y', scope: number, name: string, previous: Value]
  | readonly [
      't',
      task: number,
      activity: number,
      assignee: string | null,
      candidateUsers: readonly string[],
      candidateGroups: readonly string[],
      owner: string | null,
    ]
  | readonly ['u', task: number, assignee: string | null, previous: string | null]
  | readonly ['U', task: number, now: TaskChanges, before: TaskChanges]
  | readonly ['Y', now: InstanceUpdate, before: InstanceUpdate]
  | readonly ['N', names: readonly string[], to: string]
  | readonly ['d', task: number, assignee: string | null]
  | readonly ['q', task: number]
  | readonly ['w', wait: number, node: NodeIndex, kind: WaitKind]
  | readonly ['o', wait: number]
  | readonly ['n', wait: number]
  | readonly ['I', activity: number, instanceId: string]
  | readonly ['m' | 'g' | 's' | 'r', node: NodeIndex, name: string | null]
  | readonly ['b', compensated: number, handler: NodeIndex]
  | readonly ['b', compensated: number, node: NodeIndex, token: number, scope: number]
  | readonly ['D', activity: number, made: MadeDecision]
  | readonly ['p', wait: number, node: NodeIndex, code: FailureCode]
  | readonly ['P', token: number, node: NodeIndex, flow: FlowIndex, scope: number]
  | readonly ['M', processDefinitionId: string, nodes: readonly NodeIndex[]]
  | readonly ['h', suspended: boolean]
  | readonly ['e', endState: EndState]
  | readonly ['e', endState: EndState, errorCode: string]
  | readonly ['e', endState: EndState, errorCode: string | null, message: string | null, node: NodeIndex | null];
