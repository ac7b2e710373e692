// Ends and begins elements of a running instance for an operator, all or nothing, with the plan of what that does.
import type { ModifyInstruction, Variables } from '@keelson/bpmn-core';
import type {
  SvcBpmnChangePlanModel,
  SvcBpmnModifyInstanceModel,
  SvcBpmnModifyInstructionModel,
} from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { type ArgumentProblem, invalid } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { bpmnEngineEvents } from '../../bpmn-engine.events.ts';
import { planReply, refusalsOf, requireSeen } from '../../interface/change-plan.wire.ts';
import { checkVariables } from '../../interface/check-variables.ts';
import { parsePartId } from '../../interface/part-id.ts';
import type { Burst } from '../../runtime/burst/burst.ts';
import type { EngineLimits } from '../../runtime/state/engine-limits.ts';
import type { RunOnInstance } from '../run-on-instance.ts';

type Given = SvcBpmnModifyInstructionModel;
type Field = Exclude<keyof Given, 'type'>;

const FIELDS: readonly Field[] = ['elementId', 'executionId', 'scopeExecutionId', 'variables'];
const OF_START: readonly Field[] = ['elementId', 'scopeExecutionId', 'variables'];
const ALLOWED: Readonly<Record<Given['type'], readonly Field[]>> = {
  CANCEL: ['elementId', 'executionId'],
  START_BEFORE: OF_START,
  START_AFTER: OF_START,
  START_TRANSITION: OF_START,
};
const STARTS = { START_BEFORE: 'startBefore', START_AFTER: 'startAfter', START_TRANSITION: 'startTransition' } as const;

export function createModifyService({
  clock,
  limits,
  onInstance,
}: Pick<Kernel, 'clock'> & { readonly limits: EngineLimits; readonly onInstance: RunOnInstance }) {
  return {
    modify(act: Act, id: string, body: SvcBpmnModifyInstanceModel): Promise<SvcBpmnChangePlanModel> {
      requireFitting(body);
      const { caller } = act;
      for (const { variables } of body.instructions) {
        checkVariables(variables ?? {}, limits.variableBytes(caller.tenantIdentifier));
      }
      const instructions = body.instructions.map((given) => instructionOf(id, given));
      const { dryRun, skipListeners, skipMappings } = body;
      return act.once((claim) =>
        onInstance(
          act,
          id,
          (live) => {
            requireSeen(live, body);
            return {
              kind: 'modify',
              at: clock.now(),
              actor: caller.username,
              instructions,
              dryRun: dryRun ?? false,
              skipListeners: skipListeners ?? false,
              skipMappings: skipMappings ?? false,
            };
          },
          { ...planReply(body), claim, accompany: (burst) => recordModification(act, id, body, burst) },
          refusalsOf('MODIFICATION_NOT_POSSIBLE'),
        ),
      );
    },
  };
}

export type ModifyService = ReturnType<typeof createModifyService>;

/** Records a modification, but no dry run. */
function recordModification(
  act: Act,
  id: string,
  { dryRun, reason, instructions }: SvcBpmnModifyInstanceModel,
  burst: Burst,
): void {
  if (dryRun === true) return;
  const plan = burst.parts.get(id)?.plan;
  const detail = {
    reason: reason ?? null,
    instructions: instructions.length,
    cancels: plan?.cancels.map(({ elementId }) => elementId) ?? [],
    starts: plan?.starts.map(({ elementId }) => elementId) ?? [],
  };
  burst.rows.push((changes) => act.add(changes, bpmnEngineEvents.instanceModified, id, detail));
}

/** Refuses fields of other types, and an instruction that names nothing. */
function requireFitting({ instructions }: SvcBpmnModifyInstanceModel): void {
  const problems: ArgumentProblem[] = [];
  for (const [index, given] of instructions.entries()) {
    const place = `instructions[${index}]`;
    for (const field of FIELDS) {
      if (given[field] == null || ALLOWED[given.type].includes(field)) continue;
      problems.push({ field: `${place}.${field}`, code: 'NOT_ALLOWED', message: `Is not for the type ${given.type}.` });
    }
    const isNamed = given.elementId != null || (given.type === 'CANCEL' && given.executionId != null);
    if (isNamed) continue;
    problems.push({ field: `${place}.elementId`, code: 'REQUIRED', message: `The type ${given.type} needs it.` });
  }
  if (problems.length > 0) invalid(...problems);
}

function instructionOf(id: string, given: Given): ModifyInstruction {
  const { type, elementId, executionId, scopeExecutionId, variables } = given;
  if (type === 'CANCEL') {
    return {
      type: 'cancel',
      ...(elementId == null ? {} : { elementId }),
      ...(executionId == null ? {} : { token: tokenOf(id, executionId) }),
    };
  }
  return {
    type: STARTS[type],
    elementId: elementId ?? '',
    ...(scopeExecutionId == null ? {} : { scopeToken: scopeExecutionId === id ? 0 : tokenOf(id, scopeExecutionId) }),
    ...(variables == null ? {} : { variables: variables as Variables }),
  };
}

/** Reads the token of an execution; ends the request for an id of another instance. Whether the token is there is the plan's to say. */
function tokenOf(id: string, executionId: string): number {
  const part = parsePartId(executionId, 'e');
  return part?.instanceId === id ? part.number : failNotFound('EXECUTION_NOT_FOUND', { executionId });
}
