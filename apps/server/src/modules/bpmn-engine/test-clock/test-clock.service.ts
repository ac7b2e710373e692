// Moves the clock of a test installation, in test mode alone.
import type { SvcBpmnAdvanceTestClockModel, SvcBpmnTestClockModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { TEST_CLOCK_END, type TestClock } from '../../../kernel/test-clock/test-clock.ts';
import { isoDate } from '../interface/iso-date.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';

export function createTestClockService({
  testClock,
  limits,
}: Pick<Kernel, 'testClock'> & { readonly limits: EngineLimits }) {
  const inTestMode = (): TestClock => testClock ?? failNotFound('OPERATION_NOT_FOUND', { operation: 'test-clock' });

  function shown(clock: TestClock): SvcBpmnTestClockModel {
    const { now, standing } = clock.read();
    return { now: isoDate(new Date(now)), standing };
  }

  /** Answers the time that lies a duration after now, by the calendar of the caller's tenant. */
  function timeAfter({ caller }: Act, clock: TestClock, by: string): number {
    const { calendar } = limits.host(caller.tenantIdentifier);
    const at = clock.read().now;
    const firing = calendar.first({ timer: 'duration', value: by, at, endDate: null, timeZone: null });
    // The calendar takes durations with an end, too, as `P1D/2030-01-01`, which may lie behind.
    if ('dueAt' in firing && firing.dueAt >= at) return withinReach(firing.dueAt, 'by');
    const problem = 'problem' in firing ? firing.problem : 'it ends before now';
    const message = `Must be a duration of ISO 8601: ${problem}.`;
    return fail('VALIDATION_FAILED', { errorArguments: [{ field: 'by', code: 'FORMAT', message }] });
  }

  return {
    get: (_act: Act): SvcBpmnTestClockModel => shown(inTestMode()),

    async set(_act: Act, now: string | null): Promise<SvcBpmnTestClockModel> {
      const clock = inTestMode();
      if (now === null) await clock.run();
      else await clock.stand(withinReach(Date.parse(now), 'now'));
      return shown(clock);
    },

    advance(act: Act, { by, drain }: SvcBpmnAdvanceTestClockModel): Promise<SvcBpmnTestClockModel> {
      const clock = inTestMode();
      return act.once(async (claim) => {
        const target = timeAfter(act, clock, by);
        if (drain === true) await clock.drainTo(target);
        else await clock.moveTo(target);
        const answer = shown(clock);
        // The moves are committed one by one, so the key can only follow them.
        await claim.saveAlone(answer);
        return answer;
      });
    },
  };
}

function withinReach(at: number, field: string): number {
  if (at < TEST_CLOCK_END) return at;
  const message = `Must lie before the year ${new Date(TEST_CLOCK_END).getUTCFullYear()}.`;
  return fail('VALIDATION_FAILED', { errorArguments: [{ field, code: 'OUT_OF_RANGE', message }] });
}

export type TestClockService = ReturnType<typeof createTestClockService>;
