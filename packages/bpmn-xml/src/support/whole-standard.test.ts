// Models with every element and attribute of the standard deploy and run, or are refused by the rule that the table names.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import type { ProcessModel } from '@keelson/bpmn-core';
import { describe, expect, it } from 'vitest';
import { ELEMENT_SCHEMAS } from '../schema/tables/schema-table.ts';
import { drive } from '../testing/drive.ts';
import { rooted, withSubProcess } from '../testing/event-text.ts';
import { withFlowLists } from '../testing/flow-lists.ts';
import {
  chain,
  definitions,
  END,
  errorsOf,
  model,
  problemsOf,
  process,
  readText,
  START,
  utf8,
} from '../testing/model-text.ts';
import { withUnsaid } from '../testing/unsaid-attributes.ts';
import { WHOLE_STANDARD } from '../testing/whole-standard.ts';
import { BPMN_NAMESPACE } from '../tree/namespaces.ts';
import { parseXml } from '../tree/tree.ts';
import type { XmlElement } from '../tree/tree.types.ts';
import { type CoverageEntry, coverageChapters } from './coverage.ts';
import type { Support } from './support.ts';

const files = Object.entries(WHOLE_STANDARD).map(([name, text]) => [name, withUnsaid(withFlowLists(text))] as const);

/** They are never entered in these models: behind a cancelled transaction, the event that loses, and what only marks a handler. */
const BESIDE: ReadonlySet<string> = new Set(['never', 'c8', 'skipped', 'bw']);

const STANDARD = coverageChapters().filter(({ title }) => title !== 'Extensions');
const nameOf = ({ element, attribute }: CoverageEntry) => (attribute === null ? element : `${element} @ ${attribute}`);
const isWhollyRefused = (claim: Support) => claim.kind === 'refused' && claim.when === '';
const WHOLLY_REFUSED: ReadonlySet<string> = new Set(
  STANDARD.flatMap(({ entries }) => entries)
    .filter(({ attribute, claims }) => attribute === null && claims.some(isWhollyRefused))
    .map(({ element }) => element),
);
const withTask = (task: string) => model(chain(START, task, END));
const inner = (id: string) => chain(`<startEvent id="${id}s"/>`, `<task id="${id}t"/>`, `<endEvent id="${id}e"/>`);

function modelOf(text: string): ProcessModel {
  const model = readText(text, 'spec').definitions.find(({ key }) => key === 'p')?.model;
  if (model == null) throw new Error('there is no executable process p');
  return model;
}

describe.each(files)('the model of %s', (name, text) => {
  it('breaks no rule', () => {
    const { problems } = readText(text, 'spec');
    expect(problems.filter(({ severity }) => severity === 'ERROR')).toEqual([]);
  });

  it('runs to its end, and enters all that it has on its way', () => {
    const model = modelOf(text);
    const { entered, ended } = drive(model, name === 'collaboration' ? 's' : null, { items: ['a', 'b'] });
    expect(ended).toBe(true);
    const left = model.nodes.map(({ id }) => id).filter((id) => !entered.has(id) && !BESIDE.has(id));
    expect(left).toEqual([]);
  });
});

/** Lists `element` and `element @ attribute` of everything in a file. */
function namesIn(element: XmlElement, parent: XmlElement | null, found: Set<string>): void {
  if (element.namespace === BPMN_NAMESPACE) {
    const own = `${parent?.local}/${element.local}`;
    const name = Object.hasOwn(ELEMENT_SCHEMAS, own) ? own : element.local;
    found.add(name);
    for (const { local, namespace } of element.attributes) if (namespace === '') found.add(`${name} @ ${local}`);
  } else {
    found.add(`di ${element.local}`);
    for (const { local } of element.attributes) found.add(`di ${element.local} @ ${local}`);
  }
  for (const child of element.children) if (child.kind === 'element') namesIn(child, element, found);
}

describe('the models together', () => {
  const found = new Set<string>();
  for (const [, text] of files) {
    const { tree } = parseXml(utf8(text));
    if (tree !== undefined) namesIn(tree.root, null, found);
  }

  it('the models together have every element and attribute that the table does not refuse', () => {
    const missing = STANDARD.flatMap(({ title, entries }) =>
      entries.flatMap((entry) => {
        const isNowhere = entry.claims.some(isWhollyRefused) || WHOLLY_REFUSED.has(entry.element);
        const isFound = found.has(title.startsWith('Diagrams') ? `di ${nameOf(entry)}` : nameOf(entry));
        return isNowhere || isFound ? [] : nameOf(entry);
      }),
    );
    expect(missing).toEqual([]);
  });
});

const bound = (type: string, attributes = '') =>
  [withTask(`<${type} id="x" implementation="urn:service" ${attributes}/>`), 'x'] as const;
const global = (type: string) =>
  [definitions(`<${type} id="x" implementation="urn:service"/>${process(chain(START, END))}`), 'x'] as const;

/** Each name that the table refuses has a file that breaks the rule, and the element that is shown for it. */
const REFUSED: Readonly<Record<string, readonly [text: string, element: string | null]>> = {
  'extension @ mustUnderstand': [
    definitions(`<extension definition="tns:x" mustUnderstand="true"/>${process(chain(START, END))}`),
    null,
  ],
  'userTask @ implementation': bound('userTask'),
  'serviceTask @ implementation': bound('serviceTask'),
  'sendTask @ implementation': bound('sendTask'),
  'receiveTask @ implementation': bound('receiveTask'),
  'businessRuleTask @ implementation': bound('businessRuleTask'),
  'globalUserTask @ implementation': global('globalUserTask'),
  'globalBusinessRuleTask @ implementation': global('globalBusinessRuleTask'),
  'serviceTask @ operationRef': [rooted(chain(START, '<serviceTask id="x" operationRef="op"/>', END)), 'x'],
  'transaction @ method': [rooted(withSubProcess(inner('u'), 'method="##Store"', 'transaction')), 'u'],
  'sequenceFlow @ isImmediate': [
    model(`${START}${END}<sequenceFlow id="x" sourceRef="s" targetRef="e" isImmediate="false"/>`),
    'x',
  ],
  implicitThrowEvent: [withTask('<implicitThrowEvent id="x"/>'), 'x'],
  'dataObjectReference @ itemSubjectRef': [
    definitions(
      `<itemDefinition id="it"/>${process(`${chain(START, END)}<dataObject id="d"/><dataObjectReference id="x" dataObjectRef="d" itemSubjectRef="it"/>`)}`,
    ),
    'x',
  ],
};

/** Attributes that are refused with the element or value they stand at, each on a task, and elements inside of it. */
function withExtension(name: string): readonly string[] {
  const task = (attributes: string, content = '') =>
    withTask(`<serviceTask id="x" camunda:expression="\${1}" ${attributes}>${content}</serviceTask>`);
  return [
    task(`flowable:${name}="v"`),
    task('', `<extensionElements><flowable:${name}>v</flowable:${name}></extensionElements>`),
  ];
}

describe('what the table refuses', () => {
  const refused = coverageChapters().flatMap(({ title, entries }) =>
    entries.flatMap((entry) =>
      entry.claims.flatMap((claim) =>
        claim.kind === 'refused' ? { title, name: nameOf(entry), rule: claim.rule } : [],
      ),
    ),
  );
  const ofStandard = refused.filter(({ title }) => title !== 'Extensions');
  const ofExtensions = refused.filter(({ title }) => title === 'Extensions');

  it.each(ofStandard)('$name is refused by $rule', ({ name, rule }) => {
    const [text, element] = REFUSED[name] ?? [''];
    expect(errorsOf(text).map(({ ruleId, elementId }) => [ruleId, elementId])).toContainEqual([rule, element]);
  });

  it.each(ofExtensions)('the extension $name is refused by $rule, as attribute and as element', ({ name, rule }) => {
    for (const text of withExtension(name)) expect(errorsOf(text).map(({ ruleId }) => ruleId)).toContain(rule);
  });
});

describe('what the table carries of the extensions', () => {
  const carried = coverageChapters()
    .filter(({ title }) => title === 'Extensions')
    .flatMap(({ entries }) =>
      entries.filter((entry) => entry.attribute === null && entry.claims.some(({ kind }) => kind === 'carried')),
    );

  it.each(carried)('$element is accepted and told as without effect', ({ element }) => {
    for (const text of withExtension(element)) {
      expect(errorsOf(text)).toEqual([]);
      expect(problemsOf(text).map(({ ruleId }) => ruleId)).toContain('W-05');
    }
  });

  it('an unknown name of these namespaces is refused, one of others is not', () => {
    for (const text of withExtension('unheardOf'))
      expect(errorsOf(text).map(({ ruleId }) => ruleId)).toEqual(['EXE-09']);
    expect(errorsOf(withTask('<userTask id="x" xmlns:o="urn:other" o:unheardOf="v"/>'))).toEqual([]);
  });
});
