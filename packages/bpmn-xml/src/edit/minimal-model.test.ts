// The smallest model is one that every strictness deploys, whatever its code and name.
import { optionsFor } from '@keelson/bpmn-rules';
import { describe, expect, it } from 'vitest';
import { readDeployment } from '../read-deployment.ts';
import { minimalModel } from './minimal-model.ts';

const CODES = [
  'leave-request',
  'start',
  'end',
  'flow',
  'definitions',
  'diagram',
  'plane',
  'start_shape',
  'flow_shape',
  'İzin.1',
];

describe('the smallest model', () => {
  it.each(CODES)('the smallest model is deployed under every strictness: %s', (code) => {
    for (const executor of ['server', 'core'] as const) {
      for (const strictness of ['strict', 'spec', 'lenient'] as const) {
        const file = { name: 'new.bpmn', bytes: minimalModel(code, 'Leave <"&\'> request') };
        const { problems, definitions } = readDeployment([file], { ...optionsFor(executor, {}), strictness });
        // How long history is kept is for whoever deploys to say.
        expect(problems.map(({ ruleId, severity }) => `${severity} ${ruleId}`)).toEqual(['WARNING W-11']);
        expect(definitions).toMatchObject([
          { key: code, name: 'Leave <"&\'> request', executable: true, startable: true, hasDiagram: true },
        ]);
      }
    }
  });

  it('the smallest model is refused for a code that is no id', () => {
    for (const code of ['', '1a', 'a b', 'a:b', 'x"/>']) expect(() => minimalModel(code, 'x')).toThrow(RangeError);
  });
});
