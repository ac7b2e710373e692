// These tests look at rules of collaborations, message flows and correlation: each broken alone, and an accepted twin of each.
import { describe, expect, it } from 'vitest';
import { expectRule, type RuleCase } from '../testing/expect-rule.ts';
import { chain, definitions, END, errorsOf, model, problemsOf, process, START, TASK } from '../testing/model-text.ts';

const PROCESS = process(
  chain(
    '<startEvent id="s"/>',
    '<intermediateCatchEvent id="c"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>',
    '<task id="t"/>',
    '<exclusiveGateway id="g"/>',
    '<endEvent id="e"><messageEventDefinition messageRef="m"/></endEvent>',
  ).concat('<endEvent id="e2"/><sequenceFlow id="g_e2" sourceRef="g" targetRef="e2"/>'),
  'isExecutable="false"',
);
const OTHER = process(
  chain('<startEvent id="qs"/>', '<task id="qt"/>', '<endEvent id="qe"/>'),
  'isExecutable="false"',
).replace('id="p"', 'id="q"');
const POOLS =
  '<participant id="P" processRef="p"/><participant id="Q" processRef="q"/><participant id="B" name="black box"/>';

function collaborating(content: string, pools = POOLS): string {
  return definitions(
    `<message id="m" name="M"/><message id="m2" name="M2"/>${PROCESS}${OTHER}\n<collaboration id="co">${pools}\n${content}</collaboration>`,
  );
}

function messageFlow(source: string, target: string, attributes = ''): string {
  return `<messageFlow id="mf" sourceRef="${source}" targetRef="${target}" ${attributes}/>`;
}

function fails(rule: RuleCase['rule'], broken: string, twin: string, element: string | null = 'mf'): RuleCase {
  return { rule, element, broken: collaborating(broken), twin: collaborating(twin) };
}

const SECOND = '<messageFlow id="mf3" sourceRef="c" targetRef="B"/>';

const MULTIPLE = (attributes: string) =>
  POOLS.replace('name="black box"/>', `><participantMultiplicity ${attributes}/></participant>`);

const OUTER = '<participant id="P2"/><participant id="Q2"/><messageFlow id="mf2" sourceRef="P2" targetRef="Q2"/>';

/** Makes a collaboration that calls another. */
function calling(call: string): string {
  return definitions(
    `<globalConversation id="called">${OUTER}</globalConversation>\n<collaboration id="co"><participant id="P"/><participant id="Q"/>` +
      `<messageFlow id="mf" sourceRef="P" targetRef="Q"/>\n${call}</collaboration>`,
  );
}

function callConversation(inner: string, outer: string, mark = ''): string {
  return (
    '<callConversation id="call" calledCollaborationRef="called"><participantRef>P</participantRef><participantRef>Q</participantRef>' +
    `<participantAssociation id="pa">${mark}<innerParticipantRef>${inner}</innerParticipantRef>` +
    `<outerParticipantRef>${outer}</outerParticipantRef></participantAssociation></callConversation>`
  );
}

const COLLABORATION_CASES: readonly RuleCase[] = [
  fails(
    'COL-01',
    `§${messageFlow('c', 't')}`.replace('"c"', '"t"').replace('targetRef="t"', 'targetRef="c"'),
    messageFlow('qt', 'c'),
  ),
  fails('COL-01', `§${messageFlow('t', 'P')}`, messageFlow('t', 'Q')),
  fails('COL-01', `§${messageFlow('B', 'B')}`, messageFlow('B', 'Q')),
  fails('COL-02', `§${messageFlow('g', 'Q')}`, messageFlow('t', 'Q')),
  fails('COL-02', `§${messageFlow('c', 'Q')}`, messageFlow('e', 'Q')),
  fails('COL-03', `§${messageFlow('Q', 'e')}`, messageFlow('Q', 'c')),
  fails('COL-03', `§${messageFlow('Q', 'g')}`, messageFlow('Q', 't')),
  {
    rule: 'COL-04',
    element: 'B',
    broken: collaborating('', MULTIPLE('minimum="2"').replace('<participantM', '§<participantM')),
    twin: collaborating('', MULTIPLE('minimum="2" maximum="2"')),
  },
  {
    rule: 'COL-04',
    element: 'B',
    broken: collaborating('', MULTIPLE('minimum="-1"').replace('<participantM', '§<participantM')),
    twin: collaborating('', MULTIPLE('minimum="0"')),
  },
  {
    rule: 'COL-04',
    element: 'B',
    broken: collaborating('', MULTIPLE('maximum="0"').replace('<participantM', '§<participantM')),
    twin: collaborating('', MULTIPLE('maximum="9"')),
  },
  fails('COL-05', `§${messageFlow('Q', 's')}`, messageFlow('Q', 'c')),
  fails('COL-05', `§${messageFlow('e2', 'Q')}`, messageFlow('e', 'Q')),
  fails('COL-07', `§${messageFlow('Q', 'c', 'messageRef="m2"')}`, messageFlow('Q', 'c', 'messageRef="m"')),
  fails('COL-07', `§${messageFlow('e', 'Q', 'messageRef="m2"')}`, messageFlow('e', 'Q', 'messageRef="m"')),
  {
    rule: 'COL-06',
    element: 'c',
    broken: collaborating(`${messageFlow('Q', 'c')}${SECOND}`).replace('<intermediateC', '§<intermediateC'),
    twin: collaborating(`${messageFlow('Q', 'c')}${SECOND.replace('"c"', '"e"')}`),
  },
  {
    rule: 'COL-08',
    element: 'call',
    broken: calling(callConversation('Q', 'P', '§')),
    twin: calling(callConversation('P2', 'P')),
  },
  {
    rule: 'COL-08',
    element: 'call',
    broken: calling(callConversation('P2', 'P2').replace('<outerP', '§<outerP')),
    twin: calling(callConversation('Q2', 'Q')),
  },
  {
    rule: 'COL-08',
    element: 'call',
    broken: calling(callConversation('mf2', 'P', '§')),
    twin: calling(callConversation('P2', 'Q')),
  },
  {
    rule: 'COL-08',
    element: 'mfa',
    broken: calling('<messageFlowAssociation id="mfa" §innerMessageFlowRef="mf" outerMessageFlowRef="mf"/>'),
    twin: calling('<messageFlowAssociation id="mfa" innerMessageFlowRef="mf2" outerMessageFlowRef="mf"/>'),
  },
  {
    rule: 'COL-09',
    element: 'B',
    broken: collaborating('', POOLS.replace('name="black box"', '§processRef="q"')),
    twin: collaborating('', POOLS),
  },
  fails('COL-10', `§${messageFlow('t', 'gone')}`, messageFlow('t', 'B')),
];

describe('a collaboration', () => {
  it.each(COLLABORATION_CASES)('breaks $rule and the twin does not: $element', (row) => expectRule(row));

  it('may join the nodes of one process to two pools that stand for it, and warns of those (COL-09)', () => {
    const pools = POOLS.replace('name="black box"', 'processRef="p"');
    const told = problemsOf(collaborating(messageFlow('t', 'Q'), pools), 'lenient');
    expect(told.filter(({ ruleId }) => ruleId.startsWith('COL')).map(({ ruleId }) => ruleId)).toEqual(['COL-09']);
  });

  it('says which end of a flow has another message', () => {
    const [problem] = errorsOf(collaborating(messageFlow('Q', 'c', 'messageRef="m2"')));
    expect(problem?.message).toBe('messageRef of the flow differs from that of its target');
  });

  it('may lie within one process without pools no more than within one pool', () => {
    const text = definitions(
      `${PROCESS.replaceAll('messageRef="m"', '')}<collaboration id="co">${messageFlow('t', 'c')}</collaboration>`,
    );
    expect(errorsOf(text).map(({ ruleId }) => ruleId)).toEqual(['COL-01']);
  });

  it('has no message flow that ends in a choreography (COL-10)', () => {
    const choreography = '<choreography id="ch"><startEvent id="chs"/></choreography>';
    const told = errorsOf(
      collaborating(messageFlow('t', 'chs')).replace('<collaboration', `${choreography}<collaboration`),
    );
    expect(told.map(({ ruleId }) => ruleId)).toContain('COL-10');
  });
});

const PATH = (property: string) =>
  `<correlationPropertyBinding correlationPropertyRef="${property}"><dataPath>\${${property}}</dataPath></correlationPropertyBinding>`;
const RETRIEVAL = (message: string) =>
  `<correlationPropertyRetrievalExpression messageRef="${message}"><messagePath>\${x}</messagePath></correlationPropertyRetrievalExpression>`;
const KEY = '<correlationKey id="k"><correlationPropertyRef>cp</correlationPropertyRef></correlationKey>';

interface Correlated {
  readonly subscriptions?: string;
  readonly key?: string;
  readonly property?: string;
  readonly pools?: string;
  readonly flows?: string;
  readonly more?: string;
}

/** Makes an executable process that receives in a collaboration with a key. */
function correlated({ subscriptions = '', key = KEY, property = RETRIEVAL('m'), pools, flows, more = '' }: Correlated) {
  const receiving = '<receiveTask id="t" messageRef="m"/>';
  return definitions(
    `<message id="m" name="M"/><message id="m2" name="M2"/>\n<correlationProperty id="cp">${property}</correlationProperty>\n` +
      `<correlationProperty id="cp2">${RETRIEVAL('m')}</correlationProperty>\n${more}` +
      `<collaboration id="co">${pools ?? '<participant id="P" processRef="p"/>'}<participant id="B"/>\n` +
      `${flows ?? messageFlow('B', 't', 'messageRef="m"')}${key}</collaboration>\n` +
      `${process(`${chain(START, receiving, END)}\n${subscriptions}`)}`,
  );
}

const SUBSCRIPTION = `<correlationSubscription correlationKeyRef="k">${PATH('cp')}</correlationSubscription>`;

const CORRELATION_CASES: readonly RuleCase[] = [
  {
    rule: 'COR-01',
    element: 'p',
    broken: correlated({
      subscriptions: SUBSCRIPTION.replace('correlationKeyRef="k"', '§correlationKeyRef="k"'),
      pools: '<participant id="P"/>',
    }),
    twin: correlated({ subscriptions: SUBSCRIPTION }),
  },
  {
    rule: 'COR-02',
    element: 'p',
    broken: correlated({ subscriptions: `${SUBSCRIPTION}\n§${SUBSCRIPTION}` }),
    twin: correlated({ subscriptions: SUBSCRIPTION }),
  },
  {
    rule: 'COR-03',
    element: 'p',
    broken: correlated({ subscriptions: '§<correlationSubscription correlationKeyRef="k"/>' }),
    twin: correlated({ subscriptions: SUBSCRIPTION }),
  },
  {
    rule: 'COR-03',
    element: 'p',
    broken: correlated({ subscriptions: `§${SUBSCRIPTION.replace('</correlationS', `${PATH('cp2')}</correlationS`)}` }),
    twin: correlated({ subscriptions: SUBSCRIPTION }),
  },
  {
    rule: 'COR-03',
    element: 'p',
    broken: correlated({ subscriptions: `§${SUBSCRIPTION.replace('</correlationS', `${PATH('cp')}</correlationS`)}` }),
    twin: correlated({ subscriptions: SUBSCRIPTION }),
  },
  {
    rule: 'COR-04',
    element: 'cp',
    broken: correlated({ property: RETRIEVAL('m2') }).replace(
      '<correlationProperty id="cp"',
      '§<correlationProperty id="cp"',
    ),
    twin: correlated({}),
  },
  {
    rule: 'COR-05',
    element: 'k',
    broken: correlated({ key: '§<correlationKey id="k"/>' }),
    twin: correlated({}),
  },
  {
    rule: 'COR-06',
    element: 'cp',
    broken: correlated({ property: '§<correlationPropertyRetrievalExpression messageRef="m"/>' }),
    twin: correlated({}),
  },
  {
    rule: 'COR-06',
    element: 'p',
    broken: correlated({
      subscriptions: SUBSCRIPTION.replace('${cp}', ' ').replace('<correlationPropertyB', '§<correlationPropertyB'),
    }),
    twin: correlated({ subscriptions: SUBSCRIPTION }),
  },
];

describe('correlation', () => {
  it.each(CORRELATION_CASES)('breaks $rule and the twin does not: $element', (row) => expectRule(row));

  it('asks nothing of the messages that an only drawn process receives (COR-04)', () => {
    const text = correlated({ property: RETRIEVAL('m2') }).replace('isExecutable="true"', 'isExecutable="false"');
    expect(errorsOf(text)).toEqual([]);
  });

  it('correlation of a conversation is asked for the messages of its own flows alone', () => {
    const conversation = (flow: string) =>
      '<conversation id="cv"><participantRef>P</participantRef><participantRef>B</participantRef>' +
      `<messageFlowRef>${flow}</messageFlowRef>${KEY}</conversation>`;
    const flows =
      messageFlow('B', 't', 'messageRef="m"') + messageFlow('B', 'P', 'messageRef="m2"').replace('"mf"', '"mf2"');
    expect(errorsOf(correlated({ flows, key: conversation('mf') }))).toEqual([]);
    const told = errorsOf(correlated({ flows, key: conversation('mf2') }));
    expect(told.map(({ ruleId, message }) => [ruleId, message])).toEqual([
      ['COR-04', 'Correlation property cp has no retrieval expression for message m2'],
    ]);
  });

  it('takes a key of the collaboration that defines the process', () => {
    const text = correlated({ subscriptions: SUBSCRIPTION, pools: '<participant id="P"/>' });
    expect(errorsOf(text.replace('<process ', '<process definitionalCollaborationRef="co" '))).toEqual([]);
  });
});

describe('an artifact', () => {
  const BOUNDARY = '<boundaryEvent id="b" attachedToRef="t"><compensateEventDefinition/></boundaryEvent>';
  const UNDO = '<task id="u" isForCompensation="true"/>';
  const whole = (artifacts: string) => model(`${chain(START, TASK, END)}${BOUNDARY}${UNDO}\n${artifacts}`);
  const cases: readonly RuleCase[] = [
    {
      rule: 'ART-02',
      element: 'g',
      broken: model(`${chain(START, TASK, END)}<group id="g" §categoryValueRef="gone"/>`),
      twin: definitions(
        `<category id="c"><categoryValue id="v"/></category>${process(`${chain(START, TASK, END)}<group id="g" categoryValueRef="v"/>`)}`,
      ),
    },
    {
      rule: 'ART-03',
      element: 'back',
      broken: whole('§<association id="back" sourceRef="u" targetRef="b"/>'),
      twin: whole('<association id="forth" associationDirection="One" sourceRef="b" targetRef="u"/>'),
    },
  ];
  it.each(cases)('breaks $rule and the twin does not: $element', (row) => expectRule(row));
});
