// Holds every answer to a sign-in back for as long as the tenant's setting says, so that its duration reveals nothing.
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';

/** Real time, in which answers are delayed: the clock of stored dates may stand still or step. */
export interface AnswerTimer {
  /** Answers monotonic milliseconds. */
  now(): number;
  wait(ms: number): Promise<void>;
}

const processTimer: AnswerTimer = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export function createAnswerFloor({
  settings,
  timer = processTimer,
}: {
  readonly settings: Pick<AuthenticationSettings, 'loginMinDuration'>;
  readonly timer?: AnswerTimer;
}) {
  return {
    /**
     * Answers, or throws, what the work does, but not before `auth.login.min-duration` is over. `tenantOf` is called
     * afterwards; null stands for a request that named none.
     */
    async under<T>(tenantOf: () => string | null, work: () => Promise<T>): Promise<T> {
      const startedAt = timer.now();
      try {
        return await work();
      } finally {
        const leftMs = settings.loginMinDuration.get(tenantOf()) - (timer.now() - startedAt);
        // Timers fire up to a millisecond early.
        if (leftMs > 0) await timer.wait(Math.ceil(leftMs) + 1);
      }
    },
  };
}
