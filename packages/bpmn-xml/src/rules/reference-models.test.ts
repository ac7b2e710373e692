// These tests look at the reference models of the BPMN Model Interchange Working Group: valid by the schema, and whole in their references
// and pools.
import { RULES } from '@keelson/bpmn-rules';
import { describe, expect, it } from 'vitest';
import { readDeployment } from '../read-deployment.ts';
import { REFERENCE_COUNT, REFERENCE_MODELS, REFERENCE_TITLE } from '../testing/reference-models.ts';

const FAMILIES = /^(DOC|REF|DIA|ART|COL|CNV|CHO|LAN|COR)-/;

describe.runIf(REFERENCE_MODELS.length > 0)(REFERENCE_TITLE, () => {
  it.each(REFERENCE_MODELS)('$name breaks no rule of the file, its references, diagrams, pools and lanes', (file) => {
    for (const strictness of ['strict', 'spec', 'lenient'] as const) {
      const { problems } = readDeployment([file], { strictness });
      const told = problems.filter(({ ruleId }) => FAMILIES.test(ruleId) && !RULES[ruleId].marks.includes('X'));
      expect(told, strictness).toEqual([]);
    }
  });

  it('the reference models are all there', () => {
    expect(REFERENCE_MODELS).toHaveLength(REFERENCE_COUNT);
  });
});
