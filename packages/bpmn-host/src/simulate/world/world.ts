// Everything that a simulation knows, so that a burst that fails can be taken back whole.
import type { Variables } from '@keelson/bpmn-core';
import type { SimulatedInstance, TraceEntry } from './simulation-types.ts';
import type { SimulatedStart } from './start-triggers.ts';

/** What is done once the burst has come to rest for good: each is a burst of its own. */
export type Later =
  | { readonly kind: 'message'; readonly instance: number; readonly wait: number; readonly payload: Variables }
  | { readonly kind: 'signal'; readonly name: string; readonly payload: Variables; readonly thrower: number | null }
  | { readonly kind: 'job'; readonly instance: number; readonly wait: number }
  | StartLater;

export interface StartLater {
  readonly kind: 'start';
  readonly start: SimulatedStart;
  readonly variables: Variables;
  readonly businessKey: string | null;
}

/** Triggers of a parallel start that have come, with what they brought. */
export interface PendingStart {
  readonly received: ReadonlySet<number>;
  readonly variables: Variables;
}

export class World {
  readonly instances = new Map<number, SimulatedInstance>();
  pendingStarts: ReadonlyMap<string, PendingStart> = new Map();
  readonly later: Later[] = [];
  readonly trace: TraceEntry[] = [];
  counter = 0;
  /** Instances as they were when the burst began; undefined marks one that was not there. */
  #before = new Map<number, SimulatedInstance | undefined>();
  #mark = { pendingStarts: this.pendingStarts, later: 0, traced: 0, counter: 0 };

  /** Begins a burst: what is done from here on can be taken back. */
  beginBurst(): void {
    this.#before = new Map();
    const { pendingStarts, later, trace, counter } = this;
    this.#mark = { pendingStarts, later: later.length, traced: trace.length, counter };
  }

  takeBack(): void {
    for (const [number, instance] of this.#before) {
      if (instance === undefined) this.instances.delete(number);
      else this.instances.set(number, instance);
    }
    this.pendingStarts = this.#mark.pendingStarts;
    this.later.length = this.#mark.later;
    this.trace.length = this.#mark.traced;
    this.counter = this.#mark.counter;
  }

  instance(number: number): SimulatedInstance {
    const found = this.instances.get(number);
    if (found === undefined) throw new Error(`there is no instance ${number}`);
    return found;
  }

  put(instance: SimulatedInstance): void {
    const { number } = instance;
    if (!this.#before.has(number)) this.#before.set(number, this.instances.get(number));
    this.instances.set(number, instance);
  }

  /** Lists the instances that have not ended, in the order in which they began. */
  active(): readonly SimulatedInstance[] {
    return [...this.instances.values()].filter(({ end }) => end === null);
  }
}

export function isOpen({ end, state }: SimulatedInstance, wait: number): boolean {
  return end === null && state.waits.some(({ number }) => number === wait);
}
