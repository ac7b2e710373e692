// Measures session B3: how often in a second one thread validates sessions that it knows, beside the bare hash of their tokens.
import { hash, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { HOUR_MS, SECOND_MS } from '@keelson/time-zone/units';
import type { Credential } from '../../apps/server/src/kernel/http/exchange/guard.ts';
import { identifierOf } from '../../apps/server/src/kernel/secrets/identifier-of.ts';
import { createCache } from '../../apps/server/src/modules/session/entry/cache.ts';
import { createGrantInterner, sessionEntry } from '../../apps/server/src/modules/session/entry/session-entry.ts';
import { createAuthenticator } from '../../apps/server/src/modules/session/live/authenticator.ts';
import { createUnknownTokenLimit } from '../../apps/server/src/modules/session/live/unknown-token-limit.ts';
import { type Figure, formatFigure, holds, numberText } from '../bars/bar.ts';
import { median } from '../bars/statistics.ts';

const SESSIONS = 1_000;
const ROUNDS = 8;
const VALIDATIONS = 500_000;
const TOKEN_BYTES = 32;
const IDLE_MS = 1_800_000;
const AUTHORITIES = 10;

const clock = { now: () => Math.floor(performance.now()) };
const never = (): never => {
  throw new Error('a validation left the process');
};

function openSession(token: string, id: number): ReturnType<typeof sessionEntry> {
  const roles = ['ROLE_USER'];
  const authorities = Array.from({ length: AUTHORITIES }, (_, index) => ({
    role: 'ROLE_USER',
    authority: `BENCH_${index}`,
  }));
  const nowMs = clock.now();
  const record = {
    id,
    identifier: identifierOf(token),
    tenantIdentifier: 'default',
    system: false,
    ipAddress: null,
    username: `user${id}`,
    usernameFolded: `user${id}`,
    userAgent: '',
    deviceName: '',
    methods: ['PASSWORD'],
    createdMs: nowMs,
    authenticatedMs: nowMs,
    lastAccessMs: nowMs,
    expiryMs: nowMs + HOUR_MS,
    endsMs: nowMs + IDLE_MS,
    idleMs: IDLE_MS,
    slackMs: 0,
    closedMs: null,
    closeReason: null,
    closedBy: null,
    parentIdentifier: null,
    actorUsername: null,
    givenAuthorities: authorities,
    attributes: {},
    assuranceLevel: 'AAL1',
    localeTag: 'en',
    keyUuid: null,
    authorityCeiling: null,
    remembered: false,
    binding: 'NONE' as const,
  };
  return sessionEntry(
    record,
    { userUuid: null, key: null, roles, authorities },
    createGrantInterner(1)({ roles, authorities }),
  );
}

const cache = createCache(SESSIONS);
const credentials = Array.from({ length: SESSIONS }, (_, index): Credential => {
  const token = `svc_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  cache.setUnlessCovered(openSession(token, index + 1), cache.mark());
  return { kind: 'session', token, carrier: 'bearer', remoteAddress: '127.0.0.1', userAgent: 'bench', passive: false };
});
const authenticate = createAuthenticator({
  clock,
  cache,
  loader: { loadSession: never, mark: never, rememberBegun: never, remember: never, loadApiKey: never },
  signals: {
    publish: never,
    start: never,
    sweep: never,
    sweepIntervalMs: never,
    isTrusted: () => true,
    isTrustedWithoutDatabase: never,
    onDeaf: never,
  },
  activity: { note() {}, noteKey: never, latest: never, flushIntervalMs: never, flush: never, settled: never },
  unknownTokens: createUnknownTokenLimit(),
  known: { has: never },
  refusals: { bindingMismatched: never },
});

/** Calls per second. */
function rateOf(work: (credential: Credential) => unknown): number {
  const startMs = performance.now();
  for (let done = 0; done < VALIDATIONS; done++) work(credentials[done % SESSIONS]!);
  return (VALIDATIONS * SECOND_MS) / (performance.now() - startMs);
}

const validations: number[] = [];
const hashes: number[] = [];
for (let round = 0; round <= ROUNDS; round++) {
  const bare = rateOf(({ token }) => hash('sha256', token, 'base64url'));
  const validated = rateOf((credential) => {
    if (!('caller' in authenticate(credential))) throw new Error('a known session was refused');
  });
  // The first one warms up.
  if (round === 0) continue;
  validations.push(validated);
  hashes.push(bare);
}
const figure: Figure = {
  bar: 'session B3',
  what: 'validations of known sessions per thread',
  unit: '/s',
  atLeast: 500_000,
  value: median(validations),
  reference: `SHA-256 of the token alone ${numberText(median(hashes))}/s`,
};
console.log(`${ROUNDS} rounds, ${availableParallelism()} cores`);
console.log(formatFigure(figure));
if (!holds(figure)) process.exitCode = 1;
