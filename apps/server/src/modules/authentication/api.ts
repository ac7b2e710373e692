// What other modules may call of the authentication module.

/**
 * Nothing yet: whoever needs a caller's roles finds them on the caller, and sessions get their directories by
 * registration.
 */
export type AuthenticationApi = Readonly<Record<string, never>>;
