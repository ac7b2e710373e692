// Evaluates settings as flags of the OpenFeature Remote Evaluation Protocol 0.3.0.
import { hash } from 'node:crypto';
import type { FormAnswer } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { PublicAct } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { SettingValue } from '../../../kernel/settings/setting-value.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { canonicalJson } from '../../../kernel/text/json/canonical-json.ts';
import type { ReadFeature } from '../read/feature.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import type { ViewRevisions } from '../snapshot/view-revisions.ts';
import type { UserFeature } from '../user/feature.ts';
import { type EvaluationContext, readContext } from './evaluation-context.ts';
import type { FlagLists } from './flag-lists.ts';
import { type FlagAsked, isForeign, sees, toFlag, viewOf } from './flag-view.ts';
import type { StreamTickets } from './stream-ticket.ts';

/** Common parameters of evaluations; `refetchEtag` is that of the event which made the client ask. */
export interface EvaluationRequest {
  readonly body: unknown;
  readonly refetchEtag: string | undefined;
}

type Asking = Pick<PublicAct, 'caller' | 'context'>;

interface OfrepGround {
  readonly snapshot: SettingSnapshot;
  readonly revisions: ViewRevisions;
  readonly users: Pick<UserFeature['api'], 'load'>;
  readonly lists: FlagLists;
  readonly tickets: StreamTickets;
  readonly clock: Clock;
  readonly readLimit: ReadFeature['api']['readLimit'];
  readonly enabled: () => boolean;
  /** Prefix of addresses for clients, behind a proxy that rewrites paths. */
  readonly publicPath: () => string;
}

/** Time that an answer waits for the revision that an event named. */
const CATCH_UP_MS = 500;
const EVENT_ETAG = /^"?r(\d{1,15})"?$/;
const EVENTS_PATH = '/ofrep/v1/events';
/** Seconds without a look at the page after which it closes its stream. */
const INACTIVITY_SECONDS = 120;

const nothingOwn: ReadonlyMap<string, SettingValue> = new Map();

interface Evaluation {
  readonly caller: Caller | null;
  readonly foreign: boolean;
  readonly asked: EvaluationContext;
  readonly flags: FlagAsked;
}

/** Answers the user: a person asks for the own values; a service for the user that it names. */
function usernameOf(caller: Caller | null, targetingKey: string | undefined): string | null {
  if (caller === null || targetingKey === undefined) return null;
  const isOwn = caller.kind === 'person' && foldName(targetingKey) === foldName(caller.username);
  return isOwn || caller.roles.has('ROLE_SERVICE') || caller.kind === 'api-key' ? targetingKey : null;
}

const invalidContext = (key?: string): FormAnswer => ({
  status: 400,
  body: {
    ...(key === undefined ? {} : { key }),
    errorCode: 'INVALID_CONTEXT',
    errorDetails: 'There is no context, or its tenantIdentifier, targetingKey or keelson.prefix is malformed.',
  },
});

/** Joins the shared parts of an answer as bytes, and the streams of the caller. */
function bulkJson(flags: Buffer, revision: number, requestUri: string): Buffer {
  const stream = { type: 'sse', endpoint: { requestUri }, inactivityDelaySec: INACTIVITY_SECONDS };
  const rest = `,"metadata":{"revision":${revision}},"eventStreams":${JSON.stringify([stream])}}`;
  return Buffer.concat([Buffer.from('{"flags":'), flags, Buffer.from(rest)]);
}

function createEvaluate({ snapshot, revisions, users, readLimit, enabled }: OfrepGround) {
  const valuesFor = (
    caller: Caller | null,
    tenantIdentifier: string | null,
    targetingKey: string | undefined,
  ): Promise<ReadonlyMap<string, SettingValue>> | ReadonlyMap<string, SettingValue> => {
    const username = isForeign(caller, tenantIdentifier) ? null : usernameOf(caller, targetingKey);
    return username === null || tenantIdentifier === null ? nothingOwn : users.load(username, tenantIdentifier);
  };

  /** Null where the context is invalid. A flag that users cannot set needs no look at their values. */
  return async (
    { caller, context }: Asking,
    { body, refetchEtag }: EvaluationRequest,
    key?: string,
  ): Promise<Evaluation | null> => {
    if (!enabled()) failNotFound('OPERATION_NOT_FOUND', { operation: 'OFREP' });
    if (caller === null) readLimit.take(context.remoteAddress);
    const asked = readContext(body);
    if (asked === null) return null;
    const named = Number(EVENT_ETAG.exec(refetchEtag ?? '')?.[1] ?? 0);
    if (named > snapshot.revision) await snapshot.waitForRevision(named, CATCH_UP_MS);
    const tenantIdentifier = asked.tenantIdentifier ?? caller?.tenantIdentifier ?? null;
    const ofUser = key === undefined || snapshot.index.find(key)?.definition?.userOverridable === true;
    const userValues = ofUser ? await valuesFor(caller, tenantIdentifier, asked.targetingKey) : nothingOwn;
    const flags = { view: viewOf(caller, tenantIdentifier), userValues, revision: revisions.of(tenantIdentifier) };
    return { caller, foreign: isForeign(caller, tenantIdentifier), asked, flags };
  };
}

export function createOfrepService(ground: OfrepGround) {
  const { snapshot, lists, tickets, clock, publicPath } = ground;
  const evaluate = createEvaluate(ground);

  return {
    async single(act: Asking, { key, ...request }: EvaluationRequest & { readonly key: string }): Promise<FormAnswer> {
      const evaluation = await evaluate(act, request, key);
      if (evaluation === null) return invalidContext(key);
      const { caller, foreign, flags } = evaluation;
      const entry = snapshot.index.find(key);
      const definition = entry?.definition ?? null;
      if (entry === undefined || definition === null || !sees(flags.view, definition)) {
        if (caller === null) fail('AUTHENTICATION_REQUIRED');
        if (foreign) fail('ACCESS_DENIED');
        return { status: 404, body: { key, errorCode: 'FLAG_NOT_FOUND', errorDetails: `There is no flag ${key}.` } };
      }
      return { status: 200, body: toFlag({ ...entry, definition }, key, flags) };
    },
    async bulk(act: Asking, request: EvaluationRequest): Promise<FormAnswer> {
      const evaluation = await evaluate(act, request);
      if (evaluation === null) return invalidContext();
      const { caller, foreign, asked, flags } = evaluation;
      if (caller !== null && foreign) fail('ACCESS_DENIED');
      const { tenantIdentifier } = flags.view;
      const { json, digest } = lists.list(flags, asked.prefix);
      const ticket = tickets.issue({ identifier: caller?.identifier ?? null, tenantIdentifier }, clock.now());
      const requestUri = `${publicPath()}${EVENTS_PATH}?ticket=${ticket}`;
      // The ticket is part of the tag: after a 304 a client keeps its streams, even of an ended session.
      const mark = canonicalJson([digest, flags.revision, flags.view, requestUri, asked.whole]);
      const etag = `"${hash('sha256', mark, 'base64url')}"`;
      return { status: 200, etag, json: () => bulkJson(json, flags.revision, requestUri) };
    },
  };
}
