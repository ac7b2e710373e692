// Knows the bursts that wait for works in this process, so that a cancel or a suspension need not wait for their end.
import type { ChangePlan } from '@keelson/bpmn-core';
import type { LiveInstance } from '../state/live-instance.ts';
import { type Burst, findPart, type Part, type RunningCommand } from './burst.ts';
import { stepPart } from './take-step.ts';

/** An interrupt of a burst of another command. */
export interface Interrupt<T> {
  readonly decide: (live: LiveInstance) => RunningCommand | null;
  readonly answer: (live: LiveInstance, plan: ChangePlan | null) => T;
}

interface Waiting {
  readonly resolve: (isCommitted: boolean) => void;
}

export function createOpenBursts() {
  const open = new Map<string, Burst>();
  const waiting = new Map<Burst, Waiting[]>();

  return {
    /** Lets others step into the burst while the work goes on. */
    async during(burst: Burst, work: () => Promise<void>): Promise<void> {
      open.set(burst.rootId, burst);
      try {
        await work();
      } catch (error) {
        endWaiting(waiting, burst, false);
        throw error;
      } finally {
        if (open.get(burst.rootId) === burst) open.delete(burst.rootId);
      }
    },

    /** Answers whoever stepped in whether the burst was committed. */
    ended: (burst: Burst, isCommitted: boolean): void => endWaiting(waiting, burst, isCommitted),

    /** Steps into an open burst; null where none is open, or the burst was taken back: then the command runs alone. */
    async interrupt<T>(rootId: string, instanceId: string, interrupt: Interrupt<T>): Promise<{ answer: T } | null> {
      const burst = open.get(rootId);
      if (burst === undefined) return null;
      let part: Part | null = null;
      const stepped = Promise.withResolvers<void>();
      const act = async (): Promise<void> => {
        try {
          part = await findPart(burst, instanceId);
          const command = part === null ? null : interrupt.decide(part.live);
          if (part !== null && command !== null) await stepPart(burst, part, command);
          stepped.resolve();
        } catch (error) {
          // What steps in fails alone: the burst goes on.
          stepped.reject(error);
        }
      };
      burst.interrupts.push({ kind: 'interrupt', act });
      burst.wake?.();
      const committed = new Promise<boolean>((resolve) => {
        waiting.set(burst, [...(waiting.get(burst) ?? []), { resolve }]);
      });
      await Promise.race([stepped.promise, committed]);
      if (!(await committed) || part === null) return null;
      return { answer: interrupt.answer((part as Part).live, null) };
    },
  };
}

export type OpenBursts = ReturnType<typeof createOpenBursts>;

function endWaiting(waiting: Map<Burst, Waiting[]>, burst: Burst, isCommitted: boolean): void {
  for (const { resolve } of waiting.get(burst) ?? []) resolve(isCommitted);
  waiting.delete(burst);
}
