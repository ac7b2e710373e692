// What is told of a file names the thing, the place and the bound, on one line.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { describe, expect, it } from 'vitest';
import { chain, END, errorsOf, io, model, START, WHOLE } from '../testing/model-text.ts';

const messages = (text: string) => errorsOf(text).map(({ ruleId, message }) => `${ruleId} ${message}`);
const task = (text: string) => model(chain(START, text, END));

describe('a message', () => {
  it('a message of a second extensionElements says that there is one at most', () => {
    const text = task('<task id="t"><extensionElements/><extensionElements/></task>');
    expect(messages(text)[0]).toBe('DOC-05 extensionElements is not allowed here; expected 1 × extensionElements');
  });

  it('a message of an id that is used twice on one line names the columns, else the lines', () => {
    const twice = (between: string) => `${WHOLE}<textAnnotation id="x"/>${between}<textAnnotation id="x"/>`;
    const line =
      model(twice(''))
        .split('\n')
        .findIndex((each) => each.includes('"x"')) + 1;
    expect(messages(model(twice('')))).toEqual([
      expect.stringMatching(new RegExp(`^DOC-08 Id x is used more than once \\(line ${line}, columns \\d+, \\d+\\)$`)),
    ]);
    expect(messages(model(twice('\n')))).toEqual([`DOC-08 Id x is used more than once (lines ${line}, ${line + 1})`]);
  });

  it('a message of an attribute without a value names the attribute', () => {
    const text = task('<task id="t"><standardLoopCharacteristics loopMaximum=""/></task>');
    expect(messages(text)[0]).toBe('DOC-07 loopMaximum="" is not a whole number');
  });

  it('a message of an expression names the element, and XPath where it is that', () => {
    const loop = (attributes: string, text: string) =>
      task(
        `<task id="t"><standardLoopCharacteristics><loopCondition xsi:type="tFormalExpression" ${attributes}>${text}</loopCondition></standardLoopCharacteristics></task>`,
      );
    expect(messages(loop('', ''))).toEqual(['EXE-07 Expression: loopCondition: empty']);
    expect(messages(loop('language="http://www.w3.org/1999/XPath"', 'count(a/b) = 1 or c'))).toEqual([
      expect.stringMatching(/^EXE-07 Expression: loopCondition: .* \(XPath is not executed: it is read as UEL\)$/),
    ]);
  });

  it('a message with a line break in a name is one line', () => {
    const text = task('<userTask id="t" name="a&#10;b" implementation="x&#10;y"/>').replace(
      'id="t_e"',
      'id="t_e&#10;x"',
    );
    for (const message of messages(text)) expect(message).not.toContain('\n');
  });

  it('a message of one of several conditions says which', () => {
    const loop = (content: string) =>
      task(
        `<userTask id="t"><multiInstanceLoopCharacteristics><loopCardinality xsi:type="tFormalExpression">2</loopCardinality>${content}</multiInstanceLoopCharacteristics></userTask>`,
      );
    const sends = (data: string) =>
      task(`<sendTask id="t" messageRef="m">${io(data)}</sendTask>`).replace(
        '<process',
        '<message id="m" name="M"/><process',
      );
    expect(messages(loop('<outputDataItem id="x" name="x"/>'))).toEqual([
      'LOP-08 outputDataItem needs loopDataOutputRef',
    ]);
    const sets = '<inputSet id="a"/><inputSet id="b"/><outputSet/>';
    expect(messages(sends(sets))).toContainEqual(expect.stringMatching(/^ACT-15 .* \(2 sets\)$/));
    expect(messages(loop('<completionCondition xsi:type="tFormalExpression">1 + 1</completionCondition>'))).toEqual([
      'LOP-14 completionCondition is not a boolean expression: 1 + 1',
    ]);
  });

  it('a message of an id that is used twice stands alone: nothing follows from it', () => {
    const twice = task('<userTask id="t"/>').replace('</process>', '<userTask id="t"/><scriptTask id="x"/></process>');
    const rules = messages(twice).map((each) => each.slice(0, 6));
    expect(rules.filter((rule) => rule === 'DOC-08')).toHaveLength(1);
    expect(errorsOf(twice).filter(({ ruleId, elementId }) => elementId === 't' && ruleId !== 'DOC-08')).toEqual([]);
    expect(rules).toContain('ACT-06');
  });
});
