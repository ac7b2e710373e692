// Turns what came of a script into what the core takes.
import type { Answer, WorkResult } from '@keelson/bpmn-core';
import type { ScriptOutcome } from './script-request.ts';

/** Makes the result of a script task; what it wrote before it threw comes with what it threw. */
export function workResultOf(outcome: ScriptOutcome): WorkResult {
  switch (outcome.outcome) {
    case 'done':
      return { outcome: 'done', value: outcome.value, writes: outcome.writes };
    case 'failed':
      return { outcome: 'failed', failure: { code: outcome.code, message: outcome.message } };
    case 'error':
      return { outcome: 'error', errorCode: outcome.errorCode, message: outcome.message, variables: outcome.writes };
    case 'escalation':
      return { outcome: 'escalation', escalationCode: outcome.escalationCode, variables: outcome.writes };
  }
}

/** Makes the answer of an expression, listener or parameter: their step has no place for an escalation, so none is thrown. */
export function answerOf(outcome: ScriptOutcome): Answer {
  switch (outcome.outcome) {
    case 'done':
      return { value: outcome.value, writes: outcome.writes };
    case 'failed':
      return { failure: { code: outcome.code, message: outcome.message } };
    case 'error':
      return { errorCode: outcome.errorCode, message: outcome.message ?? '' };
    case 'escalation': {
      const message = `the escalation ${outcome.escalationCode} is thrown where only script tasks may`;
      return { failure: { code: 'SCRIPT_FAILED', message } };
    }
  }
}
