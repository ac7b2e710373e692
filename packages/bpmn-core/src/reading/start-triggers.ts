// What starts instances of a process beside a plain start: messages, signals, conditions and timers.
import type { Calendar } from '../contract/host.ts';
import type { TimerFiring } from '../contract/instance-state.ts';
import type { Expression } from '../expression/expression.ts';
import type { TimerTrigger, Trigger } from '../model/event-model.ts';
import type { FlowNode, ProcessModel } from '../model/process-model.ts';

/** One trigger of a start event, an instantiating receive task, or an event behind an instantiating gateway. */
export interface StartTrigger {
  readonly elementId: string;
  /** Its index among the triggers of its element. */
  readonly index: number;
  /** Number of triggers that must all have come; 1 where any is enough. */
  readonly needed: number;
  readonly trigger:
    | { readonly kind: 'message' | 'signal'; readonly name: string }
    | { readonly kind: 'conditional' }
    | { readonly kind: 'timer'; readonly timer: TimerTrigger };
}

export function startTriggersOf(model: ProcessModel): readonly StartTrigger[] {
  return model.nodes.flatMap((node) => {
    if (!isInstantiating(model, node)) return [];
    const { triggers, parallelMultiple } = node.event ?? { triggers: [], parallelMultiple: false };
    const needed = parallelMultiple ? triggers.length : 1;
    return triggers.flatMap((trigger, index) => {
      const shown = shownTrigger(trigger);
      return shown === null ? [] : { elementId: node.id, index, needed, trigger: shown };
    });
  });
}

function isInstantiating(model: ProcessModel, node: FlowNode): boolean {
  if (node.scope !== 0 || node.event === null) return false;
  if (node.type === 'startEvent' || (node.type === 'receiveTask' && node.instantiate)) return true;
  return node.incoming.some((flow) => model.nodes[model.flows[flow]?.source ?? -1]?.instantiate === true);
}

function shownTrigger(trigger: Trigger): StartTrigger['trigger'] | null {
  switch (trigger.kind) {
    case 'message':
    case 'signal': {
      const name = trigger.name === null ? null : plainText(trigger.name);
      return name === null ? null : { kind: trigger.kind, name };
    }
    case 'timer':
      return { kind: 'timer', timer: trigger };
    case 'conditional':
      return { kind: 'conditional' };
    default:
      return null;
  }
}

/** Answers a name that is plain text; null for one that only an instance could know. */
function plainText({ constant }: Expression): string | null {
  return typeof constant === 'string' ? constant : null;
}

/** Says when a timer start fires first, its schedule beginning then; null when it never does. */
export function firstStartFiring(
  { value, endDate, timer }: TimerTrigger,
  { calendar, at, timeZone }: { readonly calendar: Calendar; readonly at: number; readonly timeZone: string | null },
): TimerFiring | null {
  if (value.constant === undefined || (endDate !== null && endDate.constant === undefined)) return null;
  const request = { timer, value: value.constant, endDate: endDate?.constant ?? null, at, timeZone };
  const firing = calendar.first(request);
  return 'problem' in firing ? null : firing;
}
