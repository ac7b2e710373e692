// Runs JavaScript of models in the script pool, and knows the languages that models may be written in.
import { type Answer, type ExpressionLanguages, executionFacts, type Question } from '@keelson/bpmn-core';
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
import type { Kernel } from '../../../../kernel/module.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import type { InlineOrder, InlineWork } from '../burst/burst.ts';

export function createScripting({ log }: Pick<Kernel, 'log'>) {
  let sandbox: Promise<ScriptSandbox> | null = null;
  const open = (): Promise<ScriptSandbox> => {
    sandbox ??= createScriptSandbox();
    return sandbox;
  };

  /** A full queue is the caller's to come back for; everything that a script does is an outcome. */
  async function run(request: ScriptRequest, about: object, signal?: AbortSignal): Promise<ScriptOutcome> {
    try {
      const outcome = await (await open()).run(request, signal);
      if (outcome.log.length > 0) log.info({ ...about, lines: outcome.log }, 'a script of a process logged');
      return outcome;
    } catch (error) {
      if (error instanceof ScriptPoolError) return fail('RATE_LIMITED', { retryAfterSeconds: 1 });
      throw error;
    }
  }

  const script: InlineWork = (order) => {
    if (order.order.options.language !== 'javascript') return null;
    const { facts } = order.live.state;
    const about = { processInstanceId: facts.id, processDefinitionId: facts.processDefinitionId };
    return run(requestOf(order), about, order.signal).then(workResultOf);
  };

  return {
    script,
    /** Ends the workers; scripts that still run are broken off. */
    close: async (): Promise<void> => (await sandbox)?.close(),
    /** FEEL and JavaScript, beside the core's own language. */
    async languages(): Promise<ExpressionLanguages> {
      const { javascriptProblem } = await open();
      return { feel: createFeel(), javascriptProblem };
    },
    /** Evaluates what a step asks for: an expression, listener or parameter. */
    async answerQuestion({ elementId, source, variables }: Question, at: number): Promise<Answer> {
      return answerOf(await run({ source, variables, at }, { elementId }));
    },
  };
}

export type Scripting = ReturnType<typeof createScripting>;

function requestOf({ live, wait, order, at }: InlineOrder): ScriptRequest {
  const { state, compiled } = live;
  const open = state.waits.find(({ number }) => number === wait);
  const node = open === undefined ? undefined : compiled.model.nodes[open.node];
  return {
    source: order.target,
    variables: order.variables,
    autoStoreVariables: order.options.autoStoreVariables === true,
    resultWanted: (node?.script?.resultVariable ?? null) !== null || node?.script == null,
    ...(node === undefined ? {} : { execution: executionFacts(state.facts, open?.token ?? null, node) }),
    at,
  };
}
