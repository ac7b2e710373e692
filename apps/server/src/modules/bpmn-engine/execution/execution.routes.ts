// Answers the operations on executions and their variables.
import type { Value, Variables } from '@keelson/bpmn-core';
import type { bpmnEngineModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { givenVariables, readTypedValue } from '../interface/typed-variables.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import type { ExecutionService } from './execution.service.ts';
import type { ExecutionViewService } from './execution-view.service.ts';
import type { VariablePlace, VariableService } from './variable.service.ts';
import { bytesOf, variableToWire } from './variable.wire.ts';

type ExecutionHandlers = Pick<
  ModuleHandlers<typeof bpmnEngineModule>,
  | 'setVariable'
  | 'getExecutionTree'
  | 'queryExecutions'
  | 'getExecutionVariables'
  | 'setExecutionVariables'
  | 'deleteExecutionVariables'
  | 'getExecutionVariable'
  | 'setExecutionVariable'
  | 'deleteExecutionVariable'
  | 'getExecutionVariableData'
  | 'triggerExecution'
  | 'activateAdHoc'
  | 'completeAdHoc'
  | 'throwExecutionError'
  | 'throwExecutionEscalation'
>;
type VariableHandlers = Pick<
  ExecutionHandlers,
  'setVariable' | Extract<keyof ExecutionHandlers, `${string}ExecutionVariable${string}`>
>;

interface Asked {
  readonly params: { readonly id: string };
  readonly query: { readonly local?: boolean };
}

function placeOf({ params, query }: Asked): VariablePlace {
  return { executionId: params.id, isLocal: query.local ?? false };
}

function createVariableHandlers(variables: VariableService, limits: EngineLimits): VariableHandlers {
  return {
    setVariable: ({ params, body, act }) =>
      variables.setByHolder(act, params.executionId, { [params.variableName]: body as Value }),
    async getExecutionVariables(asked) {
      return (await variables.find(asked.act, placeOf(asked))).map(variableToWire);
    },
    setExecutionVariables(asked) {
      const limitBytes = limits.variableBytes(asked.act.caller.tenantIdentifier);
      return variables.set(asked.act, placeOf(asked), givenVariables(asked.body, limitBytes));
    },
    deleteExecutionVariables(asked) {
      const names = new Set(asked.query.names.split(',').map((name) => name.trim()));
      return variables.remove(asked.act, placeOf(asked), [...names]);
    },
    async getExecutionVariable(asked) {
      return variableToWire(await variables.findOne(asked.act, placeOf(asked), asked.params.name));
    },
    setExecutionVariable: (asked) =>
      variables.set(asked.act, placeOf(asked), { [asked.params.name]: readTypedValue(asked.body) }),
    deleteExecutionVariable: (asked) => variables.remove(asked.act, placeOf(asked), [asked.params.name]),
    async getExecutionVariableData(asked) {
      const { name } = asked.params;
      const { value } = await variables.findOne(asked.act, placeOf(asked), name);
      return { bytes: bytesOf(value), mediaType: 'application/octet-stream', fileName: name };
    },
  };
}

export function createExecutionHandlers(
  executions: ExecutionService,
  views: ExecutionViewService,
  variables: VariableService,
  limits: EngineLimits,
): ExecutionHandlers {
  return {
    ...createVariableHandlers(variables, limits),
    getExecutionTree: ({ params, act }) => views.tree(act, params.id),
    queryExecutions: ({ body, act }) => views.page(act, body),
    triggerExecution: ({ params, body, act }) =>
      executions.trigger(act, params.id, (body.variables ?? {}) as Variables),
    activateAdHoc: ({ params, body, act }) => executions.activateAdHoc(act, params.id, body.elementIds),
    completeAdHoc: ({ params, act }) => executions.completeAdHoc(act, params.id),
    throwExecutionError({ params, body, act }) {
      const { code, message = null } = body;
      return executions.throwError(act, params.id, { code, message, variables: (body.variables ?? {}) as Variables });
    },
    throwExecutionEscalation: ({ params, body, act }) =>
      executions.escalate(act, params.id, { code: body.code, variables: (body.variables ?? {}) as Variables }),
  };
}
