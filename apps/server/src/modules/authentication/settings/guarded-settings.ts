// Declares who may write the settings of signing in, and after what check.

/** A stolen session would be worth a write to one of these, so that it needs a fresh sign-in. */
export const guarded = { reauthenticationRequired: true } as const;

/** A tenant must not loosen the protection of the whole suite. */
export const operatorOnly = { ...guarded, tenantEditable: false } as const;
