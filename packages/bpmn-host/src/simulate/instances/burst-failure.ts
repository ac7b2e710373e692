// How a command of a simulation gives up: all that its burst did is taken back.
import type { Failure } from '@keelson/bpmn-core';
import type { SimulationFailure } from '../world/simulation-types.ts';

export class BurstFailure extends Error {
  readonly code: SimulationFailure['code'];
  readonly instance: number | null;
  readonly elementId: string | null;
  constructor(code: SimulationFailure['code'], instance: number | null, elementId: string | null, message: string) {
    super(message);
    this.code = code;
    this.instance = instance;
    this.elementId = elementId;
  }
}

export function burstFailure(instance: number, { code, elementId, message }: Failure): BurstFailure {
  return new BurstFailure(code, instance, elementId, message);
}
