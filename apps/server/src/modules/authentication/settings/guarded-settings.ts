// Says who may write the knobs of signing in, and after what.

/** Writing one of these is worth a stolen session to somebody. */
export const guarded = { reauthenticationRequired: true } as const;

/** A tenant must not loosen what protects the whole suite. */
export const operatorOnly = { ...guarded, tenantEditable: false } as const;
