// No upload throws, whatever stands in an attribute or text inside of the elements of the extensions, wherever they may stand.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { type ExtensionElementSchema, extensionElementSchema, extensionTable } from '@keelson/bpmn-rules';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { ELEMENT_SCHEMAS } from './schema/tables/schema-table.ts';
import { TEST_LANGUAGES } from './testing/compile-text.ts';
import { chain, definitions, END, escaped, extended, model, process, readText, START } from './testing/model-text.ts';

const WRONG = ['${', '${a b}', '#{1 +}', 'x ${}', "${'}", '${a}${', '= [', '=', '-1', '', 'a,,b', 'R/x', 'x.js'];
const SOUND = 'x';
const DEPTH_MAX = 4;

/** A value stands in an attribute of this name, or is the text of the element. */
interface Place {
  readonly path: readonly string[];
  readonly attribute: string | null;
}

/** Lists every place inside of an element, however deep its schema goes. */
function placesIn(name: string, path: readonly string[]): readonly Place[] {
  const schema = extensionElementSchema(name);
  if (schema === undefined || path.length >= DEPTH_MAX) return [];
  const own = [...path, name];
  const attributes = [...schema.attributes.keys()].map((attribute): Place => ({ path: own, attribute }));
  const texts = schema.text === null ? [] : [{ path: own, attribute: null }];
  return [...attributes, ...texts, ...[...schema.children].flatMap((child) => placesIn(child, own))];
}

/** Without these an element is refused, whatever else stands in it. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  script: { scriptFormat: 'juel' },
  in: { source: SOUND },
  out: { source: SOUND },
  variable: { source: SOUND },
  executionListener: { expression: SOUND },
  taskListener: { expression: SOUND },
  eventListener: { throwEvent: 'signal', signalName: SOUND },
  call: { name: SOUND },
  constraint: { name: 'required' },
};

/** What an element needs beside the value is sound: what is refused for its lack is never compiled. */
function written({ path, attribute }: Place, value: string, at = 0): string {
  const name = path[at] ?? '';
  const schema = extensionElementSchema(name) as ExtensionElementSchema;
  const isLast = at === path.length - 1;
  const needed = new Map([
    ...schema.required.map((required) => [required, SOUND] as const),
    ...Object.entries(NEEDED[name] ?? {}),
  ]);
  if (isLast && attribute !== null) needed.set(attribute, escaped(value).replaceAll('"', '&quot;'));
  const text = isLast
    ? attribute === null
      ? escaped(value)
      : schema.text === null
        ? ''
        : '1'
    : written({ path, attribute }, value, at + 1);
  const said = [...needed].map(([key, each]) => `${key}="${each}"`).join(' ');
  const beside = name === 'connector' ? '<flowable:connectorId>http-connector</flowable:connectorId>' : '';
  return `<flowable:${name} ${said}>${text}${beside}</flowable:${name}>`;
}

/** Each type of element with something that lets it be executed. */
const AT: Readonly<Record<string, (inside: string) => string>> = {
  process: (inside) => definitions(process(`${inside}${chain(START, END)}`)),
  serviceTask: (inside) => task('serviceTask', inside, 'camunda:type="external" camunda:topic="x"'),
  userTask: (inside) => task('userTask', inside),
  callActivity: (inside) => task('callActivity', inside, 'calledElement="c"'),
  scriptTask: (inside) => task('scriptTask', `${inside}<script>1</script>`, 'scriptFormat="juel"'),
  startEvent: (inside) => model(chain(`<startEvent id="s">${inside}</startEvent>`, END)),
  multiInstanceLoopCharacteristics: (inside) =>
    task(
      'userTask',
      `<multiInstanceLoopCharacteristics>${inside}<loopCardinality>1</loopCardinality></multiInstanceLoopCharacteristics>`,
    ),
  messageEventDefinition: (inside) =>
    task('intermediateThrowEvent', `<messageEventDefinition camunda:topic="x">${inside}</messageEventDefinition>`),
  signalEventDefinition: (inside) =>
    definitions(
      `<signal id="sg" name="S"/>${process(chain(START, `<intermediateThrowEvent id="t"><signalEventDefinition signalRef="sg">${inside}</signalEventDefinition></intermediateThrowEvent>`, END))}`,
    ),
  sequenceFlow: (inside) =>
    model(`${START}${END}<sequenceFlow id="f" sourceRef="s" targetRef="e">${inside}</sequenceFlow>`),
  dataObject: (inside) => model(`<dataObject id="d">${inside}</dataObject>${chain(START, END)}`),
};

function task(type: string, inside: string, attributes = ''): string {
  return model(chain(START, `<${type} id="t" ${attributes}>${inside}</${type}>`, END));
}

const read = (text: string) => readText(text, 'lenient', { languages: TEST_LANGUAGES });

interface Case {
  readonly what: string;
  readonly file: (inside: string) => string;
  readonly place: Place;
}

/** What is deep inside is compiled alike wherever its outermost element stands: it is tried at one of them. */
function casesOf(): readonly Case[] {
  const cases = new Map<string, Case>();
  for (const [type, file] of Object.entries(AT)) {
    for (const place of [...extensionTable(type).elements].flatMap((name) => placesIn(name, []))) {
      const where = `${place.path.join(' ')} ${place.attribute ?? '(text)'}`;
      const key = place.path.length === 1 ? `${type} ${where}` : where;
      if (!cases.has(key)) cases.set(key, { what: `${type} ${where}`, file, place });
    }
  }
  return [...cases.values()];
}

const CASES = casesOf();

describe('a value inside of an element of the extensions', () => {
  it('stands in every element that may be somewhere', () => {
    const all = new Set(Object.keys(ELEMENT_SCHEMAS).flatMap((type) => [...extensionTable(type).elements]));
    for (const name of all) for (const child of extensionElementSchema(name)?.children ?? []) all.add(child);
    const tried = new Set(CASES.flatMap(({ place }) => place.path));
    // The reader knows nothing of what is inside of this one.
    expect([...all].filter((name) => !tried.has(name))).toEqual(['properties']);
    expect(CASES.length).toBeGreaterThan(200);
  });

  it('is reached by the compiler: most places are accepted with a value that says little', () => {
    const accepted = CASES.filter(
      ({ file, place }) => read(file(extended(written(place, SOUND)))).definitions.length > 0,
    );
    expect(accepted.length / CASES.length).toBeGreaterThan(0.6);
  });

  it('is never thrown at, whatever it is', { timeout: 60_000 }, () => {
    const isExhaustive = inject('exhaustive');
    for (const [index, { what, file, place }] of CASES.entries()) {
      for (const wrong of isExhaustive ? WRONG : [WRONG[index % WRONG.length]!]) {
        expect(() => read(file(extended(written(place, wrong)))), `${what}: ${wrong}`).not.toThrow();
      }
    }
  });

  it('is never thrown at, whatever signs it has', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.constantFrom(...CASES), fc.string(), ({ file, place }, value) => {
        const said = value.replace(/[\p{Cc}\p{Cs}]/gu, '_');
        expect(() => read(file(extended(written(place, said))))).not.toThrow();
      }),
      inject('properties'),
    );
  });
});

/** Elements of Camunda 8, with the attributes that are read, and where they stand. */
const ZEEBE: readonly (readonly [string, readonly string[], (inside: string) => string])[] = [
  ['taskDefinition', ['type', 'retries'], (inside) => task('serviceTask', inside)],
  ['assignmentDefinition', ['assignee', 'candidateUsers', 'candidateGroups'], (inside) => task('userTask', inside)],
  ['taskSchedule', ['dueDate', 'followUpDate'], (inside) => task('userTask', inside)],
  ['priorityDefinition', ['priority'], (inside) => task('userTask', inside)],
  ['formDefinition', ['formKey', 'formId', 'bindingType', 'externalReference'], (inside) => task('userTask', inside)],
  ['script', ['expression', 'resultVariable'], (inside) => task('scriptTask', inside)],
  ['calledElement', ['processId', 'bindingType', 'versionTag'], (inside) => task('callActivity', inside)],
  ['versionTag', ['value'], (inside) => definitions(process(`${inside}${chain(START, END)}`))],
  [
    'loopCharacteristics',
    ['inputCollection', 'inputElement'],
    (inside) => task('task', `<multiInstanceLoopCharacteristics>${inside}</multiInstanceLoopCharacteristics>`),
  ],
  [
    'subscription',
    ['correlationKey'],
    (inside) =>
      definitions(
        `<message id="m" name="M">${inside}</message>${process(chain(START, '<receiveTask id="t" messageRef="m"/>', END))}`,
      ),
  ],
];

describe('a value inside of an element of Camunda 8', () => {
  const quoted = (value: string) => escaped(value).replaceAll('"', '&quot;');

  it.each([...WRONG, '=a.b', '="x"', '=3', '=if a then', '="${"'])('is never thrown at: %s', (wrong) => {
    for (const [name, attributes, file] of ZEEBE) {
      for (const attribute of attributes) {
        const text = file(extended(`<zeebe:${name} ${attribute}="${quoted(wrong)}"/>`));
        expect(() => read(text), `${name} ${attribute}`).not.toThrow();
      }
    }
    for (const side of ['input', 'output']) {
      for (const said of [`source="${quoted(wrong)}" target="t"`, `source="1" target="${quoted(wrong)}"`]) {
        const text = task('userTask', extended(`<zeebe:ioMapping><zeebe:${side} ${said}/></zeebe:ioMapping>`));
        expect(() => read(text), `${side} ${said}`).not.toThrow();
      }
    }
    const headers = `<zeebe:taskDefinition type="x"/><zeebe:taskHeaders><zeebe:header key="${quoted(wrong)}"/></zeebe:taskHeaders>`;
    expect(() => read(task('serviceTask', extended(headers)))).not.toThrow();
  });
});
