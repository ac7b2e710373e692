// Every trigger at every position an event can have, and every gateway with every degree and direction.
import type { RuleId } from '@keelson/bpmn-rules';
import { describe, it } from 'vitest';
import { type ConformanceCase, E, expectVerdict, model, ROOTS, S, T, TRUE } from '../testing/conformance.ts';
import { chain, flow } from '../testing/texts.ts';

const TRIGGERS = {
  message: '<messageEventDefinition messageRef="m"/>',
  timer: '<timerEventDefinition><timeDuration xsi:type="tFormalExpression">PT5M</timeDuration></timerEventDefinition>',
  conditional: `<conditionalEventDefinition><condition xsi:type="tFormalExpression">\${ready}</condition></conditionalEventDefinition>`,
  signal: '<signalEventDefinition signalRef="sg"/>',
  error: '<errorEventDefinition errorRef="er"/>',
  escalation: '<escalationEventDefinition escalationRef="es"/>',
  compensation: '<compensateEventDefinition/>',
  cancel: '<cancelEventDefinition/>',
  link: '<linkEventDefinition name="L"/>',
  terminate: '<terminateEventDefinition/>',
  none: '',
} as const;
type Trigger = keyof typeof TRIGGERS;
const NAMES = Object.keys(TRIGGERS) as Trigger[];

const event = (type: string, id: string, content: string, attributes = '') =>
  `<${type} id="${id}" ${attributes}>${content}</${type}>`;
const inner = (start: string) => chain(start, '<task id="ut"/>', '<endEvent id="ue"/>');
const sub = (content: string) => `<subProcess id="u">${content}</subProcess>`;
const handler = (start: string) =>
  `<subProcess id="h" triggeredByEvent="true">${chain(start, '<endEvent id="he"/>')}</subProcess>`;

/** The whole at one position, and what the standard allows there; others are refused by the rule. */
interface Position {
  readonly what: string;
  readonly file: (content: string) => string;
  readonly allowed: readonly Trigger[];
  readonly rule: RuleId;
  /** Those that another rule speaks of, or that need more than this file has. */
  readonly others?: Partial<Record<Trigger, RuleId | null>>;
}

const CATCH: readonly Trigger[] = ['message', 'timer', 'conditional', 'signal'];

const POSITIONS: readonly Position[] = [
  {
    what: 'start of a process',
    file: (content) => chain(event('startEvent', 's', content), T, E),
    allowed: [...CATCH, 'none'],
    rule: 'EVT-03',
  },
  {
    what: 'start of a sub-process',
    file: (content) => chain(S, sub(inner(event('startEvent', 'us', content))), E),
    allowed: ['none'],
    rule: 'EVT-04',
  },
  {
    what: 'start of an event sub-process',
    file: (content) => chain(S, sub(inner('<startEvent id="us"/>') + handler(event('startEvent', 'hs', content))), E),
    allowed: [...CATCH, 'error', 'escalation', 'compensation'],
    rule: 'EVT-05',
  },
  {
    what: 'start of an event sub-process that does not interrupt',
    file: (content) => chain(S, T, E) + handler(event('startEvent', 'hs', content, 'isInterrupting="false"')),
    allowed: [...CATCH, 'escalation'],
    rule: 'EVT-05',
    others: { error: 'EVT-06', compensation: 'EVT-06' },
  },
  {
    what: 'intermediate catch',
    file: (content) => chain(S, event('intermediateCatchEvent', 'x', content), E),
    allowed: CATCH,
    rule: 'EVT-14',
    others: { link: null },
  },
  {
    what: 'intermediate throw',
    file: (content) => chain(S, event('intermediateThrowEvent', 'x', content), E),
    allowed: ['message', 'signal', 'escalation', 'compensation', 'none'],
    rule: 'EVT-13',
    others: { link: null },
  },
  {
    what: 'end',
    file: (content) => chain(S, T, event('endEvent', 'e', content)),
    allowed: ['message', 'signal', 'error', 'escalation', 'compensation', 'terminate', 'none'],
    rule: 'EVT-10',
    others: { cancel: 'EVT-12' },
  },
  ...(['true', 'false'] as const).map(
    (interrupting): Position => ({
      what: `boundary, interrupting ${interrupting}`,
      file: (content) =>
        chain(S, T, E) +
        event('boundaryEvent', 'b', content, `attachedToRef="t" cancelActivity="${interrupting}"`) +
        flow('b', 'e'),
      allowed: [...CATCH, 'escalation', ...(interrupting === 'true' ? (['error'] as const) : [])],
      rule: 'EVT-17',
      others: {
        cancel: interrupting === 'true' ? 'EVT-23' : null,
        compensation: null,
        ...(interrupting === 'false' ? { error: 'EVT-22' } : {}),
      },
    }),
  ),
];

const AT_POSITIONS = POSITIONS.flatMap(({ what, file, allowed, rule, others = {} }) =>
  NAMES.flatMap((name): readonly ConformanceCase[] => {
    const verdict = Object.hasOwn(others, name) ? others[name] : allowed.includes(name) ? 'ok' : rule;
    return verdict == null ? [] : [[`${name} at ${what}`, verdict, model(file(TRIGGERS[name]), ROOTS)]];
  }),
);

describe('events', () => {
  it.each(AT_POSITIONS)('%s: %s', (...each) => expectVerdict(each));
});

/** Between so many tasks and so many ends; the flows out carry what is given. */
function gateway(type: string, direction: string, ins: number, outs: number): string {
  const content = type === 'parallelGateway' || outs < 2 ? '' : TRUE;
  const sources = Array.from({ length: ins }, (_, at) => `i${at}`);
  const targets = Array.from({ length: outs }, (_, at) => `o${at}`);
  const before =
    ins === 1
      ? flow('s', 'g')
      : `<parallelGateway id="f"/>${flow('s', 'f')}${sources.map((id) => `<task id="${id}"/>${flow('f', id)}${flow(id, 'g')}`).join('')}`;
  const after = targets.map((id) => `<endEvent id="${id}"/>${flow('g', id, content)}`).join('');
  return model(`${S}<${type} id="g" gatewayDirection="${direction}"/>${before}${after}`);
}

/** Answers the rule that refuses this direction of a gateway that merges so and splits so. */
function verdictOf(direction: string, ins: number, outs: number): RuleId | 'ok' {
  if (direction === 'Converging' && outs > 1) return 'GWY-02';
  if (direction === 'Diverging' && ins > 1) return 'GWY-03';
  if (direction === 'Mixed' && (ins < 2 || outs < 2)) return 'GWY-04';
  return 'ok';
}

const DEGREES = [
  [1, 2],
  [2, 1],
  [2, 2],
  [1, 4],
  [4, 1],
  [3, 3],
] as const;

const GATEWAYS = ['exclusiveGateway', 'inclusiveGateway', 'parallelGateway', 'complexGateway'].flatMap((type) =>
  ['Unspecified', 'Converging', 'Diverging', 'Mixed'].flatMap((direction) =>
    DEGREES.map(([ins, outs]): ConformanceCase => {
      const what = `${direction} ${type} with ${ins} in and ${outs} out`;
      return [what, verdictOf(direction, ins, outs), gateway(type, direction, ins, outs)];
    }),
  ),
);

describe('gateways', () => {
  it.each(GATEWAYS)('%s: %s', (...each) => expectVerdict(each));

  it.each(['exclusiveGateway', 'inclusiveGateway', 'parallelGateway', 'complexGateway'])(
    'a %s with one flow in and one out neither merges nor splits',
    (type) => expectVerdict([type, 'GWY-01', gateway(type, 'Unspecified', 1, 1)]),
  );
});
