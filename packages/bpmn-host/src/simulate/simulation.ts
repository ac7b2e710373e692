// Runs a deployment without a server: a virtual clock, and everything that follows from a command before the next one.
import {
  firstStartFiring,
  type Host,
  type StartCommand,
  type TimerFiring,
  type Value,
  type Variables,
} from '@keelson/bpmn-core';
import { BurstFailure } from './instances/burst-failure.ts';
import { type Asked, Stepper } from './instances/stepper.ts';
import { keysOfStep, receiversOf } from './world/message-search.ts';
import type {
  SimulatedDefinition,
  SimulatedInstance,
  SimulationFailure,
  SimulationInput,
} from './world/simulation-types.ts';
import { type SimulatedStart, simulatedStartsOf } from './world/start-triggers.ts';
import { byDueDate, type OpenTimer, timersOf } from './world/timers.ts';
import { isOpen, type Later, type StartLater, World } from './world/world.ts';

/** Bound of the bursts that follow from one command or instant: a deployment that never comes to rest ends here. */
const BURSTS_MAX = 10_000;
/** Bound of the moments with a fired timer in one move of the clock: a cycle of a second over weeks would never end. */
const FIRINGS_MAX = 10_000;

/** The start of an instance without a trigger. */
export interface PlainStart {
  readonly key: string;
  /** Id of a start event; absent: the only one. */
  readonly element?: string;
  readonly businessKey?: string;
  readonly variables: Variables;
  readonly actor: string | null;
}

interface StartTimer {
  readonly start: SimulatedStart;
  firing: TimerFiring | null;
}

export class Simulation {
  readonly world = new World();
  readonly failures: SimulationFailure[] = [];
  readonly #stepper: Stepper;
  readonly #definitions: ReadonlyMap<string, SimulatedDefinition>;
  readonly #startTimers: StartTimer[];
  /** Timers and jobs that failed, which are not tried again. */
  readonly #stalled = new Set<string>();

  constructor({ definitions, outside, at }: SimulationInput) {
    const starts = simulatedStartsOf(definitions);
    this.#stepper = new Stepper(this.world, outside, starts, at);
    this.#definitions = new Map(definitions.map((definition) => [definition.key, definition]));
    this.#stepper.calls.definitions = this.#definitions;
    this.#startTimers = starts.flatMap((start) => {
      if (start.trigger.kind !== 'timer') return [];
      const zone = start.definition.model.timeZone;
      return {
        start,
        firing: firstStartFiring(start.trigger.timer, { calendar: outside.host.calendar, at, timeZone: zone }),
      };
    });
  }

  get host(): Host {
    return this.#stepper.outside.host;
  }

  get now(): number {
    return this.#stepper.now;
  }

  /** Starts an instance; false when a command failed: what it did is taken back, and the failure noted. */
  async start({ key, element, businessKey, variables, actor }: PlainStart): Promise<boolean> {
    const definition = this.#definitions.get(key);
    if (definition === undefined) throw new Error(`there is no process ${key}`);
    const node = definition.model.nodes.find(({ id }) => id === element);
    const isTriggered = node?.event != null && node.event.triggers.length > 0;
    return this.#act(() =>
      this.#begin(definition, variables, actor, {
        startElementId: element ?? null,
        businessKey: businessKey ?? null,
        ...(isTriggered ? { trigger: 0 } : {}),
      }),
    );
  }

  /** Gives a command to one instance, and does all that follows from it. */
  async command(instance: number, asked: Asked, actor: string | null): Promise<boolean> {
    return this.#act(() => this.#stepper.command(instance, asked, actor), instance);
  }

  /** Delivers a message. Throws where several receivers fit and not `all` are meant, or none does. */
  async message(name: string, key: Value, variables: Variables, all: boolean): Promise<boolean> {
    const businessKey = key === null ? null : String(key);
    const keys = keysOfStep(key);
    const message = { name, keys, businessKey, isKeyNeeded: true, sender: null, targets: null };
    const found = receiversOf(message, this.world.active(), this.#stepper.starts);
    if (found.length === 0) throw new Error(`nobody waits for the message ${name}`);
    if (found.length > 1 && !all)
      throw new Error(`${found.length} receivers wait for the message ${name}: give a key, or "all": true`);
    return this.#act(async () => {
      for (const receiver of found) {
        if (receiver.kind === 'start')
          await this.#receiveStart({ kind: 'start', start: receiver.start, variables, businessKey });
        else
          await this.#stepper.command(receiver.instance.number, {
            kind: 'message',
            wait: receiver.wait.number,
            payload: variables,
          });
      }
    });
  }

  /** Sends a signal, which everybody in the deployment hears. */
  async signal(name: string, variables: Variables): Promise<boolean> {
    this.world.later.push({ kind: 'signal', name, payload: variables, thrower: null });
    return this.#settle();
  }

  /** Moves the clock on; what falls due until then happens at its own time. */
  async advanceTo(instant: number): Promise<boolean> {
    let isFine = true;
    for (let firings = 0; ; firings++) {
      const due = this.#nextDue(instant);
      if (due === null) break;
      if (firings === FIRINGS_MAX) return this.#stopClock(instant);
      this.#stepper.now = Math.max(this.now, due);
      if (!(await this.#settle())) isFine = false;
    }
    this.#stepper.now = Math.max(this.now, instant);
    return isFine;
  }

  /** Says that the clock stays where it is, where too much would happen until then for anybody to read. */
  #stopClock(wanted: number): boolean {
    const [at, goal] = [this.now, wanted].map((instant) => new Date(instant).toISOString());
    const sentence = `timers fired ${FIRINGS_MAX} times on the way to ${goal}: the clock stopped at ${at}; advance in smaller steps`;
    this.#note(new BurstFailure('BURST_LIMIT', null, null, sentence), null);
    return false;
  }

  /** Says when the next timer fires, if that is not after this instant; null when none does. */
  #nextDue(until: number): number | null {
    const dues = [
      ...this.#openTimers().map(({ dueAt }) => dueAt),
      ...this.#startTimers.flatMap(({ firing }) => firing?.dueAt ?? []),
    ];
    const first = Math.min(...dues);
    return first <= until ? first : null;
  }

  #openTimers(): readonly OpenTimer[] {
    const timers = this.world.active().flatMap((instance) => (instance.state.suspended ? [] : timersOf(instance)));
    return timers.filter(({ id }) => !this.#stalled.has(id)).sort(byDueDate);
  }

  async #act(first: () => Promise<void>, instance: number | null = null): Promise<boolean> {
    const isDone = await this.#burst(first, instance);
    return (await this.#settle()) && isDone;
  }

  /** Runs a burst, which happens whole or not at all. */
  async #burst(first: () => Promise<void>, instance: number | null): Promise<boolean> {
    this.world.beginBurst();
    try {
      await first();
      await this.#stepper.finishInline();
      return true;
    } catch (error) {
      if (!(error instanceof BurstFailure)) throw error;
      this.world.takeBack();
      this.#stepper.dropInline();
      this.#note(error, error.instance ?? instance);
      return false;
    }
  }

  #note({ code, elementId, message }: BurstFailure, number: number | null): void {
    const at = new Date(this.now).toISOString();
    // An instance that began in the burst is gone with it.
    const instance = number === null ? undefined : this.world.instances.get(number);
    const failure = { at, instance: instance?.number ?? null, code, elementId, message };
    this.failures.push(failure);
    const element = instance?.definition.model.nodes.find(({ id }) => id === elementId);
    this.world.trace.push({
      at,
      kind: 'FAILED',
      instance: failure.instance,
      process: instance?.definition.key ?? null,
      elementId,
      elementType: element?.type ?? null,
      elementName: element?.name ?? null,
      detail: code,
      message,
    });
  }

  /** Goes on until nothing is left to do now: deliveries and jobs first, then timers that are due. */
  async #settle(): Promise<boolean> {
    let isFine = true;
    for (let bursts = 0; bursts < BURSTS_MAX; bursts++) {
      const next = this.world.later.shift();
      const isDone = next === undefined ? await this.#fireDue() : await this.#later(next);
      if (isDone === null) return isFine;
      if (!isDone) isFine = false;
    }
    this.world.later.length = 0;
    this.#note(
      new BurstFailure('BURST_LIMIT', null, null, `more than ${BURSTS_MAX} bursts follow from one command`),
      null,
    );
    return false;
  }

  async #later(later: Later): Promise<boolean> {
    switch (later.kind) {
      case 'start':
        return this.#burst(() => this.#receiveStart(later), null);
      case 'signal':
        return this.#signalAll(later);
      case 'message':
      case 'job': {
        const { instance, wait } = later;
        // It may have ended since.
        if (!isOpen(this.world.instance(instance), wait)) return true;
        const asked: Asked =
          later.kind === 'job' ? { kind: 'job', wait } : { kind: 'message', wait, payload: later.payload };
        return this.#burst(() => this.#stepper.command(instance, asked), instance);
      }
    }
  }

  /** Sends a signal to every instance; one that fails does not hinder the others. */
  async #signalAll({ name, payload, thrower }: Extract<Later, { kind: 'signal' }>): Promise<boolean> {
    let isFine = true;
    const asked: Asked = { kind: 'signal', name, payload };
    for (const { number, state } of this.world.active()) {
      const hears = state.waits.some((wait) => wait.kind === 'signal' && wait.name === name && wait.reach === 'tenant');
      if (number === thrower || !hears) continue;
      if (!(await this.#burst(() => this.#stepper.command(number, asked), number))) isFine = false;
    }
    for (const start of this.#stepper.starts) {
      if (start.trigger.kind !== 'signal' || start.trigger.name !== name) continue;
      const begun: StartLater = { kind: 'start', start, variables: payload, businessKey: null };
      if (!(await this.#burst(() => this.#receiveStart(begun), null))) isFine = false;
    }
    return isFine;
  }

  /** Fires the timer that is due; null when none is due now. */
  async #fireDue(): Promise<boolean | null> {
    const [first] = this.#openTimers();
    const start = this.#startTimers.find(
      ({ firing }) => firing !== null && firing.dueAt <= Math.min(this.now, first?.dueAt ?? this.now),
    );
    if (start !== undefined) return this.#fireStart(start);
    if (first === undefined || first.dueAt > this.now) return null;
    const { instance, wait, id } = first;
    const isDone = await this.#burst(() => this.#stepper.command(instance, { kind: 'timer', wait }), instance);
    if (!isDone) this.#stalled.add(id);
    return isDone;
  }

  async #fireStart(timer: StartTimer): Promise<boolean> {
    const { start, firing } = timer;
    const { calendar } = this.#stepper.outside.host;
    timer.firing = calendar.next(firing!, this.now, start.definition.model.timeZone);
    return this.#burst(() => this.#receiveStart({ kind: 'start', start, variables: {}, businessKey: null }), null);
  }

  /** Starts instances by a trigger; a parallel start waits for its other triggers, those of one business key together. */
  async #receiveStart({ start, variables, businessKey }: StartLater): Promise<void> {
    const { definition, elementId, index, needed } = start;
    let brought = variables;
    if (needed > 1) {
      const place = JSON.stringify([definition.key, elementId, businessKey]);
      const pending = this.world.pendingStarts.get(place);
      const received = new Set([...(pending?.received ?? []), index]);
      brought = { ...pending?.variables, ...variables };
      if (received.size < needed) {
        this.world.pendingStarts = new Map(this.world.pendingStarts).set(place, { received, variables: brought });
        return;
      }
      this.world.pendingStarts = new Map([...this.world.pendingStarts].filter(([other]) => other !== place));
    }
    await this.#begin(definition, brought, null, { startElementId: elementId, businessKey, trigger: index });
  }

  async #begin(
    definition: SimulatedDefinition,
    variables: Variables,
    actor: string | null,
    {
      startElementId,
      businessKey,
      ...trigger
    }: { startElementId: string | null; businessKey: string | null; trigger?: number },
  ): Promise<void> {
    const facts = this.#stepper.calls.facts(definition, { startElementId, businessKey, startUserId: actor });
    const instance: Omit<SimulatedInstance, 'state' | 'end'> = {
      number: this.world.counter,
      definition,
      caller: null,
      depth: 0,
    };
    const asked: Omit<StartCommand, 'at' | 'actor'> = { kind: 'start', facts, variables, ...trigger };
    await this.#stepper.start(instance, asked, actor);
  }
}
