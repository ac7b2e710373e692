// These tests look at constraints of the standard on flows, gateways, sub-processes and processes: each broken alone, beside files that
// keep them.
import { describe, it } from 'vitest';
import { type ConformanceCase, E, expectVerdict, file, model, ROOTS, S, T, TRUE } from '../testing/conformance.ts';
import { chain, condition, flow } from '../testing/texts.ts';

const process = (content: string) => `<process id="p" isExecutable="true">${content}</process>`;
const txBody = chain('<startEvent id="us"/>', '<task id="ut"/>', '<endEvent id="ue"/>');
const C = (task: string, roots = ROOTS, a?: string, extra = '') => model(chain(S, task, E) + extra, roots, a);
const sub = (c: string, a = '', type = 'subProcess') => `<${type} id="u" ${a}>${c}</${type}>`;
const ev = (ty: string, id: string, c: string, a = '') => `<${ty} id="${id}" ${a}>${c}</${ty}>`;
const msg = '<messageEventDefinition messageRef="m"/>';
const sig = '<signalEventDefinition signalRef="sg"/>';
const comp = '<compensateEventDefinition/>';
const tim =
  '<timerEventDefinition><timeDuration xsi:type="tFormalExpression">PT5M</timeDuration></timerEventDefinition>';
const B = (c: string, a = '', on = T) =>
  `${chain(S, on, E) + ev('boundaryEvent', 'b', c, `attachedToRef="${/id="([^"]+)"/.exec(on)![1]}" ${a}`)}<endEvent id="be"/>${flow('b', 'be')}`;
const H = (c: string, a = '') =>
  `${chain(S, T, E)}<subProcess id="h" triggeredByEvent="true">${chain(ev('startEvent', 'hs', c, a), '<endEvent id="he"/>')}</subProcess>`;
const undo = `<boundaryEvent id="cb" attachedToRef="t">${comp}</boundaryEvent><task id="undo" isForCompensation="true"/>`;
const as = (a = 'associationDirection="One"') => `<association id="as" ${a} sourceRef="cb" targetRef="undo"/>`;
const CT = chain(S, T, `<endEvent id="e">${comp}</endEvent>`);
const EG = (a: string, b: string, gwa = '', extra = '') =>
  model(
    `${S}<eventBasedGateway id="g" ${gwa}/>${a}${b}${E}${flow('s', 'g')}${flow('g', 'c1')}${flow('g', 'c2')}${flow('c1', 'e')}${flow('c2', 'e')}${extra}`,
    ROOTS,
  );
const c1 = ev('intermediateCatchEvent', 'c1', sig);
const c2 = ev('intermediateCatchEvent', 'c2', tim);
const IG = (a: string, b: string, gwa = '') =>
  model(
    `<eventBasedGateway id="g" instantiate="true" ${gwa}/>${a}${b}${E}${flow('g', 'c1')}${flow('g', 'c2')}${flow('c1', 'e')}${flow('c2', 'e')}`,
    ROOTS,
  );
const cm = ev('intermediateCatchEvent', 'c2', msg);
const subp = (c: string, a = '', ty = 'subProcess') => C(`<${ty} id="t" ${a}>${c}</${ty}>`);
const LN = (r: string) => model(`<laneSet id="ls">${r}</laneSet>${chain(S, T, E)}`, ROOTS);
const gw = (type: string, a: string, ins: number, outs: number, condBy = '') => {
  let t = `${S}<parallelGateway id="pf"/>`;
  if (ins === 1) t = S;
  t += `<${type} id="g" ${a}/>`;
  if (ins === 1) t += flow('s', 'g');
  else {
    t += flow('s', 'pf');
    for (let i = 0; i < ins; i++) t += `<task id="i${i}"/>${flow('pf', `i${i}`)}${flow(`i${i}`, 'g')}`;
  }
  for (let i = 0; i < outs; i++) t += `<endEvent id="o${i}"/>${flow('g', `o${i}`, condBy)}`;
  return model(t);
};

const COMPENSATION: readonly ConformanceCase[] = [
  ['comp ok', 'ok', model(CT + undo + as(), ROOTS)],
  ['comp ok no direction', 'ok', model(`${CT + undo}<association id="as" sourceRef="cb" targetRef="undo"/>`, ROOTS)],
  ['comp boundary no assoc', 'EVT-21', model(CT + undo.replace(/<task.*/, ''), ROOTS)],
  [
    'comp assoc reversed',
    'ART-03',
    model(`${CT + undo}<association id="as" associationDirection="One" sourceRef="undo" targetRef="cb"/>`, ROOTS),
  ],
  [
    'comp catch activityRef',
    'EVT-24',
    model(CT + undo.replace(comp, '<compensateEventDefinition activityRef="t"/>') + as(), ROOTS),
  ],
  [
    'comp throw activityRef ok',
    'ok',
    model(CT.replace(comp, '<compensateEventDefinition activityRef="t"/>') + undo + as(), ROOTS),
  ],
  [
    'comp throw activityRef event',
    'EVT-38',
    model(CT.replace(comp, '<compensateEventDefinition activityRef="s"/>') + undo + as(), ROOTS),
  ],
  [
    'comp throw activityRef nothing',
    'REF-01',
    model(CT.replace(comp, '<compensateEventDefinition activityRef="zz"/>') + undo + as(), ROOTS),
  ],
  [
    'comp throw activityRef without handler',
    'EVT-39',
    model(chain(S, T, E.replace('/>', '><compensateEventDefinition activityRef="t"/></endEvent>')), ROOTS),
  ],
  ['comp activity alone', 'ACT-03', model(`${chain(S, T, E)}<task id="undo" isForCompensation="true"/>`)],
];

const SEQUENCE_FLOWS: readonly ConformanceCase[] = [
  ['flow to start', 'SEQ-02', model(chain(S, T, E) + flow('t', 's'))],
  ['flow from end', 'SEQ-03', model(chain(S, T, E) + flow('e', 't'))],
  ['flow into sub', 'SEQ-01', model(chain(S, sub(txBody), E) + flow('s', 'ut'))],
  ['flow out of sub', 'SEQ-01', model(chain(S, sub(txBody), E) + flow('ut', 'e'))],
  [
    'flow between processes',
    'SEQ-01',
    file(
      `${process(chain(S, T, E) + flow('t', 'e2'))}<process id="p2" isExecutable="true">${chain('<startEvent id="s2"/>', '<task id="t2"/>', '<endEvent id="e2"/>')}</process>`,
    ),
  ],
  ['flow to data object', 'SEQ-04', model(`${chain(S, T, E)}<dataObject id="d"/>${flow('t', 'd')}`)],
  [
    'flow to data ref',
    'SEQ-04',
    model(`${chain(S, T, E)}<dataObject id="d"/><dataObjectReference id="dr" dataObjectRef="d"/>${flow('t', 'dr')}`),
  ],
  [
    'flow to lane',
    'SEQ-04',
    model(
      `<laneSet id="ls"><lane id="l"><flowNodeRef>s</flowNodeRef></lane></laneSet>${chain(S, T, E)}${flow('t', 'l')}`,
    ),
  ],
  [
    'flow from textAnnotation',
    'SEQ-04',
    model(`${chain(S, T, E) + flow('ta', 't')}<textAnnotation id="ta"><text>x</text></textAnnotation>`),
  ],
  ['flow to flow', 'SEQ-04', model(chain(S, T, E) + flow('t', 's_t'))],
  ['flow to boundary', 'EVT-19', model(B(sig) + flow('t', 'b'), ROOTS)],
  ['flow to event sub', 'SUB-01', model(H(sig) + flow('t', 'h'), ROOTS)],
  ['flow from event sub', 'SUB-01', model(H(sig) + flow('h', 'e'), ROOTS)],
  ['flow to nothing', 'REF-01', model(chain(S, T, E) + flow('t', 'zz'))],
  ['flow from nothing', 'REF-01', model(chain(S, T, E) + flow('zz', 't'))],
  ['flow w/o target', 'DOC-06', model(`${chain(S, T, E)}<sequenceFlow id="f" sourceRef="t"/>`)],
  ['flow w/o source', 'DOC-06', model(`${chain(S, T, E)}<sequenceFlow id="f" targetRef="t"/>`)],
  ['flow cond from start', 'SEQ-05', model(S + T + E + flow('s', 't', TRUE) + flow('t', 'e'))],
  [
    'flow cond from event gw',
    'GWY-12',
    model(
      `${S}<eventBasedGateway id="g"/>${ev('intermediateCatchEvent', 'c1', sig)}${ev('intermediateCatchEvent', 'c2', tim)}${E}${flow('s', 'g')}${flow('g', 'c1', TRUE)}${flow('g', 'c2')}${flow('c1', 'e')}${flow('c2', 'e')}`,
      ROOTS,
    ),
  ],
  [
    'flow cond from catch',
    'SEQ-05',
    model(S + ev('intermediateCatchEvent', 'c1', sig) + E + flow('s', 'c1') + flow('c1', 'e', TRUE), ROOTS),
  ],
  [
    'flow cond from boundary',
    'SEQ-05',
    model(B(sig).replace(/(targetRef="be" *)\/>/, `$1>${TRUE.replaceAll('$', '$$$$')}</sequenceFlow>`), ROOTS),
  ],
  ['single cond flow from task', 'SEQ-06', model(S + T + E + flow('s', 't') + flow('t', 'e', TRUE))],
  [
    'two cond flows from task',
    'ok',
    model(
      `${S + T + E}<endEvent id="e2"/>${flow('s', 't')}${flow('t', 'e', TRUE)}${flow('t', 'e2', condition('${false}'))}`,
    ),
  ],
  [
    'default with cond',
    'SEQ-07',
    model(
      `${S}<task id="t" default="t_e2"/>${E}<endEvent id="e2"/>${flow('s', 't')}${flow('t', 'e', TRUE)}${flow('t', 'e2', TRUE)}`,
    ),
  ],
  [
    'default of another',
    'SEQ-08',
    model(
      `${S}<task id="t" default="s_t"/>${E}<endEvent id="e2"/>${flow('s', 't')}${flow('t', 'e', TRUE)}${flow('t', 'e2')}`,
    ),
  ],
  [
    'default nothing',
    'SEQ-08',
    model(
      `${S}<task id="t" default="zz"/>${E}<endEvent id="e2"/>${flow('s', 't')}${flow('t', 'e', TRUE)}${flow('t', 'e2')}`,
    ),
  ],
  [
    'default names node',
    'SEQ-08',
    model(
      `${S}<task id="t" default="e"/>${E}<endEvent id="e2"/>${flow('s', 't')}${flow('t', 'e', TRUE)}${flow('t', 'e2')}`,
    ),
  ],
  [
    'default on parallel gw',
    'DOC-07',
    model(
      `${S}<parallelGateway id="g" default="g_e"/>${E}<endEvent id="e2"/>${flow('s', 'g')}${flow('g', 'e')}${flow('g', 'e2')}`,
    ),
  ],
  ['isImmediate false exec', 'SEQ-09', model(S + T + E + flow('s', 't', '', 'isImmediate="false"') + flow('t', 'e'))],
  ['isImmediate true', 'ok', model(S + T + E + flow('s', 't', '', 'isImmediate="true"') + flow('t', 'e'))],
  [
    'isImmediate false non-exec',
    'ok',
    model(S + T + E + flow('s', 't', '', 'isImmediate="false"') + flow('t', 'e'), '', 'isExecutable="false"'),
  ],
];

const GATEWAYS: readonly ConformanceCase[] = [
  ['xor no cond no default', 'GWY-05', gw('exclusiveGateway', '', 1, 2, '')],
  ['or no cond no default', 'GWY-06', gw('inclusiveGateway', '', 1, 2, '')],
  ['gatewayDirection bad', 'DOC-07', gw('exclusiveGateway', 'gatewayDirection="Both"', 1, 2, TRUE)],
  ['event gw ok', 'ok', EG(c1, c2)],
  [
    'event gw ok Diverging',
    'ok',
    EG(c1, c2, 'gatewayDirection="Diverging" eventGatewayType="Exclusive" instantiate="false"'),
  ],
  [
    'event gw one out',
    'GWY-07',
    model(`${S}<eventBasedGateway id="g"/>${c1}${E}${flow('s', 'g')}${flow('g', 'c1')}${flow('c1', 'e')}`, ROOTS),
  ],
  ['event gw task', 'GWY-08', EG(c1, '<task id="c2"/>')],
  ['event gw throw', 'GWY-08', EG(c1, ev('intermediateThrowEvent', 'c2', sig))],
  [
    'event gw end',
    'GWY-08',
    model(
      `${S}<eventBasedGateway id="g"/>${c1}${E}${flow('s', 'g')}${flow('g', 'c1')}${flow('g', 'e')}${flow('c1', 'e')}`,
      ROOTS,
    ),
  ],
  ['event gw other incoming', 'GWY-09', EG(c1, c2, '', flow('s', 'c2'))],
  ['event gw mix', 'GWY-10', EG('<receiveTask id="c1" messageRef="m2"/>', ev('intermediateCatchEvent', 'c2', msg))],
  ['event gw receive ok', 'ok', EG('<receiveTask id="c1" messageRef="m"/>', '<receiveTask id="c2" messageRef="m2"/>')],
  ['event gw receive+timer ok', 'ok', EG('<receiveTask id="c1" messageRef="m"/>', c2)],
  [
    'event gw receive boundary',
    'GWY-11',
    EG(
      '<receiveTask id="c1" messageRef="m"/>',
      c2,
      '',
      ev('boundaryEvent', 'b', tim, 'attachedToRef="c1"') + flow('b', 'e'),
    ),
  ],
  ['event gw parallel not inst', 'GWY-13', EG(c1, c2, 'eventGatewayType="Parallel"')],
  ['event gw inst with incoming', 'GWY-14', EG(c1, c2.replace(tim, msg), 'instantiate="true"')],
  ['inst gw ok', 'ok', IG(c1, cm)],
  ['inst gw parallel ok', 'ok', IG(c1, cm, 'eventGatewayType="Parallel"')],
  ['inst gw timer', 'GWY-15', IG(c1, c2)],
  ['Converging event gw', 'GWY-02', EG(c1, c2, 'gatewayDirection="Converging"')],
];

const SUB_PROCESSES: readonly ConformanceCase[] = [
  [
    'sub two starts',
    'SUB-03',
    subp(
      `<startEvent id="us2"/>${chain('<startEvent id="us"/>', '<task id="ut"/>', '<endEvent id="ue"/>')}${flow('us2', 'ut')}`,
    ),
  ],
  ['sub empty', 'SUB-13', subp('')],
  [
    'esp two starts',
    'SUB-02',
    model(
      `${chain(S, T, E)}<subProcess id="h" triggeredByEvent="true"><startEvent id="hs2">${sig}</startEvent>${chain(`<startEvent id="hs">${sig}</startEvent>`, '<task id="ht"/>', '<endEvent id="he"/>')}${flow('hs2', 'ht')}</subProcess>`,
      ROOTS,
    ),
  ],
  [
    'esp no start',
    'SUB-02',
    model(
      `${chain(S, T, E)}<subProcess id="h" triggeredByEvent="true">${chain('<task id="ht"/>', '<endEvent id="he"/>')}</subProcess>`,
      ROOTS,
    ),
  ],
  ['adhoc no activity', 'SUB-05', subp('', '', 'adHocSubProcess')],
  ['adhoc start', 'SUB-06', subp(chain('<startEvent id="us"/>', '<task id="ut"/>'), '', 'adHocSubProcess')],
  ['adhoc end', 'SUB-06', subp(chain('<task id="ut"/>', '<endEvent id="ue"/>'), '', 'adHocSubProcess')],
  [
    'adhoc ok',
    'ok',
    subp('<task id="ut"/><task id="ut2"/>', 'ordering="Parallel" cancelRemainingInstances="true"', 'adHocSubProcess'),
  ],
  ['adhoc ordering bad', 'DOC-07', subp('<task id="ut"/><task id="ut2"/>', 'ordering="Random"', 'adHocSubProcess')],
  [
    'boundary on esp',
    'SUB-10',
    model(
      `${chain(S, T, E)}<subProcess id="h" triggeredByEvent="true">${chain(`<startEvent id="hs">${sig}</startEvent>`, '<endEvent id="he"/>')}</subProcess><boundaryEvent id="b" attachedToRef="h">${sig}</boundaryEvent><endEvent id="be"/>${flow('b', 'be')}`,
      ROOTS,
    ),
  ],
  [
    'tx triggered',
    'SUB-11',
    model(
      `${chain(S, T, E)}<transaction id="h" triggeredByEvent="true">${chain(`<startEvent id="hs">${sig}</startEvent>`, '<endEvent id="he"/>')}</transaction>`,
      ROOTS,
    ),
  ],
  [
    'boundary on event',
    'EVT-18',
    model(
      `${chain(S, T, E)}<boundaryEvent id="b" attachedToRef="s">${sig}</boundaryEvent><endEvent id="be"/>${flow('b', 'be')}`,
      ROOTS,
    ),
  ],
  [
    'boundary on gateway',
    'EVT-18',
    model(
      `${S}<exclusiveGateway id="g"/>${E}${flow('s', 'g')}${flow('g', 'e', TRUE)}<endEvent id="e2"/>${flow('g', 'e2', TRUE)}<boundaryEvent id="b" attachedToRef="g">${sig}</boundaryEvent><endEvent id="be"/>${flow('b', 'be')}`,
      ROOTS,
    ),
  ],
  [
    'boundary on inner',
    'EVT-18',
    model(
      `${chain(S, `<subProcess id="t">${chain('<startEvent id="us"/>', '<task id="ut"/>', '<endEvent id="ue"/>')}</subProcess>`, E)}<boundaryEvent id="b" attachedToRef="ut">${sig}</boundaryEvent><endEvent id="be"/>${flow('b', 'be')}`,
      ROOTS,
    ),
  ],
  [
    'boundary on nothing',
    'REF-01',
    model(
      `${chain(S, T, E)}<boundaryEvent id="b" attachedToRef="zz">${sig}</boundaryEvent><endEvent id="be"/>${flow('b', 'be')}`,
      ROOTS,
    ),
  ],
  [
    'boundary no attached',
    'DOC-06',
    model(`${chain(S, T, E)}<boundaryEvent id="b">${sig}</boundaryEvent><endEvent id="be"/>${flow('b', 'be')}`, ROOTS),
  ],
];

const PROCESSES: readonly ConformanceCase[] = [
  ['exec empty', 'PRC-01', model('', ROOTS)],
  ['start no end', 'PRC-02', model(chain(S, T))],
  ['end no start', 'PRC-03', model(chain(T, E))],
  ['no starts no ends', 'ok', model(chain(T, '<task id="t2"/>'))],
  ['task without incoming', 'PRC-04', model(`${chain(S, T, E)}<task id="t2"/>${flow('t2', 'e')}`)],
  ['task without outgoing', 'PRC-05', model(`${chain(S, T, E)}<task id="t2"/>${flow('s', 't2')}`)],
  ['start no outgoing', 'EVT-01', model(`${chain(S, T, E)}<startEvent id="s2"/>`)],
  ['end no incoming', 'EVT-02', model(`${chain(S, T, E)}<endEvent id="e2"/>`)],
  ['end with outgoing', 'SEQ-03', model(chain(S, T, E, '<task id="t2"/>', '<endEvent id="e2"/>'))],
  ['start with incoming', 'SEQ-02', model(chain(S, T, E) + flow('t', 's'))],
  ['public exec', 'PRC-06', model(chain(S, T, E), ROOTS, 'isExecutable="true" processType="Public"')],
  ['processType bad', 'DOC-07', model(chain(S, T, E), ROOTS, 'isExecutable="true" processType="Secret"')],
  ['private', 'ok', model(chain(S, T, E), ROOTS, 'isExecutable="true" processType="Private" isClosed="true"')],
  [
    'supports task',
    'PRC-08',
    model('<supports>t</supports>', ROOTS).replace('<supports>t</supports>', `${chain(S, T, E)}<supports>t</supports>`),
  ],
  [
    'definitionalCollab nothing',
    'REF-01',
    model(chain(S, T, E), ROOTS, 'isExecutable="true" definitionalCollaborationRef="zz"'),
  ],
];

const LANES: readonly ConformanceCase[] = [
  [
    'lane ok',
    'ok',
    LN(
      '<lane id="l" name="L"><flowNodeRef>s</flowNodeRef><flowNodeRef>t</flowNodeRef><flowNodeRef>e</flowNodeRef></lane>',
    ),
  ],
  ['lane nothing', 'LAN-01', LN('<lane id="l"><flowNodeRef>zz</flowNodeRef></lane>')],
  ['lane flow', 'LAN-01', LN('<lane id="l"><flowNodeRef>s_t</flowNodeRef></lane>')],
  [
    'lane other process',
    'LAN-01',
    LN('<lane id="l"><flowNodeRef>t2</flowNodeRef></lane>').replace(
      '</definitions>',
      `<process id="q" isExecutable="false"><task id="t2"/></process></definitions>`,
    ),
  ],
  [
    'two lanes',
    'LAN-02',
    LN('<lane id="l"><flowNodeRef>t</flowNodeRef></lane><lane id="l2"><flowNodeRef>t</flowNodeRef></lane>'),
  ],
  [
    'partition both',
    'LAN-03',
    LN('<lane id="l" partitionElementRef="m"><partitionElement xsi:type="tMessage" id="pe" name="x"/></lane>'),
  ],
];

describe('compensation', () => {
  it.each(COMPENSATION)('%s: %s', (...each) => expectVerdict(each));
});

describe('sequence flows', () => {
  it.each(SEQUENCE_FLOWS)('%s: %s', (...each) => expectVerdict(each));
});

describe('gateways', () => {
  it.each(GATEWAYS)('%s: %s', (...each) => expectVerdict(each));
});

describe('sub-processes', () => {
  it.each(SUB_PROCESSES)('%s: %s', (...each) => expectVerdict(each));
});

describe('processes', () => {
  it.each(PROCESSES)('%s: %s', (...each) => expectVerdict(each));
});

describe('lanes', () => {
  it.each(LANES)('%s: %s', (...each) => expectVerdict(each));
});
