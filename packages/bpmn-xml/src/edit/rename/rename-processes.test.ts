// A process takes another id, and everything follows that names it by the schema or by a known extension, and nothing else.
import { resolveReference } from '@keelson/bpmn-rules';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../read/read-document.ts';
import { readDeployment } from '../../read-deployment.ts';
import { REFERENCE_MODELS, REFERENCE_TITLE } from '../../testing/reference-models.ts';
import { NAMESPACES, utf8 } from '../../testing/texts.ts';
import { encodeMarkup } from '../../tree/encode-text.ts';
import { parseXml } from '../../tree/tree.ts';
import { renameProcesses } from './rename-processes.ts';

const file = (content: string) =>
  `<?xml version="1.0"?>\n<definitions ${NAMESPACES} targetNamespace="urn:test">${content}</definitions>`;

function renamed(content: string, code: string) {
  const result = renameProcesses(utf8(file(content)), code);
  if (!('bytes' in result)) throw new Error(JSON.stringify(result));
  const text = new TextDecoder().decode(result.bytes);
  return { ...result, content: text.slice(file('').length - '</definitions>'.length, -'</definitions>'.length) };
}

const refused = (content: string, code: string) => {
  const result = renameProcesses(utf8(file(content)), code);
  return 'refused' in result ? result.refused : null;
};

describe('the only process of a file', () => {
  it('takes the code, and all that names it follows, with prefixes, blanks and quotes as they were', () => {
    const before = `
      <collaboration id="c"><participant id="pa" processRef='tns:order'/><association id="a" sourceRef=" order " targetRef="pa"/></collaboration>
      <process id="order" name="order"><supports>
        order
      </supports><callActivity id="again" calledElement="order"/><callActivity id="z"><extensionElements><zeebe:calledElement processId="order"/>
        <zeebe:calledElement processId='= "order"'/></extensionElements></callActivity><lane partitionElementRef="order"/></process>
      <relationship type="r"><source>tns:order</source><target><![CDATA[order]]></target></relationship>
      <bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="pl" bpmnElement="order"/></bpmndi:BPMNDiagram>`;
    const { content, renamed: ids, places } = renamed(before, 'izin');
    expect(content).toBe(before.replaceAll('order', 'izin').replace('name="izin"', 'name="order"'));
    expect(ids).toEqual([{ old: 'order', new: 'izin' }]);
    expect(places.map(({ elementId, type, name, old, new: id }) => [elementId, type, name, old, id])).toEqual([
      ['pa', 'participant', 'processRef', 'tns:order', 'tns:izin'],
      ['a', 'association', 'sourceRef', 'order', 'izin'],
      ['order', 'process', 'id', 'order', 'izin'],
      ['order', 'process', 'supports', 'order', 'izin'],
      ['again', 'callActivity', 'calledElement', 'order', 'izin'],
      ['z', 'callActivity', 'processId', 'order', 'izin'],
      ['z', 'callActivity', 'processId', '= "order"', '= "izin"'],
      [null, 'lane', 'partitionElementRef', 'order', 'izin'],
      [null, 'relationship', 'source', 'tns:order', 'tns:izin'],
      [null, 'relationship', 'target', 'order', 'izin'],
      ['pl', 'BPMNPlane', 'bpmnElement', 'order', 'izin'],
    ]);
    expect(places[0]).toMatchObject({ line: 3 });
  });

  it('takes the code, and what only looks like its id stays', () => {
    const before = `
      <itemDefinition id="i" structureRef="order"/><error id="e" errorCode="order" name="order"/>
      <process id="order"><documentation id="x">order</documentation><extensionElements><x:y xmlns:x="urn:x" id="order" ref="order">order</x:y>
        <zeebe:calledElement processId="order"/></extensionElements>
        <startEvent id="s" flowable:formKey="order"/><callActivity id="c1" calledElement="\${order}"/><callActivity id="c2" calledElement="camunda:order"/>
        <callActivity id="c3" calledElement="order" flowable:calledElementType="id"/><task id="order_1" name="order"/>
        <endEvent id="n"><errorEventDefinition errorRef="order"/></endEvent></process>`;
    expect(renamed(before, 'new').content).toBe(before.replace('<process id="order">', '<process id="new">'));
  });

  it('stays as it is under the id that it has, and where there is none', () => {
    const bytes = utf8(file('<process id=" order "/>'));
    expect(renameProcesses(bytes, 'order')).toEqual({ bytes, renamed: [], places: [] });
    const choreography = utf8(file('<choreography id="c"/>'));
    expect(renameProcesses(choreography, 'order')).toEqual({ bytes: choreography, renamed: [], places: [] });
    expect(renamed('<process name="p"/>', 'x').content).toBe('<process name="p"/>');
  });
});

describe('several processes', () => {
  it('take the code as a prefix, each with what names it', () => {
    const before = `<collaboration id="c"><participant id="pa" processRef="a"/><participant id="pb" processRef="b"/></collaboration>
      <process id="a"><callActivity id="x" calledElement="b"/></process><process id="b"/><process id="k_a"/>`;
    const { content, renamed: ids } = renamed(before, 'k');
    expect(content).toBe(
      before
        .replaceAll('"a"', '"k_a_"')
        .replaceAll('"k_a"', '"k_k_a"')
        .replaceAll('"k_a_"', '"k_a"')
        .replaceAll('"b"', '"k_b"'),
    );
    expect(ids).toEqual([
      { old: 'a', new: 'k_a' },
      { old: 'b', new: 'k_b' },
      { old: 'k_a', new: 'k_k_a' },
    ]);
  });
});

describe('another id', () => {
  it.each([
    ['that is none', '<process id="a"/>', 'a b', 'CODE_INVALID'],
    ['that is too long', '<process id="a"/>', 'x'.repeat(256), 'CODE_INVALID'],
    ['that is too long with its prefix', '<process id="a"/><process id="b"/>', 'x'.repeat(254), 'CODE_INVALID'],
    ['of another element', '<process id="a"><task id="t"/></process>', 't', 'ID_TAKEN'],
    ['of a shape', '<process id="a"/><bpmndi:BPMNDiagram id="t"/>', 't', 'ID_TAKEN'],
    ['in place of one that is written twice', '<process id="a"/><message id="a"/>', 'b', 'ID_AMBIGUOUS'],
  ])('another id is refused %s', (_, content, code, reason) => {
    expect(refused(content, code)).toBe(reason);
  });

  it('another id is refused that the encoding of the file cannot write', () => {
    const bytes = encodeMarkup(file('<process id="a"/>').replace('?>', ' encoding="us-ascii"?>'), 'us-ascii');
    expect(renameProcesses(bytes, 'şirket')).toMatchObject({ refused: 'NOT_IN_ENCODING' });
    expect(renameProcesses(utf8('no xml'), 'a')).toMatchObject({ problem: { ruleId: 'DOC-01' } });
  });
});

describe.runIf(REFERENCE_MODELS.length > 0)(`the processes of ${REFERENCE_TITLE}`, () => {
  /** References that lead to an element of the file, in its diagrams, too. */
  const kept = (bytes: Uint8Array) => {
    const document = readDocument(parseXml(bytes).tree!, '');
    const marks = document.planes.flatMap((plane) => [plane, ...plane.marks]).flatMap(({ element }) => element ?? []);
    const all = [...document.elements.flatMap(({ references }) => references), ...marks];
    return all.map((reference) => resolveReference(document, reference)?.type ?? null);
  };
  const problems = (name: string, bytes: Uint8Array) =>
    readDeployment([{ name, bytes }], { strictness: 'strict' }).problems.map(({ ruleId, line }) => `${ruleId} ${line}`);

  it.each(REFERENCE_MODELS)('$name: take another id, and every reference leads where it led', ({ name, bytes }) => {
    const result = renameProcesses(bytes, 'another-code');
    if (!('bytes' in result)) throw new Error(JSON.stringify(result));
    const { processes } = readDocument(parseXml(result.bytes).tree!, '');
    expect(result.renamed).toHaveLength(processes.length);
    expect(processes.map(({ id }) => id)).toEqual(result.renamed.map((each) => each.new));
    expect(kept(result.bytes)).toEqual(kept(bytes));
    expect(problems(name, result.bytes)).toEqual(problems(name, bytes));
    for (const { old } of result.renamed) expect(processes.every(({ id }) => id !== old)).toBe(true);
  });
});
