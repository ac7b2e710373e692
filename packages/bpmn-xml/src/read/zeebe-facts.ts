// What files of Camunda 8 say with elements of their own is read as the facts of this engine that mean exactly the same.
import type { ExtensionFact } from '@keelson/bpmn-rules';

type Facts = readonly ExtensionFact[];

/**
 * Lists the counterparts of an extension of Camunda 8; the fact itself where it has none: a rule refuses it then, and names what to write
 * (EXE-24).
 */
export function counterpartsOf(fact: ExtensionFact): Facts {
  if (fact.family !== 'zeebe' || fact.kind !== 'element') return [fact];
  const found = Object.hasOwn(COUNTERPARTS, fact.name) ? COUNTERPARTS[fact.name]?.(fact) : undefined;
  return found ?? [fact];
}

/** Lists attributes of the standard that Camunda 8 says in its own elements. */
export function standardAttributes(type: string, facts: Facts): ReadonlyMap<string, string> {
  const called = type === 'callActivity' ? counterpartText(zeebe(facts, 'calledElement'), 'processId') : null;
  const isScript = type === 'scriptTask' && scriptText(facts) !== null;
  return new Map([
    ...(called === null ? [] : [['calledElement', called] as const]),
    ...(isScript ? [['scriptFormat', 'feel'] as const] : []),
  ]);
}

/** Answers the FEEL of a script task; null without one. */
export function scriptText(facts: Facts): string | null {
  const text = zeebe(facts, 'script')?.attributes.get('expression')?.trim() ?? '';
  return text.startsWith('=') ? text.slice(1) : null;
}

function zeebe(facts: Facts, name: string): ExtensionFact | undefined {
  return facts.find((fact) => fact.family === 'zeebe' && fact.kind === 'element' && fact.name === name);
}

const COUNTERPARTS: Readonly<Record<string, (fact: ExtensionFact) => Facts | null>> = {
  taskDefinition: (fact) => {
    const topic = counterpartText(fact, 'type');
    if (topic === null) return null;
    const work = [attribute(fact, 'type', 'external'), attribute(fact, 'topic', topic)];
    return fact.attributes.has('retries') ? [...work, { ...attribute(fact, 'retries', ''), family: 'zeebe' }] : work;
  },
  assignmentDefinition: (fact) => renamed(fact, 'assignee', 'candidateUsers', 'candidateGroups'),
  taskSchedule: (fact) => renamed(fact, 'dueDate', 'followUpDate'),
  priorityDefinition: (fact) => renamed(fact, 'priority'),
  versionTag: (fact) => {
    const value = counterpartText(fact, 'value');
    return value === null ? null : [attribute(fact, 'versionTag', value)];
  },
  formDefinition: (fact) => {
    const key = counterpartText(fact, 'formKey') ?? counterpartText(fact, 'externalReference');
    const id = counterpartText(fact, 'formId');
    const binding = fact.attributes.get('bindingType') ?? 'latest';
    if (key !== null) return [attribute(fact, 'formKey', key)];
    if (id === null || !['latest', 'deployment'].includes(binding)) return null;
    return [attribute(fact, 'formRef', id), attribute(fact, 'formRefBinding', binding)];
  },
  subscription: (fact) => renamed(fact, 'correlationKey'),
  script: (fact) => {
    const result = fact.attributes.get('resultVariable')?.trim() ?? '';
    if (scriptText([fact]) === null || result === '') return null;
    return [attribute(fact, 'resultVariable', result)];
  },
  taskHeaders: (fact) => fact.children.map(header),
  ioMapping: (fact) => [
    {
      ...inner(fact, 'inputOutput'),
      children: fact.children.flatMap((child) => parameter(child) ?? []),
    },
  ],
  calledElement: (fact) => {
    const tag = counterpartText(fact, 'versionTag');
    if (counterpartText(fact, 'processId') === null) return null;
    return [
      ...propagation(fact, 'propagateAllParentVariables', 'in'),
      ...propagation(fact, 'propagateAllChildVariables', 'out'),
      attribute(fact, 'calledElementBinding', fact.attributes.get('bindingType') ?? ''),
      attribute(fact, 'calledElementVersionTag', tag ?? ''),
    ];
  },
  loopCharacteristics: (fact) => {
    const collection = counterpartText(fact, 'inputCollection');
    // What is gathered is a list of bare values there, and of maps here.
    const gathers = ['outputCollection', 'outputElement'].some((name) => fact.attributes.has(name));
    if (collection === null || gathers) return null;
    return [
      attribute(fact, 'collection', collection),
      attribute(fact, 'elementVariable', fact.attributes.get('inputElement') ?? ''),
    ];
  },
};

/** Renames attributes; null where one of them is written and has no counterpart. */
function renamed(fact: ExtensionFact, ...names: readonly string[]): Facts | null {
  const written = names.filter((name) => fact.attributes.has(name));
  const values = written.map((name) => counterpartText(fact, name));
  if (values.includes(null)) return null;
  return written.map((name, index) => attribute(fact, name, values[index] ?? ''));
}

/** Writes a FEEL path, a text or a number as its equal in UEL; null for what is computed. */
function counterpartText(fact: ExtensionFact | undefined, name: string): string | null {
  const text = fact?.attributes.get(name)?.trim() ?? '';
  if (!text.startsWith('=')) return text === '' ? null : text;
  const feel = text.slice(1).trim();
  if (/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(feel)) return `\${${feel}}`;
  const literal = /^"([^"\\$#]*)"$|^(-?\d+)$/.exec(feel);
  return literal?.[1] ?? literal?.[2] ?? null;
}

/** Makes a parameter, which holds whatever FEEL computes as a script. */
function parameter(fact: ExtensionFact): ExtensionFact | null {
  const name = { input: 'inputParameter', output: 'outputParameter' }[fact.name];
  if (name === undefined) return null;
  const source = fact.attributes.get('source')?.trim() ?? '';
  const own = { ...inner(fact, name), attributes: new Map([['name', fact.attributes.get('target') ?? '']]) };
  if (!source.startsWith('=')) return { ...own, value: source };
  const script = { ...inner(fact, 'script'), attributes: new Map([['scriptFormat', 'feel']]), value: source.slice(1) };
  return { ...own, children: [script] };
}

function header(fact: ExtensionFact): ExtensionFact {
  const { attributes } = fact;
  const named = new Map([
    ['name', attributes.get('key') ?? ''],
    ['stringValue', attributes.get('value') ?? ''],
  ]);
  return { ...inner(fact, 'field'), attributes: named };
}

/** Makes the mapping of all variables, which go over unless the file says otherwise. */
function propagation(fact: ExtensionFact, name: string, mapping: 'in' | 'out'): Facts {
  if (fact.attributes.get(name)?.trim() === 'false') return [];
  return [{ ...inner(fact, mapping), attributes: new Map([['variables', 'all']]) }];
}

function inner(fact: ExtensionFact, name: string): ExtensionFact {
  return { ...fact, family: 'engine', name, value: '', attributes: new Map(), children: [] };
}

function attribute(fact: ExtensionFact, name: string, value: string): ExtensionFact {
  return { ...inner(fact, name), kind: 'attribute', writtenName: `${fact.writtenName} ${name}`, value };
}
