// Keeps one stream of the server open: comes back after an end, with the place where it stood.
import type { KeelsonError } from '@keelson/client/table';
import { readEvents, type StreamEvent } from './read-events.ts';

/** Silence after which a stream counts as lost: the server says something every 15 s. */
const SILENT_MS = 40_000;
/** Time until the next try, doubled after each failure, a part of it at random, so that not all come back at once. */
const RETRY_MS = { least: 1_000, most: 8_000 } as const;
/** Time below which a stream that ends counts as failed. */
const SHORT_MS = 1_000;

export interface FollowParts {
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly onEvents: (events: readonly StreamEvent[]) => void;
  readonly onPlace: (id: string) => void;
  /** Called when the stream opens or closes; `refused`: the server will not have it, now or later. */
  readonly onState: (state: 'open' | 'closed' | 'refused') => void;
}

export interface Follower {
  /** Tries at once where the stream waits for the next try. */
  wake(): void;
  stop(): void;
}

/** What has become of one try. */
type Outcome = 'ended' | 'again' | 'failed' | 'refused';

type Detail = NonNullable<KeelsonError['answer']['errorDetail']>;

/** The kinds of failures that come back however often they are asked for. */
const REFUSALS: readonly Detail['errorClassName'][] = [
  'SvcAccessDeniedException',
  'SvcNotFoundException',
  'SvcValidationException',
];

/** Reads why the server opened no stream; null where something between answered. */
async function readDetail(answer: Response): Promise<Detail | null> {
  try {
    return ((await answer.json()) as KeelsonError['answer']).errorDetail;
  } catch {
    return null;
  }
}

/** The envelope decides: a server may send every one of them with the status 200. */
async function outcomeOf(answer: Response): Promise<Outcome> {
  const detail = await readDetail(answer);
  if (detail === null) return 'failed';
  const { errorClassName, errorCode, errorArguments } = detail;
  // Another tab has given the session a new token, which the cookie holds by now.
  if (errorArguments[0]?.reason === 'ROTATED') return 'again';
  return REFUSALS.includes(errorClassName) || errorCode === 'OPERATION_NOT_IMPLEMENTED' ? 'refused' : 'failed';
}

export function follow(address: string, lastId: string, parts: FollowParts): Follower {
  let place = lastId;
  let stopped = false;
  let attempt = new AbortController();
  let wake = (): void => undefined;

  const onPlace = (id: string): void => {
    place = id;
    parts.onPlace(id);
  };
  const once = async (): Promise<Outcome> => {
    attempt = new AbortController();
    const { signal } = attempt;
    const headers = { accept: 'text/event-stream', ...(place === '' ? {} : { 'last-event-id': place }) };
    const began = Date.now();
    let silence = setTimeout(() => attempt.abort(), SILENT_MS);
    try {
      const answer = await parts.fetch(address, { headers, signal, cache: 'no-store' });
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
      if (!answer.ok || !isStream || answer.body === null) return await outcomeOf(answer);
      parts.onState('open');
      const onSound = (): void => {
        clearTimeout(silence);
        silence = setTimeout(() => attempt.abort(), SILENT_MS);
      };
      await readEvents(answer.body, { onEvents: parts.onEvents, onPlace, onSound });
    } catch {
      // The next try says more.
    } finally {
      clearTimeout(silence);
    }
    return Date.now() - began > SHORT_MS ? 'ended' : 'failed';
  };
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async (): Promise<void> => {
    let wait: number = RETRY_MS.least;
    while (!stopped) {
      const outcome = await once();
      if (stopped) return;
      parts.onState(outcome === 'refused' ? 'refused' : 'closed');
      if (outcome === 'refused') return;
      if (outcome === 'ended' || outcome === 'again') wait = RETRY_MS.least;
      if (outcome !== 'failed') continue;
      await pause(wait * (0.5 + Math.random() / 2));
      wait = Math.min(RETRY_MS.most, wait * 2);
    }
  };
  void run();
  return {
    wake: () => wake(),
    stop() {
      stopped = true;
      attempt.abort();
      wake();
    },
  };
}
