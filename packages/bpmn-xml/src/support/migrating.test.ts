// Each row of docs/migrating.md is what becomes of a file that has it, and each name that is read has a row.
import { readFileSync } from 'node:fs';
import { compileExpression, isExpressionProblem } from '@keelson/bpmn-core';
import { CARRIED_EXTENSIONS, extensionElementSchema, extensionTable, REFUSED_EXTENSIONS } from '@keelson/bpmn-rules';
import { describe, expect, it } from 'vitest';
import { readDeployment } from '../read-deployment.ts';
import { ELEMENT_SCHEMAS } from '../schema/tables/schema-table.ts';
import { chain, condition, definitions, END, extended, START, utf8 } from '../testing/model-text.ts';

const text = readFileSync(new URL('../../../../docs/migrating.md', import.meta.url), 'utf8');
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '))
  .map((cells) => cells.map((cell) => cell.trim().replaceAll('\\|', '|')));
const unquoted = (cell = '') => cell.replace(/^`|`$/g, '');
const facts = rows.flatMap(([snippet, where, here]) =>
  where?.startsWith('`') === true && here !== undefined ? [[unquoted(snippet), unquoted(where), here] as const] : [],
);
const expressions = rows.flatMap(([written, here, instead = '']) =>
  here === 'read' || here === 'refused' ? [[unquoted(written), here, instead] as const] : [],
);

const ROOTS = `<message id="m" name="M"/><signal id="sg" name="S"/><error id="er" errorCode="E"/><escalation id="es" escalationCode="X"/>`;
const process = (content: string, attributes = '') =>
  `<process id="p" isExecutable="true" ${attributes}>${content}</process>`;
const around = (element: string) => definitions(ROOTS + process(chain(START, element, END)));
const thrown = (definition: string) => around(`<intermediateThrowEvent id="x">${definition}</intermediateThrowEvent>`);
const caught = (definition: string) => around(`<intermediateCatchEvent id="x">${definition}</intermediateCatchEvent>`);
const onBoundary = (definition: string) =>
  definitions(
    `${ROOTS}${process(`${chain(START, '<userTask id="x"/>', END)}<boundaryEvent id="b" attachedToRef="x">${definition}</boundaryEvent><endEvent id="be"/><sequenceFlow id="bf" sourceRef="b" targetRef="be"/>`)}`,
  );
const looped = (loop: string) => around(`<userTask id="x">${loop}</userTask>`);
const inner = '<task id="inner"/>';

/** Each place gets the attributes of a row and what stands inside of it. */
const PLACES: Readonly<Record<string, (attributes: string, inside: string) => string>> = {
  process: (a, i) => definitions(ROOTS + process(`${i}${chain(START, '<task id="x"/>', END)}`, a)),
  startEvent: (a, i) => definitions(process(chain(`<startEvent id="x" ${a}>${i}</startEvent>`, END))),
  endEvent: (a, i) => definitions(process(chain(START, `<endEvent id="x" ${a}>${i}</endEvent>`))),
  sequenceFlow: (a, i) =>
    definitions(process(`${START}${END}<sequenceFlow id="x" sourceRef="s" targetRef="e" ${a}>${i}</sequenceFlow>`)),
  conditionExpression: (a) =>
    definitions(
      process(
        `${START}<exclusiveGateway id="g" default="d"/>${END}<endEvent id="f"/><sequenceFlow id="x" sourceRef="s" targetRef="g"/><sequenceFlow id="d" sourceRef="g" targetRef="f"/><sequenceFlow id="c" sourceRef="g" targetRef="e">${condition('').replace('<conditionExpression', `<conditionExpression ${a}`)}</sequenceFlow>`,
      ),
    ),
  scriptTask: (a, i) =>
    around(
      `<scriptTask id="x" ${a.includes('scriptFormat') ? '' : 'scriptFormat="juel"'} ${a}>${i}${a.includes('resource') ? '' : '<script>1</script>'}</scriptTask>`,
    ),
  'scriptTask without script': (a, i) => around(`<scriptTask id="x" ${a}>${i}</scriptTask>`),
  callActivity: (a, i) => around(`<callActivity id="x" calledElement="c" ${a}>${i}</callActivity>`),
  'callActivity without calledElement': (a, i) => around(`<callActivity id="x" ${a}>${i}</callActivity>`),
  receiveTask: (a, i) => around(`<receiveTask id="x" messageRef="m" ${a}>${i}</receiveTask>`),
  intermediateThrowEvent: (a, i) =>
    around(`<intermediateThrowEvent id="x" ${a}>${i}<messageEventDefinition messageRef="m"/></intermediateThrowEvent>`),
  messageEventDefinition: (a, i) => thrown(`<messageEventDefinition messageRef="m" ${a}>${i}</messageEventDefinition>`),
  signalEventDefinition: (a, i) => thrown(`<signalEventDefinition signalRef="sg" ${a}>${i}</signalEventDefinition>`),
  errorEventDefinition: (a, i) => onBoundary(`<errorEventDefinition errorRef="er" ${a}>${i}</errorEventDefinition>`),
  escalationEventDefinition: (a, i) =>
    onBoundary(`<escalationEventDefinition escalationRef="es" ${a}>${i}</escalationEventDefinition>`),
  conditionalEventDefinition: (a, i) =>
    caught(
      `<conditionalEventDefinition ${a}>${i}<condition xsi:type="tFormalExpression">a == 1</condition></conditionalEventDefinition>`,
    ),
  timerEventDefinition: (a, i) =>
    caught(`<timerEventDefinition ${a}>${i}<timeDuration>PT1S</timeDuration></timerEventDefinition>`),
  timeCycle: (a) => caught(`<timerEventDefinition><timeCycle ${a}>R3/PT1S</timeCycle></timerEventDefinition>`),
  terminateEventDefinition: (a) =>
    definitions(process(chain(START, `<endEvent id="x"><terminateEventDefinition ${a}/></endEvent>`))),
  multiInstanceLoopCharacteristics: (a, i) =>
    looped(`<multiInstanceLoopCharacteristics ${a}>${i}</multiInstanceLoopCharacteristics>`),
  'multiInstance content': (_, i) =>
    looped(
      `<multiInstanceLoopCharacteristics>${i.replace(/<\/?extensionElements>/g, '')}</multiInstanceLoopCharacteristics>`,
    ),
  message: (a, i) =>
    definitions(
      `<message id="q" name="Q" ${a}>${i}</message>${process(chain(START, '<receiveTask id="x" messageRef="q"/>', END))}`,
    ),
  signal: (a) => definitions(`<signal id="q" name="Q" ${a}/>${process(chain(START, END))}`),
  adHocSubProcess: (a, i) => around(`<adHocSubProcess id="x" ${a}>${i}${inner}</adHocSubProcess>`),
  exclusiveGateway: (a, i) =>
    definitions(
      process(
        `${START}<exclusiveGateway id="x" default="f2" ${a}>${i}</exclusiveGateway>${END}<endEvent id="f"/><sequenceFlow id="f0" sourceRef="s" targetRef="x"/><sequenceFlow id="f1" sourceRef="x" targetRef="e">${condition('a')}</sequenceFlow><sequenceFlow id="f2" sourceRef="x" targetRef="f"/>`,
      ),
    ),
  laneSet: (a) =>
    definitions(
      process(
        `<laneSet id="ls" ${a}><lane id="l" name="L"><flowNodeRef>x</flowNodeRef></lane></laneSet>${chain(START, '<userTask id="x"/>', END)}`,
      ),
    ),
  dataObject: (_, i) => definitions(process(`<dataObject id="d">${i}</dataObject>${chain(START, END)}`)),
};

function fileOf(snippet: string, where: string): string {
  const at = snippet.indexOf('<');
  const attributes = at < 0 ? snippet : snippet.slice(0, at);
  const inside = at < 0 ? '' : extended(snippet.slice(at));
  const [type = '', ...own] = where.split(' ');
  const place = PLACES[where];
  if (place !== undefined) return place(attributes, inside);
  return around(`<${type} id="x" ${own.join(' ')} ${attributes}>${inside}</${type}>`);
}

const languages = {
  feel: (source: string) => ({
    text: source,
    constant: undefined,
    resultType: 'unknown' as const,
    evaluate: () => null,
  }),
  javascriptProblem: () => null,
};

/** These rules warn of what the small files lack and the row does not speak of. */
const BESIDE = /^(W-0[34]|W-1[01]|SEQ-\d+|EVT-43|W-12|ACT-\d+|W-20|EXE-27)$/;

function verdictOf(snippet: string, where: string): string {
  const files = [
    { name: 'model.bpmn', bytes: utf8(fileOf(snippet, where)) },
    { name: 'price.juel', bytes: utf8('1 + 1') },
    { name: 'check.juel', bytes: utf8('a > 1') },
  ];
  const { problems } = readDeployment(files, { strictness: 'lenient', languages });
  const errors = problems.filter(({ severity }) => severity === 'ERROR').map(({ ruleId }) => ruleId);
  if (errors.length > 0) return `refused (${[...new Set(errors)].sort().join(', ')})`;
  const warnings = problems.filter(({ ruleId }) => !BESIDE.test(ruleId)).map(({ ruleId }) => ruleId);
  if (warnings.includes('W-05')) return 'carried (W-05)';
  return warnings.length === 0 ? 'read' : `warned (${warnings.join(', ')})`;
}

describe('docs/migrating.md', () => {
  it('has its tables where the tests look for them', () => {
    expect(facts.length).toBeGreaterThan(130);
    expect(expressions.length).toBeGreaterThan(20);
  });

  it.each(facts)('says what becomes of %s at %s: %s', (snippet, where, here) => {
    const found = verdictOf(snippet, where);
    const rule = /^refused \((.*)\)$/.exec(here)?.[1];
    // Beside the rule of the row others may speak, as of a type that an event registry needs.
    if (rule !== undefined && found.startsWith('refused')) expect(found).toContain(rule);
    else expect(found).toBe(here);
  });

  it.each(expressions)('says what becomes of the expression %s: %s', (written, here, instead) => {
    expect(isExpressionProblem(compileExpression(written))).toBe(here === 'refused');
    for (const [, other = ''] of instead.matchAll(/`(\$\{[^`]*\})`/g)) {
      expect(isExpressionProblem(compileExpression(other)), other).toBe(false);
    }
  });

  it('has a row for every name of the extensions', () => {
    const shown = facts.map(([snippet, where]) => `${snippet} ${where}`).join(' ');
    const tables = Object.keys(ELEMENT_SCHEMAS).map(extensionTable);
    const attributes = tables.flatMap((table) => [...table.attributes.keys()]);
    const elements = new Set(tables.flatMap((table) => [...table.elements]));
    for (const name of elements) for (const child of extensionElementSchema(name)?.children ?? []) elements.add(child);
    const missing = [
      ...attributes.filter((name) => !new RegExp(`:${name}="`).test(shown)),
      ...[...elements].filter((name) => !new RegExp(`<(\\w+:)?${name}[ />]`).test(shown)),
      ...[...CARRIED_EXTENSIONS, ...Object.keys(REFUSED_EXTENSIONS)].filter((name) => !shown.includes(`:${name}`)),
    ];
    expect([...new Set(missing)]).toEqual([]);
  });
});
