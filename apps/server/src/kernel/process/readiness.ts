// Collects what must hold before this process wants traffic; modules register their checks.

export interface Readiness {
  /**
   * Registers a check under a name that `/health/ready` shows. It answers the reason why the part is not ready, or null;
   * it is called on each probe, so it looks at memory only and never waits.
   */
  register(name: string, check: () => string | null): void;
  /** Registers a remark for operators that does not take the process out of service. */
  warn(name: string, check: () => string | null): void;
}

export interface ReadinessReport {
  readonly ready: boolean;
  readonly notReady: Readonly<Record<string, string>>;
  readonly warnings: Readonly<Record<string, string>>;
}

export interface ReadinessRegistry extends Readiness {
  report(): ReadinessReport;
}

function collect(checks: ReadonlyMap<string, () => string | null>): Record<string, string> {
  const reasons: Record<string, string> = {};
  for (const [name, check] of checks) {
    let reason: string | null;
    try {
      reason = check();
    } catch (error) {
      reason = `check failed: ${error instanceof Error ? error.message : 'unknown'}`;
    }
    if (reason !== null) reasons[name] = reason;
  }
  return reasons;
}

export function createReadiness(): ReadinessRegistry {
  const checks = new Map<string, () => string | null>();
  const remarks = new Map<string, () => string | null>();
  const add = (map: Map<string, () => string | null>, name: string, check: () => string | null): void => {
    if (map.has(name)) throw new Error(`readiness check "${name}" is registered twice`);
    map.set(name, check);
  };
  return {
    register: (name, check) => add(checks, name, check),
    warn: (name, check) => add(remarks, name, check),
    report() {
      const notReady = collect(checks);
      return { ready: Object.keys(notReady).length === 0, notReady, warnings: collect(remarks) };
    },
  };
}
