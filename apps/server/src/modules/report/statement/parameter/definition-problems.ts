// Finds problems of a report's parameters themselves, before values are given.
import type { ReportProblemCode } from '@keelson/contract';
import type { ReportProblem } from '../report-problem.ts';
import { boundNames } from './bound-values.ts';
import { readExpression } from './default-expression.ts';
import type { Parameter } from './parameter.types.ts';
import { keyOf, orderParameters } from './parameter-order.ts';
import { compareValues, readPlain } from './read-value.ts';
import { readGiven } from './resolve-values.ts';

/** Zone in which values of definitions without an offset are read, to check them. */
const ANY_ZONE = 'UTC';
const ORDERED: ReadonlySet<Parameter['type']> = new Set([
  'INTEGER',
  'LONG',
  'DECIMAL',
  'DATE',
  'TIME',
  'DATE_TIME',
  'DATE_RANGE',
]);

/** Finds problems except those of patterns, which a thread compiles. */
export function findParameterProblems(parameters: readonly Parameter[]): readonly ReportProblem[] {
  const { ring } = orderParameters(parameters);
  return [
    ...parameters.flatMap((parameter, index) => findOwnProblems(parameter, `parameterList[${index}]`)),
    ...ring.map((parameter) =>
      problem(
        'REPORT_PARAMETER_CYCLE',
        `parameterList[${parameters.indexOf(parameter)}].masterParameterNameList`,
        'Must not depend on itself, also not by way of others.',
      ),
    ),
    ...findSharedNames(parameters),
  ];
}

function problem(code: ReportProblemCode, field: string, message: string): ReportProblem {
  return { code, field, message };
}

const invalid = (field: string, message: string): ReportProblem =>
  problem('REPORT_PARAMETER_DEFINITION_INVALID', field, message);

function findOwnProblems(parameter: Parameter, field: string): ReportProblem[] {
  const { type, multiple, control, defaultValue, defaultExpression } = parameter;
  const isText = type === 'STRING';
  const problems = [
    ...(multiple && type === 'DATE_RANGE' ? [invalid(`${field}.multiple`, 'Is not for DATE_RANGE.')] : []),
    ...(parameter.pattern !== null && !isText ? [invalid(`${field}.pattern`, 'Is for STRING alone.')] : []),
    ...(parameter.minLength !== null && !isText ? [invalid(`${field}.minLength`, 'Is for STRING alone.')] : []),
    ...((parameter.minLength ?? 0) > parameter.maxLength
      ? [invalid(`${field}.minLength`, `Must be at most ${parameter.maxLength}.`)]
      : []),
    ...(control === 'HIDDEN' && defaultValue === null && defaultExpression === null
      ? [invalid(`${field}.control`, 'Must have a default where it is HIDDEN.')]
      : []),
    ...findBoundProblems(parameter, field),
    ...findOptionProblems(parameter, field),
  ];
  // A default can only be checked against valid bounds.
  return problems.length > 0 ? problems : findDefaultProblems(parameter, field);
}

function findBoundProblems({ type, minValue, maxValue }: Parameter, field: string): ReportProblem[] {
  const given = Object.entries({ minValue, maxValue }).filter(([, value]) => value !== null && value !== undefined);
  if (given.length > 0 && !ORDERED.has(type))
    return given.map(([name]) => invalid(`${field}.${name}`, `Is not for ${type}.`));
  const plain = type === 'DATE_RANGE' ? 'DATE' : type;
  const read = given.map(([name, value]) => ({ name, read: readPlain(plain, value, ANY_ZONE) }));
  const unread = read.flatMap(({ name, read: one }) =>
    'problem' in one ? [invalid(`${field}.${name}`, one.problem.message)] : [],
  );
  const [least, most] = read.map(({ read: one }) => ('value' in one ? one.value : null));
  if (unread.length > 0 || read.length < 2) return unread;
  return compareValues(plain, least!, most!)! > 0
    ? [invalid(`${field}.minValue`, `Must be at most ${String(maxValue)}.`)]
    : [];
}

function findOptionProblems(parameter: Parameter, field: string): ReportProblem[] {
  if (parameter.type === 'DATE_RANGE' && parameter.optionList.length > 0) {
    return [invalid(`${field}.optionList`, 'Is not for DATE_RANGE.')];
  }
  return parameter.optionList.flatMap(({ value }, index) => {
    const read = readPlain(parameter.type, value, ANY_ZONE);
    return 'problem' in read ? [invalid(`${field}.optionList[${index}].value`, read.problem.message)] : [];
  });
}

function findDefaultProblems(parameter: Parameter, field: string): ReportProblem[] {
  const { type, defaultValue, defaultExpression } = parameter;
  if (defaultExpression !== null) {
    if (readExpression(defaultExpression, type) !== null) return [];
    const message = `Must be an expression such as TODAY-7d that fits ${type}.`;
    return [problem('REPORT_PARAMETER_DEFAULT_INVALID', `${field}.defaultExpression`, message)];
  }
  const read = readGiven(parameter, defaultValue, ANY_ZONE);
  return 'problem' in read
    ? [problem('REPORT_PARAMETER_DEFAULT_INVALID', `${field}.defaultValue`, read.problem.message)]
    : [];
}

/** Finds names that two parameters share; a range has two names. */
function findSharedNames(parameters: readonly Parameter[]): ReportProblem[] {
  const names = parameters.flatMap((parameter, index) =>
    boundNames(parameter).map((name) => ({ name: keyOf(name), index })),
  );
  return names.flatMap(({ name, index }, at) => {
    const first = names.findIndex((other) => other.name === name);
    return first === at || names[first]!.index === index
      ? []
      : [invalid(`parameterList[${index}].name`, `Must not be ${name}, which is an end of a range.`)];
  });
}
