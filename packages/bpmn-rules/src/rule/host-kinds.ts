// What a process may need of the host that runs it: waits that something outside ends, and work done outside.
import type { WaitKind, WorkKind } from '@keelson/bpmn-core';

/**
 * `javascript` stands for expressions and listeners whose value is asked for in the middle of a step, `form` for fields shown to
 * people, `conditional-start` for a process that begins by a condition. `conditional` and `data` are waits that the instance ends
 * itself, and that only have to be kept.
 */
export type HostKind =
  | Exclude<WaitKind, 'work'>
  | WorkKind
  | 'conditional-start'
  | 'javascript'
  | 'form'
  | 'history'
  | 'definition';

/** A host that serves everything passes this or nothing. */
export const HOST_KINDS: readonly HostKind[] = [
  'message',
  'timer',
  'signal',
  'conditional',
  'conditional-start',
  'trigger',
  'job',
  'data',
  'incident',
  'script',
  'native',
  'http',
  'mail',
  'external',
  'decision',
  'call',
  'javascript',
  'form',
  'history',
  'definition',
];
