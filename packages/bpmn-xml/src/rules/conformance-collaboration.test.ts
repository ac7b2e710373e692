// These tests look at constraints of the standard on collaborations, conversations, choreographies and correlation: each broken alone,
// beside files that keep them.
import { describe, it } from 'vitest';
import { type ConformanceCase, E, expectVerdict, file, ROOTS, S } from '../testing/conformance.ts';
import { chain, flow } from '../testing/texts.ts';

const msg = '<messageEventDefinition messageRef="m"/>';
const p = (id: string, c: string) => `<process id="${id}" isExecutable="false">${c}</process>`;
const A = p('pa', chain('<startEvent id="as"/>', '<sendTask id="at" messageRef="m"/>', '<endEvent id="ae"/>'));
const Bp = p('pb', chain(`<startEvent id="bs">${msg}</startEvent>`, '<task id="bt"/>', '<endEvent id="be"/>'));
const col = (c: string, a = '') => `<collaboration id="co" ${a}>${c}</collaboration>`;
const PP = '<participant id="p1" name="A" processRef="pa"/><participant id="p2" name="B" processRef="pb"/>';
const mf = (a: string, b: string, x = '', id = 'mf') =>
  `<messageFlow id="${id}" sourceRef="${a}" targetRef="${b}" ${x}/>`;
const D = (c: string, x = '', roots = ROOTS) => file(roots + col(PP + c) + A + Bp + x);
const chor = (c: string, mfs = mf('q1', 'q2') + mf('q2', 'q1', '', 'mf2') + mf('q2', 'q3', '', 'mf3')) =>
  file(
    `${ROOTS}<choreography id="ch"><participant id="q1" name="1"/><participant id="q2" name="2"/><participant id="q3" name="3"/>${mfs}${c}</choreography>`,
  );
const ct = (id: string, init = 'q1', ps = ['q1', 'q2'], ms = ['mf']) =>
  `<choreographyTask id="${id}" initiatingParticipantRef="${init}">${ps.map((x) => `<participantRef>${x}</participantRef>`).join('')}${ms.map((x) => `<messageFlowRef>${x}</messageFlowRef>`).join('')}</choreographyTask>`;

const MESSAGE_FLOWS: readonly ConformanceCase[] = [
  ['mf task to start', 'ok', D(mf('at', 'bs'))],
  ['mf pool to pool', 'ok', D(mf('p1', 'p2'))],
  ['mf task to pool', 'ok', D(mf('at', 'p2'))],
  [
    'mf same pool 2',
    'COL-01',
    file(
      ROOTS +
        col(PP + mf('at', 'at2')) +
        p(
          'pa',
          chain(
            '<startEvent id="as"/>',
            '<sendTask id="at" messageRef="m"/>',
            '<receiveTask id="at2" messageRef="m"/>',
            '<endEvent id="ae"/>',
          ),
        ) +
        Bp,
    ),
  ],
  ['mf pool to itself', 'COL-01', D(mf('p1', 'p1'))],
  ['mf pool to own task', 'COL-01', D(mf('p2', 'bt'))],
  [
    'mf from gateway',
    'COL-02',
    file(
      ROOTS +
        col(PP + mf('g', 'bt')) +
        p(
          'pa',
          `<exclusiveGateway id="g"/>${S}${E}<endEvent id="e2"/>${flow('s', 'g')}${flow('g', 'e')}${flow('g', 'e2')}`,
        ) +
        Bp,
    ),
  ],
  [
    'mf to gateway',
    'COL-03',
    file(
      ROOTS +
        col(PP + mf('bt', 'g')) +
        p(
          'pa',
          `<exclusiveGateway id="g"/>${S}${E}<endEvent id="e2"/>${flow('s', 'g')}${flow('g', 'e')}${flow('g', 'e2')}`,
        ) +
        Bp,
    ),
  ],
  ['mf from start', 'COL-02', D(mf('as', 'bt'))],
  ['mf to end', 'COL-03', D(mf('at', 'be'))],
  ['mf to none start', 'COL-05', D(mf('bt', 'as'))],
  ['mf from none end', 'COL-05', D(mf('be', 'at'))],
  [
    'mf to lane',
    'COL-03',
    file(
      ROOTS +
        col(PP + mf('at', 'l')) +
        A +
        p(
          'pb',
          `<laneSet id="ls"><lane id="l"/></laneSet>${chain('<startEvent id="bs"/>', '<task id="bt"/>', '<endEvent id="be"/>')}`,
        ),
    ),
  ],
  [
    'mf to data object',
    'COL-03',
    file(
      ROOTS +
        col(PP + mf('at', 'd')) +
        A +
        p('pb', `<dataObject id="d"/>${chain('<startEvent id="bs"/>', '<task id="bt"/>', '<endEvent id="be"/>')}`),
    ),
  ],
  [
    'mf to annotation',
    'PRC-12',
    file(
      ROOTS +
        col(PP + mf('at', 'ta')) +
        A +
        p(
          'pb',
          `${chain('<startEvent id="bs"/>', '<task id="bt"/>', '<endEvent id="be"/>')}<textAnnotation id="ta"><text>x</text></textAnnotation>`,
        ),
    ),
  ],
  ['mf to sequence flow', 'COL-03', D(mf('at', 'bs_bt'))],
  ['mf to nothing', 'COL-10', D(mf('at', 'zz'))],
  ['mf no target', 'DOC-06', D('<messageFlow id="mf" sourceRef="at"/>')],
  [
    'mf in and out of event',
    'COL-06',
    file(
      ROOTS +
        col(PP + mf('ai', 'bt') + mf('bt', 'ai', '', 'mf2')) +
        p(
          'pa',
          chain(
            '<startEvent id="as"/>',
            `<intermediateThrowEvent id="ai">${msg}</intermediateThrowEvent>`,
            '<endEvent id="ae"/>',
          ),
        ) +
        Bp,
    ),
  ],
  [
    'mf to throw event',
    'COL-03',
    file(
      ROOTS +
        col(PP + mf('bt', 'ai')) +
        p(
          'pa',
          chain(
            '<startEvent id="as"/>',
            `<intermediateThrowEvent id="ai">${msg}</intermediateThrowEvent>`,
            '<endEvent id="ae"/>',
          ),
        ) +
        Bp,
    ),
  ],
  [
    'mf from catch event',
    'COL-02',
    file(
      ROOTS +
        col(PP + mf('ai', 'bt')) +
        p(
          'pa',
          chain(
            '<startEvent id="as"/>',
            `<intermediateCatchEvent id="ai">${msg}</intermediateCatchEvent>`,
            '<endEvent id="ae"/>',
          ),
        ) +
        Bp,
    ),
  ],
  ['mf messageRef differs', 'COL-07', D(mf('at', 'bs', 'messageRef="m2"'))],
  ['mf messageRef nothing', 'REF-01', D(mf('at', 'bs', 'messageRef="zz"'))],
  [
    'mf to script task',
    'ok',
    file(
      ROOTS +
        col(PP + mf('at', 'b1')) +
        A +
        p('pb', chain('<startEvent id="bs"/>', '<userTask id="b1"/>', '<endEvent id="be"/>')),
    ),
  ],
  [
    'mf to subprocess',
    'ok',
    file(
      ROOTS +
        col(PP + mf('at', 'b1')) +
        A +
        p(
          'pb',
          chain(
            '<startEvent id="bs"/>',
            `<subProcess id="b1">${chain('<startEvent id="cs"/>', '<task id="ct"/>', '<endEvent id="ce"/>')}</subProcess>`,
            '<endEvent id="be"/>',
          ),
        ),
    ),
  ],
  ['participant processRef nothing', 'REF-01', file(ROOTS + col('<participant id="p1" processRef="zz"/>') + A)],
  ['participant processRef task', 'REF-02', file(ROOTS + col('<participant id="p1" processRef="at"/>') + A)],
  [
    'two participants one process',
    'COL-09',
    file(ROOTS + col('<participant id="p1" processRef="pa"/><participant id="p2" processRef="pa"/>') + A),
  ],
  [
    'multiplicity ok',
    'ok',
    file(
      ROOTS +
        col('<participant id="p1" processRef="pa"><participantMultiplicity minimum="1" maximum="3"/></participant>') +
        A,
    ),
  ],
  [
    'multiplicity max<min',
    'COL-04',
    file(
      ROOTS +
        col('<participant id="p1" processRef="pa"><participantMultiplicity minimum="4" maximum="3"/></participant>') +
        A,
    ),
  ],
  [
    'multiplicity neg',
    'COL-04',
    file(
      ROOTS +
        col('<participant id="p1" processRef="pa"><participantMultiplicity minimum="-1" maximum="3"/></participant>') +
        A,
    ),
  ],
  [
    'multiplicity max 0',
    'COL-04',
    file(
      ROOTS +
        col('<participant id="p1" processRef="pa"><participantMultiplicity minimum="0" maximum="0"/></participant>') +
        A,
    ),
  ],
  [
    'seqflow between pools',
    'SEQ-01',
    file(
      ROOTS +
        col(PP) +
        p('pa', chain('<startEvent id="as"/>', '<task id="at"/>', '<endEvent id="ae"/>') + flow('at', 'bt')) +
        Bp,
    ),
  ],
  ['seqflow in collaboration', 'DOC-05', file(ROOTS + col(PP + flow('at', 'bt')) + A + Bp)],
];

const CONVERSATIONS: readonly ConformanceCase[] = [
  [
    'conversation ok',
    'ok',
    D(
      '<conversation id="cv"><participantRef>p1</participantRef><participantRef>p2</participantRef></conversation><conversationLink id="cl1" sourceRef="p1" targetRef="cv"/><conversationLink id="cl2" sourceRef="p2" targetRef="cv"/>',
    ),
  ],
  [
    'conversation one participant',
    'CNV-01',
    D('<conversation id="cv"><participantRef>p1</participantRef></conversation>'),
  ],
  [
    'conv link participant-participant',
    'CNV-02',
    D(
      '<conversation id="cv"><participantRef>p1</participantRef><participantRef>p2</participantRef></conversation><conversationLink id="cl1" sourceRef="p1" targetRef="p2"/>',
    ),
  ],
  [
    'conv link to task',
    'CNV-02',
    D(
      '<conversation id="cv"><participantRef>p1</participantRef><participantRef>p2</participantRef></conversation><conversationLink id="cl1" sourceRef="at" targetRef="cv"/>',
    ),
  ],
  [
    'call conversation ok',
    'ok',
    D(
      '<callConversation id="cv" calledCollaborationRef="gc"><participantRef>p1</participantRef><participantRef>p2</participantRef></callConversation>',
      '<globalConversation id="gc"/>',
    ),
  ],
  [
    'call conversation process',
    'CNV-03',
    D(
      '<callConversation id="cv" calledCollaborationRef="pa"><participantRef>p1</participantRef><participantRef>p2</participantRef></callConversation>',
    ),
  ],
  [
    'global conv with node',
    'CNV-04',
    D(
      '',
      '<globalConversation id="gc"><participant id="x1"/><participant id="x2"/><conversation id="cv"><participantRef>x1</participantRef><participantRef>x2</participantRef></conversation></globalConversation>',
    ),
  ],
  [
    'conv message flow foreign',
    'CNV-05',
    D(
      `${mf('at', 'bs')}`,
      '<collaboration id="c2"><participant id="x1"/><participant id="x2"/><conversation id="cv"><participantRef>x1</participantRef><participantRef>x2</participantRef><messageFlowRef>mf</messageFlowRef></conversation></collaboration>',
    ),
  ],
  [
    'sub-conversation ok',
    'ok',
    D(
      '<subConversation id="cv"><participantRef>p1</participantRef><participantRef>p2</participantRef><conversation id="ci"><participantRef>p1</participantRef><participantRef>p2</participantRef></conversation></subConversation>',
    ),
  ],
];

const CHOREOGRAPHIES: readonly ConformanceCase[] = [
  ['chor ok', 'ok', chor(chain(S, ct('c1'), E))],
  ['chor two mf', 'ok', chor(chain(S, ct('c1', 'q1', ['q1', 'q2'], ['mf', 'mf2']), E))],
  ['chor one participant', 'CHO-01', chor(chain(S, ct('c1', 'q1', ['q1']), E))],
  ['chor three participants', 'CHO-01', chor(chain(S, ct('c1', 'q1', ['q1', 'q2', 'q3']), E))],
  ['chor initiator not in', 'CHO-02', chor(chain(S, ct('c1', 'q3'), E))],
  ['chor no mf', 'CHO-03', chor(chain(S, ct('c1', 'q1', ['q1', 'q2'], []), E))],
  ['chor mf others', 'CHO-03', chor(chain(S, ct('c1', 'q1', ['q1', 'q2'], ['mf3']), E))],
  ['chor task in chor', 'CHO-05', chor(chain(S, '<userTask id="ut"/>', E))],
  ['chor data object', 'CHO-05', chor(`${chain(S, ct('c1'), E)}<dataObject id="d"/>`)],
  ['chor start message', 'CHO-04', chor(chain(`<startEvent id="s">${msg}</startEvent>`, ct('c1'), E))],
  ['chor end message', 'CHO-04', chor(chain(S, ct('c1'), `<endEvent id="e">${msg}</endEvent>`))],
  ['chor end terminate', 'ok', chor(chain(S, ct('c1'), `<endEvent id="e"><terminateEventDefinition/></endEvent>`))],
  [
    'chor catch message',
    'CHO-04',
    chor(chain(S, ct('c1'), `<intermediateCatchEvent id="x">${msg}</intermediateCatchEvent>`, E)),
  ],
  ['chor second initiator absent', 'CHO-08', chor(chain(S, ct('c1'), ct('c2', 'q3', ['q3', 'q2'], ['mf3']), E))],
  ['chor second initiator ok', 'ok', chor(chain(S, ct('c1'), ct('c2', 'q2', ['q3', 'q2'], ['mf3']), E))],
  [
    'sub chor ok',
    'ok',
    chor(
      chain(
        S,
        `<subChoreography id="sc" initiatingParticipantRef="q1"><participantRef>q1</participantRef><participantRef>q2</participantRef>${chain('<startEvent id="is"/>', ct('c1'), '<endEvent id="ie"/>')}</subChoreography>`,
        E,
      ),
    ),
  ],
  [
    'sub chor participant missing',
    'CHO-06',
    chor(
      chain(
        S,
        `<subChoreography id="sc" initiatingParticipantRef="q1"><participantRef>q1</participantRef><participantRef>q3</participantRef>${chain('<startEvent id="is"/>', ct('c1'), '<endEvent id="ie"/>')}</subChoreography>`,
        E,
      ),
    ),
  ],
  [
    'call chor wrong',
    'CHO-07',
    chor(
      chain(
        S,
        `<callChoreography id="cc" initiatingParticipantRef="q1" calledChoreographyRef="m"><participantRef>q1</participantRef><participantRef>q2</participantRef></callChoreography>`,
        E,
      ),
    ),
  ],
];

const CORRELATION: readonly ConformanceCase[] = [
  [
    'corr key ok',
    'ok',
    file(
      `<message id="m" name="M"/><correlationProperty id="cp"><correlationPropertyRetrievalExpression messageRef="m"><messagePath xsi:type="tFormalExpression">\${id}</messagePath></correlationPropertyRetrievalExpression></correlationProperty>${col(`${PP}<correlationKey id="ck"><correlationPropertyRef>cp</correlationPropertyRef></correlationKey>`)}${A.replace('</process>', '<correlationSubscription id="cs" correlationKeyRef="ck"><correlationPropertyBinding correlationPropertyRef="cp"><dataPath>${x}</dataPath></correlationPropertyBinding></correlationSubscription></process>')}${Bp}`,
    ),
  ],
  [
    'corr key foreign',
    'COR-01',
    file(
      `${ROOTS}<correlationProperty id="cp"><correlationPropertyRetrievalExpression messageRef="m"><messagePath>\${id}</messagePath></correlationPropertyRetrievalExpression></correlationProperty><collaboration id="c9"><participant id="z1"/><correlationKey id="ck"><correlationPropertyRef>cp</correlationPropertyRef></correlationKey></collaboration>${col(PP)}${A.replace('</process>', '<correlationSubscription id="cs" correlationKeyRef="ck"><correlationPropertyBinding correlationPropertyRef="cp"><dataPath>${x}</dataPath></correlationPropertyBinding></correlationSubscription></process>')}${Bp}`,
    ),
  ],
  [
    'two subscriptions',
    'COR-02',
    file(
      `${ROOTS}<correlationProperty id="cp"><correlationPropertyRetrievalExpression messageRef="m"><messagePath>\${id}</messagePath></correlationPropertyRetrievalExpression></correlationProperty>${col(`${PP}<correlationKey id="ck"><correlationPropertyRef>cp</correlationPropertyRef></correlationKey>`)}${A.replace('</process>', `${['cs', 'cs2'].map((i) => `<correlationSubscription id="${i}" correlationKeyRef="ck"><correlationPropertyBinding correlationPropertyRef="cp"><dataPath>\${x}</dataPath></correlationPropertyBinding></correlationSubscription>`).join('')}</process>`)}${Bp}`,
    ),
  ],
  ['corr key w/o properties', 'COR-05', file(ROOTS + col(`${PP}<correlationKey id="ck"/>`) + A + Bp)],
  ['no retrieval expr', 'DOC-05', file(`${ROOTS}<correlationProperty id="cp"/>${col(PP)}${A}${Bp}`)],
  [
    'no messagePath',
    'COR-06',
    file(
      `${ROOTS}<correlationProperty id="cp"><correlationPropertyRetrievalExpression messageRef="m"/></correlationProperty>${col(PP)}${A}${Bp}`,
    ),
  ],
];

describe('message flows', () => {
  it.each(MESSAGE_FLOWS)('%s: %s', (...each) => expectVerdict(each));
});

describe('conversations', () => {
  it.each(CONVERSATIONS)('%s: %s', (...each) => expectVerdict(each));
});

describe('choreographies', () => {
  it.each(CHOREOGRAPHIES)('%s: %s', (...each) => expectVerdict(each));
});

describe('correlation', () => {
  it.each(CORRELATION)('%s: %s', (...each) => expectVerdict(each));
});
