// Takes steps of single instances within a burst: questions are answered by scripts, work is done or stays open, calls begin others.
import {
  type Answer,
  type Command,
  type Effect,
  executionFacts,
  type FlowNode,
  type InstanceState,
  type ProcessModel,
  type Question,
  type StartCommand,
  type StepResult,
  step,
  type Wait,
  type WorkOrder,
  type WorkResult,
} from '@keelson/bpmn-core';
import { answerOf, workResultOf } from '../../script/script-answers.ts';
import type { ScriptOutcome, ScriptRequest } from '../../script/script-request.ts';
import { receiversOf } from '../world/message-search.ts';
import type { SimulatedInstance, SimulatedOutside } from '../world/simulation-types.ts';
import type { SimulatedStart } from '../world/start-triggers.ts';
import { isOpen, type World } from '../world/world.ts';
import { BurstFailure, burstFailure } from './burst-failure.ts';
import { Calls } from './calls.ts';
import { entriesOf, entryOf, type NodesOfNumbers } from './trace-entries.ts';

type Inline = () => Promise<void>;
type DoWork = Extract<Effect, { kind: 'do-work' }>;
type Done = Extract<StepResult, { outcome: 'done' }>;

/** A command as one asks for it, without what every command carries. */
export type Asked = Command extends infer C ? (C extends Command ? Omit<C, 'at' | 'actor'> : never) : never;

/** Actor where a step names no person. */
export const NOBODY = null;

export class Stepper {
  readonly world: World;
  readonly outside: SimulatedOutside;
  readonly starts: readonly SimulatedStart[];
  /** Time of the virtual clock. */
  now: number;
  readonly calls: Calls;
  readonly #inline: Inline[] = [];
  readonly #nodes = new Map<number, NodesOfNumbers>();

  constructor(world: World, outside: SimulatedOutside, starts: readonly SimulatedStart[], now: number) {
    this.world = world;
    this.outside = outside;
    this.starts = starts;
    this.now = now;
    this.calls = new Calls(this);
  }

  /** Does what is to be done in the same burst, in the order in which it came up, until nothing is left of it. */
  async finishInline(): Promise<void> {
    for (let next = this.#inline.shift(); next !== undefined; next = this.#inline.shift()) await next();
  }

  /** Drops what is still to be done, after a failure. */
  dropInline(): void {
    this.#inline.length = 0;
  }

  /** Gives a command to an instance. Throws `BurstFailure`. */
  async command(number: number, asked: Asked, actor: string | null = NOBODY): Promise<void> {
    if (asked.kind === 'work') return this.finishWork(number, asked.wait, asked.result);
    const instance = this.world.instance(number);
    const result = await this.stepOf(instance.definition.model, instance.state, asked, actor, instance);
    this.take(instance, this.#expectDone(number, result));
  }

  #expectDone(number: number, result: StepResult): Done {
    if (result.outcome === 'done') return result;
    if (result.outcome === 'failed') throw burstFailure(number, result.failure);
    throw new BurstFailure('REFUSED', number, null, `the command is refused: ${refusalOf(result)}`);
  }

  async start(
    instance: Omit<SimulatedInstance, 'state' | 'end'>,
    asked: Omit<StartCommand, 'at' | 'actor'>,
    actor: string | null = NOBODY,
  ): Promise<void> {
    const result = await this.stepOf(instance.definition.model, null, asked, actor, instance);
    const done = this.#expectDone(instance.number, result);
    this.take({ ...instance, state: done.state, end: null }, done);
  }

  /** Takes a step with all its questions answered. */
  async stepOf(
    model: ProcessModel,
    state: InstanceState | null,
    asked: Asked,
    actor: string | null,
    instance: Pick<SimulatedInstance, 'number' | 'definition'>,
  ): Promise<StepResult> {
    const command = { ...asked, at: this.now, actor } as Command;
    const answers: Answer[] = [];
    for (;;) {
      const result = step(model, state, command, this.outside.host, answers);
      if (result.outcome !== 'asks') return result;
      answers.push(await this.#answer(instance, result.question));
    }
  }

  async #answer(
    instance: Pick<SimulatedInstance, 'number' | 'definition'>,
    { source, variables, elementId }: Question,
  ): Promise<Answer> {
    const outcome = await this.outside.runScript({ source, variables, at: this.now });
    const node = instance.definition.model.nodes.find(({ id }) => id === elementId);
    this.#logScript(instance, node?.index ?? null, outcome);
    return answerOf(outcome);
  }

  #logScript(
    instance: Pick<SimulatedInstance, 'number' | 'definition'>,
    node: number | null,
    { log, logTruncated }: ScriptOutcome,
  ): void {
    const lines = logTruncated ? [...log, '(the log was cut)'] : log;
    for (const message of lines) this.world.trace.push(entryOf(instance, this.now, 'LOG', node, { message }));
  }

  /** Keeps what a step did: state, trace, and what it asks for. */
  take(before: SimulatedInstance, { state, history, effects }: Done): void {
    const { number } = before;
    const instance = { ...before, state };
    this.world.put(instance);
    const nodes = this.#nodes.get(number) ?? new Map();
    this.#nodes.set(number, nodes);
    this.world.trace.push(...entriesOf(instance, this.now, history, nodes));
    for (const effect of effects) this.#effect(number, effect);
  }

  #effect(number: number, effect: Effect): void {
    switch (effect.kind) {
      case 'open-wait':
        if (effect.wait.kind === 'job')
          this.world.later.push({ kind: 'job', instance: number, wait: effect.wait.number });
        return;
      case 'close-wait':
        if (effect.reason === 'CANCELLED') this.#onWaitCancelled(number, effect.wait);
        return;
      case 'do-work':
        this.#inline.push(() => this.#work(number, effect));
        return;
      case 'send-message':
        this.#sendMessage(number, effect);
        return;
      case 'throw-signal':
        this.world.later.push({ kind: 'signal', name: effect.name, payload: effect.payload, thrower: number });
        return;
      case 'escalate':
        this.#inline.push(() => this.calls.escalated(number, effect.code, effect.variables));
        return;
      case 'end':
        this.#onEnd(number, effect);
        return;
      default:
        return;
    }
  }

  #onWaitCancelled(number: number, wait: Wait): void {
    if (wait.kind === 'work' && wait.work === 'call')
      this.#inline.push(() => this.calls.cancelCalled(number, wait.number));
  }

  #onEnd(number: number, effect: Extract<Effect, { kind: 'end' }>): void {
    const { endState, errorCode = null, errorMessage = null, errorVariables = {}, terminateRoot = false } = effect;
    const end = { endState, errorCode, errorMessage, errorVariables };
    this.world.put({ ...this.world.instance(number), end });
    this.#inline.push(() => this.calls.ended(number, end, terminateRoot));
  }

  /** Sends a message: its receivers are found now, and receive it after the burst. */
  #sendMessage(
    number: number,
    { node, name, keys, payload, delivery, targets }: Extract<Effect, { kind: 'send-message' }>,
  ): void {
    const instance = this.world.instance(number);
    const { businessKey } = instance.state.facts;
    const message = { name, keys, businessKey, isKeyNeeded: false, sender: number, targets: targets ?? null };
    const found = receiversOf(message, this.world.active(), this.starts);
    if (found.length > 1 && delivery === 'one') {
      const elementId = instance.definition.model.nodes[node]!.id;
      throw new BurstFailure('MESSAGE_AMBIGUOUS', number, elementId, `${found.length} receivers wait for ${name}`);
    }
    if (found.length === 0) {
      this.world.trace.push(entryOf(instance, this.now, 'MESSAGE_UNRECEIVED', node, { detail: name }));
    }
    for (const receiver of delivery === 'all' ? found : found.slice(0, 1)) {
      if (receiver.kind === 'start') {
        this.world.later.push({ kind: 'start', start: receiver.start, variables: payload, businessKey: null });
      } else {
        const { number: wait } = receiver.wait;
        this.world.later.push({ kind: 'message', instance: receiver.instance.number, wait, payload });
      }
    }
  }

  /** Does work that is ordered; work that nothing here does stays open. */
  async #work(number: number, { wait, node, order }: DoWork): Promise<void> {
    const instance = this.world.instance(number);
    if (!isOpen(instance, wait)) return;
    const element = instance.definition.model.nodes[node]!;
    switch (order.work) {
      case 'script':
        return this.finishWork(number, wait, await this.#runScript(instance, element, order, wait));
      case 'decision': {
        const result = this.outside.decide(order.target, order.variables, this.now);
        return result === null ? undefined : this.finishWork(number, wait, result);
      }
      case 'call':
        return this.calls.begin(number, wait, order);
      default:
        return;
    }
  }

  async #runScript(instance: SimulatedInstance, node: FlowNode, order: WorkOrder, wait: number): Promise<WorkResult> {
    const { facts, waits } = instance.state;
    const token = waits.find((open) => open.number === wait)?.token ?? null;
    const request: ScriptRequest = {
      source: order.target,
      variables: order.variables,
      autoStoreVariables: order.options.autoStoreVariables === true,
      resultWanted: node.script === null || node.script.resultVariable !== null,
      execution: executionFacts(facts, token, node),
      at: this.now,
    };
    const outcome = await this.outside.runScript(request);
    this.#logScript(instance, node.index, outcome);
    return workResultOf(outcome);
  }

  /** Hands in the result of work; an error that its instance does not catch goes on to who called it. */
  async finishWork(number: number, wait: number, result: WorkResult): Promise<void> {
    const instance = this.world.instance(number);
    const taken = await this.workStep(instance, wait, result);
    const isUncaught = taken.outcome === 'failed' && taken.failure.code === 'UNCAUGHT_ERROR';
    if (isUncaught && result.outcome === 'error' && (await this.calls.throwOutward(instance, result))) return;
    this.take(instance, this.#expectDone(number, taken));
  }

  workStep(instance: SimulatedInstance, wait: number, result: WorkResult): Promise<StepResult> {
    return this.stepOf(instance.definition.model, instance.state, { kind: 'work', wait, result }, NOBODY, instance);
  }
}

function refusalOf(result: StepResult): string {
  if (result.outcome !== 'refused') return result.outcome;
  return [result.code, ...(result.reasons ?? [])].join(', ');
}
