// Runs JavaScript of models in the script pool, and knows the languages that models may be written in.
import {
  type Answer,
  type ExpressionLanguages,
  executionFacts,
  type Question,
  type Variables,
} from '@keelson/bpmn-core';
import {
  answerOf,
  createFeel,
  createScriptSandbox,
  type ScriptOutcome,
  ScriptPoolError,
  type ScriptRequest,
  type ScriptSandbox,
  workResultOf,
} from '@keelson/bpmn-host';
import type { Kernel } from '../../../kernel/module.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import type { PieceOptions } from '../../../kernel/worker/turns.ts';
import type { InlineOrder, InlineWork } from './burst/burst.ts';

/** Scripts of one tenant at a time; one worker more is there for everybody else. */
const SCRIPTS_OF_TENANT = 2;
/** Bound of a tenant's commands that wait for scripts; the branches of one command are one. */
const WAITING_OF_TENANT_MAX = 200;

export function createScripting({ log, lanes }: Pick<Kernel, 'log' | 'lanes'>) {
  const turns = lanes.open({
    name: 'bpmn-script',
    ofOwner: SCRIPTS_OF_TENANT,
    waitingOfOwnerMax: WAITING_OF_TENANT_MAX,
  });
  let sandbox: Promise<ScriptSandbox> | null = null;
  const open = (): Promise<ScriptSandbox> => {
    sandbox ??= createScriptSandbox({ limits: { workers: turns.places } });
    return sandbox;
  };

  /** Runs a script; a full queue is the caller's to come back for, and everything that a script does is an outcome. */
  async function run(
    tenant: string,
    requestNow: () => ScriptRequest,
    about: object,
    piece: PieceOptions = {},
  ): Promise<ScriptOutcome> {
    const { run: runHere } = await open();
    const outcome = await turns.run(tenant, () => runHere(requestNow(), piece.signal).catch(refuseClosed), piece);
    if (outcome.log.length > 0) log.info({ ...about, lines: outcome.log }, 'a script of a process logged');
    return outcome;
  }

  const script: InlineWork = (order) => {
    if (order.order.options.language !== 'javascript') return null;
    const { facts } = order.live.state;
    const about = { processInstanceId: facts.id, processDefinitionId: facts.processDefinitionId };
    const piece = { signal: order.signal, batch: order.batch };
    let seen = order.order.variables;
    // Others may have changed them since it was ordered, and will while it runs.
    const requestNow = (): ScriptRequest => {
      seen = order.seen();
      return requestOf(order, seen);
    };
    return run(facts.tenantIdentifier, requestNow, about, piece).then((outcome) => {
      const { read = [] } = outcome;
      return { ...workResultOf(outcome), ...(read.length === 0 ? {} : { read, seen }) };
    });
  };

  return {
    script,
    /** Ends the workers; scripts that still run are broken off. */
    async close(): Promise<void> {
      turns.close();
      await (await sandbox)?.close();
    },
    /** Answers the languages beside the core's own: FEEL and JavaScript. */
    async languages(): Promise<ExpressionLanguages> {
      const { javascriptProblem } = await open();
      return { feel: createFeel(), javascriptProblem };
    },
    /** Answers the question of a step: an expression, listener or parameter. */
    async answerQuestion(tenant: string, { elementId, source, variables }: Question, at: number): Promise<Answer> {
      return answerOf(await run(tenant, () => ({ source, variables, at }), { elementId }));
    },
  };
}

export type Scripting = ReturnType<typeof createScripting>;

/** Fails a script that runs while the process stops. */
function refuseClosed(error: unknown): never {
  throw error instanceof ScriptPoolError ? new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 }) : error;
}

function requestOf({ live, wait, order, at }: InlineOrder, variables: Variables): ScriptRequest {
  const { state, compiled } = live;
  const open = state.waits.find(({ number }) => number === wait);
  const node = open === undefined ? undefined : compiled.model.nodes[open.node];
  return {
    source: order.target,
    variables,
    autoStoreVariables: order.options.autoStoreVariables === true,
    resultWanted: (node?.script?.resultVariable ?? null) !== null || node?.script == null,
    ...(node === undefined ? {} : { execution: executionFacts(state.facts, open?.token ?? null, node) }),
    at,
  };
}
