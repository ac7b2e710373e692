// The reference models of the BPMN Model Interchange Working Group: valid by the schema, and whole in their references and pools.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { RULES } from '@keelson/bpmn-rules';
import { describe, expect, it } from 'vitest';
import { readDeployment } from '../read-deployment.ts';

const FOLDER = env.KEELSON_MIWG_REFERENCE ?? join(import.meta.dirname, '../../../../../shared/data/miwg-reference');
const NAMES = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.bpmn')) : [];
const FAMILIES = /^(DOC|REF|DIA|ART|COL|CNV|CHO|LAN|COR)-/;

describe.runIf(NAMES.length > 0)('each of the reference models', () => {
  it.each(NAMES)('%s breaks no rule of the file, its references, diagrams, pools and lanes', (name) => {
    const bytes = readFileSync(join(FOLDER, name));
    for (const strictness of ['strict', 'spec', 'lenient'] as const) {
      const { problems } = readDeployment([{ name, bytes }], { strictness });
      const told = problems.filter(({ ruleId }) => FAMILIES.test(ruleId) && !RULES[ruleId].marks.includes('X'));
      expect(told, strictness).toEqual([]);
    }
  });

  it('is there', () => {
    expect(NAMES).toHaveLength(21);
  });
});
