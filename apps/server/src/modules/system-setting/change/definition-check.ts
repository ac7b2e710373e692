// Finds contradictions in a definition: constraints of another type, ranges without a value, defaults outside of them.
import type { ArgumentProblem } from '../../../kernel/request/errors.ts';
import { compilePattern, findValueProblem, type SettingType } from '../../../kernel/settings/setting-value.ts';
import type { DefinitionFields } from '../system-setting.types.ts';

const ranged: ReadonlySet<SettingType> = new Set(['NUMBER', 'DECIMAL', 'STRING']);
const measured: ReadonlySet<SettingType> = new Set(['NUMBER', 'DECIMAL']);

function constraintProblems(fields: DefinitionFields): readonly (ArgumentProblem | false)[] {
  const { type, minValue, maxValue, pattern, allowedValueList, unit } = fields;
  const notOf = (field: string): ArgumentProblem => ({ field, code: 'NOT_ALLOWED', message: `Is not for ${type}.` });
  return [
    minValue !== null && !ranged.has(type) && notOf('minValue'),
    maxValue !== null && !ranged.has(type) && notOf('maxValue'),
    unit !== 'NONE' && !measured.has(type) && notOf('unit'),
    pattern !== null && type !== 'STRING' && notOf('pattern'),
    allowedValueList !== null && !ranged.has(type) && notOf('allowedValueList'),
    minValue !== null &&
      maxValue !== null &&
      minValue > maxValue && { field: 'minValue', code: 'RANGE_INVALID', message: 'Is above maxValue.' },
    pattern !== null &&
      type === 'STRING' &&
      compilePattern(pattern) === null && { field: 'pattern', code: 'PATTERN', message: 'Is no pattern of RE2.' },
  ];
}

function secretProblems({ type, visibility, userOverridable, defaultValue }: DefinitionFields) {
  if (type !== 'SECRET') return [];
  const never = (field: string, message: string): ArgumentProblem => ({ field, code: 'NOT_ALLOWED', message });
  return [
    visibility !== 'RESTRICTED' && never('visibility', 'A secret is always RESTRICTED.'),
    userOverridable && never('userOverridable', 'A secret has no values of users.'),
    defaultValue !== null && never('defaultValue', 'A secret has no default.'),
  ];
}

function valueProblems(fields: DefinitionFields): readonly (ArgumentProblem | false)[] {
  const { type, defaultValue, allowedValueList } = fields;
  if (type === 'SECRET') return [];
  const listed = (allowedValueList ?? []).map((value, index) => {
    const code = findValueProblem({ ...fields, allowedValueList: null }, value);
    return code !== null && { field: `allowedValueList[${index}]`, code, message: 'Does not fit the definition.' };
  });
  const code = defaultValue === null ? null : findValueProblem(fields, defaultValue);
  return [...listed, code !== null && { field: 'defaultValue', code, message: 'Does not fit the definition.' }];
}

function aliasProblems({ code, aliasList }: DefinitionFields): readonly (ArgumentProblem | false)[] {
  const seen = new Set([code.toLowerCase()]);
  return aliasList.map((alias, index) => {
    const known = seen.has(alias.toLowerCase());
    seen.add(alias.toLowerCase());
    return known && { field: `aliasList[${index}]`, code: 'DUPLICATE', message: 'Stands there already.' };
  });
}

/** Answers all problems at once; none when the definition agrees with itself. */
export function definitionProblems(fields: DefinitionFields): readonly ArgumentProblem[] {
  return [
    ...constraintProblems(fields),
    ...secretProblems(fields),
    ...valueProblems(fields),
    ...aliasProblems(fields),
  ].filter((problem) => problem !== false);
}
