// Describes what an example needs before it can be sent: who calls, and what stands in the place of its placeholders.
import type { BuiltKeys, PlaceholderName } from '@keelson/contract';
import type { ScriptedDns } from '../../apps/server/src/testing/scripted-dns.ts';
import type { TestServer } from '../../apps/server/src/testing/test-server.ts';
import type { World } from '../acceptance/world.ts';
import type { Person } from '../support/people.ts';

export interface Given {
  /** Is null for somebody who has not signed in. */
  readonly as: Person | null;
  readonly values?: Readonly<Partial<Record<PlaceholderName, string>>>;
  /** Lets happen what an open stream is to tell. */
  happens?(): Promise<unknown>;
}

export interface ExampleWorld extends World {
  readonly server: TestServer;
  /** Answers what the server asks the name service. */
  readonly dns: ScriptedDns;
}

export type Arrange = (world: ExampleWorld) => Given | Promise<Given>;

/** Demands the preconditions of every built operation of a module. */
export type GivenOf<M extends { readonly operations: object }> = Readonly<Record<BuiltKeys<M>, Arrange>>;

export const asAdmin: Arrange = ({ admin }) => ({ as: admin });
