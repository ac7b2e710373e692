// Keeps the newest revision of what each tenant sees: definitions, global values and its own, never those of another.
import type { SettingSnapshot } from './setting-snapshot.ts';

interface Change {
  readonly revision: number;
  readonly atMs: number;
}

const NEVER: Change = { revision: 0, atMs: Number.NEGATIVE_INFINITY };

function newer(left: Change, right: Change): Change {
  return right.revision > left.revision ? right : left;
}

export type ViewRevisions = ReturnType<typeof createViewRevisions>;

/** Made before the first load, which tells how far things were. */
export function createViewRevisions(snapshot: Pick<SettingSnapshot, 'onRevision'>, monotonic: () => number) {
  const tenants = new Map<string, Change>();
  let shared = NEVER;
  let loaded = false;
  const note = (tenantIdentifier: string | null, change: Change): void => {
    if (tenantIdentifier === null) shared = newer(shared, change);
    else tenants.set(tenantIdentifier, newer(tenants.get(tenantIdentifier) ?? NEVER, change));
  };
  const latest = (tenantIdentifier: string | null): Change =>
    newer(shared, (tenantIdentifier === null ? undefined : tenants.get(tenantIdentifier)) ?? NEVER);

  snapshot.onRevision(({ definitions, values, ended = [] }, _revision, whole) => {
    if (whole) {
      shared = NEVER;
      tenants.clear();
    }
    const atMs = loaded ? monotonic() : Number.NEGATIVE_INFINITY;
    loaded = true;
    for (const { revision } of definitions) note(null, { revision, atMs });
    for (const { tenantIdentifier, revision } of [...values, ...ended]) note(tenantIdentifier, { revision, atMs });
  });
  return {
    /** Null stands for a caller without a tenant. */
    of: (tenantIdentifier: string | null): number => latest(tenantIdentifier).revision,
    /** Tells when this process took the newest one over, on a clock that only grows; before the first change the past. */
    changedAtMs: (tenantIdentifier: string | null): number => latest(tenantIdentifier).atMs,
  };
}
