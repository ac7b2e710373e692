// Each command to a running instance has one function that answers it.
import { jump } from '../changes/jump.ts';
import { migrate } from '../changes/migrate.ts';
import { modify } from '../changes/modify.ts';
import { returnToTask } from '../changes/return.ts';
import { withdrawTask } from '../changes/withdraw.ts';
import type { Command, StartCommand } from '../contract/commands/commands.ts';
import type { RefusalCode, StepResult } from '../contract/result.ts';
import type { Situation } from '../instance/situation.ts';
import { activateAdHoc, completeAdHoc } from './ad-hoc.ts';
import { cancelInstance } from './cancel.ts';
import { compensateInstance } from './compensate.ts';
import { raiseIncidentOf, resolveIncident } from './incidents.ts';
import { deliverMessage, deliverSignal, fireTimer, runJob, takeWorkResult, trigger } from './occurrences.ts';
import { evaluateConditionsNow, setVariablesOfInstance } from './set-variables.ts';
import { suspendOrActivate } from './suspend.ts';
import { claimTask, unclaimTask } from './tasks/assignment.ts';
import { completeTask } from './tasks/complete-task.ts';
import { delegateTask, resolveTask } from './tasks/delegation.ts';
import { releaseTasks, renameUser } from './tasks/people.ts';
import { updateTask } from './tasks/update-task.ts';
import { throwError, throwEscalation } from './throw.ts';
import { updateInstance } from './update-instance.ts';
import { redoWork, reportBegunCall } from './work.ts';

type Verb<K extends Command['kind']> = (situation: Situation, command: Extract<Command, { kind: K }>) => StepResult;
type Verbs = { readonly [K in Exclude<Command, StartCommand>['kind']]: Verb<K> };

const VERBS: Verbs = {
  'complete-task': completeTask,
  'claim-task': claimTask,
  'unclaim-task': unclaimTask,
  'update-task': updateTask,
  'delegate-task': delegateTask,
  'resolve-task': resolveTask,
  'set-variables': setVariablesOfInstance,
  message: deliverMessage,
  signal: deliverSignal,
  timer: fireTimer,
  trigger,
  work: takeWorkResult,
  job: runJob,
  'redo-work': redoWork,
  'begun-call': reportBegunCall,
  'raise-incident': raiseIncidentOf,
  'throw-error': throwError,
  'throw-escalation': throwEscalation,
  'evaluate-conditions': evaluateConditionsNow,
  'activate-ad-hoc': activateAdHoc,
  'complete-ad-hoc': completeAdHoc,
  'retry-incident': resolveIncident,
  'skip-incident': resolveIncident,
  'update-instance': updateInstance,
  'rename-user': renameUser,
  'release-tasks': releaseTasks,
  suspend: suspendOrActivate,
  activate: suspendOrActivate,
  cancel: cancelInstance,
  compensate: compensateInstance,
  return: returnToTask,
  withdraw: withdrawTask,
  jump,
  modify,
  migrate,
};

/** Commands that a suspended instance takes all the same: they manage it. */
const MANAGING: ReadonlySet<string> = new Set([
  'suspend',
  'activate',
  'cancel',
  'set-variables',
  'update-instance',
  'rename-user',
  'release-tasks',
  'begun-call',
  'jump',
  'modify',
  'migrate',
]);

export function applyCommand(situation: Situation, command: Exclude<Command, StartCommand>): StepResult {
  const refusal = refusalOf(situation, command.kind);
  if (refusal !== null) return { outcome: 'refused', code: refusal };
  // Each kind finds the verb that takes its command.
  return (VERBS[command.kind] as (situation: Situation, command: Command) => StepResult)(situation, command);
}

function refusalOf({ state }: Situation, kind: Command['kind']): RefusalCode | null {
  if (kind === 'compensate') return state.tokens.length === 0 ? null : 'NOT_POSSIBLE';
  if (state.tokens.length === 0 && !kind.includes('task')) return 'INSTANCE_ENDED';
  return state.suspended && !MANAGING.has(kind) ? 'INSTANCE_SUSPENDED' : null;
}
