// Messages, signals and timers start instances of a deployment beside a plain start.
import { type StartTrigger, startTriggersOf } from '@keelson/bpmn-core';
import type { SimulatedDefinition } from './simulation-types.ts';

/** A trigger that creates instances of its definition. */
export interface SimulatedStart extends StartTrigger {
  readonly definition: SimulatedDefinition;
}

export function simulatedStartsOf(definitions: readonly SimulatedDefinition[]): readonly SimulatedStart[] {
  return definitions.flatMap((definition) =>
    startTriggersOf(definition.model).map((start) => ({ ...start, definition })),
  );
}
