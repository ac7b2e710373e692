// Reads of a BPMN file which processes it has, what its elements are, and what they use.
import { type BpmnDocument, type BpmnElement, booleanAttribute } from '@keelson/bpmn-rules';
import { ELEMENT_SCHEMAS } from '../schema/tables/schema-table.ts';
import { distinctNames } from './distinct-names.ts';
import type { FileProcess, ReadableFacts } from './facts.types.ts';
import { modelReferences } from './model-references.ts';

export function bpmnFacts(document: BpmnDocument): ReadableFacts {
  const { processes, elements, definitions, targetNamespace } = document;
  const main =
    processes.find((process) => booleanAttribute(process, 'isExecutable', false)) ??
    processes.find(isExecutable) ??
    processes[0];
  const types = elements.filter((element) => element !== definitions && hasId(element)).map(({ type }) => type);
  return {
    kind: 'BPMN',
    mainId: main?.id ?? null,
    name: main?.name ?? null,
    targetNamespace: targetNamespace.trim(),
    processes: processes.flatMap(fileProcess),
    keys: processes.flatMap(({ id }) => id ?? []),
    names: distinctNames(elements.map(({ name }) => name)),
    elementTypes: [...new Set(types)].sort(),
    references: modelReferences(document),
  };
}

function isExecutable(process: BpmnElement): boolean {
  return booleanAttribute(process, 'isExecutable', process.attributes.get('processType')?.trim() !== 'Public');
}

function fileProcess(process: BpmnElement): readonly FileProcess[] {
  const { id, name } = process;
  return id === null ? [] : [{ id, name, executable: isExecutable(process) }];
}

/** Whether elements of the type have ids; lists of names and bare texts have none: nobody looks for a model by those. */
function hasId({ type }: BpmnElement): boolean {
  return ELEMENT_SCHEMAS[type]?.attributes.includes('id:ID') === true;
}
