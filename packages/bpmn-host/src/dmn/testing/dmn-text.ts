// Writes small DMN files for tests.

export interface TableText {
  readonly id?: string;
  readonly hitPolicy?: string;
  readonly aggregation?: string;
  /** Inputs: an expression, or expression and type. */
  readonly inputs?: readonly (string | readonly [expression: string, type: string])[];
  /** Attributes of the outputs. */
  readonly outputs?: readonly string[];
  /** Content of the outputs and the inputs, by index. */
  readonly outputChildren?: readonly string[];
  readonly inputChildren?: readonly string[];
  /** Entries of each rule: tests, then outputs. */
  readonly rules: readonly (readonly string[])[];
  /** What stands before the table: requirements, variable. */
  readonly before?: string;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function entry(name: string, text: string): string {
  return `<${name}><text>${escaped(text)}</text></${name}>`;
}

export function tableText({
  id = 'd',
  hitPolicy,
  aggregation,
  inputs = ['x'],
  outputs = ['name="out"'],
  outputChildren = [],
  inputChildren = [],
  rules,
  before = '',
}: TableText): string {
  const policy = hitPolicy === undefined ? '' : ` hitPolicy="${hitPolicy}"`;
  const how = aggregation === undefined ? '' : ` aggregation="${aggregation}"`;
  const columns = inputs.map((input, index) => {
    const [expression, type] = typeof input === 'string' ? [input] : input;
    const typed = type === undefined ? '' : ` typeRef="${type}"`;
    return `<input id="${id}-i${index}"><inputExpression${typed}><text>${escaped(expression)}</text></inputExpression>${inputChildren[index] ?? ''}</input>`;
  });
  const results = outputs.map((output, index) => `<output ${output}>${outputChildren[index] ?? ''}</output>`);
  const rows = rules.map((cells, row) => {
    const written = cells.map((cell, index) => entry(index < inputs.length ? 'inputEntry' : 'outputEntry', cell));
    return `<rule id="${id}-r${row + 1}">${written.join('')}</rule>`;
  });
  return `<decision id="${id}" name="${id}">${before}\n<decisionTable${policy}${how}>\n${[...columns, ...results, ...rows].join('\n')}\n</decisionTable></decision>`;
}

export function literalText(id: string, text: string, before = ''): string {
  return `<decision id="${id}" name="${id}">${before}<literalExpression><text>${escaped(text)}</text></literalExpression></decision>`;
}

export function needs(...ids: readonly string[]): string {
  return ids.map((id) => `<informationRequirement><requiredDecision href="#${id}"/></informationRequirement>`).join('');
}

export function needsInput(...ids: readonly string[]): string {
  return ids.map((id) => `<informationRequirement><requiredInput href="#${id}"/></informationRequirement>`).join('');
}

export const DMN_1_3 = 'https://www.omg.org/spec/DMN/20191111/MODEL/';

export function dmnText(content: string, namespace = DMN_1_3): Uint8Array {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<definitions xmlns="${namespace}" xmlns:camunda="http://camunda.org/schema/1.0/dmn" name="n" namespace="urn:n">\n${content}\n</definitions>`;
  return new TextEncoder().encode(text);
}
