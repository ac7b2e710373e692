// Decides by which mail server each mail is sent: the first by priority that works, and the next one while it does not.
import type { Kernel } from '../../../kernel/module.ts';
import type { MailBox } from '../message/mail-content.ts';
import { Breaker, type FollowedProviders, type Provider } from '../provider/feature.ts';
import type { Outcome } from '../smtp/attempt.types.ts';
import type { MailTransport } from '../smtp/transport.types.ts';
import type { Attempts, Place } from './attempt.ts';
import { findLost } from './delivery.store.ts';
import type { InFlightWriter } from './in-flight-writer.ts';
import { lostResult, type ResultGround, undoneResult } from './mail-result.ts';
import { Outlet } from './outlet.ts';
import { RateLimit } from './pace/rate-limit.ts';
import type { HeldMail } from './waiting-mails.ts';

/** Time for mails under way when the process stops. */
const STOP_MS = 10_000;
const CAPTURE: Place = { provider: null, transport: null, breaker: null, rates: null };

export interface DeliveryParts extends Pick<Kernel, 'database' | 'clock' | 'log'> {
  readonly writer: InFlightWriter;
  readonly attempts: Attempts;
  readonly providers: FollowedProviders;
  readonly transportOf: (provider: Provider) => MailTransport;
  readonly isEnabled: () => boolean;
  /** True where all mails are captured, whatever servers there are. */
  readonly capturesAll: () => boolean;
  readonly senderOf: (tenantIdentifier: string | null) => MailBox;
  readonly onAttempt: (outcome: Outcome, acceptedAt: Date, at: number) => void;
  readonly random?: () => number;
}

export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #capture: Outlet;
  /** Outlets of the enabled servers, by uuid. */
  readonly #outlets = new Map<string, Outlet>();
  readonly #retiring = new Set<Promise<void>>();
  readonly #retired = new Set<Outlet>();
  #isStopping = false;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#capture = this.#open(CAPTURE);
    parts.clock.onMoved?.(() => this.pump());
    parts.providers.onChange((all) => this.#follow(all));
  }

  get outlets(): readonly Outlet[] {
    return [...this.#outlets.values()];
  }

  /** Says whether mails of the tenant are captured instead of sent. */
  isCapturing(tenantIdentifier: string): boolean {
    return this.#outletsOf(tenantIdentifier)[0] === this.#capture;
  }

  /** Delivers a mail; resolves when this process has finished with it, whatever the result. */
  deliver(row: HeldMail['row'], lease: HeldMail['lease']): Promise<void> {
    if (this.#isStopping) return Promise.resolve();
    if (row.status === 'SENDING') return this.#settleLost(row, lease);
    return new Promise((done, fail) => this.#route({ row, lease, done, fail }));
  }

  /** Lets waiting mails go on where they can. */
  pump(): void {
    for (const outlet of [this.#capture, ...this.#outlets.values()]) outlet.changed();
  }

  /** Stops: nothing new begins; mails under way have ten seconds, and waiting ones are released. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const cut = setTimeout(() => {
      for (const outlet of [...this.#outlets.values(), ...this.#retired]) outlet.abort();
      this.#parts.writer.stop();
    }, STOP_MS);
    await Promise.all([...[this.#capture, ...this.#outlets.values()].map((one) => one.retire()), ...this.#retiring]);
    clearTimeout(cut);
  }

  #open(place: Place): Outlet {
    const outlet: Outlet = new Outlet({
      ...this.#parts,
      place,
      elsewhere: (held) => this.#elsewhere(held, outlet),
      dueAgain: (tenant) => this.#dueAgain(tenant),
    });
    return outlet;
  }

  #follow(providers: readonly Provider[]): void {
    if (this.#isStopping) return;
    const replaced: Outlet[] = [];
    const known = new Map(providers.map((one) => [one.uuid, one]));
    for (const [uuid, outlet] of this.#outlets) {
      if (known.get(uuid)?.version === outlet.place.provider?.version) continue;
      this.#outlets.delete(uuid);
      replaced.push(outlet);
    }
    for (const provider of providers) {
      const outlet = this.#outlets.get(provider.uuid);
      if (outlet === undefined) this.#outlets.set(provider.uuid, this.#openTo(provider));
      else outlet.place.breaker?.follow(provider);
    }
    for (const outlet of replaced) this.#retire(outlet);
  }

  #openTo(provider: Provider): Outlet {
    const { transportOf, providers } = this.#parts;
    const breaker = new Breaker({
      ...this.#parts,
      providerId: provider.id,
      onChange: () => outlet.changed(),
      broadcast: providers.broadcast,
    });
    const rates = new RateLimit(this.#parts, provider);
    const outlet = this.#open({ provider, transport: transportOf(provider), breaker, rates });
    breaker.follow(provider);
    return outlet;
  }

  #retire(outlet: Outlet): void {
    this.#retired.add(outlet);
    const retiring = outlet.retire().finally(() => {
      this.#retired.delete(outlet);
      this.#retiring.delete(retiring);
    });
    this.#retiring.add(retiring);
  }

  /** Answers the outlets for the tenant, at least one. */
  #outletsOf(tenantIdentifier: string): readonly Outlet[] {
    const { capturesAll, providers } = this.#parts;
    const all = capturesAll() ? [] : providers.of(tenantIdentifier);
    const outlets = all.flatMap(({ uuid }) => this.#outlets.get(uuid) ?? []);
    return outlets.length > 0 ? outlets : [this.#capture];
  }

  #dueAgain(tenantIdentifier: string): number {
    return Math.min(...this.#outletsOf(tenantIdentifier).map(({ awaitedUntil }) => awaitedUntil));
  }

  #route(held: HeldMail): void {
    const outlets = this.#outletsOf(held.row.tenant_identifier);
    const { clock, isEnabled } = this.#parts;
    const outlet = outlets.find((one) => one.takesMore);
    const isAwaited = outlet === undefined || outlet.awaitedUntil > 0 || !isEnabled();
    // A clock that stands moves only when nothing is at work, so that the mail has to wait in its row.
    if (clock.isStanding?.() === true && isAwaited) this.#postpone(held);
    else if (outlet !== undefined) outlet.add(held);
    else if (!this.#leavesRoom()) this.#postpone(held);
    else outlets[0]!.add(held);
  }

  /**
   * Says whether mails that wait are released: with a single server they wait in memory, so that an outage writes no
   * rows.
   */
  #leavesRoom(): boolean {
    return this.#outlets.size <= 1;
  }

  #elsewhere(held: HeldMail, from: Outlet): boolean {
    if (this.#isStopping) return false;
    const outlets = this.#outletsOf(held.row.tenant_identifier);
    const other = outlets.find((one) => one !== from && one.takesMore);
    if (other !== undefined) other.add(held);
    else if (outlets.includes(from) && this.#leavesRoom() && this.#parts.clock.isStanding?.() !== true) return false;
    else this.#postpone(held);
    return true;
  }

  /** Releases a mail that cannot be sent now; its place is free for others. */
  #postpone(held: HeldMail): void {
    const { row, lease } = held;
    const now = this.#parts.clock.now();
    const dueAt = Math.max(this.#dueAgain(row.tenant_identifier), now + (this.#parts.isEnabled() ? 0 : IDLE_MS));
    this.#parts.writer.finish(undoneResult(row, lease, dueAt, now)).then(() => held.done(), held.fail);
  }

  async #settleLost(row: HeldMail['row'], lease: HeldMail['lease']): Promise<void> {
    const { database, clock, writer, onAttempt, random = Math.random } = this.#parts;
    const marked = await findLost(database, row.id);
    if (marked === null) return;
    const ground: ResultGround = { now: clock.now(), random: random(), isRelayDown: false, dueAgain: 0 };
    onAttempt('UNCERTAIN', marked.dateCreated, ground.now);
    await writer.finish(lostResult(row, lease, marked, ground));
  }
}

/** Interval in which rows are looked at while no mail may be sent. */
const IDLE_MS = 60_000;
