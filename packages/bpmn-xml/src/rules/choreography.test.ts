// These tests look at rules of conversations and choreographies: each broken alone, and an accepted twin of each.
import { describe, expect, it } from 'vitest';
import { expectRule, type RuleCase } from '../testing/expect-rule.ts';
import { chain, definitions, errorsOf, flow } from '../testing/model-text.ts';

const PARTICIPANTS = '<participant id="A"/><participant id="B"/><participant id="C"/>';
const FLOWS =
  '<messageFlow id="ab" sourceRef="A" targetRef="B"/><messageFlow id="ba" sourceRef="B" targetRef="A"/>' +
  '<messageFlow id="bc" sourceRef="B" targetRef="C"/>';

/** Makes a collaboration beside another that has a participant and a flow of its own. */
function conversing(content: string): string {
  return definitions(
    `<collaboration id="far"><participant id="X"/><participant id="Y"/><messageFlow id="xy" sourceRef="X" targetRef="Y"/></collaboration>\n` +
      '<globalConversation id="gc"/><choreography id="gch"/>' +
      `<collaboration id="co">${PARTICIPANTS}${FLOWS}\n${content}</collaboration>`,
  );
}

function refs(name: string, ids: readonly string[]): string {
  return ids.map((id) => `<${name}>${id}</${name}>`).join('');
}

function conversation(participants: readonly string[], flows = '', type = 'conversation', attributes = ''): string {
  return `<${type} id="cv" ${attributes}>${refs('participantRef', participants)}${flows}</${type}>`;
}

const LINK = (source: string, target: string) =>
  `<conversationLink id="li" sourceRef="${source}" targetRef="${target}"/>`;
const TWO = conversation(['A', 'B']);

const CONVERSATION_CASES: readonly RuleCase[] = [
  { rule: 'CNV-01', element: 'cv', broken: conversing(`§${conversation(['A'])}`), twin: conversing(TWO) },
  {
    rule: 'CNV-01',
    element: 'cv',
    broken: conversing(`§${conversation(['A', 'A'])}`),
    twin: conversing(`${conversation(['A'])}${LINK('cv', 'C')}`),
  },
  {
    rule: 'CNV-02',
    element: 'li',
    broken: conversing(`${TWO}§${LINK('A', 'B')}`),
    twin: conversing(`${TWO}${LINK('A', 'cv')}`),
  },
  {
    rule: 'CNV-02',
    element: 'li',
    broken: conversing(`${TWO}§${LINK('cv', 'ab')}`),
    twin: conversing(`${TWO}${LINK('cv', 'C')}`),
  },
  {
    rule: 'CNV-03',
    element: 'cv',
    broken: conversing(conversation(['A', 'B'], '', 'callConversation', '§calledCollaborationRef="gch"')),
    twin: conversing(conversation(['A', 'B'], '', 'callConversation', 'calledCollaborationRef="gc"')),
  },
  {
    rule: 'CNV-03',
    element: 'cv',
    broken: conversing(conversation(['A', 'B'], '', 'callConversation', '§calledCollaborationRef="gone"')),
    twin: conversing(conversation(['A', 'B'], '', 'callConversation', 'calledCollaborationRef="far"')),
  },
  {
    rule: 'CNV-04',
    element: 'cv',
    broken: definitions(`<globalConversation id="g">${PARTICIPANTS}§${TWO}</globalConversation>`),
    twin: definitions(`<globalConversation id="g">${PARTICIPANTS}</globalConversation>`),
  },
  {
    rule: 'CNV-05',
    element: 'cv',
    broken: conversing(conversation(['A', 'B'], `§${refs('messageFlowRef', ['xy'])}`)),
    twin: conversing(conversation(['A', 'B'], refs('messageFlowRef', ['ab', 'ba']))),
  },
  {
    rule: 'REF-04',
    element: 'cv',
    broken: conversing(
      `<conversation id="cv">${refs('participantRef', ['A', 'B'])}§${refs('participantRef', ['X'])}</conversation>`,
    ),
    twin: conversing(TWO),
  },
];

describe('a conversation', () => {
  it.each(CONVERSATION_CASES)('breaks $rule and the twin does not: $element', (row) => expectRule(row));

  it('a conversation inside another is held to the same rules', () => {
    const inner =
      '<conversation id="inner"><participantRef>A</participantRef><messageFlowRef>xy</messageFlowRef></conversation>';
    const outer = `<subConversation id="outer">${refs('participantRef', ['A', 'B'])}${inner}</subConversation>`;
    expect(errorsOf(conversing(outer)).map(({ ruleId }) => ruleId)).toEqual(['CNV-01', 'CNV-05']);
  });
});

interface Task {
  readonly by?: string;
  readonly with?: readonly string[];
  readonly flows?: readonly string[];
  readonly type?: string;
  readonly content?: string;
  readonly attributes?: string;
}

/** Makes a choreography task; `by` initiates it. */
function activity(id: string, task: Task = {}): string {
  const { by = 'A', with: participants = ['A', 'B'], type = 'choreographyTask', content = '', attributes = '' } = task;
  const flows = task.flows ?? (type === 'choreographyTask' ? ['ab'] : []);
  return (
    `<${type} id="${id}" initiatingParticipantRef="${by}" ${attributes}>${refs('participantRef', participants)}` +
    `${refs('messageFlowRef', flows)}${content}</${type}>`
  );
}

function choreography(content: string): string {
  return definitions(
    `<choreography id="far">${PARTICIPANTS.replaceAll('id="', 'id="f')}</choreography>` +
      `<collaboration id="other"/>\n<choreography id="ch">${PARTICIPANTS}${FLOWS}\n${content}</choreography>`,
  );
}

const S = '<startEvent id="s"/>';
const E = '<endEvent id="e"/>';
const T = activity('t');

function around(element: string): string {
  return choreography(chain(S, element, E));
}

function event(type: string, trigger: string, id = 'x'): string {
  return `<${type} id="${id}">${trigger}</${type}>`;
}

const MESSAGE = '<messageEventDefinition/>';
const TIMER = '<timerEventDefinition><timeDuration>PT1S</timeDuration></timerEventDefinition>';
const SIGNAL = '<signalEventDefinition/>';

function behindGateway(element: string): string {
  const other = activity('o', { with: ['A', 'B'] });
  return choreography(
    `${S}${T}<eventBasedGateway id="g"/>${element}${other}${E}${flow('s', 't')}${flow('t', 'g')}${flow('g', 'x')}` +
      `${flow('g', 'o')}${flow('x', 'e')}${flow('o', 'e')}`,
  );
}

const SUB = (inner: string, participants: readonly string[]) =>
  activity('sub', {
    type: 'subChoreography',
    with: participants,
    content: chain('<startEvent id="is"/>', inner, '<endEvent id="ie"/>'),
  });

const CHOREOGRAPHY_CASES: readonly RuleCase[] = [
  { rule: 'CHO-01', element: 't', broken: around(`§${activity('t', { with: ['A'] })}`), twin: around(T) },
  {
    rule: 'CHO-01',
    element: 't',
    broken: around(`§${activity('t', { with: ['A', 'A'] })}`),
    twin: around(T),
  },
  { rule: 'CHO-01', element: 't', broken: around(`§${activity('t', { with: ['A', 'B', 'C'] })}`), twin: around(T) },
  {
    rule: 'CHO-02',
    element: 't',
    broken: around(activity('t', { by: 'C' }).replace('initiating', '§initiating')),
    twin: around(T),
  },
  {
    rule: 'CHO-02',
    element: 'gt',
    broken: definitions(
      `<choreography id="ch">${PARTICIPANTS}</choreography><globalChoreographyTask id="gt" §initiatingParticipantRef="A"/>`,
    ),
    twin: definitions(
      `<globalChoreographyTask id="gt" initiatingParticipantRef="A">${PARTICIPANTS}</globalChoreographyTask>`,
    ),
  },
  { rule: 'CHO-03', element: 't', broken: around(`§${activity('t', { flows: [] })}`), twin: around(T) },
  {
    rule: 'CHO-03',
    element: 't',
    broken: around(activity('t', { flows: ['ab', 'ba', 'ab'] }).replace(/(.*)<messageFlowRef>/, '$1§<messageFlowRef>')),
    twin: around(activity('t', { flows: ['ab', 'ba'] })),
  },
  {
    rule: 'CHO-03',
    element: 't',
    broken: around(activity('t', { flows: ['bc'] }).replace('<messageF', '§<messageF')),
    twin: around(activity('t', { by: 'B', with: ['B', 'C'], flows: ['bc'] })),
  },
  {
    rule: 'CHO-04',
    element: 's',
    broken: choreography(chain(event('startEvent', `§${MESSAGE}`, 's'), T, E)),
    twin: choreography(chain(event('startEvent', TIMER, 's'), T, E)),
  },
  {
    rule: 'CHO-04',
    element: 'x',
    broken: choreography(chain(S, T, event('intermediateCatchEvent', `§${MESSAGE}`), E)),
    twin: choreography(chain(S, T, event('intermediateCatchEvent', SIGNAL), E)),
  },
  {
    rule: 'CHO-04',
    element: 'e',
    broken: choreography(chain(S, T, event('endEvent', '§<errorEventDefinition/>', 'e'))),
    twin: choreography(chain(S, T, event('endEvent', '<terminateEventDefinition/>', 'e'))),
  },
  { rule: 'CHO-05', element: 'd', broken: choreography(`${chain(S, T, E)}§<dataObject id="d"/>`), twin: around(T) },
  { rule: 'CHO-05', element: 'u', broken: around('§<userTask id="u"/>'), twin: around(T) },
  {
    rule: 'CHO-06',
    element: 'sub',
    broken: around(`§${SUB(activity('in', { by: 'B', with: ['B', 'C'], flows: ['bc'] }), ['A', 'B'])}`),
    twin: around(SUB(activity('in', { by: 'B', with: ['B', 'C'], flows: ['bc'] }), ['A', 'B', 'C'])),
  },
  {
    rule: 'CHO-07',
    element: 'call',
    broken: around(activity('call', { type: 'callChoreography', attributes: '§calledChoreographyRef="other"' })),
    twin: around(activity('call', { type: 'callChoreography', attributes: 'calledChoreographyRef="far"' })),
  },
  {
    rule: 'CHO-08',
    element: 'n',
    broken: choreography(chain(S, T, `§${activity('n', { by: 'C', with: ['C', 'B'], flows: ['bc'] })}`, E)),
    twin: choreography(chain(S, T, activity('n', { by: 'B', with: ['C', 'B'], flows: ['bc'] }), E)),
  },
  {
    rule: 'CHO-09',
    element: 'x',
    broken: behindGateway(`§${event('intermediateCatchEvent', SIGNAL)}`),
    twin: behindGateway(event('intermediateCatchEvent', TIMER)),
  },
  {
    rule: 'CHO-10',
    element: 'ch',
    broken: choreography('§<choreographyRef>far</choreographyRef>'),
    twin: definitions(
      '<choreography id="far"/><collaboration id="co"><choreographyRef>far</choreographyRef></collaboration>',
    ),
  },
  {
    rule: 'CHO-10',
    element: 'g',
    broken: definitions(
      '<choreography id="far"/><globalConversation id="g">§<choreographyRef>far</choreographyRef></globalConversation>',
    ),
    twin: definitions('<choreography id="far"/><globalConversation id="g"/>'),
  },
];

describe('a choreography', () => {
  it.each(CHOREOGRAPHY_CASES)('breaks $rule and the twin does not: $element', (row) => expectRule(row));

  it('lets begin only who took part in all that may come before, through gateways, events and loops (CHO-08)', () => {
    const second = activity('n', { by: 'B', with: ['B', 'C'], flows: ['bc'] });
    const third = (by: string) => activity('z', { by, with: [by, 'A'], flows: [] });
    const text = (by: string) =>
      choreography(
        `${S}${T}<parallelGateway id="g"/>${second}${activity('m')}<exclusiveGateway id="j"/>${third(by)}${E}` +
          `${flow('s', 't')}${flow('t', 'g')}${flow('g', 'n')}${flow('g', 'm')}${flow('n', 'j')}${flow('m', 'j')}` +
          `${flow('j', 'z')}${flow('z', 'j').replace('z_j', 'again')}${flow('z', 'e')}`,
      );
    const rulesOf = (by: string) =>
      errorsOf(text(by))
        .filter(({ ruleId }) => ruleId === 'CHO-08')
        .map(({ elementId }) => elementId);
    expect(rulesOf('B')).toEqual([]);
    expect(rulesOf('C')).toEqual(['z']);
  });

  it('takes messages at the boundary of an activity, and nothing that only a process can throw', () => {
    const boundary = (trigger: string) =>
      choreography(
        `${chain(S, T, E)}<boundaryEvent id="b" attachedToRef="t">${trigger}</boundaryEvent>${flow('b', 'e')}`,
      );
    const rulesOf = (trigger: string) => errorsOf(boundary(trigger)).map(({ ruleId }) => ruleId);
    expect(rulesOf(MESSAGE)).toEqual([]);
    expect(rulesOf('<escalationEventDefinition/>')).toEqual(['CHO-04']);
  });

  it('a choreography of one task is held to its participants too', () => {
    const text = choreography(chain(S, activity('t', { with: ['A', 'fA'] }), E));
    expect(errorsOf(text).map(({ ruleId }) => ruleId)).toContain('REF-04');
  });
});
