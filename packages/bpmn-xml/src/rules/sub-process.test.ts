// Rules of sub-processes, transactions, ad-hoc sub-processes and loops.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { describe, expect, it } from 'vitest';
import { event, rooted, subProcess, TRIGGERS, WHOLE, withHandler, withSubProcess } from '../testing/event-text.ts';
import { expectRule, type RuleCase } from '../testing/expect-rule.ts';
import { chain, END, errorsOf, flow, marked, START } from '../testing/model-text.ts';

const { signal, compensation, cancel, message } = TRIGGERS;
const INSIDE = chain('<startEvent id="us"/>', '<task id="ut"/>', '<endEvent id="ue"/>');
const EVENT = 'triggeredByEvent="true"';
const handler = (id: string, content: string, attributes = EVENT, type = 'subProcess') =>
  subProcess(id, content, attributes, type);
const started = (id: string, trigger: string) =>
  chain(event('startEvent', `${id}s`, trigger), `<endEvent id="${id}e"/>`);
const AD_HOC = (content: string) => rooted(withSubProcess(content, '', 'adHocSubProcess'));
const cancelled = (boundary: boolean) =>
  withSubProcess(chain('<startEvent id="us"/>', event('endEvent', 'ue', cancel)), '', 'transaction') +
  (boundary ? `${event('boundaryEvent', 'b', cancel, 'attachedToRef="u"')}<endEvent id="e2"/>${flow('b', 'e2')}` : '');
const UNDO = handler('c', started('c', compensation));

const PARTNERS =
  '<collaboration id="co"><participant id="pa" processRef="p"/><participant id="pb"/>' +
  '<messageFlow id="mf" sourceRef="pa" targetRef="pb"/></collaboration>';

const CASES: readonly RuleCase[] = [
  {
    rule: 'SUB-01',
    element: 'h',
    broken: rooted(`${marked(withHandler(signal), '<subProcess')}${flow('t', 'h')}`),
    twin: rooted(withHandler(signal)),
  },
  {
    rule: 'SUB-02',
    element: 'h',
    broken: rooted(
      `${WHOLE}\n§${handler('h', `${started('h', signal)}${event('startEvent', 'h2', message)}${flow('h2', 'he')}`)}`,
    ),
    twin: rooted(withHandler(signal)),
  },
  {
    rule: 'SUB-03',
    element: 'u',
    broken: marked(rooted(withSubProcess(`${INSIDE}<startEvent id="u2"/>${flow('u2', 'ut')}`)), '<subProcess'),
    twin: rooted(withSubProcess(INSIDE)),
  },
  {
    rule: 'SUB-04',
    element: 'u',
    broken: marked(rooted(withSubProcess(INSIDE, 'method="##Store"', 'transaction')), '<transaction'),
    twin: rooted(withSubProcess(INSIDE, 'method="##Compensate"', 'transaction')),
  },
  {
    rule: 'SUB-05',
    element: 'u',
    broken: marked(
      AD_HOC('<intermediateThrowEvent id="ux"/>').replace('<intermediateThrowEvent id="ux"/>', ''),
      '<adHoc',
    ),
    twin: AD_HOC('<task id="ut"/>'),
  },
  {
    rule: 'SUB-06',
    element: 'us',
    broken: AD_HOC(chain('§<startEvent id="us"/>', '<task id="ut"/>')),
    twin: AD_HOC('<task id="ut"/>'),
  },
  {
    rule: 'SUB-08',
    element: 'u',
    broken: rooted(withSubProcess(`§<ioSpecification><inputSet/><outputSet/></ioSpecification>${INSIDE}`)),
    twin: rooted(withSubProcess(INSIDE)),
  },
  {
    rule: 'SUB-09',
    element: 'c2',
    broken: rooted(withSubProcess(`${INSIDE}${UNDO}\n§${handler('c2', started('c2', compensation))}`)),
    twin: rooted(withSubProcess(`${INSIDE}${UNDO}`)),
  },
  {
    rule: 'SUB-10',
    element: 'b',
    broken: rooted(
      `${withHandler(signal)}\n§${event('boundaryEvent', 'b', message, 'attachedToRef="h"')}<endEvent id="e2"/>${flow('b', 'e2')}`,
    ),
    twin: rooted(
      `${withHandler(signal)}\n${event('boundaryEvent', 'b', message, 'attachedToRef="t"')}<endEvent id="e2"/>${flow('b', 'e2')}`,
    ),
  },
  {
    rule: 'SUB-11',
    element: 'h',
    broken: rooted(`${WHOLE}\n§${handler('h', started('h', signal), EVENT, 'transaction')}`),
    twin: rooted(withHandler(signal)),
  },
  {
    rule: 'SUB-12',
    element: 'ue',
    broken: rooted(cancelled(false)).replace('<endEvent id="ue"', '§<endEvent id="ue"'),
    twin: rooted(cancelled(true)),
  },
  {
    rule: 'SUB-13',
    element: 'u',
    broken: marked(rooted(withSubProcess('')), '<subProcess'),
    twin: rooted(withSubProcess('<task id="ut"/>')),
  },
  {
    rule: 'SUB-14',
    element: 'u',
    broken: marked(
      rooted(
        `${withSubProcess(`${INSIDE}${UNDO}`)}${event('boundaryEvent', 'b', compensation, 'attachedToRef="u"')}<task id="hd" isForCompensation="true"/><association id="as" sourceRef="b" targetRef="hd"/>`,
      ),
      '<subProcess id="u"',
    ),
    twin: rooted(withSubProcess(`${INSIDE}${UNDO}`)),
  },
];

const looped = (loop: string, before = '', roots = '', scope = '') =>
  rooted(`${scope}${chain(START, `<userTask id="t">${before}${loop}</userTask>`, END)}`, undefined, roots);
const multiple = (content: string, attributes = '') =>
  `<multiInstanceLoopCharacteristics ${attributes}>${content}</multiInstanceLoopCharacteristics>`;
const expression = (name: string, text: string) => `<${name} xsi:type="tFormalExpression">${text}</${name}>`;
const TWO = expression('loopCardinality', '2');
const LIST =
  '<ioSpecification><dataInput id="di" isCollection="true" itemSubjectRef="ic"/><dataOutput id="do" isCollection="true"/>' +
  '<inputSet><dataInputRefs>di</dataInputRefs></inputSet><outputSet><dataOutputRefs>do</dataOutputRefs></outputSet></ioSpecification>';
const TYPES =
  '<itemDefinition id="ic" structureRef="tns:One" isCollection="true"/><itemDefinition id="i1" structureRef="tns:One"/>' +
  '<itemDefinition id="i2" structureRef="tns:Two"/>';
const listed = (content: string) => looped(multiple(content), LIST, TYPES);
const INPUT = '<loopDataInputRef>di</loopDataInputRef>';
const OUTPUT = '<loopDataOutputRef>do</loopDataOutputRef>';
const complexBehavior = (trigger: string, condition = 'done') =>
  `<complexBehaviorDefinition><condition>${condition}</condition><event>${trigger}</event></complexBehaviorDefinition>`;
const SIGNAL_ROOT = '<signalEventDefinition id="sd" signalRef="sg"/>';

const LOOP_CASES: readonly RuleCase[] = [
  {
    rule: 'LOP-01',
    element: 't',
    broken: looped('§<standardLoopCharacteristics loopMaximum="0"/>'),
    twin: looped('<standardLoopCharacteristics loopMaximum="1"/>'),
  },
  {
    rule: 'LOP-02',
    element: 't',
    broken: looped('§<standardLoopCharacteristics/>'),
    twin: looped(`<standardLoopCharacteristics>${expression('loopCondition', 'more')}</standardLoopCharacteristics>`),
  },
  {
    rule: 'LOP-03',
    element: 't',
    broken: looped(`§${multiple('')}`),
    twin: looped(multiple('', 'flowable:collection="people"')),
  },
  { rule: 'LOP-04', element: 't', broken: looped(`§${multiple(TWO + INPUT)}`, LIST, TYPES), twin: listed(INPUT) },
  {
    rule: 'LOP-05',
    element: 't',
    broken: looped(multiple(`§${expression('loopCardinality', '-1')}`)),
    twin: looped(multiple(expression('loopCardinality', '${count}'))),
  },
  {
    rule: 'LOP-06',
    element: 't',
    broken: looped(
      multiple('§<loopDataInputRef>di</loopDataInputRef>'),
      '<ioSpecification><dataInput id="di"/><inputSet><dataInputRefs>di</dataInputRefs></inputSet><outputSet/></ioSpecification>',
    ),
    twin: listed(INPUT),
  },
  {
    rule: 'LOP-07',
    element: 't',
    broken: looped(
      `§${multiple('<loopCardinality xsi:type="tFormalExpression">2</loopCardinality><inputDataItem id="x"/>')}`,
    ),
    twin: listed(`${INPUT}<inputDataItem id="x"/>`),
  },
  {
    rule: 'LOP-08',
    element: 't',
    broken: looped(`§${multiple(`${INPUT}<outputDataItem id="x"/>`)}`, LIST, TYPES),
    twin: listed(`${INPUT}${OUTPUT}<outputDataItem id="x"/>`),
  },
  {
    rule: 'LOP-09',
    element: 't',
    broken: looped(`§${multiple(TWO, 'noneBehaviorEventRef="sd"')}`, '', SIGNAL_ROOT),
    twin: looped(multiple(TWO, 'behavior="None" noneBehaviorEventRef="sd"'), '', SIGNAL_ROOT),
  },
  {
    rule: 'LOP-10',
    element: 't',
    broken: looped(`§${multiple(TWO, 'behavior="None" oneBehaviorEventRef="sd"')}`, '', SIGNAL_ROOT),
    twin: looped(multiple(TWO, 'behavior="One" oneBehaviorEventRef="sd"'), '', SIGNAL_ROOT),
  },
  {
    rule: 'LOP-11',
    element: 't',
    broken: looped(`§${multiple(TWO, 'behavior="Complex"')}`),
    twin: looped(multiple(TWO + complexBehavior(signal), 'behavior="Complex"')),
  },
  {
    rule: 'LOP-12',
    element: 't',
    broken: looped(multiple(TWO + complexBehavior(`§${TRIGGERS.timer}`), 'behavior="Complex"')),
    twin: looped(multiple(TWO + complexBehavior(signal), 'behavior="Complex"')),
  },
  {
    rule: 'LOP-13',
    element: 't',
    broken: listed(`${INPUT}§<inputDataItem id="x" itemSubjectRef="i2"/>`),
    twin: listed(`${INPUT}<inputDataItem id="x" itemSubjectRef="i1"/>`),
  },
  {
    rule: 'LOP-14',
    element: 't',
    broken: looped(
      `<standardLoopCharacteristics>§${expression('loopCondition', '1 + 1')}</standardLoopCharacteristics>`,
    ),
    twin: looped(`<standardLoopCharacteristics>${expression('loopCondition', '1 == 1')}</standardLoopCharacteristics>`),
  },
  {
    rule: 'LOP-14',
    element: 't',
    broken: looped(multiple(`${TWO}§${expression('completionCondition', "'all'")}`)),
    twin: looped(
      multiple(`${TWO}${expression('completionCondition', 'nrOfCompletedInstances > 1'.replace('>', '&gt;'))}`),
    ),
  },
  {
    rule: 'LOP-14',
    element: 't',
    broken: looped(
      multiple(TWO + complexBehavior(signal, '7').replace('<condition>', '§<condition>'), 'behavior="Complex"'),
    ),
    twin: looped(multiple(TWO + complexBehavior(signal, 'x'), 'behavior="Complex"')),
  },
];

describe('sub-processes', () => {
  it.each(CASES)('sub-processes break $rule and the twin does not: $element', (row) => expectRule(row));

  it('sub-processes of a handler are judged where they lie: flows of an event sub-process are not SEQ-02 too', () => {
    const told = errorsOf(rooted(`${withHandler(signal)}${flow('t', 'h')}${flow('h', 'e')}`));
    expect(told).toMatchObject([{ ruleId: 'SUB-01', elementId: 'h' }]);
  });

  it('sub-processes and processes hold no choreography activities: SUB-07, beside what their participants cannot be there', () => {
    const task =
      '<choreographyTask id="k" initiatingParticipantRef="pa"><participantRef>pa</participantRef>' +
      '<participantRef>pb</participantRef><messageFlowRef>mf</messageFlowRef></choreographyTask>';
    const told = errorsOf(rooted(`${WHOLE}\n${task}`, undefined, PARTNERS));
    expect(told.filter(({ ruleId }) => ruleId !== 'REF-04')).toMatchObject([
      { ruleId: 'SUB-07', elementId: 'k', line: 9, column: 1 },
    ]);
    expect(errorsOf(rooted(WHOLE, undefined, PARTNERS))).toEqual([]);
  });

  it('sub-processes loop over a data object that they see', () => {
    const content = `${INSIDE}`;
    const text = (object: string) =>
      rooted(
        `<dataObject id="list" ${object}/>${withSubProcess(`${multiple('<loopDataInputRef>list</loopDataInputRef>')}${content}`)}`,
      );
    expect(errorsOf(text('isCollection="true"'))).toEqual([]);
    expect(errorsOf(text(''))).toMatchObject([{ ruleId: 'LOP-06', elementId: 'u' }]);
  });
});

describe('loops', () => {
  it.each(LOOP_CASES)('loops break $rule and the twin does not', (row) => expectRule(row));

  it('loops with a negative maximum are refused when lenient too', () => {
    const text = looped('<standardLoopCharacteristics loopMaximum="-1"/>');
    expect(errorsOf(text, 'lenient')).toMatchObject([{ ruleId: 'LOP-01', elementId: 't' }]);
  });

  it.each(['1.5', 'true', "'two'", '${-3}'])('loops of %s instances are none', (text) => {
    const told = errorsOf(looped(multiple(expression('loopCardinality', text))));
    const expected = text === '${-3}' ? [{ ruleId: 'LOP-05' }] : [{ ruleId: 'LOP-05', elementId: 't' }];
    expect(told).toMatchObject(expected);
  });
});
