// The life cycle of an activity is the one of the standard.
import { describe, expect, it } from 'vitest';
import { ACTIVITY_TRANSITIONS, type ActivityState, transition } from './lifecycle.ts';

const STATES = Object.keys(ACTIVITY_TRANSITIONS) as ActivityState[];

describe('the life cycle of an activity', () => {
  it('goes from ready over active and completing to completed', () => {
    const path: ActivityState[] = ['READY', 'ACTIVE', 'COMPLETING', 'COMPLETED', 'COMPENSATING', 'COMPENSATED'];
    for (let index = 1; index < path.length; index++)
      expect(transition(path[index - 1]!, path[index]!)).toBe(path[index]);
  });

  it('never completes without having been active', () => {
    expect(() => transition('READY', 'COMPLETED')).toThrow('An activity cannot go from READY to COMPLETED');
    expect(() => transition('READY', 'COMPLETING')).toThrow();
  });

  it('never leaves its last states', () => {
    for (const last of ['FAILED', 'TERMINATED', 'COMPENSATED', 'WITHDRAWN'] as const) {
      for (const state of STATES) expect(() => transition(last, state)).toThrow();
    }
  });

  it('compensates only what was completed', () => {
    expect(STATES.filter((state) => ACTIVITY_TRANSITIONS[state].includes('COMPENSATING'))).toEqual(['COMPLETED']);
  });

  it('reaches every state from ready', () => {
    const reached = new Set<ActivityState>(['READY']);
    for (const state of reached) for (const next of ACTIVITY_TRANSITIONS[state]) reached.add(next);
    expect([...reached].sort()).toEqual([...STATES].sort());
  });
});
