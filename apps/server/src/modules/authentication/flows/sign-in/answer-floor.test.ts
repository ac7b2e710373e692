// Proves that no answer to a sign-in comes before its floor, whatever it says, and that slow ones are not held back.
import { describe, expect, it } from 'vitest';
import { createSettings } from '../../../../kernel/settings/settings.ts';
import { createSettingOverrides } from '../../../../testing/setting-overrides.ts';
import { authenticationSettings } from '../../settings/authentication.settings.ts';
import { createAnswerFloor } from './answer-floor.ts';

function start(given: Record<string, number | string> = {}) {
  const overrides = createSettingOverrides(given);
  const settings = createSettings(overrides).bind(authenticationSettings);
  let nowMs = 0;
  const waits: number[] = [];
  const timer = {
    now: () => nowMs,
    async wait(ms: number) {
      waits.push(ms);
      nowMs += ms;
    },
  };
  const floor = createAnswerFloor({ settings, timer });
  /** Measures the time that an answer takes whose work takes some; 'refused' where it throws. */
  const answerIn = async (workMs: number, tenantIdentifier: string | null = 'default', refuses = false) => {
    const startedAt = nowMs;
    const work = async () => {
      nowMs += workMs;
      if (refuses) throw new Error('refused');
      return 'done';
    };
    const said = await floor.under(() => tenantIdentifier, work).catch((error: Error) => error.message);
    return [said, nowMs - startedAt];
  };
  return { overrides, waits, answerIn };
}

describe('the floor under answers to a sign-in', () => {
  it('is none unless it is set', async () => {
    const { answerIn, waits } = start();
    expect(await answerIn(20)).toEqual(['done', 20]);
    expect(waits).toEqual([]);
  });

  it('holds back successes and refusals alike, and nothing that took longer', async () => {
    const { answerIn } = start({ 'auth.login.min-duration': 300 });
    expect(await answerIn(20)).toEqual(['done', 301]);
    expect(await answerIn(120, 'default', true)).toEqual(['refused', 301]);
    expect(await answerIn(400, 'default', true)).toEqual(['refused', 400]);
  });

  it('is that of the tenant, and the general one where none is named', async () => {
    const { answerIn, overrides } = start({ 'auth.login.min-duration': 100 });
    overrides.set('auth.login.min-duration', 500, 'slow');
    expect(await answerIn(1, 'slow')).toEqual(['done', 501]);
    expect(await answerIn(1, null)).toEqual(['done', 101]);
  });

  it('authentication 30: is 250 ms at least under STRICT', async () => {
    const { answerIn, overrides } = start({ 'auth.login.min-duration': 10 });
    overrides.set('auth.security-profile', 'STRICT', 'bank');
    expect(await answerIn(1, 'bank')).toEqual(['done', 251]);
    overrides.set('auth.login.min-duration', 1_000, 'bank');
    expect(await answerIn(1, 'bank')).toEqual(['done', 1_001]);
    expect(await answerIn(1, 'shop')).toEqual(['done', 11]);
  });
});
