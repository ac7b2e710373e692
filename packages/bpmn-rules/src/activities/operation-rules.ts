// Rules of operations: the interfaces a process supports, and the data that tasks exchange with their messages.
import {
  type BpmnDocument,
  type BpmnElement,
  childrenOfType,
  findReference,
  referencedElement,
} from '../facts/types/document.ts';
import { CALLABLE_TYPES } from '../facts/types/element-types.ts';
import { isSameType, itemOf, named, payloadItem } from '../facts/types/item-types.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import { aboutReference, elementsOfType, type Rule, type RuleContext } from '../rule/rule-context.ts';
import type { RuleId } from '../texts/rule-catalogue.ts';

/** Input and output sets of an activity, with the data of each side. */
interface IoSides {
  readonly inputSets: number;
  readonly outputSets: number;
  readonly inputs: readonly BpmnElement[];
  readonly outputs: readonly BpmnElement[];
}

const NO_DATA: IoSides = { inputSets: 0, outputSets: 0, inputs: [], outputs: [] };

function ioOf(element: BpmnElement): IoSides | null {
  const io = childrenOfType(element, 'ioSpecification')[0];
  if (io === undefined) return null;
  return {
    inputSets: childrenOfType(io, 'inputSet').length,
    outputSets: childrenOfType(io, 'outputSet').length,
    inputs: childrenOfType(io, 'dataInput'),
    outputs: childrenOfType(io, 'dataOutput'),
  };
}

/**
 * Whether data are of the message's type: a single one is, while several are parts of it; a message without type says nothing of theirs.
 */
function isOfMessage(document: BpmnDocument, data: readonly BpmnElement[], message: BpmnElement | undefined): boolean {
  const item = message === undefined ? undefined : payloadItem(document, message);
  if (item === undefined || data.length !== 1) return true;
  return data.every((each) => isSameType(itemOf(document, each), item));
}

function* taskData(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const [type, rule] of Object.entries(DATA_RULES)) {
    for (const task of elementsOfType(context, type)) {
      const operation = referencedElement(document, task, 'operationRef');
      // Only a service task must have an input set for its operation; the others may leave their data out.
      const io = ioOf(task) ?? (type === 'serviceTask' ? NO_DATA : null);
      if (io === null) continue;
      const message = referencedElement(document, task, 'messageRef');
      // A task that names its operation alone exchanges whatever that needs, in as many data as it likes.
      let broken: Breach | null = null;
      if (type === 'serviceTask') broken = operation === undefined ? null : breachOfOperation(document, io, operation);
      else if (message !== undefined || operation === undefined) broken = breachOfMessage(document, type, io, message);
      if (broken !== null) yield finding(rule, task, { values: { ...broken } });
    }
  }
}

const DATA_RULES: Readonly<Record<string, RuleId>> = {
  serviceTask: 'ACT-14',
  sendTask: 'ACT-15',
  receiveTask: 'ACT-16',
};

/** The one of several conditions that is broken, in English and in Turkish. */
interface Breach {
  readonly x: string;
  readonly xTr: string;
}

function breachOfMessage(
  document: BpmnDocument,
  type: string,
  io: IoSides,
  message: BpmnElement | undefined,
): Breach | null {
  const isSent = type === 'sendTask';
  const data = isSent ? io.inputs : io.outputs;
  const sets = isSent ? io.inputSets : io.outputSets;
  if (sets > 1) return { x: `${sets} sets`, xTr: `${sets} küme` };
  if (data.length > 1) return { x: `${data.length} data`, xTr: `${data.length} veri` };
  return isOfMessage(document, data, message) ? null : typeBreach(data);
}

function breachOfOperation(document: BpmnDocument, io: IoSides, operation: BpmnElement): Breach | null {
  if (io.inputSets !== 1) return { x: `${io.inputSets} input sets`, xTr: `${io.inputSets} girdi kümesi` };
  if (io.outputSets > 1) return { x: `${io.outputSets} output sets`, xTr: `${io.outputSets} çıktı kümesi` };
  const [incoming, outgoing] = ['inMessageRef', 'outMessageRef'].map((name) =>
    referencedElement(document, operation, name),
  );
  if (!isOfMessage(document, io.inputs, incoming)) return typeBreach(io.inputs);
  return isOfMessage(document, io.outputs, outgoing) ? null : typeBreach(io.outputs);
}

function typeBreach(data: readonly BpmnElement[]): Breach {
  const names = data.map(label).join(', ');
  return { x: `type of ${names}`, xTr: `${names} türü` };
}

function supportedInterfaces(document: BpmnDocument, callable: BpmnElement): readonly BpmnElement[] {
  return named(document, callable, 'supportedInterfaceRef');
}

/** Checks that what a task names in an imported file is an operation; names in the file itself are for the rules of references. */
function* taskOperations(context: RuleContext): Iterable<Finding> {
  const { document, deployment } = context;
  for (const element of document.elements) {
    const reference = element.process === null ? undefined : findReference(element, 'operationRef');
    if (reference === undefined || !reference.namespace || !document.importedNamespaces.has(reference.namespace))
      continue;
    const isDefined = deployment.some(
      (each) =>
        each.targetNamespace === reference.namespace &&
        each.elementsById.get(reference.localName)?.type === 'operation',
    );
    if (!isDefined) yield finding('ACT-21', element, { about: aboutReference('operationRef', reference.text) });
  }
}

function* bindings({ document }: RuleContext): Iterable<Finding> {
  for (const callable of document.elements) {
    if (!CALLABLE_TYPES.has(callable.type) || callable.parent?.type !== 'definitions') continue;
    const found = childrenOfType(callable, 'ioBinding');
    for (const binding of found) {
      if (isBrokenBinding(document, callable, binding)) yield finding('PRC-09', binding);
    }
    const bound = new Set(found.map((binding) => referencedElement(document, binding, 'operationRef')));
    for (const each of supportedInterfaces(document, callable)) {
      for (const operation of childrenOfType(each, 'operation')) {
        if (bound.has(operation)) continue;
        yield finding('PRC-13', callable, { values: { x: label(callable), i: label(each), o: label(operation) } });
      }
    }
  }
}

function isBrokenBinding(document: BpmnDocument, callable: BpmnElement, binding: BpmnElement): boolean {
  const io = ioOf(callable);
  if (io === null) return true;
  const operation = referencedElement(document, binding, 'operationRef');
  const input = referencedElement(document, binding, 'inputDataRef');
  const output = referencedElement(document, binding, 'outputDataRef');
  // REF-01 reports what leads nowhere.
  if (operation !== undefined) {
    if (operation.parent === null || !supportedInterfaces(document, callable).includes(operation.parent)) return true;
    const [incoming, outgoing] = ['inMessageRef', 'outMessageRef'].map((name) =>
      referencedElement(document, operation, name),
    );
    if (input !== undefined && incoming !== undefined && !agreesWith(document, input, incoming)) return true;
    if (output !== undefined && outgoing !== undefined && !agreesWith(document, output, outgoing)) return true;
  }
  const isOwn = (data: BpmnElement | undefined, of: readonly BpmnElement[]) =>
    data === undefined || of.includes(dataOf(document, data, of));
  return !isOwn(input, io.inputs) || !isOwn(output, io.outputs);
}

/** Lists the data that a binding names: the schema lets it name a set (`inputDataRef` of type tInputSet in tools) as well as a datum. */
function dataOf(document: BpmnDocument, data: BpmnElement, of: readonly BpmnElement[]): BpmnElement {
  const inner = [...named(document, data, 'dataInputRefs'), ...named(document, data, 'dataOutputRefs')];
  return inner.find((each) => of.includes(each)) ?? data;
}

function agreesWith(document: BpmnDocument, data: BpmnElement, message: BpmnElement): boolean {
  const item = payloadItem(document, message);
  const own = itemOf(document, data);
  return item === undefined || own === undefined || isSameType(own, item);
}

export const OPERATION_RULES: readonly Rule[] = [taskData, taskOperations, bindings];
