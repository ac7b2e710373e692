// The caller of a deployment hands in languages, and the files beside a model, at deployment and for what is stored.
import { describe, expect, it } from 'vitest';
import { readDefinition, readDeployment } from './read-deployment.ts';
import { TEST_LANGUAGES } from './testing/compile-text.ts';
import { chain, condition, definitions, END, flow, model, START, utf8 } from './testing/texts.ts';

describe('FEEL and JavaScript', () => {
  const text = model(`${START}<exclusiveGateway id="g" default="g_e"/>${END}<endEvent id="f"/>
    ${flow('s', 'g')}${flow('g', 'f', condition('= n &gt; 1'))}${flow('g', 'e')}`);
  const conditionOf = (result: ReturnType<typeof readDeployment>) =>
    result.definitions[0]?.model?.flows[1]?.condition?.text;

  it('FEEL and JavaScript are executed where the caller has them', () => {
    const files = [{ name: 'a.bpmn', bytes: utf8(text) }];
    expect(conditionOf(readDeployment(files, { strictness: 'lenient', languages: TEST_LANGUAGES }))).toMatch(/^feel:/);
    const without = readDeployment(files, { strictness: 'lenient' });
    expect(without.definitions).toEqual([]);
    expect(without.problems.filter(({ severity }) => severity === 'ERROR').map(({ ruleId }) => ruleId)).toEqual([
      'EXE-07',
    ]);
  });

  it('FEEL and JavaScript are executed in what was stored', () => {
    const stored = readDefinition(utf8(text), 'p', { languages: TEST_LANGUAGES });
    expect(stored.model?.flows[1]?.condition?.text).toMatch(/^feel:/);
  });
});

describe('a file that another imports', () => {
  const other = definitions('<message id="m" name="paid"/>', 'targetNamespace="urn:other"');
  const main = model(chain(START, '<receiveTask id="r" messageRef="o:m"/>', END))
    .replace('xmlns:tns=', 'xmlns:o="urn:other" xmlns:tns=')
    .replace(
      '<process',
      '<import namespace="urn:other" location="other.bpmn" importType="http://www.omg.org/spec/BPMN/20100524/MODEL"/><process',
    );
  const named = { name: { constant: 'paid' } };

  it('is read with it when it is deployed', () => {
    const files = [
      { name: 'main.bpmn', bytes: utf8(main) },
      { name: 'other.bpmn', bytes: utf8(other) },
    ];
    const result = readDeployment(files, { strictness: 'lenient' });
    const receive = result.definitions[0]?.model?.nodes.find(({ id }) => id === 'r');
    expect(receive?.event?.triggers).toMatchObject([named]);
  });

  it('is read with it when it is stored, if the caller has it', () => {
    const resource = (name: string) => (name === 'other.bpmn' ? other : null);
    const receive = readDefinition(utf8(main), 'p', { resource }).model?.nodes.find(({ id }) => id === 'r');
    expect(receive?.event?.triggers).toMatchObject([named]);
  });
});

describe('a file with an expression', () => {
  it('is deployed beside the model whose condition names it', () => {
    const said =
      '<conditionExpression xsi:type="tFormalExpression" language="feel" camunda:resource="deployment://c.feel"/>';
    const text = model(`${START}<exclusiveGateway id="g" default="g_e"/>${END}<endEvent id="f"/>
      ${flow('s', 'g')}${flow('g', 'f', said)}${flow('g', 'e')}`);
    const files = [
      { name: 'a.bpmn', bytes: utf8(text) },
      { name: 'c.feel', bytes: utf8('n > 1') },
    ];
    const { definitions: read } = readDeployment(files, { strictness: 'lenient', languages: TEST_LANGUAGES });
    expect(read[0]?.model?.flows[1]?.condition?.text).toBe('feel:n > 1');
    expect(readDeployment(files.slice(0, 1), { strictness: 'lenient', languages: TEST_LANGUAGES }).definitions).toEqual(
      [],
    );
  });
});
