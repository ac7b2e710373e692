// Wires the rendering of templates: quick ones on the event loop, everything else in threads that are ended when they
// take too long.
import type { Metrics } from '../../../kernel/process/metrics.ts';
import type { Lanes } from '../../../kernel/worker/lanes.ts';
import { LaneOverrun, WorkerLane } from '../../../kernel/worker/worker-lane.ts';
import type { JsonMap, RenderOutcome, RenderRequest } from './liquid/rendering.types.ts';
import { renderCompiled } from './render-compiled.ts';
import type { RenderingAnswer, RenderingRequest, RenderingWork } from './rendering-thread.ts';

export { compileTemplate } from './compile-template.ts';
export { formsOf } from './content-forms.ts';
export { canonicalLocale, chooseLocale } from './locale-choice.ts';

/** Limit of a rendering; a template that takes longer is refused. */
const RENDER_MS_MAX = 2_000;
/** Limit of compiling; fifty locales of the largest size, with their styles, take some seconds. */
const COMPILE_MS_MAX = 20_000;
const HEAP_MIB = 256;
/**
 * Pieces of a tenant that may wait: a batch has 32 mails rendered side by side, so that two of them and a single
 * request find room.
 */
const WAITING_OF_TENANT_MAX = 80;
/** Values and characters of parameters up to which a rendering is quick; more may be slow in any template. */
const QUICK_VALUES_MAX = 2_000;
const QUICK_CHARACTERS_MAX = 65_536;

const tooLong: Extract<RenderOutcome, { readonly kind: 'refused' }> = {
  kind: 'refused',
  problems: [{ code: 'TEMPLATE_RENDER_LIMIT_EXCEEDED', message: 'The template takes too long or writes too much.' }],
};

const isTooLong = (outcome: RenderOutcome): boolean =>
  outcome.kind === 'refused' && outcome.problems.some(({ code }) => code === 'TEMPLATE_RENDER_LIMIT_EXCEEDED');

function createLane(lanes: Lanes, name: string, limitMs: number) {
  const file = new URL('./rendering-thread.ts', import.meta.url);
  const turns = lanes.open({ name, ofOwner: 1, waitingOfOwnerMax: WAITING_OF_TENANT_MAX });
  const lane = new WorkerLane<RenderingRequest, RenderingAnswer>(turns, { file, heapMib: HEAP_MIB, limitMs });
  return {
    /** Does a piece of work; null where it took too long. */
    async ask<K extends keyof RenderingWork>(
      tenant: string,
      kind: K,
      request: RenderingWork[K]['request'],
    ): Promise<RenderingWork[K]['answer'] | null> {
      try {
        return (await lane.run(tenant, { kind, request } as RenderingRequest)).answer;
      } catch (error) {
        if (error instanceof LaneOverrun) return null;
        throw error;
      }
    },
    close: () => lane.close(),
  };
}

/**
 * Says whether a mail is rendered on the event loop. The markup of a sensitive mail is parsed and written again, which
 * needs a thread.
 */
function isQuick({ compiled, sensitive, parameters }: RenderRequest): boolean {
  return compiled.isQuick && !(sensitive && compiled.html !== null) && isSmall(parameters);
}

function isSmall(parameters: JsonMap): boolean {
  let values = 0;
  let characters = 0;
  const waiting: unknown[] = [parameters];
  while (waiting.length > 0) {
    const value = waiting.pop();
    values += 1;
    if (typeof value === 'string') characters += value.length;
    if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) waiting.push(each);
    if (values + waiting.length > QUICK_VALUES_MAX || characters > QUICK_CHARACTERS_MAX) return false;
  }
  return true;
}

/** Buckets in seconds: a quick template takes some hundredths of a millisecond; a thread is ended after two seconds. */
const RENDER_BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Called with the place where a mail was rendered, and the begin, by `performance.now()`. */
type OnRendered = (place: 'loop' | 'thread', sinceMs: number) => void;

export function measureRenderTimes({ metrics }: { readonly metrics: Pick<Metrics, 'histogram'> }): OnRendered {
  const seconds = metrics.histogram({
    name: 'mail_render_seconds',
    help: 'Time that rendering a mail took, without previews: on the event loop, or in a thread with the wait for it.',
    labelNames: ['place'],
    buckets: RENDER_BUCKETS,
  });
  return (place, sinceMs) => seconds.observe({ place }, (performance.now() - sinceMs) / 1_000);
}

export function createRenderingFeature({ lanes }: { readonly lanes: Lanes }, onRendered: OnRendered = () => undefined) {
  const mails = createLane(lanes, 'mail-rendering', RENDER_MS_MAX);
  const previews = createLane(lanes, 'mail-preview', RENDER_MS_MAX);
  const compiling = createLane(lanes, 'mail-compiling', COMPILE_MS_MAX);
  const inThread = async <K extends 'render' | 'inline'>(
    tenant: string,
    kind: K,
    request: RenderingWork[K]['request'],
    sinceMs: number,
  ) => {
    const outcome: RenderOutcome = (await mails.ask(tenant, kind, request)) ?? tooLong;
    onRendered('thread', sinceMs);
    return outcome;
  };
  return {
    api: {
      /** Lists the partials that the sources render. */
      codesOf: async (tenant: string, sources: readonly string[]) =>
        (await compiling.ask(tenant, 'codes', sources)) ?? [],
      async compile(
        tenant: string,
        requests: RenderingWork['compile']['request'],
      ): Promise<RenderingWork['compile']['answer']> {
        return (await compiling.ask(tenant, 'compile', requests)) ?? requests.map(() => tooLong);
      },
      async render(tenant: string, request: RenderRequest): Promise<RenderOutcome> {
        const sinceMs = performance.now();
        const quick = isQuick(request) ? renderCompiled(request) : tooLong;
        if (isTooLong(quick)) return inThread(tenant, 'render', request, sinceMs);
        onRendered('loop', sinceMs);
        return quick;
      },
      renderInline: (tenant: string, request: RenderingWork['inline']['request']): Promise<RenderOutcome> =>
        inThread(tenant, 'inline', request, performance.now()),
      preview: async (tenant: string, request: RenderRequest): Promise<RenderOutcome> =>
        (await previews.ask(tenant, 'render', request)) ?? tooLong,
    },
    /** Ends the threads. */
    close: async (): Promise<void> => {
      await Promise.all([mails, previews, compiling].map((lane) => lane.close()));
    },
  };
}

export type Rendering = ReturnType<typeof createRenderingFeature>['api'];
