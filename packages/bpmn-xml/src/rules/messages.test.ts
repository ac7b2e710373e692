// What is told of a file names the thing, the place and the bound, on one line.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { describe, expect, it } from 'vitest';
import { chain, END, errorsOf, model, START, WHOLE } from '../testing/model-text.ts';

const messages = (text: string) => errorsOf(text).map(({ ruleId, message }) => `${ruleId} ${message}`);
const task = (text: string) => model(chain(START, text, END));

describe('a message', () => {
  it('of a second extensionElements says that there is one at most', () => {
    const text = task('<task id="t"><extensionElements/><extensionElements/></task>');
    expect(messages(text)[0]).toBe('DOC-05 extensionElements is not allowed here; expected 1 × extensionElements');
  });

  it('of an id that is used twice on one line names the columns, else the lines', () => {
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

  it('of an attribute without a value names the attribute', () => {
    const text = task('<task id="t"><standardLoopCharacteristics loopMaximum=""/></task>');
    expect(messages(text)[0]).toBe('DOC-07 loopMaximum="" is not a whole number');
  });

  it('of an expression names the element, and XPath where it is that', () => {
    const loop = (attributes: string, text: string) =>
      task(
        `<task id="t"><standardLoopCharacteristics><loopCondition xsi:type="tFormalExpression" ${attributes}>${text}</loopCondition></standardLoopCharacteristics></task>`,
      );
    expect(messages(loop('', ''))).toEqual(['EXE-07 Expression: loopCondition: empty']);
    expect(messages(loop('language="http://www.w3.org/1999/XPath"', 'count(a/b) = 1 or c'))).toEqual([
      expect.stringMatching(/^EXE-07 Expression: loopCondition: .* \(XPath is not executed: it is read as UEL\)$/),
    ]);
  });

  it('with a line break in a name is one line', () => {
    const text = task('<userTask id="t" name="a&#10;b" implementation="x&#10;y"/>').replace(
      'id="t_e"',
      'id="t_e&#10;x"',
    );
    for (const message of messages(text)) expect(message).not.toContain('\n');
  });
});
