// Sends many mails in one change set: each is refused or accepted on its own, or all of them together.
import type { SvcNotificationMailBatchModel, SvcNotificationMailBatchResultModel } from '@keelson/contract';
import type { Queryable } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { IdempotencyClaim } from '../../../kernel/records/idempotency.ts';
import { fail, ServiceError } from '../../../kernel/request/errors.ts';
import { mailEvents } from '../mail.events.ts';
import type { Accepting } from '../queue/feature.ts';
import type { MailSender, PreparedMails } from '../record/sent-mail.types.ts';
import type { UsableTemplate } from '../template/feature.ts';
import { createPace, type Pace } from './bounds/pace.ts';
import { createPreparing, type Preparing, type PreparingParts } from './prepare.service.ts';
import { readTemplateSend, type TemplateRequest } from './request/read-request.ts';
import { mailSenderOf, type SendBounds } from './send.service.ts';

export interface BatchParts extends Pick<Kernel, 'database' | 'clock' | 'groupCommit'> {
  readonly preparingParts: PreparingParts;
  readonly accepting: Pick<Accepting, 'add' | 'wake'>;
  readonly bounds: SendBounds;
}

/** One request of a batch, with its error or its prepared mails. */
interface Item {
  request: TemplateRequest | null;
  /** Earlier item with the same uuid, which has no such item itself. */
  twin: Item | null;
  prepared: PreparedMails | null;
  error: ServiceError | null;
}

/** Requests that are prepared at once: their look-ups share statements, and no turn of the event loop is long. */
const SIDE_BY_SIDE = 32;
/** Conflicts in a row with mails that cannot be found yet. */
const CONFLICTS_MAX = 20;
/** Codes that do not concern a single mail: the whole batch fails with them. */
const NOT_OF_ONE = new Set(['SERVICE_UNAVAILABLE', 'INTERNAL_ERROR']);

/** Keeps the answers of a function by its arguments, for the length of one batch. */
function remembered<A, R>(keyOf: (asked: A) => string, ask: (queryable: Queryable, asked: A) => Promise<R>) {
  const answers = new Map<string, Promise<R>>();
  return (queryable: Queryable, asked: A): Promise<R> => {
    const key = keyOf(asked);
    const answer = answers.get(key) ?? ask(queryable, asked);
    answers.set(key, answer);
    return answer;
  };
}

/** Prepares as for single mails, with shared look-ups. */
function preparingOfBatch(parts: PreparingParts, { tenantIdentifier }: MailSender): Preparing {
  const { templates, tenantReading, chooseSender } = parts;
  const find = remembered<Parameters<typeof templates.find>[2], UsableTemplate>(
    JSON.stringify,
    (queryable, reference) => templates.find(queryable, tenantIdentifier, reference),
  );
  const reading = remembered<string, Awaited<ReturnType<typeof tenantReading>>>(String, tenantReading);
  const choice = remembered<Parameters<typeof chooseSender>[2], Awaited<ReturnType<typeof chooseSender>>>(
    JSON.stringify,
    (queryable, wanted) => chooseSender(queryable, tenantIdentifier, wanted),
  );
  return createPreparing({
    ...parts,
    templates: { ...templates, find: (queryable, _tenant, reference) => find(queryable, reference) },
    tenantReading: reading,
    chooseSender: (queryable, _tenant, wanted) => choice(queryable, wanted),
  });
}

function refusalOf(error: unknown): ServiceError {
  if (error instanceof ServiceError && !NOT_OF_ONE.has(error.code)) return error;
  throw error;
}

function resultOf({ prepared, error }: Item, index: number): SvcNotificationMailBatchResultModel {
  const { uuid, status } = prepared?.sent ?? { uuid: null, status: null };
  const errorArguments = (error?.options.errorArguments ?? []) as SvcNotificationMailBatchResultModel['errorArguments'];
  return { index, uuid, status, errorCode: error?.code ?? null, errorArguments };
}

function refuseAll(items: readonly Item[]): void {
  const refused = items.map(resultOf).filter(({ errorCode }) => errorCode !== null);
  if (refused.length === 0) return;
  const errorArguments = refused.map(({ index, errorCode, errorArguments: inner }) => ({
    index,
    errorCode,
    errorArguments: inner,
  }));
  fail('MAIL_BATCH_REFUSED', { parameters: { count: refused.length }, errorArguments });
}

/**
 * Fails with 429 as a whole where nothing was taken and something only because of a rate, so that the batch can be sent
 * again.
 */
function refuseForRate(items: readonly Item[]): void {
  const waits = items.flatMap(({ error }) =>
    error?.code === 'RATE_LIMITED' ? [error.options.retryAfterSeconds!] : [],
  );
  if (waits.length === 0 || items.some(({ error }) => error === null)) return;
  fail('RATE_LIMITED', { retryAfterSeconds: Math.min(...waits) });
}

/** Reads each request; one with the uuid of an earlier one is its twin. An atomic batch counts as one piece. */
async function readAll(
  { clock, bounds }: BatchParts,
  act: Act,
  { requests, atomic }: SvcNotificationMailBatchModel,
  pace: Pace,
): Promise<readonly Item[]> {
  const named = new Map<string, Item>();
  const items: Item[] = [];
  for (const body of requests) {
    const item: Item = { request: null, twin: null, prepared: null, error: null };
    items.push(item);
    try {
      await pace();
      const request = readTemplateSend(act.caller, body, clock.now());
      const { uuid } = request;
      item.request = request;
      item.twin = uuid === null ? null : (named.get(uuid) ?? null);
      if (uuid !== null && item.twin === null) named.set(uuid, item);
      if (atomic !== true) bounds.requireWithinRates(act, [request]);
    } catch (error) {
      item.error = refusalOf(error);
    }
  }
  if (atomic === true) {
    const readable = items.flatMap(({ request }) => (request === null ? [] : [request]));
    bounds.requireWithinRates(act, readable);
  } else refuseForRate(items);
  return items;
}

/** Answers a repeated request as the first one; another one under its uuid is refused. */
function followTwin(item: Item, { request, prepared, error }: Item): void {
  const { uuid, requestHash } = item.request!;
  if (request!.requestHash.equals(requestHash)) {
    item.error = error;
    item.prepared = prepared === null ? null : { mails: [], sent: prepared.sent };
  } else item.error = new ServiceError('MAIL_ALREADY_EXISTS', { parameters: { uuid: uuid! } });
}

/** Prepares each request by itself; one that cannot be sent is an item with its error. */
async function prepareAll(
  parts: BatchParts,
  act: Act,
  preparing: Preparing,
  by: MailSender,
  batch: SvcNotificationMailBatchModel,
): Promise<readonly Item[]> {
  const pace = createPace();
  const items = await readAll(parts, act, batch, pace);
  const prepare = async (item: Item): Promise<void> => {
    try {
      await pace();
      item.prepared = await preparing.prepareTemplate(parts.database, by, item.request!);
    } catch (error) {
      item.error = refusalOf(error);
    }
  };
  const own = items.filter(({ error, twin }) => error === null && twin === null);
  for (let first = 0; first < own.length; first += SIDE_BY_SIDE) {
    await Promise.all(own.slice(first, first + SIDE_BY_SIDE).map(prepare));
  }
  for (const item of items) if (item.error === null && item.twin !== null) followTwin(item, item.twin);
  return items;
}

/** Stores the mails; false, with nothing stored, where one of the uuids was taken meanwhile. */
async function store(
  { groupCommit, accepting }: BatchParts,
  act: Act,
  claim: IdempotencyClaim,
  items: readonly Item[],
): Promise<boolean> {
  const mails = items.flatMap(({ prepared }) => prepared?.mails ?? []);
  const changes = groupCommit.createChangeSet();
  accepting.add(changes, mails);
  claim.add(changes, items.map(resultOf));
  if (mails.length > 0 && act.caller.kind === 'person') {
    const { uuid } = items.find(({ prepared }) => (prepared?.mails.length ?? 0) > 0)!.prepared!.sent;
    act.add(changes, mailEvents.accepted, uuid, { templateCode: null, status: null, mails: mails.length });
  }
  changes.afterCommit(() => accepting.wake(mails));
  return (await groupCommit.commit(changes)).committed;
}

/** Finds mails that were stored under the uuids of the batch meanwhile; answers how many. */
async function findTaken(
  { database }: BatchParts,
  preparing: Preparing,
  by: MailSender,
  items: readonly Item[],
): Promise<number> {
  let taken = 0;
  for (const item of items) {
    const { request, prepared } = item;
    if (request === null || request.uuid === null || (prepared?.mails.length ?? 0) === 0) continue;
    try {
      const sent = await preparing.findSent(database, by, request);
      if (sent === null) continue;
      item.prepared = { mails: [], sent };
    } catch (error) {
      item.error = refusalOf(error);
      item.prepared = null;
    }
    taken += 1;
  }
  return taken;
}

export function createBatchService(parts: BatchParts) {
  const { bounds, preparingParts } = parts;
  return {
    /**
     * Sends a batch. 422 MAIL_BATCH_REFUSED names the problems of each where the batch is atomic; 429 RATE_LIMITED:
     * nothing was taken.
     */
    async notifyBatch(
      act: Act,
      batch: SvcNotificationMailBatchModel,
    ): Promise<readonly SvcNotificationMailBatchResultModel[]> {
      await bounds.requireRoom();
      return act.once(async (claim) => {
        const by = mailSenderOf(act);
        const preparing = preparingOfBatch(preparingParts, by);
        const items = await prepareAll(parts, act, preparing, by, batch);
        for (let idle = 0; idle < CONFLICTS_MAX; ) {
          if (batch.atomic === true) refuseAll(items);
          else refuseForRate(items);
          if (await store(parts, act, claim, items)) return items.map(resultOf);
          // A mail stored in the same flush conflicts before it can be found.
          idle = (await findTaken(parts, preparing, by, items)) > 0 ? 0 : idle + 1;
        }
        return fail('SERVICE_UNAVAILABLE');
      });
    },
  };
}

export type BatchService = ReturnType<typeof createBatchService>;
