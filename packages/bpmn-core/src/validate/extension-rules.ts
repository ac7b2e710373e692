// Rules of extension attributes and elements: known, executed, carried or refused, and never said in two ways.
import type { BpmnElement, ExtensionFact } from '../model/document.ts';
import { isVariableName } from '../model/values.ts';
import { extensionAttribute } from './extension-facts.ts';
import {
  CARRIED_EXTENSIONS,
  extensionTable,
  isKnownExtension,
  LISTENER_ELEMENTS,
  REFUSED_EXTENSIONS,
} from './extension-tables.ts';
import { isNotBuilt } from './not-built-rules.ts';
import { type Finding, finding } from './problem.ts';
import { readHistoryLevel, readHistoryTimeToLive } from './process-facts.ts';
import type { Rule, RuleContext } from './rule-context.ts';

function* extensions({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    if (element.process === null) continue;
    for (const fact of element.extensions) yield* checkFact(element, fact);
    yield* contradictions(element);
  }
}

function* checkFact(element: BpmnElement, fact: ExtensionFact): Iterable<Finding> {
  const { name, position, writtenName } = fact;
  const about = `extension ${name}`;
  if (fact.family === 'zeebe') {
    const ruleId = CARRIED_EXTENSIONS.has(name) ? 'W-05' : 'EXE-24';
    yield finding(ruleId, element, { position, about, values: { x: writtenName } });
  } else if (CARRIED_EXTENSIONS.has(name)) {
    yield finding('W-05', element, { position, about, values: { x: writtenName } });
  } else if (fact.kind === 'attribute') yield* checkAttribute(element, fact);
  else yield* checkElement(element, fact);
}

function* checkAttribute(element: BpmnElement, fact: ExtensionFact): Iterable<Finding> {
  const { name, position, writtenName } = fact;
  const about = `extension ${name}`;
  const refused = Object.hasOwn(REFUSED_EXTENSIONS, name) ? REFUSED_EXTENSIONS[name] : undefined;
  if (refused !== undefined) {
    // It says why the element cannot be executed, so it takes the place of EXE-00.
    yield finding(refused, element, { position, about: 'element', values: { k: fact.value } });
    return;
  }
  const { executed, notBuilt } = extensionTable(element.type);
  if (executed.has(name)) return;
  if (notBuilt.has(name)) {
    const isNeutral = fact.value.trim() === '' || fact.value.trim() === notBuilt.get(name);
    if (!isNeutral) yield finding('EXE-00', element, { position, about, values: { x: writtenName } });
  } else if (!isRefusedWhole(element, name)) {
    yield finding('EXE-09', element, { position, about, values: { x: writtenName } });
  }
}

function* checkElement(element: BpmnElement, fact: ExtensionFact): Iterable<Finding> {
  const { name, position, writtenName } = fact;
  const about = `extension ${name} ${position.line}:${position.column}`;
  const values = { x: writtenName };
  const isJava = fact.attributes.has('class') || fact.attributes.has('delegateExpression');
  if (LISTENER_ELEMENTS.has(name) && isJava) yield finding('EXE-12', element, { position, about });
  else if (extensionTable(element.type).notBuiltElements.has(name)) {
    yield finding('EXE-00', element, { position, about, values });
  } else if (!isRefusedWhole(element, name)) yield finding('EXE-09', element, { position, about, values });
}

/** A known name on an element that is refused itself needs no word of its own. */
function isRefusedWhole(element: BpmnElement, name: string): boolean {
  return isNotBuilt(element) && isKnownExtension(name);
}

function* contradictions(element: BpmnElement): Iterable<Finding> {
  const values = new Map<string, string>();
  for (const fact of element.extensions) {
    if (fact.kind !== 'attribute' || fact.family !== 'engine' || fact.value.trim() === '') continue;
    const other = values.get(fact.name);
    if (other !== undefined && other !== fact.value.trim()) {
      const { name, position } = fact;
      yield finding('EXE-25', element, { position, about: `contradiction ${name}`, values: { attr: name } });
    }
    values.set(fact.name, fact.value.trim());
  }
}

function* names({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    if (element.type !== 'startEvent' || element.process === null) continue;
    const initiator = extensionAttribute(element, 'initiator');
    if (initiator === null || isVariableName(initiator.value.trim())) continue;
    const { position, value } = initiator;
    yield finding('EXE-26', element, { position, values: { n: value } });
  }
}

function* history({ document }: RuleContext): Iterable<Finding> {
  for (const process of document.processes) {
    const timeToLive = extensionAttribute(process, 'historyTimeToLive');
    if (timeToLive === null) yield finding('W-11', process);
    else if (readHistoryTimeToLive(timeToLive.value) === null) yield wrongValue(process, timeToLive, 'duration');
    const level = extensionAttribute(process, 'historyLevel');
    if (level === null) continue;
    const known = readHistoryLevel(level.value);
    if (known === null) yield wrongValue(process, level, 'history level');
    else if (known !== 'full') {
      const { position, value, writtenName } = level;
      const values = { x: `${writtenName}="${value}"` };
      yield finding('EXE-00', process, { position, about: 'extension historyLevel', values });
    }
  }
}

const LITERAL_FACTS = ['candidateStarterUsers', 'candidateStarterGroups', 'versionTag'];

/** Facts of a definition are there before any instance whose variables an expression could read. */
function* literals({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    const names = element.type === 'process' ? LITERAL_FACTS : element.type === 'startEvent' ? ['formKey'] : [];
    for (const name of names) {
      const fact = extensionAttribute(element, name);
      if (fact === null || !/[$#]\{/.test(fact.value)) continue;
      const { position, writtenName } = fact;
      const values = { x: `an expression in ${writtenName}` };
      yield finding('EXE-00', element, { position, about: `extension ${name}`, values });
    }
  }
}

function wrongValue(process: BpmnElement, fact: ExtensionFact, type: string): Finding {
  const { position, value, writtenName } = fact;
  return finding('EXE-09', process, { position, values: { x: `${writtenName}="${value}" (${type})` } });
}

export const EXTENSION_RULES: readonly Rule[] = [extensions, names, history, literals];
