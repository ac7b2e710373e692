// Operations on process instances.
import type { Value, Variables } from '@keelson/bpmn-core';
import { pageBody } from '../../../kernel/records/page.ts';
import type { EngineHandlers } from '../interface/part-id.ts';
import type { Once, OnceRequest } from '../once.ts';
import type { AlsoWrite } from '../runtime/instance-runtime.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import type { InstanceService } from './instance.service.ts';
import { foundInstanceToWire, liveInstanceToWire } from './instance.wire.ts';
import type { StartOptions } from './start.service.ts';

type InstanceHandlers = Pick<
  EngineHandlers,
  | 'startProcessInstanceById'
  | 'startProcessInstanceByKey'
  | 'setVariable'
  | 'processInstance_queryPage'
  | 'getProcessInstance'
>;

export function createInstanceHandlers(service: InstanceService, once: Once): InstanceHandlers {
  function startOnce(
    request: OnceRequest,
    body: StartOptions,
    start: (alsoWrite?: AlsoWrite) => Promise<LiveInstance>,
  ) {
    const answer = (live: LiveInstance) => liveInstanceToWire(live, returnedVariables(body, live.state.variables));
    return once(request, async (claim) =>
      answer(await start(claim ? (changes, live) => claim.add(changes, answer(live)) : undefined)),
    );
  }
  return {
    startProcessInstanceByKey({ params, body, caller, context }) {
      const request = { operation: 'startProcessInstanceByKey', caller, context, content: [params, body] };
      return startOnce(request, body, (alsoWrite) =>
        service.startByKey(caller, params.processDefinitionKey, body, alsoWrite),
      );
    },
    startProcessInstanceById({ params, body, caller, context }) {
      const request = { operation: 'startProcessInstanceById', caller, context, content: [params, body] };
      return startOnce(request, body, (alsoWrite) =>
        service.startById(caller, params.processDefinitionId, body, alsoWrite),
      );
    },
    async setVariable({ params, body, caller }) {
      await service.setVariable(caller, params.executionId, params.variableName, body as Value);
      return undefined;
    },
    async processInstance_queryPage({ body, caller }) {
      const { instances, total, request, lag } = await service.page(caller, body);
      const headers = lag === null ? {} : { 'x-svc-history-lag': String(lag) };
      return { body: pageBody(instances.map(foundInstanceToWire), total, request), headers };
    },
    async getProcessInstance({ params, query, caller }) {
      const names =
        query.withVariables === undefined ? null : query.withVariables.split(',').map((name) => name.trim());
      return foundInstanceToWire(await service.get(caller, params.id, names));
    },
  };
}

function returnedVariables(body: StartOptions, variables: Variables) {
  return body.returnVariables === true ? (variables as Record<string, unknown>) : null;
}
