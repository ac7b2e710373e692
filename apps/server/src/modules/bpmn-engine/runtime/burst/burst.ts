// A burst is everything that one command sets in motion, in one instance or several, until it can be committed at once.
import type {
  ChangePlan,
  Command,
  Effect,
  HistoryEvent,
  StartCommand,
  Variables,
  WorkKind,
  WorkOrder,
} from '@keelson/bpmn-core';
import type { ContentHash } from '../../../../kernel/content/content-store.ts';
import type { ChangeSet } from '../../../../kernel/group-commit/group-commit.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { CompiledDefinition } from '../definitions/definition.types.ts';
import type { DefinitionCache } from '../definitions/definition-cache.ts';
import type { InstanceStore } from '../state/instance.store.ts';
import type { InstanceMemory } from '../state/instance-memory.ts';
import type { LiveInstance } from '../state/live-instance.ts';
import type { NewJob } from '../waits/job.types.ts';
import type { Stepper } from './stepper.ts';
import type { WorkOutcome } from './work-outcome.ts';

/** A command to an instance that is there. */
export type RunningCommand = Exclude<Command, StartCommand>;

/** What a burst makes of one instance. */
export interface Part {
  /** The instance as the last commit left it; null for one that begins in this burst. */
  readonly before: LiveInstance | null;
  /** Whether the instance has a row; false for one that begins, or is undone after its end. */
  readonly isStored: boolean;
  /** The instance as the burst has it now; its revision is that of the last commit. */
  live: LiveInstance;
  /** First command, which stands in the history for the whole burst, as does whoever gave it. */
  command: Command['kind'] | null;
  actor: string | null;
  /** Time of the last command in epoch milliseconds. */
  at: number;
  /** Plan of the last change by hand. */
  plan: ChangePlan | null;
  readonly catalogueNumber: number | null;
  readonly history: HistoryEvent[];
  /** Times of the history's events from a place on; one for each step whose time is another one. */
  readonly times: { readonly from: number; readonly at: number }[];
  readonly effects: Effect[];
}

/** A task within the burst, done one after another; see `settle.ts`. */
export type Task =
  | { readonly kind: 'message'; readonly part: Part; readonly effect: EffectOf<'send-message'> }
  | { readonly kind: 'escalation'; readonly part: Part; readonly effect: EffectOf<'escalate'> }
  | { readonly kind: 'end'; readonly part: Part; readonly effect: EffectOf<'end'> }
  | { readonly kind: 'call'; readonly part: Part; readonly effect: EffectOf<'do-work'> }
  | { readonly kind: 'cancelled-call'; readonly callerId: string; readonly wait: number }
  | {
      readonly kind: 'result';
      readonly part: Part;
      readonly wait: number;
      readonly result: WorkOutcome;
      /** Does the work again; false after too many times. */
      readonly again: () => boolean;
    }
  /** Steps in while the burst waits: a timer, or a command of somebody. */
  | { readonly kind: 'interrupt'; readonly act: () => void | Promise<void> };

type EffectOf<K extends Effect['kind']> = Extract<Effect, { kind: K }>;

/** Describes work that is done while the burst waits. */
/** A file whose bytes lie in the content store. */
export interface StoredFile {
  readonly name: string;
  readonly contentType: string;
  /** Size in bytes. */
  readonly size: number;
  readonly content: ContentHash;
}

export interface InlineOrder {
  /** Name of the batch, the same for all that one burst orders. */
  readonly batch: string;
  readonly live: LiveInstance;
  readonly wait: number;
  readonly order: WorkOrder;
  /** Files that go along with a mail; of mail tasks alone. */
  readonly files?: readonly StoredFile[];
  /** Answers the variables of the order as they are now. */
  readonly seen: () => Variables;
  readonly at: number;
  /** Signal that is aborted when the element that ordered the work has ended. */
  readonly signal: AbortSignal;
}

/** Does the work, or answers null where this order is for a job instead. Nothing is held meanwhile. */
export type InlineWork = (order: InlineOrder) => Promise<WorkOutcome> | null;

export interface BurstGround extends Pick<Kernel, 'clock' | 'ids'> {
  readonly definitions: DefinitionCache;
  readonly memory: InstanceMemory;
  readonly store: InstanceStore;
  readonly stepper: Stepper;
  readonly inlineWork: Partial<Readonly<Record<WorkKind, InlineWork>>>;
  readonly sendMessage: SendMessage;
  readonly throwSignal: ThrowSignal;
}

/** Adds the job by which other instances hear of a signal. */
export type ThrowSignal = (burst: Burst, part: Part, signal: Extract<Effect, { kind: 'throw-signal' }>) => void;

/** Decides who receives a message that an instance sends, and adds what brings it there to the burst. */
export type SendMessage = (
  burst: Burst,
  part: Part,
  message: Extract<Effect, { kind: 'send-message' }>,
) => Promise<void>;

/** What a failure leaves behind: ROLLBACK takes everything back; INCIDENT keeps what was before the element that failed. */
export type FailurePolicy = 'ROLLBACK' | 'INCIDENT';

export interface Burst {
  readonly ground: BurstGround;
  readonly rootId: string;
  readonly beganAt: number;
  /** Time of opening by the clock of the process, which nobody moves. */
  readonly openedAt: number;
  /** What a failure of the burst leaves behind; null: what the models say. */
  readonly onFailure: FailurePolicy | null;
  readonly parts: Map<string, Part>;
  readonly tasks: Task[];
  /** Works that run; each resolves to what its result does to the burst. */
  readonly running: Map<string, { readonly done: Promise<Task>; readonly abort: AbortController }>;
  /** Jobs to be done soon after the commit, each once. */
  readonly jobs: NewJob[];
  /** The lease token of the job that the burst does; its place may go to a job that it orders. */
  jobToken: string | null;
  /** Version that the command takes an instance on to; null where it takes none. */
  target: CompiledDefinition | null;
  /** Adds rows of the burst itself, beside those of its parts. */
  readonly rows: ((changes: ChangeSet) => void)[];
  /** Calls to be made once the burst is committed. */
  readonly afterCommit: (() => void)[];
  /** Interrupts that came while the burst waited: cancels and suspensions. */
  readonly interrupts: Extract<Task, { kind: 'interrupt' }>[];
  /** Wakes the burst when an interrupt came; null while it does not wait. */
  wake: (() => void) | null;
  /** Reads an instance as committed; a burst that holds rows locked reads with the lock. */
  readonly load: (instanceId: string) => Promise<LiveInstance | null>;
  /**
   * Whether the burst is in a transaction that holds the rows of its instances locked, and does not read from memory.
   */
  readonly holdsRows: boolean;
}

export function openBurst(
  ground: BurstGround,
  rootId: string,
  load: Burst['load'],
  onFailure: FailurePolicy | null = null,
): Burst {
  return {
    ground,
    rootId,
    beganAt: ground.clock.now(),
    openedAt: performance.now(),
    onFailure,
    parts: new Map(),
    tasks: [],
    running: new Map(),
    jobs: [],
    jobToken: null,
    target: null,
    rows: [],
    afterCommit: [],
    interrupts: [],
    wake: null,
    load,
    holdsRows: load !== ground.memory.load,
  };
}

/** Makes a command of the burst: each fails as the first one was asked to. */
export function inBurst<C extends Command>({ onFailure }: Burst, command: C): C {
  return onFailure === null || command.onFailure !== undefined ? command : { ...command, onFailure };
}

export function joinBurst(burst: Burst, live: LiveInstance, isStored = true): Part {
  const part: Part = {
    before: live,
    isStored,
    live,
    command: null,
    actor: null,
    at: burst.beganAt,
    plan: null,
    catalogueNumber: null,
    history: [],
    times: [],
    effects: [],
  };
  burst.parts.set(live.state.facts.id, part);
  return part;
}

/** Finds an instance in the burst, or takes it in; null when no such instance runs. */
export async function findPart(burst: Burst, instanceId: string): Promise<Part | null> {
  const known = burst.parts.get(instanceId);
  if (known !== undefined) return known;
  const live = await burst.load(instanceId);
  return live === null ? null : (burst.parts.get(instanceId) ?? joinBurst(burst, live));
}

export function hasChanged({ history, effects }: Part): boolean {
  return history.length > 0 || effects.length > 0;
}

export function isOpen({ live }: Part, wait: number): boolean {
  return live.ended === null && live.state.waits.some(({ number }) => number === wait);
}

/** Names a wait among all instances. */
export function waitId(instanceId: string, wait: number): string {
  return `${instanceId} ${wait}`;
}
