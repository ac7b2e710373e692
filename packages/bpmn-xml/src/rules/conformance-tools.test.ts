// Correct files in the manner of common modelers are accepted as they are; what one of them asks in vain is refused by name.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDeployment } from '../read-deployment.ts';
import { TEST_LANGUAGES } from '../testing/compile-text.ts';
import { utf8 } from '../testing/texts.ts';

function read(name: string, strictness: 'spec' | 'lenient', change: (text: string) => string = (text) => text) {
  const text = change(readFileSync(new URL(`../testing/tool-files/${name}.bpmn`, import.meta.url), 'utf8'));
  const file = { name: `${name}.bpmn`, bytes: utf8(text) };
  return readDeployment([file], { strictness, languages: TEST_LANGUAGES });
}

const errors = ({ problems }: ReturnType<typeof read>) =>
  problems.flatMap(({ severity, ruleId, line }) => (severity === 'ERROR' ? [`${ruleId} ${line}`] : []));

describe('a file in the manner of', () => {
  it.each([
    ['camunda-modeler', true],
    ['signavio', false],
    ['bpmn-js', false],
    ['yaoqiang', true],
    ['eclipse-modeler', true],
  ] as const)('%s is accepted; executable: %s', (name, executable) => {
    for (const strictness of ['spec', 'lenient'] as const) {
      const accepted = read(name, strictness);
      expect(errors(accepted)).toEqual([]);
      expect(accepted.definitions.map((definition) => definition.executable)).toEqual([executable]);
    }
  });

  it('jbpm is accepted but for its expression language', () => {
    const uel = (text: string) => text.replace(' expressionLanguage="http://www.mvel.org/2.0"', '');
    for (const strictness of ['spec', 'lenient'] as const) {
      expect(errors(read('jbpm', strictness))).toEqual(['EXE-22 9', 'EXE-22 12']);
      expect(errors(read('jbpm', strictness, uel))).toEqual([]);
    }
  });
});
