// What the acceptance tests know of one module.
import type { ModuleContract } from '@keelson/contract';
import type { Person } from '../support/people.ts';
import type { Reach } from './reach.ts';
import type { Scenario } from './world.ts';

/** Every operation of the module, repeated by somebody of another tenant. */
export interface ReachSuite {
  /** The promise that it proves, for example `session 1`. */
  readonly claim: string;
  /** By the key of the operation. */
  readonly reaches: Readonly<Record<string, Reach>>;
  /** Further cases, by a name of their own. */
  readonly named: Readonly<Record<string, Reach>>;
  /** Keys of operations that name and find nothing but the caller's own. */
  readonly own: readonly string[];
}

export interface Suite {
  readonly module: ModuleContract;
  /** One scenario for each built operation, by module and key; each runs at every address of its operation. */
  readonly scenarios: Readonly<Record<string, Scenario>>;
  /** Scenarios that need a server whose mails can be read. */
  readonly mailedScenarios?: Readonly<Record<string, Scenario>>;
  readonly reach?: ReachSuite;
  /** Makes something of the module, and says by which fields and parameters generated requests may name it. */
  readonly makeFuzzValues?: (admin: Person) => Promise<Readonly<Record<string, readonly string[]>>>;
}
