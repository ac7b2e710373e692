// Declares what other modules may call of the BPMN engine.
import type { Variables } from '@keelson/bpmn-core';
import type { Strictness } from '@keelson/bpmn-rules';
import type {
  SvcBpmnActivateProcessDefinitionModel,
  SvcBpmnCorrelationModel,
  SvcBpmnProcessDefinitionModel,
} from '@keelson/contract';
import type { Transaction } from '../../kernel/database/database.ts';
import type {
  DefinitionsWanted,
  DefinitionUse,
  Deployed,
  DeployingAct,
  DeployRequest,
  HowToSwitch,
  KeysOfDeployed,
  NamedFile,
  PreparedDeployment,
  SwitchingAct,
  Validated,
  ValidateOptions,
} from './deployment/deployment.types.ts';
import type { EngineEventHandler, EngineEventKind } from './history/event-delivery/engine-event.types.ts';
import type { AskingAct, AskingPerson } from './interface/caller-act.types.ts';
import type { ActionDefinition } from './runtime/native/action.types.ts';
import type { DefinitionChange, HowToChange } from './runtime/starts/definition-states.ts';
import type { CallResult } from './runtime/waits/settle-call.ts';

export type * from './deployment/deployment.types.ts';
export type { EngineEvent, EngineEventHandler, EngineEventKind } from './history/event-delivery/engine-event.types.ts';
export type { AskingAct, AskingPerson } from './interface/caller-act.types.ts';
export type { ActionCall, ActionDefinition } from './runtime/native/action.types.ts';
export type { DefinitionChange, HowToChange } from './runtime/starts/definition-states.ts';
export type { CallResult } from './runtime/waits/settle-call.ts';

/** Somebody who may sign in: what is done in this name needs the same rights as over HTTP, and stands in the history. */
export interface EnginePerson {
  readonly tenantIdentifier: string;
  readonly username: string;
}

export interface ProcessToStart {
  readonly key: string;
  readonly variables?: Variables;
  readonly businessKey?: string | null;
  readonly name?: string | null;
}

export interface MessageToCorrelate {
  readonly messageName: string;
  readonly correlationKeys?: Readonly<Record<string, string | number | boolean>>;
  readonly businessKey?: string | null;
  readonly processInstanceId?: string | null;
  readonly processDefinitionKey?: string | null;
  readonly variables?: Variables;
  /** Whether everybody whom it fits gets the message. */
  readonly all?: boolean;
  /** Milliseconds for which a message that nobody waits for is kept. */
  readonly timeToLive?: number | null;
}

export interface SignalToThrow {
  readonly name: string;
  readonly variables?: Variables;
  /** The instance that alone hears the signal; left out: everybody of the tenant. */
  readonly processInstanceId?: string | null;
}

/** State of an instance after a command. */
export interface InstanceOutcome {
  readonly processInstanceId: string;
  readonly ended: boolean;
}

/** Who has a message: an instance, an instance that it starts (by a job where the id is null), or nobody yet. */
export type MessageOutcome = Pick<SvcBpmnCorrelationModel, 'kind' | 'processInstanceId'>;

export interface SignalOutcome {
  readonly subscriptions: number;
  readonly starts: number;
}

/**
 * What takes a transaction happens in it, and not at all where it is rolled back: nobody knows of it, and none of its jobs begins,
 * before its commit. The transaction must be short, as rows of the instances are locked until it ends: whoever calls does not wait
 * within it for anything else of the engine. A refusal leaves it usable. Definitions and receivers are those that were committed.
 */
export interface BpmnEngineApi {
  /**
   * Registers an action that models call as `keelson:call`, before the first request. It acts as the person behind the
   * definition, never as whoever started the instance; a definition that calls what nobody has registered is refused at its
   * deployment (EXE-20). Throws for a name that is taken.
   */
  registerAction(definition: ActionDefinition): void;
  /**
   * Lets the element go on that waits in an action of the kind `order`: with the value, or with the failure CALL_FAILED, which becomes an
   * incident where the model does not catch it. It goes on after the commit, and once; where nobody waits for this `jobId` (any more)
   * nothing happens. What the process does then fails or waits apart from the caller's transaction.
   */
  settleCall(tx: Transaction, jobId: string, result: CallResult): Promise<void>;
  /**
   * Registers at start, before the first request, a handler that hears the events of these kinds from then on, within a second as a
   * rule. `EngineEventHandler` says what it may do.
   */
  registerEngineHandler(module: string, kinds: readonly EngineEventKind[], handler: EngineEventHandler): void;
  /** Starts the newest version of a key. Errors are those of the operation by key. */
  start(by: EnginePerson, process: ProcessToStart, tx?: Transaction): Promise<InstanceOutcome>;
  /** Brings a message to who waits for it. Errors are those of the operation. */
  correlate(by: EnginePerson, message: MessageToCorrelate, tx?: Transaction): Promise<readonly MessageOutcome[]>;
  /** Throws a signal; answers how many hear it. Errors are those of the operation. */
  signal(by: EnginePerson, signal: SignalToThrow, tx?: Transaction): Promise<SignalOutcome>;
  /** Completes a task as this person. Errors are those of the operation. */
  complete(by: EnginePerson, taskId: string, variables: Variables, tx?: Transaction): Promise<InstanceOutcome>;
  /** Answers how strictly the deployments of a tenant are judged that do not say so: the setting `bpmn-engine.strictness`. */
  strictnessOf(tenantIdentifier: string): Strictness;
  /** Answers the version of the rules by which files are judged: what was counted under another version is to be counted anew. */
  rulesVersion(): Promise<string>;
  /**
   * Judges files as their deployment would, by one reading for all three strictnesses, and stores nothing. Large files are read in a
   * thread; 429 `RATE_LIMITED` while who asks has used up what everybody has of it. A check that looks outside is true for the moment; one
   * that does not is so for as long as the rules stay.
   */
  validate(who: AskingPerson, files: readonly NamedFile[], options: ValidateOptions): Promise<Validated>;
  /**
   * Reads and checks files to be deployed by whoever acts, outside of any transaction. Fails with 422 `DEPLOYMENT_INVALID`, which has every
   * problem, 409 `DUPLICATE_KEY` and 429 `RATE_LIMITED`.
   */
  prepareDeployment(act: AskingAct, request: DeployRequest): Promise<PreparedDeployment>;
  /**
   * Deploys what the same act has prepared, whose right to do so is the caller's to check; all of it with the commit, nothing without.
   * Starts elsewhere wait for the transaction, which can start nothing itself from then on.
   */
  deploy(act: DeployingAct, prepared: PreparedDeployment, tx: Transaction): Promise<Deployed>;
  /**
   * Finds versions of processes, as the pages of the engine show them; what is not there is left out. The right to see them is the
   * caller's to check. Fails with 422 `RESULT_TOO_LARGE` beyond 1,000.
   */
  findDefinitions(act: AskingAct, wanted: DefinitionsWanted): Promise<readonly SvcBpmnProcessDefinitionModel[]>;
  /** Answers those of the keys under which the tenant has something deployed, suspended or not. The right to know is the caller's to check. */
  findDeployedKeys(
    tenantIdentifier: string,
    keys: KeysOfDeployed<readonly string[]>,
  ): Promise<KeysOfDeployed<ReadonlySet<string>>>;
  /** Counts what runs of versions of the caller's tenant, by their ids; one that is not there has no entry. */
  countInstances(
    act: Pick<AskingAct, 'caller'>,
    definitionIds: readonly string[],
  ): Promise<ReadonlyMap<string, DefinitionUse>>;
  /**
   * Switches versions as the operations `/repository/activate` and `/repository/suspend` do, and fails as they do: 404
   * `DEFINITION_NOT_FOUND`, 403 `ACCESS_DENIED` for another tenant without `TENANT_ALL`.
   */
  switchDefinitions(
    act: SwitchingAct,
    body: SvcBpmnActivateProcessDefinitionModel,
    how: HowToSwitch,
  ): Promise<undefined>;
  /**
   * Suspends or activates versions of processes, now or by a job at a time, on the account of this actor, whose right to do so is the
   * caller's to check. Answers how many versions are concerned now; with none nothing has happened.
   */
  setDefinitionState(change: DefinitionChange, how: HowToChange, tx?: Transaction): Promise<number>;
}
