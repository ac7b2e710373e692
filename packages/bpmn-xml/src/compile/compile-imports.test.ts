// Names of other files: what they lead to is compiled as if it stood in the file itself.
import { describe, expect, it } from 'vitest';
import { compileFile, nodeOf } from '../testing/compile-text.ts';
import { chain, definitions, model, START } from '../testing/texts.ts';

const OTHER = definitions(
  `<message id="m" name="paid"/><globalUserTask id="g" name="Approve"><potentialOwner><resourceAssignmentExpression>
    <formalExpression>=all</formalExpression></resourceAssignmentExpression></potentialOwner></globalUserTask>
  <process id="child"/>`,
  'targetNamespace="urn:other"',
);

function compiled(content: string) {
  const text = model(content).replace('xmlns:tns=', 'xmlns:o="urn:other" xmlns:tns=');
  return compileFile(text, { imports: [OTHER] });
}

describe('a name of another file', () => {
  it('is a message that is waited for', () => {
    const whole = compiled(
      chain(START, '<receiveTask id="r" messageRef="o:m"/>', '<receiveTask id="x" messageRef="m"/>'),
    );
    expect(nodeOf(whole, 'r').event?.triggers).toMatchObject([{ kind: 'message', name: { constant: 'paid' } }]);
    expect(nodeOf(whole, 'x').event).toBeNull();
  });

  it('is a global task that is called, with its own expressions', () => {
    const node = nodeOf(compiled(chain(START, '<callActivity id="t" calledElement="o:g"/>')), 't');
    expect(node).toMatchObject({ type: 'userTask', userTask: { name: { text: 'Approve' } }, call: null });
    expect(node.userTask?.candidateGroups.map(({ text }) => text)).toEqual(['feel:all']);
  });

  it('is a process that is called by its id', () => {
    const node = nodeOf(compiled(chain(START, '<callActivity id="t" calledElement="o:child"/>')), 't');
    expect(node).toMatchObject({ type: 'callActivity', call: { key: { constant: 'child' } } });
  });
});
