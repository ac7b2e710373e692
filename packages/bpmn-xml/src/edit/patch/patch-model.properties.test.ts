// Random patches of random files and of the reference models leave all bytes alone that they do not concern, and say what they were told.
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { randomFile, xmlText } from '../../testing/random-file.ts';
import { REFERENCE_COUNT, REFERENCE_MODELS, REFERENCE_TITLE } from '../../testing/reference-models.ts';
import { encodeMarkup } from '../../tree/encode-text.ts';
import { ownElements, ownId } from '../../tree/own-elements.ts';
import { parseXml } from '../../tree/tree.ts';
import type { XmlDocument, XmlElement } from '../../tree/tree.types.ts';
import { attributeValue, childElements, ownText } from '../../tree/xml-access.ts';
import type { PatchOperation } from './patch.types.ts';
import { patchModel } from './patch-model.ts';

function treeOf(bytes: Uint8Array): XmlDocument {
  const { tree, problem } = parseXml(bytes);
  if (tree === undefined) throw new Error(JSON.stringify(problem));
  return tree;
}

function elementOf(tree: XmlDocument, id: string): XmlElement {
  const found = ownElements(tree).find((element) => ownId(element) === id);
  if (found === undefined) throw new Error(`${id} is gone`);
  return found;
}

const child = (element: XmlElement, name: string) => childElements(element).find(({ local }) => local === name);
const FLOWABLE = 'http://flowable.org/bpmn';

type Range = readonly [number, number];

/** Where an operation may change a byte, told without a look at how it is done. */
function concerned(tree: XmlDocument, { op, elementId, name }: PatchOperation): readonly Range[] {
  const element = elementOf(tree, elementId);
  const { start, end, startTagEnd } = element;
  const isOneTag = startTagEnd === end;
  if (op === 'setAttribute') {
    const written = element.attributes.find(
      (each) => each.local === name?.replace(/^\w+:/, '') && each.local === 'name',
    );
    return [written === undefined ? [start, startTagEnd] : [written.valueStart, written.valueEnd]];
  }
  const part = child(element, op === 'setText' ? 'documentation' : 'extensionElements');
  // The start tag declares the prefix of an extension where nobody did.
  if (op === 'setExtension')
    return part === undefined
      ? [[start, end]]
      : [
          [start, startTagEnd],
          [part.start, part.end],
        ];
  if (part !== undefined) return [[part.start, part.end]];
  return isOneTag ? [[start, end]] : [[startTagEnd, startTagEnd]];
}

/** The slices of a file that nothing concerns, in their order. */
function untouched(tree: XmlDocument, operations: readonly PatchOperation[]): readonly Uint8Array[] {
  const ranges = operations
    .flatMap((operation) => concerned(tree, operation))
    .toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const slices: Uint8Array[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (start >= at) slices.push(tree.bytes.subarray(at, start));
    at = Math.max(at, end);
  }
  return [...slices, tree.bytes.subarray(at)];
}

function expectUntouched(result: Uint8Array, slices: readonly Uint8Array[]): void {
  const bytes = Buffer.from(result);
  const [first, last] = [slices[0]!, slices.at(-1)!];
  expect(bytes.subarray(0, first.length).equals(first)).toBe(true);
  expect(bytes.subarray(bytes.length - last.length).equals(last)).toBe(true);
  let at = first.length;
  for (const slice of slices.slice(1, -1)) {
    const found = bytes.indexOf(slice, at);
    expect(found).toBeGreaterThanOrEqual(at);
    at = found + slice.length;
  }
  expect(at).toBeLessThanOrEqual(bytes.length - last.length);
}

/** What the file says of all that the operations wrote, the last word holding. */
function expectSaid(tree: XmlDocument, operations: readonly PatchOperation[]): void {
  const last = new Map(
    operations.map((operation) => [`${operation.op} ${operation.elementId} ${operation.name}`, operation]),
  );
  for (const operation of last.values()) {
    if (operation.op === 'remove') continue;
    const element = elementOf(tree, operation.elementId);
    const { op, value } = operation;
    if (op === 'setText') expect(ownText(child(element, 'documentation')!)).toBe(value);
    else if (op === 'setExtension')
      expect(childElements(child(element, 'extensionElements')!).some(({ local }) => local === 'new')).toBe(true);
    else if (operation.name === 'name') expect(attributeValue(element, 'name')).toBe(value);
    else expect(attributeValue(element, 'assignee', FLOWABLE)).toBe(value);
  }
}

/** Operations that each of these elements takes. */
function operationsOn(ids: readonly string[]): fc.Arbitrary<PatchOperation> {
  const elementId = fc.constantFrom(...ids);
  return fc.oneof(
    fc.record({
      op: fc.constant('setAttribute' as const),
      elementId,
      name: fc.constantFrom('name', 'flowable:assignee'),
      value: xmlText,
    }),
    fc.record({ op: fc.constant('setText' as const), elementId, name: fc.constant('documentation'), value: xmlText }),
    fc.record({
      op: fc.constant('setExtension' as const),
      elementId,
      name: fc.constant('flowable:new'),
      value: fc.constantFrom(
        '<flowable:new/>',
        '<flowable:new xmlns:flowable="http://flowable.org/bpmn"> <a xmlns="urn:a"/></flowable:new>',
      ),
    }),
  );
}

/** Elements of their own id whose documentation, where they have one, can be addressed. */
function patchable(tree: XmlDocument): readonly string[] {
  const elements = ownElements(tree);
  const counts = Map.groupBy(elements, ownId);
  const isPlain = (element: XmlElement) => {
    const documentation = childElements(element).filter(({ local }) => local === 'documentation');
    return documentation.length < 2 && documentation.every((each) => childElements(each).length === 0);
  };
  return elements
    .filter(({ local }) => /Task$|^task$|[sS]ubProcess|Event$|Gateway$|^sequenceFlow$/.test(local))
    .filter(isPlain)
    .flatMap((element) => ownId(element) ?? [])
    .filter((id) => counts.get(id)?.length === 1);
}

function expectPatched(bytes: Uint8Array, operations: readonly PatchOperation[]): void {
  const tree = treeOf(bytes);
  const result = patchModel(bytes, operations);
  if (!('bytes' in result)) throw new Error(JSON.stringify(result));
  const after = treeOf(result.bytes);
  expect(after.encoding).toBe(tree.encoding);
  expectUntouched(result.bytes, untouched(tree, operations));
  expectSaid(after, operations);
  expect(
    ownElements(after)
      .map(ownId)
      .filter((id) => id !== null),
  ).toEqual(
    ownElements(tree)
      .map(ownId)
      .filter((id) => id !== null),
  );
}

describe('patches of random files', () => {
  it('give the same bytes without an operation', () => {
    fc.assert(
      fc.property(randomFile, (bytes) => {
        expect(patchModel(bytes, [])).toEqual({ bytes });
      }),
    );
  });

  it('leave every byte alone that they do not concern', () => {
    const patch = randomFile
      .filter((bytes) => patchable(treeOf(bytes)).length > 0)
      .chain((bytes) =>
        fc.tuple(fc.constant(bytes), fc.array(operationsOn(patchable(treeOf(bytes))), { minLength: 1, maxLength: 6 })),
      );
    fc.assert(
      fc.property(patch, ([bytes, operations]) => expectPatched(bytes, operations)),
      inject('properties'),
    );
  });

  it('come to the same whether done at once or one after the other, as far as attributes go', () => {
    const patch = randomFile
      .filter((bytes) => patchable(treeOf(bytes)).length > 0)
      .chain((bytes) => {
        const attribute = operationsOn(patchable(treeOf(bytes))).filter(({ op }) => op === 'setAttribute');
        return fc.tuple(fc.constant(bytes), fc.array(attribute, { maxLength: 4 }));
      });
    fc.assert(
      fc.property(patch, ([bytes, operations]) => {
        const distinct = [...new Map(operations.map((each) => [`${each.elementId} ${each.name}`, each])).values()];
        const stepwise = distinct.reduce((file, operation) => {
          const step = patchModel(file, [operation]);
          if (!('bytes' in step)) throw new Error(JSON.stringify(step));
          return step.bytes;
        }, bytes);
        expect(patchModel(bytes, distinct)).toEqual({ bytes: new Uint8Array(stepwise) });
      }),
    );
  });
});

const PATCHES = 5;
const OPERATIONS = 100;

describe.runIf(REFERENCE_MODELS.length > 0)(`patches of ${REFERENCE_TITLE}`, () => {
  it('are of all of them', () => {
    expect(REFERENCE_MODELS).toHaveLength(REFERENCE_COUNT);
  });

  it.each(REFERENCE_MODELS)('$name: more than 400 random operations leave every other byte alone', ({ bytes }) => {
    const ids = patchable(treeOf(bytes));
    const operations = fc.array(operationsOn(ids), { minLength: OPERATIONS - 10, maxLength: OPERATIONS });
    fc.assert(
      fc.property(operations, (drawn) => expectPatched(bytes, drawn)),
      { numRuns: PATCHES },
    );
  });

  it.each(REFERENCE_MODELS)('$name: another name changes the value of that attribute and nothing else', ({ bytes }) => {
    const before = treeOf(bytes);
    const named = ownElements(before).filter(
      (element) => (attributeValue(element, 'name') ?? '') !== '' && ownId(element) !== null,
    );
    const element = named[Math.floor(named.length / 2)]!;
    const written = element.attributes.find(({ local, namespace }) => local === 'name' && namespace === '')!;
    const result = patchModel(bytes, [
      { op: 'setAttribute', elementId: ownId(element)!, name: 'name', value: 'Başka <ad>' },
    ]);
    if (!('bytes' in result)) throw new Error(JSON.stringify(result));
    const value = encodeMarkup('Başka &lt;ad>', before.encoding);
    const expected = Buffer.concat([bytes.subarray(0, written.valueStart), value, bytes.subarray(written.valueEnd)]);
    expect(Buffer.from(result.bytes).equals(expected)).toBe(true);
  });
});
