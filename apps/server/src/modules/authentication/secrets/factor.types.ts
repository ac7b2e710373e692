// Holds words of second factors.

/** Lists second factors, strongest first. */
export const factorTypes = ['TOTP', 'EMAIL', 'RECOVERY_CODE'] as const;
export type FactorType = (typeof factorTypes)[number];

/** Describes a factor as its owner sees it; RECOVERY_CODE stands for the whole set. */
export interface Factor {
  readonly factorId: number;
  readonly uuid: string;
  readonly type: FactorType;
  readonly name: string;
  /** False after too many wrong codes in a row: enrolled, but none of its codes is taken. */
  readonly enabled: boolean;
  readonly confirmed: boolean;
  readonly dateCreated: Date;
  readonly lastUsedDate: Date | null;
  /** Number of unused recovery codes; null for other types. */
  readonly remaining: number | null;
}

/** A right code that is not used up yet. */
export type VerifiedCode =
  | { readonly type: 'TOTP'; readonly factorId: number; readonly step: number }
  | { readonly type: 'RECOVERY_CODE'; readonly factorId: number; readonly position: number }
  | { readonly type: 'EMAIL' };

/** Says whether the user has a factor that a sign-in has to ask for. */
export function isEnrolled(factors: readonly Factor[]): boolean {
  return factors.some(({ type, confirmed }) => confirmed && type !== 'RECOVERY_CODE');
}

/** Says whether the user has a factor beside which a shorter password is enough. */
export function hasStrongFactor(factors: readonly Factor[]): boolean {
  return factors.some(({ type, confirmed, enabled }) => confirmed && enabled && type === 'TOTP');
}
