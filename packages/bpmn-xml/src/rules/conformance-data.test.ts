// These tests look at constraints of the standard on activities, data and loops: each broken alone, beside files that keep them.
import { describe, it } from 'vitest';
import { type ConformanceCase, E, expectVerdict, model, ROOTS, S, T } from '../testing/conformance.ts';
import { chain } from '../testing/texts.ts';

const sig = '<signalEventDefinition signalRef="sg"/>';
const C = (task: string, roots = ROOTS, a?: string, extra = '') => model(chain(S, task, E) + extra, roots, a);
const N = 'isExecutable="false"';
const io = (ins: string, outs: string, sets: string) =>
  `<ioSpecification id="io">${ins}${outs}${sets}</ioSpecification>`;
const di = (id: string, t = '', x = '') => `<dataInput id="${id}" name="${id}" ${t} ${x}/>`;
const dout = (id: string, t = '', x = '') => `<dataOutput id="${id}" name="${id}" ${t} ${x}/>`;
const oneIO = (i: string, o: string) => C(`<task id="t">${io(di('i'), dout('o'), i + o)}</task>`, ROOTS);
const IS = '<inputSet id="is"><dataInputRefs>i</dataInputRefs></inputSet>';
const OS = '<outputSet id="os"><dataOutputRefs>o</dataOutputRefs></outputSet>';
const dia = (src: string, tgt: string, more = '') =>
  `<dataInputAssociation id="dia">${
    src
      ? src
          .split(' ')
          .map((x) => `<sourceRef>${x}</sourceRef>`)
          .join('')
      : ''
  }<targetRef>${tgt}</targetRef>${more}</dataInputAssociation>`;
const doa = (src: string, tgt: string, more = '') =>
  `<dataOutputAssociation id="doa">${src ? `<sourceRef>${src}</sourceRef>` : ''}<targetRef>${tgt}</targetRef>${more}</dataOutputAssociation>`;
const DT = (
  assoc: string,
  extra = '<dataObject id="d" name="dd"/><dataObject id="d2" name="dd2"/>',
  i = di('i'),
  o = dout('o'),
  a?: string,
) => C(`<task id="t">${io(i, o, IS + OS)}${assoc}</task>`, ROOTS, a, extra);
const mi = (c: string, a = '') =>
  `<task id="t"><multiInstanceLoopCharacteristics ${a}>${c}</multiInstanceLoopCharacteristics></task>`;
const card = (t: string) => `<loopCardinality xsi:type="tFormalExpression">${t}</loopCardinality>`;
const L = (
  c: string,
  a = '',
  i = di('i', 'itemSubjectRef="strs"', 'isCollection="true"'),
  o = dout('o', 'itemSubjectRef="strs"', 'isCollection="true"'),
) =>
  C(
    `<task id="t">${io(i, o, IS + OS)}<multiInstanceLoopCharacteristics ${a}>${c}</multiInstanceLoopCharacteristics></task>`,
  );

const ACTIVITIES: readonly ConformanceCase[] = [
  ['startQuantity 0', 'ACT-01', C('<task id="t" startQuantity="0"/>')],
  ['startQuantity neg', 'ACT-01', C('<task id="t" startQuantity="-1"/>')],
  ['completionQuantity 0', 'ACT-02', C('<task id="t" completionQuantity="0"/>')],
  ['startQuantity text', 'DOC-07', C('<task id="t" startQuantity="x"/>')],
  ['quantity 2', 'ok', C('<task id="t" completionQuantity="2"/>')],
  ['script without format', 'ACT-05', C('<scriptTask id="t"><script>1</script></scriptTask>')],
  ['script without script', 'ACT-06', C('<scriptTask id="t" scriptFormat="juel"/>')],
  ['script non exec w/o', 'ok', C('<scriptTask id="t"/>', ROOTS, N)],
  ['receive inst incoming', 'ACT-07', C('<receiveTask id="t" instantiate="true" messageRef="m"/>')],
  ['receive inst ok', 'ok', model(chain('<receiveTask id="t" instantiate="true" messageRef="m"/>', E), ROOTS)],
  ['send op diff message', 'ACT-08', C('<sendTask id="t" messageRef="m2" operationRef="op"/>')],
  ['send op same message', 'ok', C('<sendTask id="t" messageRef="m" operationRef="op"/>', ROOTS)],
  ['receive op diff', 'ACT-08', C('<receiveTask id="t" messageRef="m2" operationRef="op"/>')],
  ['send nothing', 'ACT-09', C('<sendTask id="t"/>')],
  ['call nothing', 'ACT-10', C('<callActivity id="t"/>')],
  [
    'call self ok',
    'ok',
    model(chain(S, '<callActivity id="t" calledElement="q"/>', E), ROOTS).replace(
      '</definitions>',
      `<process id="q" isExecutable="true">${chain('<startEvent id="qs"/>', '<task id="qt"/>', '<endEvent id="qe"/>')}</process></definitions>`,
    ),
  ],
  ['call names task', 'ACT-11', C('<callActivity id="t" calledElement="s"/>')],
  ['call names message', 'ACT-11', C('<callActivity id="t" calledElement="m"/>')],
  [
    'call global user',
    'ok',
    C('<callActivity id="t" calledElement="gu"/>', `${ROOTS}<globalUserTask id="gu" name="g"/>`),
  ],
  [
    'call global prefixed',
    'ok',
    C('<callActivity id="t" calledElement="tns:gu"/>', `${ROOTS}<globalUserTask id="gu" name="g"/>`),
  ],
  [
    'call message-start only',
    'ACT-12',
    model(chain(S, '<callActivity id="t" calledElement="q"/>', E), ROOTS).replace(
      '</definitions>',
      `<process id="q" isExecutable="true">${chain('<startEvent id="qs"><messageEventDefinition messageRef="m"/></startEvent>', '<task id="qt"/>', '<endEvent id="qe"/>')}</process></definitions>`,
    ),
  ],
  [
    'both loops',
    'ACT-22',
    C(
      '<task id="t"><standardLoopCharacteristics loopMaximum="2"/><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></task>',
    ),
  ],
  [
    'potentialOwner on service',
    'ACT-17',
    C(
      '<task id="t"><potentialOwner id="po"><resourceAssignmentExpression><formalExpression>user(a)</formalExpression></resourceAssignmentExpression></potentialOwner></task>',
    ),
  ],
  [
    'potentialOwner both',
    'ACT-18',
    C(
      '<userTask id="t"><potentialOwner id="po"><resourceRef>rs</resourceRef><resourceAssignmentExpression><formalExpression>user(a)</formalExpression></resourceAssignmentExpression></potentialOwner></userTask>',
      `${ROOTS}<resource id="rs" name="r"/>`,
    ),
  ],
  [
    'potentialOwner ok',
    'ok',
    C(
      '<userTask id="t"><potentialOwner id="po"><resourceRef>rs</resourceRef></potentialOwner></userTask>',
      `${ROOTS}<resource id="rs" name="r"/>`,
    ),
  ],
  [
    'performer ok',
    'ok',
    C(
      '<userTask id="t"><performer id="po"><resourceRef>rs</resourceRef></performer></userTask>',
      `${ROOTS}<resource id="rs" name="r"/>`,
    ),
  ],
  [
    'param binding w/o resource',
    'ACT-19',
    C(
      '<userTask id="t"><potentialOwner id="po"><resourceParameterBinding parameterRef="rp"><formalExpression>1</formalExpression></resourceParameterBinding></potentialOwner></userTask>',
      `${ROOTS}<resource id="rs" name="r"><resourceParameter id="rp" name="a" isRequired="false"/></resource>`,
    ),
  ],
  [
    'required param missing',
    'ACT-20',
    C(
      '<userTask id="t"><potentialOwner id="po"><resourceRef>rs</resourceRef></potentialOwner></userTask>',
      `${ROOTS}<resource id="rs" name="r"><resourceParameter id="rp" name="a" isRequired="true"/></resource>`,
    ),
  ],
];

const DATA: readonly ConformanceCase[] = [
  [
    'service op io ok',
    'ok',
    C(
      `<serviceTask id="t" operationRef="op" implementation="##WebService">${io(di('i', 'itemSubjectRef="str"'), dout('o', 'itemSubjectRef="int"'), '<inputSet id="is"><dataInputRefs>i</dataInputRefs></inputSet><outputSet id="os"><dataOutputRefs>o</dataOutputRefs></outputSet>')}</serviceTask>`,
      ROOTS,
      N,
    ),
  ],
  ['service op no io', 'ACT-14', C(`<serviceTask id="t" operationRef="op"/>`, ROOTS, N)],
  [
    'service op type diff',
    'ACT-14',
    C(
      `<serviceTask id="t" operationRef="op">${io(di('i', 'itemSubjectRef="int"'), dout('o', 'itemSubjectRef="int"'), '<inputSet id="is"><dataInputRefs>i</dataInputRefs></inputSet><outputSet id="os"><dataOutputRefs>o</dataOutputRefs></outputSet>')}</serviceTask>`,
      ROOTS,
      N,
    ),
  ],
  ['io ok', 'ok', oneIO(IS, OS)],
  ['input in no set', 'DAT-01', oneIO('<inputSet id="is"/>', OS)],
  ['output in no set', 'DAT-02', oneIO(IS, '<outputSet id="os"/>')],
  [
    'optional not in',
    'DAT-03',
    C(
      `<task id="t">${io(di('i') + di('i2'), dout('o'), `<inputSet id="is"><dataInputRefs>i</dataInputRefs><optionalInputRefs>i2</optionalInputRefs></inputSet><inputSet id="is2"><dataInputRefs>i2</dataInputRefs></inputSet>${OS}`)}</task>`,
    ),
  ],
  [
    'while not in',
    'DAT-04',
    C(
      `<task id="t">${io(di('i') + di('i2'), dout('o'), `<inputSet id="is"><dataInputRefs>i</dataInputRefs><whileExecutingInputRefs>i2</whileExecutingInputRefs></inputSet><inputSet id="is2"><dataInputRefs>i2</dataInputRefs></inputSet>${OS}`)}</task>`,
    ),
  ],
  [
    'opt out not in',
    'DAT-05',
    C(
      `<task id="t">${io(di('i'), dout('o') + dout('o2'), `${IS}<outputSet id="os"><dataOutputRefs>o</dataOutputRefs><optionalOutputRefs>o2</optionalOutputRefs></outputSet><outputSet id="os2"><dataOutputRefs>o2</dataOutputRefs></outputSet>`)}</task>`,
    ),
  ],
  [
    'set refs one way',
    'DAT-07',
    C(
      `<task id="t">${io(di('i'), dout('o'), `<inputSet id="is"><dataInputRefs>i</dataInputRefs><outputSetRefs>os</outputSetRefs></inputSet>${OS}`)}</task>`,
    ),
  ],
  [
    'set refs both ways',
    'ok',
    C(
      `<task id="t">${io(di('i'), dout('o'), '<inputSet id="is"><dataInputRefs>i</dataInputRefs><outputSetRefs>os</outputSetRefs></inputSet><outputSet id="os"><dataOutputRefs>o</dataOutputRefs><inputSetRefs>is</inputSetRefs></outputSet>')}</task>`,
    ),
  ],
  ['dia ok', 'ok', DT(dia('d', 'i') + doa('o', 'd'))],
  [
    'dia ref ok',
    'ok',
    DT(
      dia('dr', 'i') + doa('o', 'dr'),
      '<dataObject id="d"/><dataObjectReference id="dr" name="D" dataObjectRef="d"/>',
    ),
  ],
  ['dia several sources', 'DAT-09', DT(dia('d d2', 'i'))],
  [
    'dia several sources transf',
    'ok',
    DT(dia('d d2', 'i', '<transformation xsi:type="tFormalExpression">${dd}</transformation>')),
  ],
  ['dia target not input', 'DAT-10', DT(dia('d', 'd2'))],
  ['dia target output', 'DAT-10', DT(dia('d', 'o'))],
  ['doa source not output', 'DAT-11', DT(doa('d', 'd2'))],
  ['doa source input', 'DAT-11', DT(doa('i', 'd2'))],
  [
    'dia type diff',
    'DAT-12',
    DT(dia('d', 'i'), '<dataObject id="d" itemSubjectRef="str"/>', di('i', 'itemSubjectRef="int"')),
  ],
  [
    'dia type same',
    'ok',
    DT(dia('d', 'i'), '<dataObject id="d" itemSubjectRef="str"/>', di('i', 'itemSubjectRef="str"')),
  ],
  ['dia no target', 'DOC-05', DT('<dataInputAssociation id="dia"><sourceRef>d</sourceRef></dataInputAssociation>')],
  ['dia no source nonexec', 'ok', DT(dia('', 'i'), undefined, undefined, undefined, N)],
  ['dia no source exec', 'DAT-13', DT(dia('', 'i'))],
  ['dia source nothing', 'REF-01', DT(dia('zz', 'i'))],
  ['dia target nothing', 'REF-01', DT(dia('d', 'zz'))],
  ['dia source node', 'REF-02', DT(dia('s', 'i'))],
  ['dia data store', 'DAT-19', DT(dia('dsr', 'i'), '<dataStoreReference id="dsr" name="x"/>')],
  ['isCollection differs', 'DAT-15', C(T, ROOTS, undefined, '<dataObject id="d" itemSubjectRef="strs"/>')],
  ['isCollection same', 'ok', C(T, ROOTS, undefined, '<dataObject id="d" itemSubjectRef="strs" isCollection="true"/>')],
  ['dor without data object', 'DAT-16', C(T, ROOTS, undefined, '<dataObjectReference id="dr"/>')],
  ['dor to nothing', 'REF-01', C(T, ROOTS, undefined, '<dataObjectReference id="dr" dataObjectRef="zz"/>')],
  ['dor to task', 'REF-02', C(T, ROOTS, undefined, '<dataObjectReference id="dr" dataObjectRef="t"/>')],
  [
    'dor with type',
    'DAT-16',
    C(
      T,
      ROOTS,
      undefined,
      '<dataObject id="d" itemSubjectRef="str"/><dataObjectReference id="dr" dataObjectRef="d" itemSubjectRef="str"/>',
    ),
  ],
  ['data state on object', 'DAT-17', C(T, ROOTS, undefined, '<dataObject id="d"><dataState name="x"/></dataObject>')],
  [
    'data state on ref',
    'ok',
    C(
      T,
      ROOTS,
      undefined,
      '<dataObject id="d" name="o"/><dataObjectReference id="dr" name="o [x]" dataObjectRef="d"><dataState name="x"/></dataObjectReference>',
    ),
  ],
  ['itemSubjectRef nothing', 'REF-01', C(T, ROOTS, undefined, '<dataObject id="d" itemSubjectRef="zz"/>')],
  ['itemSubjectRef message', 'REF-02', C(T, ROOTS, undefined, '<dataObject id="d" itemSubjectRef="m"/>')],
  ['itemdef bad kind', 'DOC-07', C(T, `${ROOTS}<itemDefinition id="k" itemKind="Foo"/>`)],
  ['itemdef xsd unknown type', 'DAT-22', C(T, `${ROOTS}<itemDefinition id="k" structureRef="xsd:strng"/>`)],
  ['itemdef prefix undeclared', 'REF-03', C(T, `${ROOTS}<itemDefinition id="k" structureRef="foo:string"/>`)],
  [
    'two data objects same name',
    'DAT-21',
    C(T, ROOTS, undefined, '<dataObject id="d" name="x"/><dataObject id="d2" name="x"/>'),
  ],
  [
    'sub-process io',
    'SUB-08',
    C(
      `<subProcess id="t">${io(di('i'), dout('o'), IS + OS)}${chain('<startEvent id="us"/>', '<task id="ut"/>', '<endEvent id="ue"/>')}</subProcess>`,
    ),
  ],
  [
    'event data match',
    'ok',
    model(
      `${chain('<startEvent id="s"><dataOutput id="o" itemSubjectRef="str"/><dataOutputAssociation><sourceRef>o</sourceRef><targetRef>d</targetRef></dataOutputAssociation><outputSet><dataOutputRefs>o</dataOutputRefs></outputSet><messageEventDefinition messageRef="m"/></startEvent>', T, E)}<dataObject id="d" itemSubjectRef="str"/>`,
      ROOTS,
    ),
  ],
  [
    'event data type diff',
    'DAT-20',
    model(
      chain(
        '<startEvent id="s"><dataOutput id="o" itemSubjectRef="int"/><outputSet><dataOutputRefs>o</dataOutputRefs></outputSet><messageEventDefinition messageRef="m"/></startEvent>',
        T,
        E,
      ),
      ROOTS,
    ),
  ],
];

const LOOPS: readonly ConformanceCase[] = [
  ['mi cardinality ok', 'ok', C(mi(card('3')))],
  ['mi cardinality plain ok', 'ok', C(mi('<loopCardinality>3</loopCardinality>'))],
  ['mi nothing', 'LOP-03', C(mi(''))],
  ['mi cardinality neg', 'LOP-05', C(mi(card('-1')))],
  ['mi cardinality text', 'LOP-05', C(mi(card('2.5')))],
  ['mi both', 'LOP-04', L(`${card('2')}<loopDataInputRef>i</loopDataInputRef>`)],
  [
    'mi data ok',
    'ok',
    L('<loopDataInputRef>i</loopDataInputRef><inputDataItem id="x" name="x" itemSubjectRef="str"/>'),
  ],
  [
    'mi data out ok',
    'ok',
    L(
      '<loopDataInputRef>i</loopDataInputRef><loopDataOutputRef>o</loopDataOutputRef><inputDataItem id="x" name="x" itemSubjectRef="str"/><outputDataItem id="y" name="y" itemSubjectRef="str"/>',
    ),
  ],
  [
    'mi input not collection',
    'LOP-06',
    L('<loopDataInputRef>i</loopDataInputRef>', '', di('i', 'itemSubjectRef="str"')),
  ],
  ['mi input not own', 'LOP-06', L('<loopDataInputRef>o</loopDataInputRef>')],
  ['mi input nothing', 'REF-01', L('<loopDataInputRef>1zz</loopDataInputRef>')],
  ['mi item w/o collection', 'LOP-07', L(`${card('2')}<inputDataItem id="x" name="x"/>`)],
  ['mi out item alone', 'LOP-08', L(`${card('2')}<outputDataItem id="x" name="x"/>`)],
  ['mi out ref alone', 'LOP-08', L(`${card('2')}<loopDataOutputRef>o</loopDataOutputRef>`)],
  [
    'mi none ref All',
    'LOP-09',
    C(mi(card('2'), 'noneBehaviorEventRef="sed"'), `${ROOTS}<signalEventDefinition id="sed" signalRef="sg"/>`),
  ],
  [
    'mi none ref None ok',
    'ok',
    C(
      mi(card('2'), 'behavior="None" noneBehaviorEventRef="sed"'),
      `${ROOTS}<signalEventDefinition id="sed" signalRef="sg"/>`,
    ),
  ],
  [
    'mi one ref None',
    'LOP-10',
    C(
      mi(card('2'), 'behavior="None" noneBehaviorEventRef="sed" oneBehaviorEventRef="sed"'),
      `${ROOTS}<signalEventDefinition id="sed" signalRef="sg"/>`,
    ),
  ],
  ['mi complex without', 'LOP-11', C(mi(card('2'), 'behavior="Complex"'))],
  [
    'mi complex def in All',
    'LOP-11',
    C(
      mi(
        `${card('2')}<complexBehaviorDefinition id="cbd"><condition xsi:type="tFormalExpression">\${true}</condition><event id="ite">${sig}</event></complexBehaviorDefinition>`,
      ),
    ),
  ],
  [
    'mi complex ok',
    'ok',
    C(
      mi(
        `${card('2')}<complexBehaviorDefinition id="cbd"><condition xsi:type="tFormalExpression">\${true}</condition><event id="ite">${sig}</event></complexBehaviorDefinition>`,
        'behavior="Complex"',
      ),
    ),
  ],
  ['mi behaviour wrong', 'DOC-07', C(mi(card('2'), 'behavior="Some"'))],
  [
    'mi item type diff',
    'LOP-13',
    L('<loopDataInputRef>i</loopDataInputRef><inputDataItem id="x" name="x" itemSubjectRef="int"/>'),
  ],
  ['std loop 0', 'LOP-01', C('<task id="t"><standardLoopCharacteristics loopMaximum="0"/></task>')],
  ['std loop nothing', 'LOP-02', C('<task id="t"><standardLoopCharacteristics/></task>')],
  [
    'std loop ok',
    'ok',
    C(
      '<task id="t"><standardLoopCharacteristics testBefore="true" loopMaximum="3"><loopCondition xsi:type="tFormalExpression">${x}</loopCondition></standardLoopCharacteristics></task>',
    ),
  ],
  [
    'loop condition no boolean',
    'LOP-14',
    C(
      '<task id="t"><standardLoopCharacteristics><loopCondition xsi:type="tFormalExpression">5</loopCondition></standardLoopCharacteristics></task>',
    ),
  ],
];

describe('activities', () => {
  it.each(ACTIVITIES)('%s: %s', (...each) => expectVerdict(each));
});

describe('data', () => {
  it.each(DATA)('%s: %s', (...each) => expectVerdict(each));
});

describe('loops', () => {
  it.each(LOOPS)('%s: %s', (...each) => expectVerdict(each));
});
