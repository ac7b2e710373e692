// What is known of a DMN file while it is read.
import type { CompiledFeel } from '../../feel/feel.ts';
import type { KnownNames } from '../../feel/values/syntax-tree.ts';
import type { DmnReport } from '../model/dmn-problem.ts';
import type { ItemType } from '../model/item-types.ts';

/** What is left for the expressions of files that are read together. */
export interface Allowance {
  expressions: number;
}

export function newAllowance(): Allowance {
  return { expressions: DMN_LIMITS.expressions };
}

export interface DmnReading extends DmnReport {
  readonly allowance: Allowance;
  readonly types: Map<string, ItemType>;
  /** Names that expressions may use with blanks and signs in them. */
  names: KnownNames;
  /** Expressions by their text, so that one that occurs again is compiled once. */
  readonly compiled: Map<string, CompiledFeel | string>;
  /** Language of expressions that do not say theirs. */
  readonly expressionLanguage: string;
}

/** Bounds of one file; each is far above what people maintain by hand. */
export const DMN_LIMITS = {
  decisions: 1_000,
  /** Characters of a key. */
  key: 255,
  /** Decisions that need each other in a row. */
  depth: 100,
  columns: 200,
  rules: 10_000,
  /** Cells of all tables together. */
  cells: 100_000,
  /** Characters of all different expressions of a deployment, about: so many take two to four seconds to be read. */
  expressions: 500_000,
} as const;

/** Names inside of types, so that `Applicant.Monthly Income` is read as one path. */
export function namesOfType(type: ItemType | null, depth = 0): KnownNames | null {
  if (type === null || depth > 8) return null;
  if (type.components.length === 0) return namesOfType(type.base, depth + 1);
  return Object.fromEntries(type.components.map(({ name, type: inner }) => [name, namesOfType(inner, depth + 1)]));
}
