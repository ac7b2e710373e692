// Names a device from its user agent, for a person who looks at a list of sessions.

/** Longest name of a device. */
export const DEVICE_NAME_MAX = 100;

// The first match counts: each of these also says it is what stands below it.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const platforms: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

function firstMatch(userAgent: string, names: readonly (readonly [RegExp, string])[]): string | null {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}

/** "Firefox, Linux"; for programs their product; empty without a user agent. */
export function deviceNameOf(userAgent: string): string {
  const known = [firstMatch(userAgent, browsers), firstMatch(userAgent, platforms)].filter((name) => name !== null);
  if (known.length > 0) return known.join(', ');
  return (userAgent.split(/[/ ]/, 1)[0] ?? '').slice(0, DEVICE_NAME_MAX);
}
