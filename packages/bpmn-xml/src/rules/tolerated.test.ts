// What real files hold that is harmless or ignored by the standard: a warning, not a refusal, and the process runs.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import type { OutsideCallable } from '@keelson/bpmn-rules';
import { describe, expect, it } from 'vitest';
import { acceptedFile, flows, started } from '../testing/accepted-model.ts';
import { nodeOf } from '../testing/compile-text.ts';
import { chain, condition, END, flow, problemsOf, START } from '../testing/model-text.ts';
import { model } from '../testing/texts.ts';

describe('a condition on the default flow', () => {
  const split = (type: string, text: string) =>
    `${START}<${type} id="g" default="g_b"/><userTask id="a"/><userTask id="b"/><endEvent id="e"/>
     ${flows('s g', 'g a yes', 'a e', 'b e')}${flow('g', 'b', condition(text))}`;

  it.each(['exclusiveGateway', 'inclusiveGateway', 'complexGateway', 'task'])('of a %s is ignored', (type) => {
    expect(started(split(type, '${false}'), { yes: false }).tasks).toEqual(['b']);
    expect(started(split(type, '${true}'), { yes: true }).tasks).toEqual(['a']);
  });

  it('is never evaluated', () => {
    expect(started(split('exclusiveGateway', '${gone.member}'), { yes: false }).tasks).toEqual(['b']);
  });

  it.each(['spec', 'lenient'] as const)('is told, and refused only when strict (%s)', (strictness) => {
    const told = problemsOf(model(split('exclusiveGateway', '${false}')), strictness);
    const found = told.filter(({ ruleId }) => ruleId === 'SEQ-07');
    expect(found.map(({ severity, message }) => [severity, message])).toEqual([
      ['WARNING', 'The default flow has a condition, which is ignored'],
    ]);
  });
});

describe('a call activity with the id of the process that it calls', () => {
  const text = model(chain(START, '<callActivity id="pay" calledElement="pay"/>', END));
  const errors = (callable: (key: string) => OutsideCallable | null) =>
    problemsOf(text, 'spec', { outside: { callable } }).filter(({ severity }) => severity === 'ERROR');

  it('calls the process of another file', () => {
    expect(errors((key) => (key === 'pay' ? { startsPlainly: true, inputs: [], outputs: [] } : null))).toEqual([]);
    const { call } = nodeOf(acceptedFile(text), 'pay');
    expect(call?.key.constant).toBe('pay');
  });

  it('is refused only where there is none', () => {
    expect(errors(() => null).map(({ ruleId }) => ruleId)).toEqual(['EXE-10']);
  });
});
