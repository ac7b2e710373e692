// No upload throws, whatever stands where an expression, a name or a code may stand: it is told at its place.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { ACTIVITY_TYPES, extensionTable, SCOPE_TYPES } from '@keelson/bpmn-rules';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { readDeployment } from './read-deployment.ts';
import { TEST_LANGUAGES } from './testing/compile-text.ts';
import { withFlowLists } from './testing/flow-lists.ts';
import {
  chain,
  definitions,
  END,
  escaped,
  formal,
  model,
  process,
  readText,
  START,
  utf8,
} from './testing/model-text.ts';
import { withUnsaid } from './testing/unsaid-attributes.ts';
import { WHOLE_STANDARD } from './testing/whole-standard.ts';

const WRONG = ['${', '${a b}', '#{1 +}', 'x ${}', "${'}", '${a}${'];

const roots = (attributes: Readonly<Record<string, string>>) =>
  `<message id="m" ${attributes.message ?? 'name="M"'}/><signal id="sg" ${attributes.signal ?? 'name="S"'}/>` +
  `<error id="er" ${attributes.error ?? 'name="E" errorCode="E1"'}/><escalation id="es" ${attributes.escalation ?? 'escalationCode="X"'}/>` +
  `<resource id="r" ${attributes.resource ?? 'name="R"'}/><globalUserTask id="gt" ${attributes.global ?? 'name="G"'}/>`;

const ends = (definition: string) => chain(START, `<endEvent id="e">${definition}</endEvent>`);
const tasks = (text: string) => chain(START, text, END);
const USED = {
  message: tasks('<intermediateThrowEvent id="t"><messageEventDefinition messageRef="m"/></intermediateThrowEvent>'),
  signal: tasks('<intermediateCatchEvent id="t"><signalEventDefinition signalRef="sg"/></intermediateCatchEvent>'),
  error: ends('<errorEventDefinition errorRef="er"/>'),
  escalation: ends('<escalationEventDefinition escalationRef="es"/>'),
  resource: tasks('<userTask id="t"><potentialOwner><resourceRef>r</resourceRef></potentialOwner></userTask>'),
  global: tasks('<callActivity id="t" calledElement="gt"/>'),
} as const;

/** Where the standard's own attributes are read as expressions. */
function places(wrong: string): readonly (readonly [string, string])[] {
  const rooted = (kind: keyof typeof USED, attributes: string) =>
    definitions(`${roots({ [kind]: attributes })}\n${process(USED[kind])}`);
  const called = (attributes: string) =>
    definitions(`${roots({})}${process(tasks(`<callActivity id="t" ${attributes}/>`))}`);
  const owner = (text: string) =>
    `<potentialOwner><resourceAssignmentExpression>${formal('formalExpression', text)}</resourceAssignmentExpression></potentialOwner>`;
  return [
    ['calledElement', called(`calledElement="${wrong}"`)],
    ['the name of a message', rooted('message', `name="${wrong}"`)],
    ['the name of a signal', rooted('signal', `name="${wrong}"`)],
    ['the name of an error', rooted('error', `name="${wrong}" errorCode="E1"`)],
    ['errorCode', rooted('error', `errorCode="${wrong}"`)],
    ['escalationCode', rooted('escalation', `escalationCode="${wrong}"`)],
    ['errorRef as a code', model(ends(`<errorEventDefinition errorRef="${wrong}"/>`))],
    ['the name of a resource', rooted('resource', `name="${wrong}"`)],
    ['the name of a global user task', rooted('global', `name="${wrong}"`)],
    ['the name of a call to a global user task', called(`calledElement="gt" name="${wrong}"`)],
    ['the name of a user task', model(tasks(`<userTask id="t" name="${wrong}"/>`))],
    [
      'the documentation of a user task',
      model(tasks(`<userTask id="t"><documentation>${wrong}</documentation></userTask>`)),
    ],
    ['a potential owner', model(tasks(`<userTask id="t">${owner(`user(${wrong})`)}</userTask>`))],
    ['loopMaximum', model(tasks(`<task id="t"><standardLoopCharacteristics loopMaximum="${wrong}"/></task>`))],
  ];
}

const read = (text: string) => readText(text, 'lenient', { languages: TEST_LANGUAGES });

describe('a wrong expression', () => {
  it.each(WRONG.flatMap((wrong) => places(wrong).map(([what, text]) => [wrong, what, text] as const)))(
    '%s as %s is told and not thrown',
    (_, __, text) => {
      const { problems, definitions: read1 } = read(text);
      expect(problems.filter(({ severity }) => severity === 'ERROR').map(({ ruleId }) => ruleId)).not.toEqual([]);
      expect(read1).toEqual([]);
    },
  );

  it.each(places('${').filter(([what]) => what !== 'loopMaximum' && what !== 'errorRef as a code'))(
    'is EXE-07 as %s, and says what it is and where it stands',
    (_, text) => {
      const errors = read(text).problems.filter(({ severity }) => severity === 'ERROR');
      expect(errors.map(({ ruleId }) => ruleId)).toEqual(['EXE-07']);
      const line = text.split('\n')[(errors[0]?.line ?? 0) - 1] ?? '';
      expect(line.slice((errors[0]?.column ?? 0) - 1)).toContain('${');
    },
  );

  it('a wrong expression in a file that only holds what others use is told there', () => {
    const bytes = (text: string) => utf8(text);
    const lib = definitions('<message id="m" name="${"/>', 'targetNamespace="urn:lib"');
    const used = tasks(
      '<intermediateThrowEvent id="t"><messageEventDefinition messageRef="lib:m"/></intermediateThrowEvent>',
    );
    const main = definitions(
      `<import importType="http://www.omg.org/spec/BPMN/20100524/MODEL" location="lib.bpmn" namespace="urn:lib"/>${process(used)}`,
      'targetNamespace="urn:test" xmlns:lib="urn:lib"',
    );
    const files = [
      { name: 'main.bpmn', bytes: bytes(main) },
      { name: 'lib.bpmn', bytes: bytes(lib) },
    ];
    const { problems } = readDeployment(files, { strictness: 'spec' });
    const errors = problems.filter(({ severity }) => severity === 'ERROR');
    expect(errors.map(({ ruleId, file }) => [ruleId, file])).toEqual([['EXE-07', 'lib.bpmn']]);
  });
});

const WHOLE = Object.values(WHOLE_STANDARD).map((text) => withUnsaid(withFlowLists(text)));
/** Values of attributes, and texts between tags. */
const VALUE = /(?<==")[^"<>]*(?=")|(?<=>)[^<>]+(?=<)/g;

describe('a file with every element and attribute of the standard', () => {
  it('is read whatever any of its values is', { timeout: 60_000 }, () => {
    const texts = WHOLE.map((text) => [text, [...text.matchAll(VALUE)]] as const);
    const place = fc.constantFrom(...texts.flatMap(([text, values]) => values.map((value) => [text, value] as const)));
    const wrong = fc.oneof(
      fc.constantFrom(...WRONG, '', ' ', '-1', '= [', 'a\nb', 'p', 't', 'tns:p', 'no:p'),
      fc.string(),
    );
    fc.assert(
      fc.property(place, wrong, ([text, value], instead) => {
        const said = instead.replace(/[&<>"\p{Cc}\p{Cs}]/gu, '_');
        const changed = text.slice(0, value.index) + said + text.slice(value.index + value[0].length);
        expect(() => read(changed)).not.toThrow();
      }),
      inject('properties'),
    );
  });
});

describe('an attribute of the extensions', () => {
  const types = [...ACTIVITY_TYPES].filter((type) => !SCOPE_TYPES.has(type));
  const attributes = types.flatMap((type) =>
    [...extensionTable(type).attributes.keys()].map((name) => [type, name] as const),
  );

  it('is never thrown at, whatever it holds', () => {
    expect(attributes.length).toBeGreaterThan(100);
    for (const [type, name] of attributes) {
      for (const wrong of WRONG) {
        const written = escaped(wrong);
        const text = tasks(`<${type} id="t" camunda:type="external" camunda:topic="x" flowable:${name}="${written}"/>`);
        expect(() => read(model(text)), `${type} ${name}`).not.toThrow();
      }
    }
  });
});
