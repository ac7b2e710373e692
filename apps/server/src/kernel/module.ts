// Says what a module is to the kernel: a contract, its migrations and a two-phase factory.
import type { Handlers, ModuleContract } from '@keelson/contract';
import type { ContentStore } from './content/content-store.ts';
import type { DataSetDefinition } from './data-sets.ts';
import type { Clock } from './database/clock.ts';
import type { ConnectionSettings, Database } from './database/database.ts';
import type { Ids } from './database/ids.ts';
import type { StaleReads } from './database/standby/standby-reads.ts';
import type { DirectoryHooks } from './directory/directory-event.ts';
import type { DirectoryFollowers } from './directory/directory-followers.ts';
import type { OwnedTable } from './directory/owned-table.ts';
import type { Dns } from './dns/dns.types.ts';
import type { GroupCommit } from './group-commit/group-commit.ts';
import type { ReplyForm } from './http/answer/reply-form.ts';
import type { Authenticate, RefusalListener } from './http/exchange/guard.ts';
import type { WatchCaller } from './http/streams/streams.ts';
import type { Job } from './jobs/job.ts';
import type { Leases } from './lease/leases.ts';
import type { Processes } from './lease/process-registry.ts';
import type { Notify } from './live/notify.ts';
import type { MenuDefinition } from './menu-definition.ts';
import type { Outbound } from './outbound/outbound.types.ts';
import type { Config } from './process/config.ts';
import type { Logger } from './process/logger.ts';
import type { Metrics } from './process/metrics.ts';
import type { Readiness } from './process/readiness.ts';
import type { ServedAddress } from './process/served-address.ts';
import type { Act, PublicAct } from './records/act.ts';
import type { DefinedEvent } from './records/event-definition.ts';
import type { EventReader } from './records/event-reader.ts';
import type { EventStore } from './records/event-store.ts';
import type { EventRecorder } from './records/events.ts';
import type { Idempotency } from './records/idempotency.ts';
import type { Caller } from './request/caller.ts';
import type { SealedColumns } from './secrets/sealed-columns.ts';
import type { SecretKeys } from './secrets/secret-keys.ts';
import type { AnyDefinition, SettingRule, Settings } from './settings/settings.ts';
import type { TestClock } from './test-clock/test-clock.ts';
import type { Lanes } from './worker/lanes.ts';

export type { Job } from './jobs/job.ts';

/** Every module is given this; everything with lifetime in it is started and stopped by `app.ts`. */
export interface Kernel {
  readonly config: Config;
  readonly address: ServedAddress;
  readonly clock: Clock;
  /** Null outside of test mode. */
  readonly testClock: TestClock | null;
  readonly ids: Ids;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly database: Database;
  /** Reads for operations that are declared as `mayBeStale`: a standby where the operator names one, else the database. */
  readonly staleReads: StaleReads;
  readonly groupCommit: GroupCommit;
  readonly notify: Notify;
  readonly events: EventRecorder;
  readonly eventReader: EventReader;
  /** Called once, while modules are created, by the one that keeps events. */
  readonly keepEvents: (store: EventStore) => void;
  readonly keys: SecretKeys;
  readonly idempotency: Idempotency;
  readonly readiness: Readiness;
  readonly settings: Settings;
  readonly sealedColumns: SealedColumns;
  readonly processes: Processes;
  readonly leases: Leases;
  /** Has tenants take turns at heavy work. */
  readonly lanes: Lanes;
  /** Keeps bytes that modules refer to, the same ones once. */
  readonly contents: ContentStore;
  /** Has the tables of modules follow people and tenants. */
  readonly directoryFollowers: DirectoryFollowers;
  /** Names the database among others; a restored one is still the same. */
  readonly databaseId: string;
  /** Says where the database is, for `openOwnConnection`: statements that last longer than a request, and threads. */
  readonly databaseSettings: ConnectionSettings;
  /** Asks the name service. */
  readonly dns: Dns;
  /** Calls other systems for people; nothing else of the program may do so by an address that they gave. */
  readonly outbound: Outbound;
}

/** Answers questions of the guard and of open streams about callers. */
export interface Callers {
  readonly authenticate: Authenticate;
  /** Says how long a check of this caller's secret counts as fresh. */
  readonly freshPeriodMs: (caller: Caller) => number;
  readonly watchCaller: WatchCaller;
  /**
   * Finds a live caller by the identifier of a session or the hash of an API key; null when it has ended. Counts as no
   * use.
   */
  readonly findCaller: (identifier: string) => Promise<Caller | null>;
  readonly onRefused: RefusalListener;
  /** Says whether pages of sibling subdomains may use the cookie; null where no tenant is known. */
  readonly sameSiteAllowed: (tenantIdentifier: string | null) => boolean;
}

/** Each built operation of the module has one handler. */
export type ModuleHandlers<M extends ModuleContract> = Handlers<M, Act, PublicAct>;

export interface ModuleInstance<M extends ModuleContract, Api, Peers> {
  readonly api: Api;
  readonly handlers: ModuleHandlers<M>;
  readonly jobs: readonly Job[];
  /** Operations of its contract answer in these forms, outside the envelope. */
  readonly replyForms?: readonly ReplyForm[];
  /** Work that its declared tables do not cover when people and tenants change, in this order. */
  readonly directoryHooks?: readonly DirectoryHooks[];
  /** Given by the one module that knows sessions. */
  readonly callers?: Callers;
  /** Second phase: hands over the interfaces of other modules; nothing may be called on them before `start`. */
  connect(peers: Peers): void;
  /** Called after the migrations and all `connect`s, before the first request. */
  start?(): Promise<void>;
  /** Called when its jobs have stopped and no request is answered any more: ends threads and what goes on unseen. */
  stop?(): Promise<void>;
}

/** What a module declares as plain values, before anything of it is created. */
export interface DeclaredModule {
  readonly contract: ModuleContract;
  /** Directory of the numbered SQL files. */
  readonly migrations: URL;
  /** Declares its pages in the menu of the platform. */
  readonly menu: MenuDefinition;
  /** Declares every kind of event that it writes. */
  readonly events: Readonly<Record<string, DefinedEvent>>;
  /** Declares the settings that an operator can change on a running system; absent: none. */
  readonly settings?: Readonly<Record<string, AnyDefinition>>;
  /** Declares what binds its settings to each other. */
  readonly settingRules?: readonly SettingRule[];
  /** Declares which of its tables hold rows of tenants and persons, and what becomes of them; absent: none do. */
  readonly tables?: readonly OwnedTable[];
  /** Declares what reports may read of its tables; absent: nothing. */
  readonly dataSets?: readonly DataSetDefinition[];
}

export interface ServerModule<M extends ModuleContract, Api, Peers> extends DeclaredModule {
  readonly contract: M;
  create(kernel: Kernel): ModuleInstance<M, Api, Peers>;
}
