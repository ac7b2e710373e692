// Shows operators the state of the settings: staleness, invalid values, broken rules.

import type { Notify } from '../../../kernel/live/notify.ts';
import type { Metrics } from '../../../kernel/process/metrics.ts';
import type { Readiness } from '../../../kernel/process/readiness.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import { listBrokenRules } from '../change/rule-check.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';

/** Age at which settings count as stale: two intervals of probes, of which one failed and another is missing. */
const STALE_SECONDS = 12;
/** Settings that a warning names; the page of values lists all. */
const CODES_MAX = 10;

export function registerSettingHealth({
  snapshot,
  settings,
  readiness,
  metrics,
  notify,
  streamCount,
}: {
  readonly snapshot: SettingSnapshot;
  readonly settings: Settings;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly notify: Notify;
  readonly streamCount: () => number;
}): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    metrics.gauge({ name: `setting_${name}`, help, collect: (self) => self.set(read()) });
  };
  gauge('revision', 'Revision of the settings in memory.', () => snapshot.revision);
  gauge('staleness_seconds', 'Time since the database said that nothing is newer.', snapshot.stalenessSeconds);
  gauge('listener_up', 'Whether changes are heard of at once.', () => (notify.alive ? 1 : 0));
  gauge('streams', 'Open streams of changes, of settings and of flags.', streamCount);
  gauge('invalid', 'Stored values that no longer satisfy their definition.', () => snapshot.index.invalidCount);

  readiness.warn('settings-stale', () => {
    const seconds = Math.floor(snapshot.stalenessSeconds());
    return seconds < STALE_SECONDS ? null : `settings are ${seconds} s old: the database does not answer`;
  });
  readiness.warn('settings-invalid', () => {
    if (snapshot.index.invalidCount === 0) return null;
    const codes: string[] = [];
    for (const { code, global, tenants } of snapshot.index.all()) {
      const invalid = global?.invalid === true || [...tenants.values()].some((value) => value.invalid);
      if (invalid && codes.length < CODES_MAX) codes.push(code);
    }
    return `values no longer satisfy their definition: ${codes.join(', ')}`;
  });
  readiness.warn('settings-rules', () => {
    const broken = listBrokenRules(settings.rules(), snapshot.index);
    return broken.length === 0 ? null : `rules do not hold: ${broken.map(({ rule }) => rule.name).join(', ')}`;
  });
}
