// Reads browser and platform from a user agent, for names of devices and for sessions that are bound to one.

// The first match counts: browsers also name those that stand below them here.
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

/** Answers "Firefox, Linux", whatever the versions; for programs their product; empty without a user agent. */
export function userAgentFamily(userAgent: string): string {
  const known = [firstMatch(userAgent, browsers), firstMatch(userAgent, platforms)].filter((name) => name !== null);
  return known.length > 0 ? known.join(', ') : (userAgent.split(/[/ ]/, 1)[0] ?? '');
}
