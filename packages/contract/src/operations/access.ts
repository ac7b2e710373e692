// Says who may call an operation.

/** Who may call an operation: what the guard decides by before the body is read. */
export interface Access {
  /**
   * `public`: nobody has to sign in; a dead credential counts as none.
   * `session`: any live caller, people and API keys. `person`: a live caller that is no API key.
   * `authority`: a live caller holding one of `authorities`.
   * `own-or-authority`: any live caller; `caller.holds(...)` says to the service whether more than the own may be touched.
   */
  readonly kind: 'public' | 'session' | 'person' | 'authority' | 'own-or-authority';
  /** Authorities of which one suffices; empty unless the kind names authorities. */
  readonly authorities: readonly string[];
  /** Whether a secret of the caller must have been checked within `session.fresh-period`; API keys are exempt. */
  readonly fresh: boolean;
  /** With `public`, credentials are not looked at: a link in a mail works alike for everybody, and no page has to prove anything. */
  readonly ignoresCredentials?: true;
  /** Whether with `public` a dead token in a header is 401, after the parameters were read. */
  readonly refusesDeadToken?: true;
}

export const publicAccess = { kind: 'public', authorities: [], fresh: false } as const satisfies Access;
/** Access for whoever has the link, by which nobody is known. */
export const linkAccess = {
  kind: 'public',
  authorities: [],
  fresh: false,
  ignoresCredentials: true,
} as const satisfies Access;
/**
 * Access without sign-in; a token that is presented must be live, a dead cookie counts as none, as browsers send it.
 */
export const publicReadAccess = {
  kind: 'public',
  authorities: [],
  fresh: false,
  refusesDeadToken: true,
} as const satisfies Access;
export const sessionAccess = { kind: 'session', authorities: [], fresh: false } as const satisfies Access;
export const personAccess = { kind: 'person', authorities: [], fresh: false } as const satisfies Access;
export function authority(...authorities: string[]): Access {
  return { kind: 'authority', authorities, fresh: false };
}
export function ownOr(...authorities: string[]): Access {
  return { kind: 'own-or-authority', authorities, fresh: false };
}
export function fresh(access: Access): Access {
  return { ...access, fresh: true };
}
