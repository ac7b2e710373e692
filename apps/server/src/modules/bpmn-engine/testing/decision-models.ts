// Small decision files for the engine's tests, and tasks that ask for them.

/** Writes a whole file around decisions. */
export function dmnFile(decisions: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" xmlns:keelson="urn:keelson:dmn:1" id="file" name="File" namespace="urn:test">
${decisions}
</definitions>
`;
}

export interface Table {
  readonly hitPolicy?: string;
  readonly attributes?: string;
  /** What stands before the table. */
  readonly needs?: string;
  /** Rules, each a test of `amount` and what the rule gives. */
  readonly rules: readonly (readonly [test: string, result: string])[];
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Writes a table of one input `amount` and one output `level`. */
export function table(key: string, { hitPolicy = 'UNIQUE', attributes = '', needs = '', rules }: Table): string {
  const rows = rules.map(
    ([test, result], index) =>
      `<rule id="${key}-r${index + 1}"><inputEntry><text>${escaped(test)}</text></inputEntry><outputEntry><text>${escaped(result)}</text></outputEntry></rule>`,
  );
  return `<decision id="${key}" name="Level ${key}" ${attributes}>${needs}<decisionTable hitPolicy="${hitPolicy}">
<input label="Amount"><inputExpression typeRef="number"><text>amount</text></inputExpression></input><output name="level" typeRef="string"/>
${rows.join('\n')}</decisionTable></decision>`;
}

export function expression(key: string, text: string): string {
  return `<decision id="${key}" name="${key}"><literalExpression><text>${escaped(text)}</text></literalExpression></decision>`;
}

/** Ten rules, each for ten amounts. */
export const TEN_RULES = Array.from(
  { length: 10 },
  (_, index) => [`[${index * 10}..${index * 10 + 9}]`, `"l${index}"`] as const,
);

export const ruleTask = (id: string, attributes: string) => `<businessRuleTask id="${id}" ${attributes}/>`;
