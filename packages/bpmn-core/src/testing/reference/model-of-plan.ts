// The engine takes the process of the reference interpreter in this form.
import type { LoopModel } from '../../model/activity-model.ts';
import type { Trigger } from '../../model/event-model.ts';
import { NO_NODE } from '../../model/indexes.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { multiInstance, standardLoop } from '../loops.ts';
import { computed, constant, type NodeDraft, processModel } from '../model-builder.ts';
import { cancel, compensation, error, escalation, signal, terminate } from '../triggers.ts';
import type { RefCondition, RefLoop, RefNode, RefProcess, RefTrigger } from './plan.ts';

/** Makes the engine's model of a plan. Flow ids must be `source-target`, with `#2`, ... for repeats, of which none is the default. */
export function modelOfPlan(process: RefProcess): ProcessModel {
  return processModel({
    nodes: Object.fromEntries(process.nodes.map((node) => [node.id, [node.type, draftOf(process, node)] as const])),
    flows: process.flows.map(({ source, target, when }) => [source, target, conditionOf(when)] as const),
    data: Object.fromEntries(process.nodes.map(({ id, data }) => [id, itemsOf(data)])),
  });
}

function itemsOf(data: RefNode['data']) {
  return Object.entries(data).map(([name, initial]) => ({ name, initial, collection: false }));
}

function draftOf(process: RefProcess, node: RefNode): NodeDraft {
  const defaultTo = process.flows.find(({ source, isDefault }) => isDefault && source === node.id)?.target;
  const { startQuantity, completionQuantity, interrupting, inside, host, undoneBy, undoes, loop } = node;
  const isEvent = node.type.endsWith('Event');
  return {
    startQuantity,
    completionQuantity,
    ...(isEvent ? { interrupting, triggers: node.triggers.map((trigger) => triggerOf(process, trigger)) } : {}),
    ...(inside === null ? {} : { in: inside }),
    ...(host === null ? {} : { on: host }),
    ...(undoneBy === null ? {} : { compensatedBy: undoneBy }),
    ...(undoes ? { activity: { isForCompensation: true } } : {}),
    ...(loop === null ? {} : { loop: loopOf(loop) }),
    ...(defaultTo === undefined ? {} : { defaultTo }),
  };
}

function triggerOf({ nodes }: RefProcess, trigger: RefTrigger): Trigger {
  switch (trigger.kind) {
    case 'signal':
      return signal(trigger.name);
    case 'error':
      return error(trigger.code);
    case 'escalation':
      return escalation(trigger.code);
    case 'compensation': {
      const activity = nodes.findIndex(({ id }) => id === trigger.activity);
      return compensation({ activity: activity < 0 ? NO_NODE : activity, waitForCompletion: trigger.waits });
    }
    case 'cancel':
      return cancel;
    case 'terminate':
      return terminate;
  }
}

function loopOf(loop: RefLoop): LoopModel {
  const condition = conditionOf(loop.condition);
  if (loop.kind === 'standard') {
    return standardLoop({ testBefore: loop.testBefore, condition, maximum: constant(loop.maximum) });
  }
  const { count, sequential } = loop;
  return multiInstance({ cardinality: constant(count), sequential, completionCondition: condition });
}

function conditionOf(when: RefCondition | null) {
  if (when === null) return null;
  return computed(`${when.variable} == ${when.equals}`, (context) => context.variable(when.variable) === when.equals);
}
