// What a step asks the outside to do in the same transaction as the new state.
import type { OpenTask } from './model/instance-state.ts';

export type EndState = 'COMPLETED' | 'TERMINATED' | 'ERROR' | 'CANCELLED';

export type Effect =
  | { readonly kind: 'create-task'; readonly task: OpenTask }
  | { readonly kind: 'update-task'; readonly task: OpenTask }
  | { readonly kind: 'close-task'; readonly task: OpenTask; readonly reason: 'COMPLETED' | 'CANCELLED' }
  | { readonly kind: 'end'; readonly endState: EndState };
