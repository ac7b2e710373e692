// Call activities make instances that others call; variables and results go up and down between the two.
import type {
  EndState,
  Failure,
  InstanceFacts,
  StartCommand,
  StepResult,
  Value,
  Variables,
  WorkOrder,
  WorkResult,
} from '@keelson/bpmn-core';
import type { SimulatedDefinition, SimulatedEnd, SimulatedInstance } from '../world/simulation-types.ts';
import { isOpen, type World } from '../world/world.ts';

/** Bound of calls inside each other (`limit.call-depth`). */
const CALL_DEPTH_MAX = 32;

type Thrown = Extract<WorkResult, { outcome: 'error' }>;

/** What calls use of the stepper that holds them: the steps of single instances, and the world they change. */
interface InstanceSteps {
  readonly world: World;
  readonly now: number;
  start(instance: Omit<SimulatedInstance, 'state' | 'end'>, asked: Omit<StartCommand, 'at' | 'actor'>): Promise<void>;
  command(number: number, asked: { readonly kind: 'compensate' | 'cancel' }): Promise<void>;
  finishWork(number: number, wait: number, result: WorkResult): Promise<void>;
  workStep(instance: SimulatedInstance, wait: number, result: WorkResult): Promise<StepResult>;
}

export class Calls {
  readonly #stepper: InstanceSteps;
  /** Definitions by key of the process. */
  definitions: ReadonlyMap<string, SimulatedDefinition> = new Map();

  constructor(stepper: InstanceSteps) {
    this.#stepper = stepper;
  }

  /** Starts the called instance in the same burst. A target that cannot be called fails the call activity. */
  async begin(caller: number, wait: number, { target, parameters, options }: WorkOrder): Promise<void> {
    if (options.compensates === true) return this.#compensate(caller, wait, target);
    const calling = this.#stepper.world.instance(caller);
    const definition = this.#targetOf(target, options);
    if (typeof definition === 'string') return this.#fail(caller, wait, definition);
    const depth = calling.depth + 1;
    if (depth > CALL_DEPTH_MAX)
      return this.#fail(caller, wait, `limit call-depth exceeded: ${CALL_DEPTH_MAX}`, 'LIMIT_EXCEEDED');
    const facts = this.facts(definition, {
      businessKey: textOf(options.businessKey),
      name: textOf(options.name),
      startUserId: calling.state.facts.startUserId,
    });
    const instance = { number: this.#stepper.world.counter, definition, caller: { instance: caller, wait }, depth };
    await this.#stepper.start(instance, { kind: 'start', facts, variables: parameters });
  }

  #fail(caller: number, wait: number, message: string, code: Failure['code'] = 'CALL_TARGET'): Promise<void> {
    return this.#stepper.finishWork(caller, wait, { outcome: 'failed', failure: { code, message } });
  }

  /** Finds the version that a call means: each process of a deployment has one here, the first. */
  #targetOf(target: string, options: WorkOrder['options']): SimulatedDefinition | string {
    const key = options.byId === true ? (target.split(':')[0] ?? target) : target;
    const definition = this.definitions.get(key);
    if (definition === undefined) return `no file holds an executable process ${target}`;
    if (options.binding === 'version' && Number(options.version) !== 1)
      return `${key} has no version ${options.version}`;
    if (options.binding === 'versionTag' && options.versionTag !== definition.versionTag) {
      return `${key} has no version with the tag ${options.versionTag}`;
    }
    return definition;
  }

  /** Makes the facts of the next instance; its number becomes the world's counter. */
  facts(definition: SimulatedDefinition, given: Partial<InstanceFacts>): InstanceFacts {
    const { world, now } = this.#stepper;
    world.counter += 1;
    return {
      id: `instance-${world.counter}`,
      tenantIdentifier: 'default',
      processDefinitionId: `${definition.key}:1:simulated`,
      startedAt: now,
      startUserId: null,
      businessKey: null,
      name: null,
      startElementId: null,
      priority: null,
      dueAt: null,
      ...given,
    };
  }

  /** Takes note that an instance has ended: whoever called it goes on, and what it called ends with it. */
  async ended(number: number, end: SimulatedEnd, terminatesRoot: boolean): Promise<void> {
    const { world } = this.#stepper;
    const { caller } = world.instance(number);
    for (const called of this.#calledBy(number)) await this.#end(called, end.endState);
    if (caller === null) return;
    if (terminatesRoot) return this.#end(this.#rootOf(number), 'TERMINATED');
    if (!isOpen(world.instance(caller.instance), caller.wait)) return;
    await this.#stepper.finishWork(caller.instance, caller.wait, this.#resultOf(number, end));
  }

  #resultOf(number: number, { endState, errorCode, errorMessage, errorVariables }: SimulatedEnd): WorkResult {
    const { state, definition } = this.#stepper.world.instance(number);
    switch (endState) {
      case 'ERROR':
        return { outcome: 'error', errorCode, message: errorMessage, variables: errorVariables };
      case 'CANCELLED': {
        const message = `the called instance of ${definition.key} was cancelled`;
        return { outcome: 'failed', failure: { code: 'CALL_TARGET', message } };
      }
      default:
        return {
          outcome: 'done',
          value: state.facts.id,
          writes: resultsOf(definition, state.variables),
          compensable: endState === 'COMPLETED' && (state.root.records.length > 0 || hasCompensationStart(definition)),
        };
    }
  }

  /** Passes an escalation to whoever called; the call goes on unless whoever catches it ends it. Without a caller it is only recorded. */
  async escalated(number: number, code: string | null, variables: Variables): Promise<void> {
    const { world } = this.#stepper;
    const { caller } = world.instance(number);
    if (caller === null || !isOpen(world.instance(caller.instance), caller.wait)) return;
    // One without a code is caught by who catches all.
    const result = { outcome: 'escalation', escalationCode: code ?? '', variables } as const;
    await this.#stepper.finishWork(caller.instance, caller.wait, result);
  }

  /** Throws an error outward; false where nobody above catches it either, and nothing has changed then. */
  async throwOutward(instance: SimulatedInstance, thrown: Thrown): Promise<boolean> {
    const { caller, number } = instance;
    if (caller === null || !(await this.#isCaughtAbove(instance, thrown))) return false;
    await this.#end(number, 'ERROR', thrown.errorCode);
    await this.#stepper.finishWork(caller.instance, caller.wait, thrown);
    return true;
  }

  /** Tries whether somebody above catches an error: a call whose error nobody catches ends its instance, and that names the call. */
  async #isCaughtAbove({ caller }: SimulatedInstance, thrown: Thrown): Promise<boolean> {
    if (caller === null) return false;
    const calling = this.#stepper.world.instance(caller.instance);
    const node = calling.state.waits.find(({ number }) => number === caller.wait)?.node ?? -1;
    const traced = this.#stepper.world.trace.length;
    const result = await this.#stepper.workStep(calling, caller.wait, thrown);
    // What scripts of the trial logged is not shown: they run again.
    this.#stepper.world.trace.length = traced;
    if (result.outcome !== 'done') return true;
    const elementId = calling.definition.model.nodes[node]?.id;
    const isUncaught = result.effects.some((effect) => effect.kind === 'end' && effect.errorElementId === elementId);
    return !isUncaught || this.#isCaughtAbove(calling, thrown);
  }

  /** Runs a called instance, which has ended, again to undo what it did. */
  async #compensate(caller: number, wait: number, id: string): Promise<void> {
    const { world } = this.#stepper;
    const called = [...world.instances.values()].find(({ state }) => state.facts.id === id);
    if (called === undefined) return this.#fail(caller, wait, `the called instance ${id} is gone`);
    world.put({ ...called, end: null, caller: { instance: caller, wait } });
    await this.#stepper.command(called.number, { kind: 'compensate' });
    const { state, end } = world.instance(called.number);
    if (end !== null || state.tokens.length > 0) return;
    world.put({ ...world.instance(called.number), end: called.end });
    await this.#stepper.finishWork(caller, wait, { outcome: 'done', value: id, writes: {} });
  }

  /** Ends a called instance whose call was ended from above. */
  async cancelCalled(caller: number, wait: number): Promise<void> {
    for (const called of this.#calledBy(caller, wait)) await this.#end(called, 'CANCELLED');
  }

  /** Ends an instance and all that it called, without anybody above hearing of it. */
  async #end(number: number, endState: EndState, errorCode: string | null = null): Promise<void> {
    const { world } = this.#stepper;
    const instance = world.instance(number);
    if (instance.end !== null) return;
    await this.#stepper.command(number, { kind: 'cancel' });
    world.put({ ...world.instance(number), end: { endState, errorCode, errorMessage: null, errorVariables: {} } });
    for (const called of this.#calledBy(number)) await this.#end(called, endState);
  }

  #calledBy(caller: number, wait?: number): readonly number[] {
    return this.#stepper.world
      .active()
      .filter((each) => each.caller?.instance === caller && (wait === undefined || each.caller.wait === wait))
      .map(({ number }) => number);
  }

  #rootOf(number: number): number {
    const { caller } = this.#stepper.world.instance(number);
    return caller === null ? number : this.#rootOf(caller.instance);
  }
}

/** Answers the result of a process: its data outputs where it has some, else all its variables. */
function resultsOf({ model }: SimulatedDefinition, variables: Variables): Variables {
  if (model.outputs.length === 0) return variables;
  return Object.fromEntries(
    model.outputs.flatMap((name) => (Object.hasOwn(variables, name) ? [[name, variables[name]!]] : [])),
  );
}

function textOf(value: Value | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

function hasCompensationStart({ model }: SimulatedDefinition): boolean {
  return model.scopes[0]!.eventSubProcesses.some((index) => {
    const { trigger } = model.scopes[model.nodes[index]!.body]!;
    return model.nodes[trigger]?.event?.triggers.some(({ kind }) => kind === 'compensation') === true;
  });
}
