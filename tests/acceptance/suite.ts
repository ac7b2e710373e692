// Declares what the acceptance tests know of one module.
import type { ModuleContract } from '@keelson/contract';
import type { Person } from '../support/people.ts';
import type { Reach } from './reach.ts';
import type { Scenario } from './world.ts';

/** Somebody of another tenant repeats every operation of the module. */
export interface ReachSuite {
  /** Names the promise that it proves, for example `session 1`. */
  readonly claim: string;
  /** Holds one case by the key of each operation. */
  readonly reaches: Readonly<Record<string, Reach>>;
  /** Holds further cases, by a name of their own. */
  readonly named: Readonly<Record<string, Reach>>;
  /** Lists the keys of operations that name and find nothing but the caller's own. */
  readonly own: readonly string[];
}

export interface Suite {
  readonly module: ModuleContract;
  /** Holds one scenario for each built operation, by module and key; each runs at every address of its operation. */
  readonly scenarios: Readonly<Record<string, Scenario>>;
  /** These scenarios need a server whose mails can be read. */
  readonly mailedScenarios?: Readonly<Record<string, Scenario>>;
  /** These scenarios need a server in test mode. */
  readonly testModeScenarios?: Readonly<Record<string, Scenario>>;
  readonly reach?: ReachSuite;
  /** Makes something of the module, and says by which fields and parameters generated requests may name it. */
  readonly makeFuzzValues?: (admin: Person) => Promise<Readonly<Record<string, readonly string[]>>>;
}
