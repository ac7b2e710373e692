// Counts the places for rows at work in one process, tenant by tenant. A row can pass its place on to one that it makes.

/** Rows that may follow each other in one place; then the row that is due first has its turn. */
const IN_TURN_MAX = 16;
/** Places of one tenant to which one place for the others is added; there is always at least one. */
const PLACES_FOR_ONE_MORE = 8;

/** Tenants that may not have every place of a claim, each with the number that it may still have. */
export interface TenantBounds {
  readonly tenants: readonly string[];
  readonly more: readonly number[];
}

export class Places {
  /** Places that one tenant has at most. */
  readonly ofTenant: number;
  /** Number of all places: more than one tenant may have. */
  readonly count: number;
  #taken = 0;
  /** Number of places that others cannot have; those that a claim brought a tenant beyond its bound do not count. */
  #held = 0;
  /** Counts the places of each tenant that has any. */
  readonly #ofTenants = new Map<string, number>();
  /** Tenants of the rows at work, by their lease tokens. */
  readonly #tenantOf = new Map<string, string>();
  /** Lease tokens of rows at work whose place was passed on, and of the rows that have it now. */
  readonly #heirs = new Map<string, string>();
  /** Number of rows that a place has had in turn, by the lease token of its row; absent for the first. */
  readonly #turns = new Map<string, number>();

  constructor(ofTenant: number) {
    this.ofTenant = ofTenant;
    this.count = ofTenant + Math.max(1, Math.floor(ofTenant / PLACES_FOR_ONE_MORE));
  }

  get taken(): number {
    return this.#taken;
  }

  /** Counts the places that somebody can have now, though perhaps not each tenant. */
  get free(): number {
    return this.count - this.#held;
  }

  /** Counts the places that a tenant without any could have now. */
  get claimable(): number {
    return Math.min(this.free, this.ofTenant);
  }

  /** Says that the tenant has no further place, also while others could have one. */
  isAtBound(tenant: string): boolean {
    return (this.#ofTenants.get(tenant) ?? 0) >= this.ofTenant;
  }

  /** Answers the tenants that may begin fewer than `count` further rows, each with that number. */
  boundsBelow(count: number): TenantBounds {
    const near = [...this.#ofTenants]
      .map(([tenant, taken]) => ({ tenant, more: Math.max(0, this.ofTenant - taken) }))
      .filter(({ more }) => more < count);
    return { tenants: near.map(({ tenant }) => tenant), more: near.map(({ more }) => more) };
  }

  /** Takes a place even where none is free: a row that is claimed is worked on. */
  take(tenant: string, token: string): void {
    const taken = this.#ofTenants.get(tenant) ?? 0;
    this.#ofTenants.set(tenant, taken + 1);
    this.#tenantOf.set(token, tenant);
    this.#taken += 1;
    if (taken < this.ofTenant) this.#held += 1;
  }

  /**
   * Passes a place on; false where it was passed on already, has had its share of rows, or belongs to another tenant.
   */
  passOn(fromToken: string, tenant: string, toToken: string): boolean {
    const turn = this.#turns.get(fromToken) ?? 1;
    if (turn >= IN_TURN_MAX || this.#heirs.has(fromToken) || this.#tenantOf.get(fromToken) !== tenant) return false;
    this.#heirs.set(fromToken, toToken);
    this.#turns.set(toToken, turn + 1);
    this.#tenantOf.set(toToken, tenant);
    return true;
  }

  /**
   * Frees the place of a row that has not begun; one that was passed on returns to its row. Answers the tenant that has
   * a place less; null where none has.
   */
  giveBack(token: string): string | null {
    for (const [from, to] of this.#heirs) {
      if (to !== token) continue;
      this.#heirs.delete(from);
      this.#forget(token);
      return null;
    }
    return this.leave(token);
  }

  /**
   * Frees the place of a row that is no longer at work. Answers the tenant that has a place less; null where the place
   * was passed on.
   */
  leave(token: string): string | null {
    const tenant = this.#forget(token);
    if (this.#heirs.delete(token) || tenant === undefined) return null;
    const taken = this.#ofTenants.get(tenant) ?? 0;
    if (taken <= 1) this.#ofTenants.delete(tenant);
    else this.#ofTenants.set(tenant, taken - 1);
    this.#taken -= 1;
    if (taken <= this.ofTenant) this.#held -= 1;
    return tenant;
  }

  #forget(token: string): string | undefined {
    const tenant = this.#tenantOf.get(token);
    this.#tenantOf.delete(token);
    this.#turns.delete(token);
    return tenant;
  }
}
