// What a DMN file is refused for: rule, element and line; and what is read as it is.
import { describe, expect, it } from 'vitest';
import { costOf } from '../../../../bpmn-core/src/testing/cost.ts';
import { dmnText, literalText, needs, needsInput, tableText } from '../testing/dmn-text.ts';
import { readDmn } from './read-dmn.ts';

function problemsOf(content: string, namespace?: string): string[] {
  const { problems = [] } = readDmn(namespace === undefined ? dmnText(content) : dmnText(content, namespace));
  return problems.map(({ ruleId, line, message }) => `${ruleId} ${line} ${message}`);
}

const FINE = tableText({ rules: [['1', '"a"']] });

describe('a DMN file', () => {
  it.each([
    'https://www.omg.org/spec/DMN/20191111/MODEL/',
    'https://www.omg.org/spec/DMN/20180521/MODEL/',
    'http://www.omg.org/spec/DMN/20151101/dmn.xsd',
    'http://www.omg.org/spec/DMN/20151101/dmn11.xsd',
    'http://www.omg.org/spec/DMN/20151101',
    'http://www.omg.org/spec/DMN/20151101/',
    'https://www.omg.org/spec/DMN/20211108/MODEL/',
  ])('a DMN file of namespace %s is read', (namespace) => {
    expect(problemsOf(FINE, namespace)).toEqual([]);
  });

  it('a file of another namespace is no DMN file', () => {
    expect(problemsOf(FINE, 'http://example.org/dmn')).toEqual(['DMN-01 2 the root is no definitions element of DMN']);
  });

  it('a DMN file that is no XML says so with the rule of XML', () => {
    expect(readDmn(new TextEncoder().encode('<a')).problems?.[0]?.ruleId).toBe('DOC-01');
    const doctype = '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>';
    expect(readDmn(new TextEncoder().encode(doctype)).problems?.[0]?.ruleId).toBe('DOC-02');
  });

  it('keeps what has no effect: knowledge sources, annotations, drawing, foreign attributes', () => {
    const carried = `<knowledgeSource id="k" name="law"/><textAnnotation id="t"><text>note</text></textAnnotation>
      <dmndi:DMNDI xmlns:dmndi="https://www.omg.org/spec/DMN/20191111/DMNDI/"><dmndi:DMNDiagram/></dmndi:DMNDI>`;
    const decision = FINE.replace('<decision ', '<decision camunda:versionTag="7" ').replace(
      '<decisionTable',
      '<description>why</description><authorityRequirement id="ar"/><decisionTable',
    );
    const { graph } = readDmn(dmnText(carried + decision));
    expect(graph?.decisions.get('d')?.versionTag).toBe('7');
  });

  it.each([
    ['<decision id="d" name="d"/>', 'DMN-06 3 a decision has neither a table nor an expression'],
    [
      '<decision name="d"><literalExpression><text>1</text></literalExpression></decision>',
      'DMN-01 3 id is missing at decision',
    ],
    [literalText('a', '1') + literalText('a', '2'), 'DMN-08 3 id a occurs twice'],
    [literalText('a', '1 +'), 'DMN-02 3 1 +: it ends too early'],
    [literalText('a', ''), 'DMN-06 3 a literal expression is empty'],
    [literalText('a', 'foo(1)'), 'DMN-02 3 foo(1): there is no function foo'],
    [literalText('a', '1', needs('b')), 'DMN-03 3 requiredDecision #b is not in this file'],
    [literalText('a', '1', needsInput('b')), 'DMN-03 3 requiredInput #b is not in this file'],
    [
      literalText('a', '1', '<informationRequirement><requiredDecision href="urn:x#b"/></informationRequirement>'),
      'DMN-03 3 requiredDecision urn:x#b is not in this file',
    ],
    [literalText('a', 'a', needs('a')), 'DMN-04 3 decision a needs decisions that need each other in a circle'],
    [
      '<businessKnowledgeModel id="b" name="b"/>',
      'DMN-05 3 businessKnowledgeModel is not executed; write its logic into the decision',
    ],
    ['<import namespace="urn:x" importType="y"/>', 'DMN-05 3 import is not executed; put the decisions into one file'],
    [
      '<decision id="d" name="d"><context/></decision>',
      'DMN-05 3 context is not executed; use a literal expression with a context of FEEL',
    ],
    ['<nonsense/>', 'DMN-01 3 nonsense is not allowed in definitions'],
    ['<inputData id="i"/>', 'DMN-01 3 name is missing at inputData'],
    ['<inputData id="i" name="i" colour="red"/>', 'DMN-01 3 inputData has no attribute colour'],
    ['<inputData id="i" name="i"><variable name="i" typeRef="Thing"/></inputData>', 'DMN-03 3 there is no type Thing'],
    ['<itemDefinition name="t"><typeRef>t</typeRef></itemDefinition>', 'DMN-04 3 type t is a type of itself'],
    [
      '<itemDefinition name="t"><typeRef>string</typeRef></itemDefinition><itemDefinition name="t"><typeRef>string</typeRef></itemDefinition>',
      'DMN-08 3 type t is defined twice',
    ],
    [tableText({ hitPolicy: 'BEST', rules: [] }), 'DMN-01 4 BEST is no hitPolicy'],
    [tableText({ hitPolicy: 'COLLECT', aggregation: 'AVG', rules: [] }), 'DMN-01 4 AVG is no aggregation'],
    [tableText({ aggregation: 'SUM', rules: [] }), 'DMN-06 4 aggregation needs the hit policy COLLECT, not UNIQUE'],
    [
      tableText({ hitPolicy: 'COLLECT', aggregation: 'SUM', outputs: ['name="a"', 'name="b"'], rules: [] }),
      'DMN-06 4 aggregation needs a table with one output',
    ],
    [
      tableText({ hitPolicy: 'PRIORITY', rules: [] }),
      'DMN-06 4 PRIORITY needs output values, whose order is the priority',
    ],
    [tableText({ outputs: ['name="a"', 'name="a"'], rules: [] }), 'DMN-08 4 output a occurs twice'],
    [tableText({ outputs: ['', 'name="a"'], rules: [] }), 'DMN-06 6 an output of several has no name'],
    [tableText({ outputs: [], rules: [] }), 'DMN-01 4 output is missing in decisionTable'],
    [tableText({ inputs: [''], rules: [] }), 'DMN-06 5 an input has no expression'],
    [
      tableText({ rules: [['1', '1'], ['1']] }).replace(
        '<inputEntry><text>1</text></inputEntry></rule>',
        '<inputEntry><text>1</text></inputEntry><outputEntry/><outputEntry/></rule>',
      ),
      'DMN-06 8 rule 2 has 2 output entries for 1 outputs',
    ],
    [
      tableText({ inputs: ['x', 'y'], rules: [['1', '1', '1']] }).replace(
        '<inputEntry><text>1</text></inputEntry>',
        '',
      ),
      'DMN-06 8 rule 1 has 1 input entries for 2 inputs',
    ],
    [
      tableText({
        rules: [
          ['1', '1'],
          ['< <', '1'],
        ],
      }),
      'DMN-02 8 < <: it ends too early',
    ],
    [
      FINE.replace('<inputExpression', '<inputExpression expressionLanguage="juel"'),
      'DMN-05 5 expression language juel is not executed; use FEEL',
    ],
  ])('row %# is refused by its rule at its line', (content, expected) => {
    expect(problemsOf(content)).toEqual([expected]);
  });

  it('a DMN file with twenty problems reports twenty', () => {
    const rules = Array.from({ length: 20 }, () => ['1 +', '1']);
    expect(problemsOf(tableText({ rules }))).toHaveLength(20);
  });

  it('a DMN file whose decisions need each other in a long row or a ring is refused, not followed', () => {
    const ring = ['a', 'b', 'c'].map((id, index, ids) => literalText(id, '1', needs(ids[(index + 1) % 3] as string)));
    expect(problemsOf(ring.join('')).map((text) => text.slice(0, 6))).toEqual(['DMN-04', 'DMN-04', 'DMN-04']);
    const row = Array.from({ length: 150 }, (_, index) =>
      literalText(`d${index}`, '1', index < 149 ? needs(`d${index + 1}`) : ''),
    );
    expect(problemsOf(row.join(''))[0]).toContain('DMN-07');
  });

  it('a DMN file of many decisions that all need each other in one direction is read soon', () => {
    const ids = Array.from({ length: 60 }, (_, index) => `d${index}`);
    const text = ids.map((id, index) => literalText(id, '1', needs(...ids.slice(index + 1)))).join('');
    const { result, references } = costOf(() => problemsOf(text));
    expect(result).toEqual([]);
    expect(references).toBeLessThan(5_000);
  });

  it('a DMN file with too many rules, columns, cells or decisions is refused by the limit', () => {
    const rules = Array.from({ length: 10_001 }, () => ['-', '1']);
    expect(problemsOf(tableText({ rules }))[0]).toContain('more than 10000 rules');
    expect(problemsOf(tableText({ inputs: Array.from({ length: 200 }, () => 'x'), rules: [] }))[0]).toContain(
      '200 columns',
    );
    const many = Array.from({ length: 1_001 }, (_, index) => literalText(`d${index}`, '1'));
    expect(problemsOf(many.join(''))[0]).toContain('more than 1000 decisions');
  });

  it('files that are read together share what their expressions may cost, and the first that is too much is told', () => {
    const text = (id: string) => dmnText(literalText(id, '1 + 1 + 1') + literalText(`${id}-too`, '2 + 2'));
    const allowance = { expressions: 40 };
    expect(readDmn(text('a'), undefined, allowance).problems).toBeUndefined();
    const { problems = [] } = readDmn(text('b'), undefined, allowance);
    expect(problems.map(({ ruleId, message }) => [ruleId, message])).toEqual([
      ['DMN-07', 'expressions are too long together'],
    ]);
  });

  it('a DMN file of long lists is refused before they take long', () => {
    const list = `[${'1,'.repeat(7_000)}1]`;
    const lists = Array.from({ length: 100 }, (_, index) => literalText(`d${index}`, `${list}[${index}]`));
    expect(problemsOf(lists.join(''))[0]).toContain('DMN-07');
  });
});
