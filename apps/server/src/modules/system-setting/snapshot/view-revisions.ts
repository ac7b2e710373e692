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

/** Created before the first load, which sets the beginning. */
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
    /** Revision of a tenant's view; null stands for a caller without a tenant. */
    of: (tenantIdentifier: string | null): number => latest(tenantIdentifier).revision,
    /** Time at which this process took over the newest one, on a monotonic clock; long ago before the first change. */
    changedAtMs: (tenantIdentifier: string | null): number => latest(tenantIdentifier).atMs,
  };
}
