// Elements without id: they are read, run and told under ids that the same file always gives.
import { describe, expect, it } from 'vitest';
import { readNodes } from '../read-deployment.ts';
import { acceptedFile } from '../testing/accepted-model.ts';
import { END, model, problemsOf, START } from '../testing/model-text.ts';
import { run } from '../testing/run-model.ts';
import { utf8 } from '../testing/texts.ts';

const FLOWS = '<sequenceFlow sourceRef="s" targetRef="t"/><sequenceFlow sourceRef="t" targetRef="e"/>';
const TEXT = model(`${START}<userTask id="t"/>${END}${FLOWS}`);
const idsOf = (text: string) => acceptedFile(text).flows.map(({ id }) => id);

describe('sequence flows without id', () => {
  it.each(['lenient', 'spec', 'strict'] as const)('sequence flows without id are no error under %s', (strictness) => {
    const listed = TEXT.replaceAll(/<(userTask|startEvent|endEvent) ([^>]*)\/>/g, '<$1 $2></$1>');
    expect(problemsOf(listed, strictness).filter(({ ruleId }) => ruleId.startsWith('DOC'))).toEqual([]);
  });

  it('sequence flows without id are called by their ends, wherever they stand', () => {
    expect(idsOf(TEXT)).toEqual(['flow-s-t', 'flow-t-e']);
    expect(idsOf(model(`${FLOWS}${START}<userTask id="t"/>${END}`))).toEqual(['flow-s-t', 'flow-t-e']);
  });

  it('sequence flows without id are distinguished where they have the same ends, and from what is written', () => {
    const twice = `${START}<userTask id="t"/><endEvent id="flow-s-t"/>${FLOWS.replaceAll('"e"', '"flow-s-t"')}
      <sequenceFlow sourceRef="s" targetRef="t"/>`;
    expect(idsOf(model(twice))).toEqual(['flow-s-t-2', 'flow-t-flow-s-t', 'flow-s-t-3']);
  });

  it('sequence flows without id are taken', () => {
    const started = run(acceptedFile(TEXT));
    expect(started.complete('t').trace).toContain('flow-t-e');
  });

  it('sequence flows without id are reported once a file, and only under strict', () => {
    const told = (strictness: 'spec' | 'strict') =>
      problemsOf(TEXT, strictness).filter(({ ruleId }) => ruleId === 'W-16');
    expect(told('spec')).toEqual([]);
    expect(told('strict').map(({ severity, message }) => [severity, message])).toEqual([
      ['WARNING', '2 elements have no id and are given one: flow-s-t, flow-t-e'],
    ]);
  });
});

describe('other elements without id', () => {
  it('other elements without id are given one, too: nodes, data and what loops hand over', () => {
    const text = model('<property/><dataObject/><manualTask/><manualTask/>');
    const { nodes } = acceptedFile(text);
    expect(nodes.map(({ id }) => id)).toEqual(['manualTask', 'manualTask-2']);
  });

  it('other elements without id stay without where nothing needs one', () => {
    const text = model(`${START}<userTask id="t"/>${END}${FLOWS}<textAnnotation/>`);
    expect(readNodes(utf8(text), 'p').filter(({ type }) => type === 'textAnnotation')).toEqual([]);
  });
});

describe('an id with white space around it', () => {
  it('is the id without', () => {
    const text = model(`${START}<userTask id="t"/>${END}${FLOWS}`).replace('id="t"', 'id=" t\t"');
    expect(problemsOf(text, 'spec').filter(({ severity }) => severity === 'ERROR')).toEqual([]);
    expect(run(acceptedFile(text)).tasks).toEqual(['t']);
  });
});
