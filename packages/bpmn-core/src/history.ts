// What happened in a step, as compact tuples: they are stored by the million, so elements are indexes and kinds are letters.

import type { EndState } from './effects.ts';
import type { FlowIndex, NodeIndex } from './model/process-model.ts';
import type { Value } from './model/values.ts';

/**
 * The events of one step, in order. All of one step share its time, actor and command, which stand in the record around them.
 * - `i` instance started.
 * - `a` activity instance entered: number, node, number of the token.
 * - `c` activity instance completed: number.
 * - `f` sequence flow taken.
 * - `v` variable changed: name, new value, old value (absent when it was new).
 * - `x` variable removed: name, old value.
 * - `t` task created: task number, activity number, assignee, candidates (users, groups), owner: who may still see it when it is
 *   closed is answered from here.
 * - `u` task assigned or released: task number, new assignee, old assignee.
 * - `d` task completed: task number, assignee at completion.
 * - `e` instance ended.
 */
export type HistoryEvent =
  | readonly ['i']
  | readonly ['a', activity: number, node: NodeIndex, token: number]
  | readonly ['c', activity: number]
  | readonly ['f', flow: FlowIndex]
  | readonly ['v', name: string, value: Value]
  | readonly ['v', name: string, value: Value, previous: Value]
  | readonly ['x', name: string, previous: Value]
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
  | readonly ['d', task: number, assignee: string | null]
  | readonly ['e', endState: EndState];
