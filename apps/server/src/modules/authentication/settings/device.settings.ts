// Bounds how many devices are known, and for how long.

/** Says how long a browser stays known after its last sign-in. */
export const DEVICE_LIFE_DAYS = 180;
/**
 * Devices of a user; a person has a handful. Clients that keep no cookies make a new one at each sign-in, and the
 * oldest is removed.
 */
export const DEVICES_PER_USER_MAX = 50;
