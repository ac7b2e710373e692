// Bounds how many devices are known, and for how long.

/** Says how long a browser stays known after its last sign-in. */
export const DEVICE_LIFE_DAYS = 180;
/** A person has a handful; clients that keep no cookies make a new one at each sign-in, and the oldest give way. */
export const DEVICES_PER_USER_MAX = 50;
