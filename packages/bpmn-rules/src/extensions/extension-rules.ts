// Rules of extension attributes and elements: known, executed, carried or refused, and never said in two ways.

import { extensionAttribute } from '../facts/extension-facts.ts';
import { readHistoryTimeToLive } from '../facts/process-facts.ts';
import type { BpmnElement, ExtensionFact } from '../facts/types/document.ts';
import { type Finding, finding } from '../rule/finding.ts';
import type { Rule, RuleContext } from '../rule/rule-context.ts';
import { extensionElementSchema, LISTENER_ELEMENTS } from './extension-elements.ts';
import {
  CARRIED_EXTENSIONS,
  CARRIED_ZEEBE,
  extensionTable,
  REFUSED_EXTENSIONS,
  ZEEBE_REPLACEMENTS,
} from './extension-tables.ts';
import { checkValue } from './extension-values.ts';

function* extensions({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    const isExecuted = element.process !== null || isUsedByProcesses(element);
    for (const fact of element.extensions) {
      if (isExecuted) yield* checkFact(element, fact);
      else yield* carried(element, fact);
    }
    if (isExecuted) yield* contradictions(element);
  }
}

/** Whether processes use an element: what is called runs inside its caller, and what events name is theirs. */
function isUsedByProcesses(element: BpmnElement): boolean {
  for (let around: BpmnElement | null = element; around !== null; around = around.parent) {
    if (around.parent?.type === 'definitions') return USED_TYPES.test(around.type);
  }
  return false;
}

const USED_TYPES = /^(global(User|Script|Manual|BusinessRule)?Task|message|signal|\w+EventDefinition)$/;

/** Reports an extension that stands where nothing can execute it. */
function* carried(element: BpmnElement, { name, position, writtenName }: ExtensionFact): Iterable<Finding> {
  yield finding('W-05', element, { position, about: `extension ${name}`, values: { x: writtenName } });
}

const OTHER_ZEEBE = {
  y: "the standard's own attributes, or one of the extension namespaces that are read.",
  yTr: 'standardın kendi nitelikleri ya da okunan uzantı ad alanlarından biri.',
};

function* checkFact(element: BpmnElement, fact: ExtensionFact): Iterable<Finding> {
  const { name, position, writtenName } = fact;
  const about = `extension ${name}`;
  const values = { x: writtenName };
  if (fact.family === 'zeebe') {
    const isCarried = CARRIED_EXTENSIONS.has(name) || CARRIED_ZEEBE.has(name);
    const replacement = Object.hasOwn(ZEEBE_REPLACEMENTS, name) ? ZEEBE_REPLACEMENTS[name] : OTHER_ZEEBE;
    yield finding(isCarried ? 'W-05' : 'EXE-24', element, { position, about, values: { ...values, ...replacement } });
  } else if (CARRIED_EXTENSIONS.has(name)) yield finding('W-05', element, { position, about, values });
  else if (fact.kind === 'attribute') yield* checkAttribute(element, fact);
  else yield* checkElement(element, fact, extensionTable(element.type).elements);
}

function* checkAttribute(element: BpmnElement, fact: ExtensionFact): Iterable<Finding> {
  const { name, position, writtenName, value } = fact;
  const refusal = refusalOf(name);
  if (refusal !== undefined) {
    yield finding(refusal, element, { position, about: 'element', values: { k: value } });
    return;
  }
  const kind = extensionTable(element.type).attributes.get(name);
  if (kind === undefined) {
    yield finding('EXE-09', element, { position, about: `extension ${name}`, values: { x: writtenName } });
  } else yield* checkValue(element, { writtenName, name, text: value, fact }, kind);
}

function refusalOf(name: string) {
  return Object.hasOwn(REFUSED_EXTENSIONS, name) ? REFUSED_EXTENSIONS[name] : undefined;
}

/** Checks an extension element; `allowed` are the names that may stand where this one does. */
function* checkElement(element: BpmnElement, fact: ExtensionFact, allowed: ReadonlySet<string>): Iterable<Finding> {
  const { name, position, writtenName } = fact;
  const about = `extension ${name} ${position.line}:${position.column}`;
  if (CARRIED_EXTENSIONS.has(name)) {
    yield finding('W-05', element, { position, about, values: { x: writtenName } });
    return;
  }
  const refusal = refusalOf(name);
  const schema = extensionElementSchema(name);
  if (refusal !== undefined) yield finding(refusal, element, { position, about: 'element', values: { k: fact.value } });
  else if (schema === undefined || !allowed.has(name)) {
    yield finding('EXE-09', element, { position, about, values: { x: writtenName } });
  } else if (LISTENER_ELEMENTS.has(name) && isJava(fact)) yield finding('EXE-12', element, { position, about });
  else {
    yield* checkParts(element, fact, schema);
    yield* checkMapping(element, fact);
    yield* checkConstraint(element, fact);
    for (const child of fact.children) yield* checkElement(element, child, schema.children);
  }
}

function isJava({ attributes }: ExtensionFact): boolean {
  return attributes.has('class') || attributes.has('delegateExpression');
}

type Schema = NonNullable<ReturnType<typeof extensionElementSchema>>;

function* checkParts(element: BpmnElement, fact: ExtensionFact, schema: Schema): Iterable<Finding> {
  const { position, writtenName } = fact;
  for (const [name, text] of fact.attributes) {
    const kind = schema.attributes.get(name);
    const refusal = refusalOf(name);
    if (kind !== undefined)
      yield* checkValue(element, { writtenName: `${writtenName} ${name}`, name, text, fact }, kind);
    else if (refusal !== undefined)
      yield finding(refusal, element, { position, about: 'element', values: { k: text } });
    else yield finding('EXE-09', element, { position, values: { x: `${writtenName} ${name}` } });
  }
  for (const name of schema.required) {
    if ((fact.attributes.get(name) ?? '').trim() !== '') continue;
    yield finding('EXE-09', element, { position, values: { x: `${writtenName} without ${name}` } });
  }
  if (schema.text !== null && fact.children.length === 0) {
    yield* checkValue(element, { writtenName, name: fact.name, text: fact.value, fact }, schema.text);
  }
}

/** Checks that `in`, `out` and what a list gathers say from where, and what has no name of its own to where. */
function* checkMapping(element: BpmnElement, fact: ExtensionFact): Iterable<Finding> {
  if (!['in', 'out', 'variable'].includes(fact.name)) return;
  const has = (name: string) => (fact.attributes.get(name) ?? '').trim() !== '';
  if (fact.name !== 'variable' && (has('variables') || has('businessKey'))) return;
  if (has('source') || (has('sourceExpression') && has('target'))) return;
  const values = { x: `${fact.writtenName} without ${has('sourceExpression') ? 'target' : 'source'}` };
  yield finding('EXE-09', element, { position: fact.position, values });
}

const CONSTRAINTS: ReadonlySet<string> = new Set(
  'required readonly min max minlength maxlength pattern datePattern'.split(' '),
);

/** Checks a constraint of a field: any other name stands for a validator of the caller's own, which would be a class. */
function* checkConstraint(
  element: BpmnElement,
  { name, attributes, position, writtenName }: ExtensionFact,
): Iterable<Finding> {
  const wanted = attributes.get('name')?.trim() ?? '';
  if (name !== 'constraint' || wanted === '' || CONSTRAINTS.has(wanted)) return;
  if (wanted === 'validator') yield finding('EXE-15', element, { position });
  else yield finding('EXE-09', element, { position, values: { x: `${writtenName} name="${wanted}"` } });
}

const SINGLE_ELEMENTS: ReadonlySet<string> = new Set(['failedJobRetryTimeCycle', 'historyLevel']);

/** Reports contradictions: these extensions are attributes, and elements that may be there once and hold one text. */
function* contradictions(element: BpmnElement): Iterable<Finding> {
  const values = new Map<string, string>();
  for (const fact of element.extensions) {
    const isSingle = fact.kind === 'attribute' || SINGLE_ELEMENTS.has(fact.name);
    if (!isSingle || fact.family !== 'engine' || fact.value.trim() === '') continue;
    const other = values.get(fact.name);
    if (other !== undefined && other !== fact.value.trim()) {
      const { name, position } = fact;
      yield finding('EXE-25', element, { position, about: `contradiction ${name}`, values: { attr: name } });
    }
    values.set(fact.name, fact.value.trim());
  }
}

function* history({ document }: RuleContext): Iterable<Finding> {
  for (const process of document.processes) {
    const timeToLive = extensionAttribute(process, 'historyTimeToLive');
    if (timeToLive === null) yield finding('W-11', process);
    else if (readHistoryTimeToLive(timeToLive.value) === null) {
      const { position, value, writtenName } = timeToLive;
      yield finding('EXE-09', process, { position, values: { x: `${writtenName}="${value}" (duration)` } });
    }
  }
}

const BOUND_NAMES = ['calledElement', 'decisionRef', 'formRef'];

/** Checks that a binding to a version or tag gives it: without it would be one to something else. */
function* bindings({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    for (const name of BOUND_NAMES) {
      const binding = extensionAttribute(element, `${name}Binding`);
      const kind = binding?.value.trim() ?? '';
      const needed = kind === 'version' ? `${name}Version` : kind === 'versionTag' ? `${name}VersionTag` : null;
      if (binding === null || needed === null || extensionAttribute(element, needed) !== null) continue;
      const values = { x: `${binding.writtenName}="${kind}" without ${needed}` };
      yield finding('EXE-09', element, { position: binding.position, values });
    }
  }
}

export const EXTENSION_RULES: readonly Rule[] = [extensions, history, bindings];
