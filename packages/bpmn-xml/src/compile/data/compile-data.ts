// Data objects and properties become variables with a name and what they begin with.
import type { DataItem } from '@keelson/bpmn-core';
import { type BpmnElement, booleanAttribute, childrenOfType, dataVariableName } from '@keelson/bpmn-rules';
import type { Compilation } from '../compilation/compilation.ts';
import { extensionElements, firstChild, localName, referenced, requiredId } from '../compilation/elements.ts';
import { compileText } from '../compilation/expressions.ts';
import type { ModelFiles } from '../compilation/model-files.ts';

/** Answers the variable of a data element: its name when that is an identifier, else its id; of a reference that of its object. */
export function dataName(files: ModelFiles, element: BpmnElement): string {
  const object = element.type === 'dataObjectReference' ? referenced(files, element, 'dataObjectRef') : undefined;
  return dataVariableName(object ?? element) ?? requiredId(element);
}

export function compileProperties(compilation: Compilation, element: BpmnElement): readonly DataItem[] {
  return childrenOfType(element, 'property').map((property) => compileDataItem(compilation, property));
}

/** Compiles the data objects that lie directly in a scope. */
export function compileDataObjects(compilation: Compilation, scope: BpmnElement): readonly DataItem[] {
  return childrenOfType(scope, 'dataObject').map((object) => compileDataItem(compilation, object));
}

export function compileDataItem(compilation: Compilation, element: BpmnElement): DataItem {
  return {
    name: dataName(compilation, element),
    initial: initialValue(compilation, element),
    collection: booleanAttribute(element, 'isCollection', false),
  };
}

/** Reads `value` of an extension, in the type of the item; null without one. */
function initialValue(files: ModelFiles, element: BpmnElement): DataItem['initial'] {
  const text = extensionElements(element, 'value')[0]?.value.trim() ?? '';
  if (text === '') return null;
  if (/[$#]\{/.test(text)) return compileText(text);
  const type = typeName(files, element);
  if (type === 'boolean') return text === 'true' || text === '1';
  return NUMBER_TYPES.has(type) && Number.isFinite(Number(text)) ? Number(text) : text;
}

const NUMBER_TYPES: ReadonlySet<string> = new Set(
  'byte decimal double float int integer long short nonNegativeInteger positiveInteger unsignedInt'.split(' '),
);

/** Answers the type of a data element: tools name one of XML Schema where the standard wants an item definition. */
function typeName(files: ModelFiles, element: BpmnElement): string {
  const item = referenced(files, element, 'itemSubjectRef');
  return localName(item?.attributes.get('structureRef') ?? element.attributes.get('itemSubjectRef') ?? '');
}

/** Whether a data association or specification stands in the element. */
export function hasDataFlow(element: BpmnElement): boolean {
  return DATA_FLOW.some((type) => firstChild(element, type) !== undefined);
}

const DATA_FLOW = ['ioSpecification', 'dataInputAssociation', 'dataOutputAssociation'];
