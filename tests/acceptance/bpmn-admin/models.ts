// Makes process models for scenarios.
import type { Person } from '../../support/people.ts';

/** Is a file of one process with a task between start and end. */
export function fileOf(id: string, task = 'Approve'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:acceptance">
  <process id="${id}" name="Leave" isExecutable="true">
    <startEvent id="asked"/><sequenceFlow id="f1" sourceRef="asked" targetRef="approve"/>
    <userTask id="approve" name="${task}"/><sequenceFlow id="f2" sourceRef="approve" targetRef="done"/>
    <endEvent id="done"/>
  </process>
</definitions>`;
}

/** Is a file of one process that calls another. */
export function callOf(id: string, key: string): string {
  return fileOf(id).replace(
    '<userTask id="approve" name="Approve"/>',
    `<callActivity id="approve" calledElement="${key}"/>`,
  );
}

const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** Saves a process with a picture, and answers what names it. */
export async function savedBy(person: Person, code: string) {
  const body = { bpmnXml: fileOf(code), namespace: code, svg: picture };
  const { body: id } = await person.sure.bpmnAdmin.save({ body });
  const process = (await person.sure.bpmnAdmin.getProcess({ params: { id } })).body;
  return { id, code, version: process.version!, modelId: process.modelId!, params: { id } };
}

export async function deployedBy(person: Person, code: string) {
  const saved = await savedBy(person, code);
  const { body: deployment } = await person.sure.bpmnAdmin.deployProcess({ params: saved.params });
  return { ...saved, version: saved.version + 1, deployment };
}

export async function importedBy(person: Person, code: string) {
  const files = { files: [{ fileName: 'a.bpmn', bytes: fileOf(code) }] };
  return (await person.sure.bpmnAdmin.importProcesses({ files })).body;
}
