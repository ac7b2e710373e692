// Proves who hears of a change, how often, and what a client that comes back is told.
import type { EventSink, ofrepStreamEvents } from '@keelson/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { createFanOut } from '../../../kernel/live/fan-out.ts';
import type { SettingRows } from '../snapshot/entry-table.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import type { RevisionListener } from '../snapshot/setting-snapshot.ts';
import { createViewRevisions } from '../snapshot/view-revisions.ts';
import type { Definition, StoredValue } from '../system-setting.types.ts';
import { createFlagStreams, type FlagStreams } from './flag-streams.ts';
import type { FlagView } from './flag-view.ts';

type Sink = EventSink<typeof ofrepStreamEvents>;

let listeners: RevisionListener[];
let definitions: Map<string, Definition>;
let revision: number;
let nowMs: number;
let enabled: boolean;
let streams: FlagStreams;

const definitionOf = (code: string, more: Partial<Definition> = {}): Definition =>
  ({ code, type: 'NUMBER', visibility: 'SESSION', deleted: false, revision, ...more }) as Definition;
const rowOf = (code: string, tenantIdentifier: string | null): StoredValue =>
  ({ code, tenantIdentifier, revision }) as StoredValue;

function apply(rows: Partial<SettingRows>, whole = false): void {
  const all = { definitions: [], values: [], groups: [], ...rows };
  for (const one of all.definitions) {
    if (one.deleted) definitions.delete(one.code);
    else definitions.set(one.code, one);
  }
  for (const listener of listeners) listener(all, revision, whole);
}
/** Applies one more revision. */
function change(rows: () => Partial<SettingRows>, whole = false): void {
  revision += 1;
  apply(rows(), whole);
}
const set = (code: string, tenantIdentifier: string | null = null): void =>
  change(() => ({ values: [rowOf(code, tenantIdentifier)] }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [listeners, definitions, revision, nowMs, enabled] = [[], new Map(), 10, 0, true];
  const index = {
    find: (code: string) => (definitions.has(code) ? { code, definition: definitions.get(code) } : undefined),
  } as unknown as SettingIndex;
  const snapshot = { index, onRevision: (listener: RevisionListener) => void listeners.push(listener) };
  const monotonic = () => nowMs;
  streams = createFlagStreams({
    snapshot,
    monotonic,
    revisions: createViewRevisions(snapshot, monotonic),
    enabled: () => enabled,
    clock: createManualClock(),
    fanOut: createFanOut((error) => expect.fail(String(error))),
  });
  apply(
    {
      definitions: [
        definitionOf('flag.any'),
        definitionOf('flag.open', { visibility: 'PUBLIC' }),
        definitionOf('flag.hidden', { visibility: 'RESTRICTED' }),
        definitionOf('flag.secret', { visibility: 'RESTRICTED', type: 'SECRET' }),
      ],
    },
    true,
  );
});
afterEach(() => vi.useRealTimers());

function advance(ms: number): void {
  nowMs += ms;
  vi.advanceTimersByTime(ms);
}

interface Listening {
  readonly heard: string[];
  marked: string | null;
  ended: boolean;
  leave(): void;
}

function follow(view: FlagView, lastEventId: string | null = null): Listening {
  const one: Listening = { heard: [], marked: null, ended: false, leave: () => undefined };
  const sink = {
    relay: ({ source }) => void one.heard.push((source.data as { etag: string }).etag),
    mark(id) {
      one.marked = id;
    },
    end() {
      one.ended = true;
      one.leave();
    },
  } as Sink;
  const leave = streams.open(view, lastEventId, sink);
  one.leave = leave;
  return one;
}
const session: FlagView = { tenantIdentifier: 'north', reach: 'SESSION' };

describe('system-setting 17: a stream', () => {
  it('is told of definitions, global values and those of its own tenant, never of those of another', () => {
    const [north, south] = [follow(session), follow({ ...session, tenantIdentifier: 'south' })];
    set('flag.any', 'north');
    expect([north.heard, south.heard]).toEqual([['"r11"'], []]);
    advance(1_000);
    set('flag.any');
    expect([north.heard.at(-1), south.heard]).toEqual(['"r12"', ['"r12"']]);
    advance(1_000);
    change(() => ({ definitions: [definitionOf('flag.any', { enabled: false })] }));
    expect([north.heard.at(-1), south.heard.at(-1)]).toEqual(['"r13"', '"r13"']);
    // The number of another tenant's change is told to nobody.
    advance(1_000);
    set('flag.any', 'north');
    advance(1_000);
    change(() => ({ definitions: [definitionOf('flag.open')] }));
    expect(south.heard).toEqual(['"r12"', '"r13"', '"r15"']);
  });
  it('hears of nothing that its caller does not see, and of what the caller saw until now', () => {
    const [anonymous, person, viewer] = (['PUBLIC', 'SESSION', 'RESTRICTED'] as const).map((reach) =>
      follow({ tenantIdentifier: 'north', reach }),
    );
    const counts = (): number[] => [anonymous, person, viewer].map((one) => one?.heard.length ?? -1);
    set('flag.hidden');
    advance(1_000);
    set('flag.secret');
    advance(1_000);
    expect(counts()).toEqual([0, 0, 1]);
    set('flag.any');
    advance(1_000);
    expect(counts()).toEqual([0, 1, 2]);
    change(() => ({ definitions: [definitionOf('flag.open', { visibility: 'RESTRICTED' })] }));
    advance(1_000);
    expect(counts()).toEqual([1, 2, 3]);
    change(() => ({ definitions: [definitionOf('flag.any', { deleted: true })] }));
    advance(1_000);
    expect(counts()).toEqual([1, 3, 4]);
  });
});

describe('a burst', () => {
  it('is reported at once, then at most once in 250 ms, and the last of it always', () => {
    const one = follow(session);
    for (let count = 0; count < 100; count += 1) set('flag.any');
    expect(one.heard).toEqual(['"r11"']);
    advance(249);
    expect(one.heard).toHaveLength(1);
    advance(1);
    expect(one.heard).toEqual(['"r11"', '"r110"']);
    advance(10_000);
    expect(one.heard).toHaveLength(2);
  });
  it('leaves no timer behind when nobody listens any more', () => {
    const one = follow(session);
    set('flag.any');
    set('flag.any');
    expect(vi.getTimerCount()).toBe(1);
    one.leave();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a client', () => {
  it('a client that comes back hears once of what it missed, and nothing where it missed nothing', () => {
    set('flag.any', 'south');
    set('flag.any', 'north');
    advance(60_000);
    expect(follow(session, '12')).toMatchObject({ heard: [], marked: '12' });
    for (const older of ['10', '11', '0', '13', 'rubbish']) {
      expect(follow(session, older), older).toMatchObject({ heard: ['"r12"'], marked: null });
    }
  });
  it('a client that is new hears of a change that its answer may not have held, and of nothing older', () => {
    set('flag.any', 'north');
    advance(1_999);
    expect(follow(session).heard).toEqual(['"r11"']);
    expect(follow({ ...session, tenantIdentifier: 'south' }).heard).toEqual([]);
    advance(1);
    expect(follow(session)).toMatchObject({ heard: [], marked: '11' });
  });
  it('hears of everything that was loaded anew, since nobody knows what changed', () => {
    const one = follow(session);
    change(() => ({ ended: [{ tenantIdentifier: 'north', revision: 9 }] }), true);
    expect(one.heard).toEqual(['"r9"']);
  });
  it('is sent away once the protocol is switched off', () => {
    const one = follow(session);
    enabled = false;
    set('flag.any');
    expect(one).toMatchObject({ heard: [], ended: true });
  });
});
