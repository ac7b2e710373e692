// Rules of data: sets, associations, objects, types, and the data of events.
import { describe, expect, it } from 'vitest';
import { event, rooted, WHOLE, withSubProcess } from '../testing/event-text.ts';
import { expectRule, type RuleCase } from '../testing/expect-rule.ts';
import { chain, END, errorsOf, io, marked, START } from '../testing/model-text.ts';

const ITEMS =
  '<itemDefinition id="i1" structureRef="tns:One"/><itemDefinition id="i2" structureRef="tns:Two"/>' +
  '<itemDefinition id="il" structureRef="tns:One" isCollection="true"/>' +
  '<message id="tm" name="T" itemRef="i1"/><dataStore id="ds"/>' +
  '<interface id="tif" name="TI"><operation id="top" name="T"><inMessageRef>tm</inMessageRef></operation></interface>';
const inProcess = (content: string, before = '') => rooted(`${before}${content}`, undefined, ITEMS);
const onTask = (content: string, before = '') =>
  inProcess(chain(START, `<userTask id="t">${content}</userTask>`, END), before);
const IN = '<dataInput id="di"/>';
const OUT = '<dataOutput id="do"/>';
const set = (type: string, refs: Readonly<Record<string, string>>, id = `${type}1`) =>
  `<${type} id="${id}">${Object.entries(refs)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
    .join('')}</${type}>`;
const INPUTS = set('inputSet', { dataInputRefs: 'di' });
const OUTPUTS = set('outputSet', { dataOutputRefs: 'do' });
const IO = io(IN + OUT + INPUTS + OUTPUTS);
const OBJECT = '<dataObject id="ob"/><dataObjectReference id="or" dataObjectRef="ob"/>';
const into = (content: string, id = 'ia') => `<dataInputAssociation id="${id}">${content}</dataInputAssociation>`;
const outOf = (content: string, id = 'oa') => `<dataOutputAssociation id="${id}">${content}</dataOutputAssociation>`;
const SOURCE = '<sourceRef>or</sourceRef>';
const DI = '<targetRef>di</targetRef>';
const TRANSFORMED = '<transformation>x</transformation>';
const GOOD = onTask(IO + into(SOURCE + DI), OBJECT);
const typedTask = (type: string, association: string) =>
  onTask(
    io(`<dataInput id="di" itemSubjectRef="${type}"/>${INPUTS}<outputSet/>`) + association,
    '<dataObject id="ob" itemSubjectRef="i1"/><dataObjectReference id="or" dataObjectRef="ob"/>',
  );
const PROCESS_IO =
  '<ioSpecification><dataInput id="pi"/><dataOutput id="po"/><inputSet><dataInputRefs>pi</dataInputRefs></inputSet><outputSet><dataOutputRefs>po</dataOutputRefs></outputSet></ioSpecification>';

const SET_CASES: readonly RuleCase[] = [
  {
    rule: 'DAT-01',
    element: 't',
    broken: onTask(io(`§${IN}${OUT}<inputSet/>${OUTPUTS}`)),
    twin: onTask(IO),
  },
  { rule: 'DAT-02', element: 't', broken: onTask(io(`${IN}§${OUT}${INPUTS}<outputSet/>`)), twin: onTask(IO) },
  {
    rule: 'DAT-03',
    element: 't',
    broken: onTask(
      io(
        `${IN}<dataInput id="d2"/>§${set('inputSet', { dataInputRefs: 'di', optionalInputRefs: 'd2' })}${set('inputSet', { dataInputRefs: 'd2' }, 'is2')}<outputSet/>`,
      ),
    ),
    twin: onTask(io(`${IN}${set('inputSet', { dataInputRefs: 'di', optionalInputRefs: 'di' })}<outputSet/>`)),
  },
  {
    rule: 'DAT-04',
    element: 't',
    broken: onTask(
      io(
        `${IN}<dataInput id="d2"/>§${set('inputSet', { dataInputRefs: 'di', whileExecutingInputRefs: 'd2' })}${set('inputSet', { dataInputRefs: 'd2' }, 'is2')}<outputSet/>`,
      ),
    ),
    twin: onTask(io(`${IN}${set('inputSet', { dataInputRefs: 'di', whileExecutingInputRefs: 'di' })}<outputSet/>`)),
  },
  {
    rule: 'DAT-05',
    element: 't',
    broken: onTask(
      io(
        `${OUT}<dataOutput id="d2"/><inputSet/>§${set('outputSet', { dataOutputRefs: 'do', optionalOutputRefs: 'd2' })}${set('outputSet', { dataOutputRefs: 'd2' }, 'os2')}`,
      ),
    ),
    twin: onTask(io(`${OUT}<inputSet/>${set('outputSet', { dataOutputRefs: 'do', optionalOutputRefs: 'do' })}`)),
  },
  {
    rule: 'DAT-06',
    element: 't',
    broken: onTask(
      io(
        `${OUT}<dataOutput id="d2"/><inputSet/>§${set('outputSet', { dataOutputRefs: 'do', whileExecutingOutputRefs: 'd2' })}${set('outputSet', { dataOutputRefs: 'd2' }, 'os2')}`,
      ),
    ),
    twin: onTask(io(`${OUT}<inputSet/>${set('outputSet', { dataOutputRefs: 'do', whileExecutingOutputRefs: 'do' })}`)),
  },
  {
    rule: 'DAT-07',
    element: 't',
    broken: onTask(
      io(`${IN}${OUT}§${set('inputSet', { dataInputRefs: 'di', outputSetRefs: 'outputSet1' })}${OUTPUTS}`),
    ),
    twin: onTask(
      io(
        `${IN}${OUT}${set('inputSet', { dataInputRefs: 'di', outputSetRefs: 'outputSet1' })}${set('outputSet', { dataOutputRefs: 'do', inputSetRefs: 'inputSet1' })}`,
      ),
    ),
  },
  {
    rule: 'DAT-08',
    element: 't2',
    broken: inProcess(
      chain(
        START,
        `<userTask id="t">${IO}</userTask>`,
        `<userTask id="t2">${io(`§${set('inputSet', { dataInputRefs: 'di' }, 'x')}<outputSet/>`)}</userTask>`,
        END,
      ),
    ),
    twin: onTask(IO),
  },
];

const ASSOCIATION_CASES: readonly RuleCase[] = [
  {
    rule: 'DAT-09',
    element: 't',
    broken: onTask(`${IO}§${into(SOURCE + SOURCE + DI)}`, OBJECT),
    twin: onTask(IO + into(SOURCE + SOURCE + DI + TRANSFORMED), OBJECT),
  },
  {
    rule: 'DAT-10',
    element: 't',
    broken: onTask(IO + into(`${SOURCE}§<targetRef>or</targetRef>`), OBJECT),
    twin: onTask(`<property id="pr"/>${into(`${SOURCE}<targetRef>pr</targetRef>`)}`, OBJECT),
  },
  {
    rule: 'DAT-11',
    element: 't',
    broken: onTask(IO + outOf('§<sourceRef>or</sourceRef><targetRef>or</targetRef>'), OBJECT),
    twin: onTask(IO + outOf('<sourceRef>do</sourceRef><targetRef>or</targetRef>'), OBJECT),
  },
  {
    rule: 'DAT-12',
    element: 't',
    broken: typedTask('i2', `§${into(SOURCE + DI)}`),
    twin: typedTask('i2', into(SOURCE + DI + TRANSFORMED)),
  },
  { rule: 'DAT-13', element: 't', broken: onTask(`${IO}§${into(DI)}`), twin: GOOD },
  {
    rule: 'DAT-14',
    element: 'g',
    broken: inProcess(
      `${WHOLE}<endEvent id="e2"/><parallelGateway id="g">§${into(SOURCE + SOURCE.replaceAll('sourceRef', 'targetRef'))}</parallelGateway><sequenceFlow id="s_g" sourceRef="s" targetRef="g"/><sequenceFlow id="g_e" sourceRef="g" targetRef="e"/><sequenceFlow id="g_e2" sourceRef="g" targetRef="e2"/>`,
      OBJECT,
    ).replace('<targetRef>or</targetRef>', '<targetRef>or</targetRef>'),
    twin: GOOD,
  },
  {
    rule: 'DAT-18',
    element: 'p',
    broken: rooted(
      marked(PROCESS_IO, '<dataInput') +
        chain(
          START,
          `<userTask id="t">${io(`${OUT}<inputSet/>${OUTPUTS}`)}${outOf('<sourceRef>do</sourceRef><targetRef>pi</targetRef>')}</userTask>`,
          END,
        ),
    ),
    twin: rooted(
      PROCESS_IO +
        chain(
          START,
          `<userTask id="t">${io(`${OUT}<inputSet/>${OUTPUTS}`)}${outOf('<sourceRef>do</sourceRef><targetRef>po</targetRef>')}</userTask>`,
          END,
        ),
    ),
  },
  {
    rule: 'DAT-19',
    element: 't',
    broken: onTask(
      `${IO}§${into(`<sourceRef>dr</sourceRef>${DI}`)}`,
      '<dataStoreReference id="dr" dataStoreRef="ds"/>',
    ),
    twin: onTask(IO + into(SOURCE + DI), `${OBJECT}<dataStoreReference id="dr" dataStoreRef="ds"/>`),
  },
  {
    rule: 'PRC-11',
    element: 't',
    broken: onTask(`${IO}${into(`§<sourceRef>qi</sourceRef>${DI}`)}`).replace(
      '</definitions>',
      `${CALLED()}</definitions>`,
    ),
    twin: rooted(
      PROCESS_IO + chain(START, `<userTask id="t">${IO}${into(`<sourceRef>pi</sourceRef>${DI}`)}</userTask>`, END),
    ).replace('</definitions>', `${CALLED()}</definitions>`),
  },
];

function CALLED(): string {
  return '<globalUserTask id="gt"><ioSpecification><dataInput id="qi"/><inputSet><dataInputRefs>qi</dataInputRefs></inputSet><outputSet/></ioSpecification></globalUserTask>';
}

const data = (elements: string, roots = '') => rooted(`${elements}\n${WHOLE}`, undefined, ITEMS + roots);
const caught = (content: string) =>
  inProcess(
    chain(
      event(
        'startEvent',
        's',
        `${content}<messageEventDefinition messageRef="tm"><operationRef>top</operationRef></messageEventDefinition>`,
      ),
      END,
    ),
  );

const ELEMENT_CASES: readonly RuleCase[] = [
  {
    rule: 'DAT-15',
    element: 'ob',
    broken: data('§<dataObject id="ob" isCollection="false" itemSubjectRef="il"/>'),
    twin: data('<dataObject id="ob" isCollection="true" itemSubjectRef="il"/>'),
  },
  {
    rule: 'DAT-16',
    element: 'or',
    broken: data('<dataObject id="ob"/>§<dataObjectReference id="or" dataObjectRef="ob" itemSubjectRef="i1"/>'),
    twin: data(OBJECT),
  },
  {
    rule: 'DAT-17',
    element: 'ob',
    broken: data('<dataObject id="ob">§<dataState name="new"/></dataObject>'),
    twin: data(
      '<dataObject id="ob"/><dataObjectReference id="or" dataObjectRef="ob"><dataState name="new"/></dataObjectReference>',
    ),
  },
  {
    rule: 'DAT-20',
    element: 's',
    broken: marked(caught('<dataOutput id="sd" itemSubjectRef="i2"/>'), '<startEvent'),
    twin: caught('<dataOutput id="sd" itemSubjectRef="i1"/>'),
  },
  {
    rule: 'DAT-21',
    element: 'o2',
    broken: data('<dataObject id="o1" name="order"/>§<dataObject id="o2" name="order"/>'),
    twin: data('<dataObject id="o1" name="the order"/><dataObject id="o2" name="the order"/>'),
  },
  {
    rule: 'DAT-22',
    element: 'ob',
    broken: data('§<dataObject id="ob" itemSubjectRef="x1"/>', XSD('strng')),
    twin: data('<dataObject id="ob" itemSubjectRef="x1"/>', XSD('string')),
  },
  {
    rule: 'DAT-23',
    element: 'or',
    broken: data(
      '<dataObject id="ob" name="Order"/>§<dataObjectReference id="or" name="Order" dataObjectRef="ob"><dataState name="new"/></dataObjectReference>',
    ),
    twin: data(
      '<dataObject id="ob" name="Order"/><dataObjectReference id="or" name="Order [new]" dataObjectRef="ob"><dataState name="new"/></dataObjectReference>',
    ),
  },
];

function XSD(type: string): string {
  return `<itemDefinition xmlns:xsd="http://www.w3.org/2001/XMLSchema" id="x1" structureRef="xsd:${type}"/>`;
}

describe('data', () => {
  it.each(SET_CASES)('breaks $rule in a set and the twin does not', (row) => expectRule(row));
  it.each(ASSOCIATION_CASES)('breaks $rule in an association and the twin does not', (row) => expectRule(row));
  it.each(ELEMENT_CASES)('breaks $rule by itself and the twin does not: $element', (row) => expectRule(row));

  it('data of a sub-process may have the names of the data around it', () => {
    const inner = '<dataObject id="o2" name="order"/><task id="ut"/>';
    expect(errorsOf(rooted(`<dataObject id="o1" name="order"/>${withSubProcess(inner)}`))).toEqual([]);
  });

  it('data of two item definitions agree when both name the same structure', () => {
    const same = `${XSD('string')}${XSD('string').replace('x1', 'x2')}${XSD('int').replace('x1', 'x3')}`;
    const text = (type: string) =>
      rooted(
        `<dataObject id="ob" itemSubjectRef="x1"/>${chain(
          START,
          `<userTask id="t">${io(`<dataInput id="di" itemSubjectRef="${type}"/>${INPUTS}<outputSet/>`)}${into(`<sourceRef>ob</sourceRef>${DI}`)}</userTask>`,
          END,
        )}`,
        undefined,
        same,
      );
    expect(errorsOf(text('x2'))).toEqual([]);
    expect(errorsOf(text('x3'))).toMatchObject([{ ruleId: 'DAT-12', elementId: 't' }]);
  });
});
