// What real files hold that is harmless or ignored by the standard: a warning, not a refusal, and the process runs.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import type { OutsideCallable, Strictness } from '@keelson/bpmn-rules';
import { describe, expect, it } from 'vitest';
import { acceptedFile, flows, started } from '../testing/accepted-model.ts';
import { nodeOf } from '../testing/compile-text.ts';
import { chain, condition, drawn, END, flow, io, problemsOf, START, WHOLE } from '../testing/model-text.ts';
import { run } from '../testing/run-model.ts';
import { definitions, model, process } from '../testing/texts.ts';

describe('a condition on the default flow', () => {
  const split = (type: string, text: string) =>
    `${START}<${type} id="g" default="g_b"/><userTask id="a"/><userTask id="b"/><endEvent id="e"/>
     ${flows('s g', 'g a yes', 'a e', 'b e')}${flow('g', 'b', condition(text))}`;

  it.each(['exclusiveGateway', 'inclusiveGateway', 'complexGateway', 'task'])(
    'a condition on the default flow of a %s is ignored',
    (type) => {
      expect(started(split(type, '${false}'), { yes: false }).tasks).toEqual(['b']);
      expect(started(split(type, '${true}'), { yes: true }).tasks).toEqual(['a']);
    },
  );

  it('is never evaluated', () => {
    expect(started(split('exclusiveGateway', '${gone.member}'), { yes: false }).tasks).toEqual(['b']);
  });

  it.each(['spec', 'lenient'] as const)('is told, and refused only when strict (%s)', (strictness) => {
    const told = problemsOf(model(split('exclusiveGateway', '${false}')), strictness);
    const found = told.filter(({ ruleId }) => ruleId === 'SEQ-07');
    expect(found.map(({ severity, message }) => [severity, message])).toEqual([
      ['WARNING', 'The default flow has a condition, which is ignored'],
    ]);
  });
});

describe('a call activity with the id of the process that it calls', () => {
  const text = model(chain(START, '<callActivity id="pay" calledElement="pay"/>', END));
  const errors = (callable: (key: string) => OutsideCallable | null) =>
    problemsOf(text, 'spec', { outside: { callable } }).filter(({ severity }) => severity === 'ERROR');

  it('calls the process of another file', () => {
    expect(errors((key) => (key === 'pay' ? { startsPlainly: true, inputs: [], outputs: [] } : null))).toEqual([]);
    const { call } = nodeOf(acceptedFile(text), 'pay');
    expect(call?.key.constant).toBe('pay');
  });

  it('is refused only where there is none', () => {
    expect(errors(() => null).map(({ ruleId }) => ruleId)).toEqual(['EXE-10']);
  });
});

/** Severity and rule of what is told beside what every file is told. */
function told(text: string, rules: RegExp, strictness: Strictness = 'spec'): readonly string[] {
  const found = problemsOf(text, strictness).filter(
    ({ ruleId, severity }) => severity === 'ERROR' || rules.test(ruleId),
  );
  return found
    .filter(({ ruleId }) => ruleId !== 'SEQ-11')
    .map(({ ruleId, severity, elementId }) => `${severity} ${ruleId} ${elementId}`);
}

describe('a structure that is named without a prefix', () => {
  it.each(['String', 'java.lang.String', 'Order'])(
    'is %s of another language, and leads nowhere in the file',
    (name) => {
      const roots = `<itemDefinition id="k" structureRef="${name}"/>`;
      for (const strictness of ['strict', 'spec'] as const)
        expect(
          told(definitions(`${roots}${process(chain(START, '<task id="t"/>', END))}`), /^REF/, strictness),
        ).toEqual([]);
      const property = chain(START, '<task id="t"><property id="x" itemSubjectRef="String"/></task>', END);
      expect(told(definitions(`${roots}${process(property)}`), /^REF/, 'strict')).toEqual(['ERROR REF-01 t']);
    },
  );
});

describe('what has no effect', () => {
  const drawnOnly = (content: string) => model(content, 'isExecutable="false"');
  const starts =
    '<subProcess id="u"><startEvent id="a"/><startEvent id="b"/><endEvent id="z"/>' +
    `${flows('a z', 'b z')}</subProcess>`;
  const within = (content: string) => chain(START, content, END);

  it.each([
    ['a signal', '<signal id="x" name="S" structureRef="gone"/>'],
    ['an error', '<error id="x" errorCode="E" structureRef="gone"/>'],
    ['an escalation', '<escalation id="x" escalationCode="E" structureRef="gone"/>'],
  ])('a payload type of %s that has no effect is a warning unless strict', (_, root) => {
    const text = model(WHOLE).replace('<process', `${root}<process`);
    expect(told(text, /REF/)).toEqual(['WARNING REF-01 x']);
    expect(told(text, /REF/, 'strict')).toEqual(['ERROR REF-01 x']);
  });

  it.each(['signal', 'error', 'escalation'])(
    'a type of a language as the payload of %s is a warning even where strict',
    (kind) => {
      for (const type of ['String', 'java.lang.Integer']) {
        const root = `<${kind} id="x" name="S" structureRef="${type}"/>`;
        const text = model(WHOLE).replace('<process', `${root}<process`);
        expect(told(text, /REF|W-19/, 'strict')).toEqual(['WARNING W-19 x']);
      }
    },
  );

  it('an edge of one point has no effect in a process that is only drawn', () => {
    const edge = '<bpmndi:BPMNEdge id="ed" bpmnElement="s_t"><di:waypoint x="1" y="1"/></bpmndi:BPMNEdge>';
    expect(told(drawn(edge), /DIA-03/, 'lenient')).toEqual(['ERROR DIA-03 s_t']);
    const text = drawn(edge).replace('isExecutable="true"', 'isExecutable="false"');
    expect(told(text, /DIA-03/)).toEqual(['WARNING DIA-03 s_t']);
    expect(told(text, /DIA-03/, 'strict')).toEqual(['ERROR DIA-03 s_t']);
  });

  it('starts of a sub-process, and one without content, have no effect in a process that is only drawn', () => {
    expect(told(drawnOnly(within(starts)), /SUB/)).toEqual(['WARNING SUB-03 u']);
    expect(told(drawnOnly(within('<subProcess id="u"/>')), /SUB/)).toEqual(['WARNING SUB-13 u']);
    expect(told(drawnOnly(within(starts)), /SUB/, 'strict')).toEqual(['ERROR SUB-03 u']);
    expect(told(model(within(starts)), /SUB/, 'lenient')).toEqual(['ERROR SUB-03 u']);
    expect(told(model(within('<subProcess id="u"/>')), /SUB/)).toEqual(['ERROR SUB-13 u']);
  });

  it.each(['##WebService', 'webService', '##Other'])(
    'implementation="%s" has no effect on a user task',
    (implementation) => {
      const text = model(within(`<userTask id="t" implementation="${implementation}"/>`));
      expect(told(text, /W-17/, 'strict')).toEqual(['WARNING W-17 t']);
      expect(run(acceptedFile(text)).tasks).toEqual(['t']);
      expect(told(model(within('<userTask id="t" implementation="urn:robot"/>')), /W-17/)).toEqual(['ERROR EXE-13 t']);
    },
  );
});

describe('a type of XML Schema in place of an item definition', () => {
  const typed = (type: string) =>
    model(`${WHOLE}<dataObject id="d" itemSubjectRef="${type}"/>`).replace(
      '<definitions',
      '<definitions xmlns:xsd="http://www.w3.org/2001/XMLSchema"',
    );

  it('is known, and one that is none is not', () => {
    expect(told(typed('xsd:string'), /REF|W-15/)).toEqual([]);
    expect(told(typed('xsd:strings'), /REF|W-15/)).toEqual(['ERROR REF-01 d']);
  });
});

describe('a flow that is written outside of the sub-process of its ends', () => {
  const inner = `<subProcess id="u"><startEvent id="a"/><userTask id="b"/><endEvent id="z"/>${flow('b', 'z')}</subProcess>`;
  const text = model(`${chain(START, inner, END)}${flow('a', 'b')}`.replace(flow('s', 'a'), ''));

  it('is told and placed there', () => {
    expect(told(text, /W-18/, 'strict').filter((each) => each.includes('W-18') || each.startsWith('ERROR'))).toEqual([
      'WARNING W-18 a_b',
    ]);
    expect(run(acceptedFile(text)).complete('b').trace).toContain('b_z');
  });

  it('is refused between two scopes, and in another process', () => {
    const across = model(`${chain(START, inner, END)}${flow('a', 'b')}${flow('b', 'e')}`);
    expect(told(across, /SEQ-01/)).toContain('ERROR SEQ-01 b_e');
  });
});

describe('the item of a loop', () => {
  it('is not a collection where its collection holds single items', () => {
    const loop = (item: string) =>
      model(
        chain(
          START,
          `<userTask id="t">${io('<dataInput id="i" isCollection="true" itemSubjectRef="many"/><inputSet><dataInputRefs>i</dataInputRefs></inputSet><outputSet/>')}
           <multiInstanceLoopCharacteristics><loopDataInputRef>i</loopDataInputRef><inputDataItem id="x" name="x" ${item}/></multiInstanceLoopCharacteristics></userTask>`,
          END,
        ),
      ).replace(
        '<process',
        '<itemDefinition id="many" isCollection="true" structureRef="tns:o"/><itemDefinition id="one" structureRef="tns:o"/><process',
      );
    expect(told(loop('itemSubjectRef="one"'), /LOP/)).toEqual([]);
    expect(told(loop('itemSubjectRef="many"'), /LOP/)).toEqual(['ERROR LOP-13 t']);
    expect(told(loop('itemSubjectRef="one" isCollection="true"'), /LOP/)).toEqual(['ERROR LOP-13 t']);
  });
});
