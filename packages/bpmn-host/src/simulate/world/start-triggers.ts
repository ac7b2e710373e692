// Messages, signals and timers start instances of a deployment beside a plain start.
import type { Expression, FlowNode, Host, ProcessModel, TimerFiring, TimerTrigger, Trigger } from '@keelson/bpmn-core';
import type { SimulatedDefinition } from './simulation-types.ts';

/** Such a trigger creates instances. */
export interface StartTrigger {
  readonly definition: SimulatedDefinition;
  readonly elementId: string;
  /** Index among the triggers of its element. */
  readonly index: number;
  /** Triggers that must all have come; 1 where any is enough. */
  readonly needed: number;
  readonly trigger:
    | { readonly kind: 'message' | 'signal'; readonly name: string }
    | { readonly kind: 'timer'; readonly timer: TimerTrigger };
}

export function startTriggersOf(definitions: readonly SimulatedDefinition[]): readonly StartTrigger[] {
  return definitions.flatMap((definition) =>
    definition.model.nodes.flatMap((node) => {
      if (!isInstantiating(definition.model, node)) return [];
      const { triggers, parallelMultiple } = node.event!;
      const needed = parallelMultiple ? triggers.length : 1;
      return triggers.flatMap((trigger, index) => {
        const told = toldOf(trigger);
        return told === null ? [] : { definition, elementId: node.id, index, needed, trigger: told };
      });
    }),
  );
}

/** A start event of the process, an instantiating receive task, or an event behind an instantiating gateway. */
function isInstantiating(model: ProcessModel, node: FlowNode): boolean {
  if (node.scope !== 0 || node.event === null) return false;
  if (node.type === 'startEvent' || (node.type === 'receiveTask' && node.instantiate)) return true;
  return node.incoming.some((flow) => model.nodes[model.flows[flow]!.source]!.instantiate);
}

function toldOf(trigger: Trigger): StartTrigger['trigger'] | null {
  switch (trigger.kind) {
    case 'message':
    case 'signal': {
      const name = trigger.name === null ? null : plainText(trigger.name);
      return name === null ? null : { kind: trigger.kind, name };
    }
    case 'timer':
      return { kind: 'timer', timer: trigger };
    default:
      return null;
  }
}

/** Answers null for a name that only an instance could tell. */
function plainText({ constant }: Expression): string | null {
  return typeof constant === 'string' ? constant : null;
}

/** Says when a timer start fires first, its schedule beginning at the deployment; null when it never does. */
export function firstStart(
  { value, endDate, timer }: TimerTrigger,
  { calendar }: Host,
  at: number,
  zone: string | null,
): TimerFiring | null {
  if (value.constant === undefined || (endDate !== null && endDate.constant === undefined)) return null;
  const firing = calendar.first({
    timer,
    value: value.constant,
    endDate: endDate?.constant ?? null,
    at,
    timeZone: zone,
  });
  return 'problem' in firing ? null : firing;
}
