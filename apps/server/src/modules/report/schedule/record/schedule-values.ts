// Computes the parameters of a schedule's run: evaluates expressions; other values stay as they were given.
import type { ArgumentProblem } from '../../../../kernel/request/errors.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import type { StoredReport } from '../../report.types.ts';
import { evaluate, type RunContext, readExpression } from '../../statement/feature.ts';

type Values = Readonly<Record<string, unknown>>;
type Parameter = StoredReport['parameterList'][number];

/** Expression in place of a value: anything that a parameter's `defaultExpression` may be; null for a plain value. */
function expressionOf(given: unknown): string | null {
  if (typeof given !== 'object' || given === null || Object.keys(given).length !== 1) return null;
  const { expression } = given as { readonly expression?: unknown };
  return typeof expression === 'string' ? expression : null;
}

/**
 * Makes the function that answers the values as a client would send them; 422 REPORT_PARAMETER_INVALID with every
 * expression and secret that is not allowed.
 */
export function scheduledValues(given: Values): (report: StoredReport, context: RunContext) => Values {
  return ({ parameterList }, context) => {
    const byName = new Map(parameterList.map((parameter) => [parameter.name.toLowerCase(), parameter]));
    const problems: ArgumentProblem[] = [];
    const read = (name: string, value: unknown): unknown => {
      const parameter = byName.get(name.toLowerCase());
      // An unknown parameter is reported with all other problems.
      if (parameter === undefined) return value;
      const problem = parameter.sensitive ? SECRET : null;
      if (problem !== null) problems.push({ field: `parameterMap.${name}`, ...problem });
      const expression = expressionOf(value);
      return expression === null ? value : evaluated(parameter, name, expression);
    };
    const evaluated = (parameter: Parameter, name: string, text: string): unknown => {
      const expression = readExpression(text, parameter.type);
      if (expression !== null) return evaluate(expression, parameter.type, context);
      const message = `Must be an expression such as TODAY-7d that fits ${parameter.type}.`;
      problems.push({ field: `parameterMap.${name}`, code: 'TYPE', message });
      return null;
    };
    const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, read(name, value)]));
    if (problems.length > 0) fail('REPORT_PARAMETER_INVALID', { errorArguments: problems });
    return values;
  };
}

const SECRET = {
  code: 'NOT_ALLOWED',
  message: 'Is sensitive: a schedule, which is shown, holds no value for it.',
} as const;
