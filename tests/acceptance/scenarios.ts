// Puts the scenarios of all suites together, by module and key of their operation, and says which of them need a server of our own.
import { suites } from './suites.ts';
import type { Scenario } from './world.ts';

/** Holds one scenario for each built operation. */
export const scenarios: Readonly<Record<string, Scenario>> = Object.assign(
  {},
  ...suites.flatMap(({ scenarios: own, mailedScenarios = {}, testModeScenarios = {} }) => [
    own,
    mailedScenarios,
    testModeScenarios,
  ]),
);

/** These move the clock, which authenticators and browsers do not follow: they come last. */
export const clockIds: ReadonlySet<string> = new Set(
  suites.flatMap(({ testModeScenarios = {} }) => Object.keys(testModeScenarios)),
);

/** Nobody but their recipients can read the mails of a server that is given, and it is not in test mode. */
export const ownServerIds: ReadonlySet<string> = new Set(
  suites.flatMap(({ mailedScenarios, testModeScenarios }) => Object.keys({ ...mailedScenarios, ...testModeScenarios })),
);
