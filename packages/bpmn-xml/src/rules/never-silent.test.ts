// What would be without effect, or take effect only by luck, is refused or told: nothing of a model is passed over in silence.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { describe, expect, it } from 'vitest';
import { accepted } from '../testing/accepted-model.ts';
import { nodeOf } from '../testing/compile-text.ts';
import { chain, definitions, END, problemsOf, process, START } from '../testing/model-text.ts';

/** Rule and message of every error. */
function errors(text: string): readonly string[] {
  const found = problemsOf(text).filter(({ severity }) => severity === 'ERROR');
  return found.map(({ ruleId, elementId, message }) => `${ruleId} ${elementId}: ${message}`);
}

describe('a start whose name is computed', () => {
  const start = (name: string) => chain(`<startEvent id="s">${name}</startEvent>`, END);
  const named = (kind: 'message' | 'signal', name: string) =>
    definitions(`<${kind} id="m" name="${name}"/>${process(start(`<${kind}EventDefinition ${kind}Ref="m"/>`))}`);

  it.each(['message', 'signal'] as const)('is refused where only an instance could tell it (%s)', (kind) => {
    for (const name of ['${tenant}-paid', '${now()}', '${execution.id}', '${null}']) {
      const said = `Expression: ${name}: a start needs a name that is known when it is deployed`;
      expect(errors(named(kind, name))).toEqual([`EXE-07 s: ${said}`]);
    }
    const expression = start(`<${kind}EventDefinition flowable:${kind}Expression="\${tenant}"/>`);
    expect(errors(definitions(process(expression)))).toHaveLength(1);
  });

  it.each(['message', 'signal'] as const)('is evaluated when it is deployed where it can be (%s)', (kind) => {
    const content = start(`<${kind}EventDefinition ${kind}Ref="m"/>`);
    const model = accepted(content, { roots: `<${kind} id="m" name="\${'order'}-\${'paid'}"/>` });
    expect(nodeOf(model, 's').event?.triggers[0]).toMatchObject({ kind, name: { constant: 'order-paid' } });
  });

  it('is refused of a receive task and behind a gateway that begin instances, too', () => {
    const task = `<message id="m" name="\${x}"/>${process(chain('<receiveTask id="r" instantiate="true" messageRef="m"/>', END))}`;
    expect(errors(definitions(task)).map((each) => each.slice(0, 9))).toEqual(['EXE-07 r:']);
    const caught = (id: string) =>
      `<intermediateCatchEvent id="${id}"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>`;
    const gateway = `<eventBasedGateway id="g" instantiate="true"/>${caught('a')}${caught('b')}${END}
      ${['g a', 'g b', 'a e', 'b e']
        .map((ends) => ends.split(' '))
        .map(([from, to]) => `<sequenceFlow id="${from}_${to}" sourceRef="${from}" targetRef="${to}"/>`)
        .join('')}`;
    const found = errors(definitions(`<message id="m" name="\${x}"/>${process(gateway)}`));
    expect(found.map((each) => each.slice(0, 9))).toEqual(['EXE-07 a:', 'EXE-07 b:']);
  });

  it('is accepted of what an instance waits for', () => {
    const text = `<message id="m" name="\${x}"/>${process(chain(START, '<receiveTask id="r" messageRef="m"/>', END))}`;
    expect(errors(definitions(text))).toEqual([]);
  });
});
