// Works off the due rows of one table in one process, as many at a time as there are places, of which no tenant has all.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLeaseStore, type LeasedRow, type LeasedTable, type LeaseStore } from './lease.store.ts';
import type { Lease, LeaseDefinition, LeasedWork, LeaseGround } from './lease.types.ts';
import { Places } from './places.ts';

/**
 * Time until a row that was given back is tried again; up to as much is added at random, so that they do not come at
 * once.
 */
const GIVE_BACK_MS = 1_000;
/** Longest delay of setTimeout, 2^31-1 ms; rows are looked for again then. */
const TIMER_MAX_MS = 2_147_483_647;
/** Time until rows are looked for again while the database is away. */
const AWAY_MS = 1_000;
/** Interval in which rows of other processes are looked for while their messages do not arrive. */
const UNHEARD_MS = 5_000;
/** Longest time in which free places are gathered before the next claim, unless the work says otherwise. */
const GATHER_MS = 5;

/** Names the work in jobs and metrics: its table, and its part of it where several share it. */
export function workNameOf({ name, part }: Pick<LeasedTable, 'name' | 'part'>): string {
  return part === undefined ? name : `${name}_${part}`;
}

export function channelOf(table: Pick<LeasedTable, 'name' | 'part'>): string {
  return `keelson_lease_${workNameOf(table)}`;
}

export class LeaseWorker<Row> {
  readonly #ground: LeaseGround;
  readonly #definition: LeaseDefinition<Row>;
  readonly #observeLateness: (lateMs: number) => void;
  readonly #store: LeaseStore;
  readonly #places: Places;
  #stopped = true;
  #claiming: Promise<void> | null = null;
  #woken = false;
  /**
   * Tenants that had all their places when rows were looked for or announced; once one of their rows leaves, rows are
   * looked for again.
   */
  readonly #passedOver = new Set<string>();
  /**
   * True where the last claim filled every place, or every one of a tenant: there are probably more rows than places.
   */
  #isBacklog = false;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  /** Called when no row is at work and none is looked for. */
  #resting: (() => void)[] = [];

  constructor(ground: LeaseGround, definition: LeaseDefinition<Row>, observeLateness: (lateMs: number) => void) {
    this.#ground = ground;
    this.#definition = definition;
    this.#observeLateness = observeLateness;
    this.#store = createLeaseStore(ground.database, definition);
    this.#places = new Places(definition.slots);
  }

  /** Takes the message that another process made rows due: of one tenant, or of any where it names none. */
  hear(tenant: string): void {
    if (tenant === '' || !this.#passesOver(tenant)) this.#look();
  }

  leasedWork(): LeasedWork<Row> {
    const { nextDue, outlook } = this.#store;
    const { ofTenant, count } = this.#places;
    return {
      ofTenant,
      places: count,
      job: {
        name: workNameOf(this.#definition),
        intervalMs: () => TIMER_MAX_MS,
        start: () => {
          this.#stopped = false;
          this.#look();
        },
        wake: () => this.#look(),
        stop: () => this.#stop(),
      },
      reserve: (tenant, from) => this.#reserve(tenant, from),
      begin: (row, lease) => void this.#run(row, lease, this.#ground.clock.now()),
      release: (lease) => this.#release(lease),
      abandon: (lease) => {
        void this.#giveBack(lease, this.#ground.clock.now());
        this.#release(lease);
      },
      wakeAt: (dueAt, tenant = '') => this.#wakeAt(dueAt, tenant),
      nextDue: () => nextDue([]),
      outlook: () => outlook(this.#ground.clock.now()),
      running: () => this.#places.taken,
      rest: () => this.#rest(),
    };
  }

  get #isFull(): boolean {
    return this.#places.free <= 0;
  }

  /** Says whether free places are gathered for a moment: a claim costs much the same for one row and for many. */
  get #isGathering(): boolean {
    const { free, count, ofTenant } = this.#places;
    return this.#isBacklog && free - (count - ofTenant) < ofTenant / 2;
  }

  /**
   * Says whether rows of the tenant are not looked for now, since it has all its places; they are once it has one less.
   */
  #passesOver(tenant: string): boolean {
    if (!this.#places.isAtBound(tenant)) return false;
    this.#passedOver.add(tenant);
    return true;
  }

  #reserve(tenant: string, from: string | null): Lease | null {
    if (this.#stopped) return null;
    const lease = { leasedBy: this.#ground.processes.id, leaseToken: randomUUID() };
    if (!this.#isFull && !this.#places.isAtBound(tenant)) this.#places.take(tenant, lease.leaseToken);
    else if (from === null || !this.#places.passOn(from, tenant, lease.leaseToken)) return null;
    return lease;
  }

  #release({ leaseToken }: Lease): void {
    const tenant = this.#places.giveBack(leaseToken);
    if (tenant !== null) this.#afterLeaving(tenant, true);
  }

  /** Works on a row that already has its place. */
  async #run(row: Row, lease: Lease, dueAt: number): Promise<void> {
    // The row was claimed while the process was being stopped: other processes take it.
    if (this.#stopped) await this.#store.giveBack(lease, dueAt).catch(() => undefined);
    const isDone = !this.#stopped && (await this.#work(row, lease, dueAt));
    const tenant = this.#places.leave(lease.leaseToken);
    this.#afterLeaving(tenant, !isDone || this.#definition.announcesAll?.(row) !== true);
  }

  /** Answers true where the work was done, false where the row was given back. */
  async #work(row: Row, lease: Lease, dueAt: number): Promise<boolean> {
    const { clock, log } = this.#ground;
    this.#observeLateness(clock.now() - dueAt);
    try {
      await this.#definition.work(row, lease);
      return true;
    } catch (error) {
      log.warn({ err: error, lease: workNameOf(this.#definition) }, 'a row was given back and is tried again');
      const later = clock.now() + GIVE_BACK_MS * (1 + Math.random());
      void this.#giveBack(lease, later);
      return false;
    }
  }

  /** Gives a row back; while the database is away this is tried again until it succeeds or this process is gone. */
  async #giveBack(lease: Lease, later: number): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#store.giveBack(lease, later);
        this.#schedule(later);
        return;
      } catch {
        await sleep(AWAY_MS, undefined, { ref: false });
      }
    }
  }

  /**
   * Looks for further rows where there may be some: the work made them due, or places (of all or of the tenant) were
   * missing.
   */
  #afterLeaving(tenant: string | null, mayBeMore: boolean): void {
    const wasPassedOver = tenant !== null && this.#passedOver.delete(tenant);
    if (mayBeMore || wasPassedOver || this.#woken) this.#look();
    this.#resolveRest();
  }

  #look(): void {
    this.#woken = true;
    if (this.#stopped || this.#claiming !== null || this.#isFull) return;
    if (this.#isGathering) {
      this.#scheduleIn(this.#definition.gatherMs ?? GATHER_MS);
      return;
    }
    this.#clearTimer();
    this.#claiming = this.#claimAll()
      .catch(() => this.#scheduleIn(AWAY_MS))
      .finally(() => {
        this.#claiming = null;
        if (this.#woken) this.#look();
        this.#resolveRest();
      });
  }

  /** Claims due rows, as long as there are places. */
  async #claimAll(): Promise<void> {
    const { notify } = this.#ground;
    while (!this.#stopped && !this.#isFull && !this.#isGathering) {
      this.#woken = false;
      if (await this.#claim()) continue;
      const next = await this.#store.nextDue(this.#passOver());
      if (next !== null) this.#schedule(next);
      if (!notify.alive) this.#scheduleIn(UNHEARD_MS);
      if (!this.#woken) return;
    }
    // There may be more than there were places for.
    this.#woken = true;
  }

  /** Claims once; answers whether another claim may find more. */
  async #claim(): Promise<boolean> {
    const { clock, processes } = this.#ground;
    const count = this.#places.claimable;
    this.#passOver();
    const bounds = this.#places.boundsBelow(count);
    const rows = await this.#store.claim({ now: clock.now(), count, processId: processes.id, bounds });
    for (const row of rows) this.#places.take(row.lease_tenant, row.lease_token);
    this.#isBacklog = rows.length >= count || rows.some((row) => this.#places.isAtBound(row.lease_tenant));
    for (const row of rows) {
      const lease = { leasedBy: processes.id, leaseToken: row.lease_token };
      void this.#run(row as unknown as Row, lease, row.due_at.getTime());
    }
    return rows.length > 0 && !this.#isAllOf(rows, count);
  }

  /**
   * Says whether the claim has found all: each tenant with due rows gets some, so that none waits when all who got rows
   * have their bound.
   */
  #isAllOf(rows: readonly LeasedRow[], count: number): boolean {
    const tenants = new Set(rows.map((row) => row.lease_tenant));
    const hasAsked = rows.length < count || (tenants.size === 1 && count > 1);
    return hasAsked && [...tenants].every((tenant) => this.#places.isAtBound(tenant));
  }

  /** Answers the tenants whose rows are not looked for now. */
  #passOver(): readonly string[] {
    const { tenants } = this.#places.boundsBelow(1);
    for (const tenant of tenants) this.#passedOver.add(tenant);
    return tenants;
  }

  #wakeAt(dueAt: number, tenant: string): void {
    const isLater = dueAt > this.#ground.clock.now();
    if (isLater && !this.#stopped) this.#schedule(dueAt);
    else if (this.#stopped || this.#isFull) {
      this.#woken = true;
      this.#notifyOthers(tenant);
    } else if (this.#passesOver(tenant)) this.#notifyOthers(tenant);
    else this.#look();
  }

  #notifyOthers(tenant: string): void {
    this.#ground.notify.send(channelOf(this.#definition), tenant);
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timerAt = Number.POSITIVE_INFINITY;
  }

  #schedule(dueAt: number): void {
    const { clock } = this.#ground;
    // A clock that stands calls back when it is moved.
    if (clock.isStanding?.() !== true) this.#scheduleIn(dueAt - clock.now());
  }

  #scheduleIn(ms: number): void {
    const delayMs = Math.min(TIMER_MAX_MS, Math.max(1, ms));
    const at = performance.now() + delayMs;
    if (this.#stopped || at >= this.#timerAt) return;
    this.#clearTimer();
    this.#timerAt = at;
    this.#timer = setTimeout(() => {
      // The timer has run out even where rows are not looked for now, so that the next one can be set.
      this.#timerAt = Number.POSITIVE_INFINITY;
      this.#isBacklog = false;
      this.#look();
    }, delayMs);
  }

  #resolveRest(): void {
    if (this.#places.taken > 0 || this.#claiming !== null) return;
    const resting = this.#resting;
    this.#resting = [];
    for (const resolve of resting) resolve();
  }

  async #rest(): Promise<void> {
    if (this.#places.taken === 0 && this.#claiming === null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#resting.push(resolve);
    await promise;
  }

  async #stop(): Promise<void> {
    this.#stopped = true;
    this.#clearTimer();
    await this.#rest();
  }
}
