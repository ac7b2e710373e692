// Names a device from its user agent, for a person who looks at a list of sessions.
import { userAgentFamily } from '../../../kernel/text/user-agent.ts';

/** Bounds the name of a device. */
export const DEVICE_NAME_MAX = 100;

/** Answers "Firefox, Linux"; for programs their product; empty without a user agent. */
export function deviceNameOf(userAgent: string): string {
  return userAgentFamily(userAgent).slice(0, DEVICE_NAME_MAX);
}
