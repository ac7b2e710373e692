// Random processes for the reference interpreter are made of these: blocks, and what activities have in and around them.
import fc from 'fast-check';
import type { RefCondition, RefLoop, RefNode, RefTrigger } from '../plan.ts';

/** A piece of process with one way in and one way out. */
export type RefBlock =
  | { readonly kind: 'task' | 'userTask'; readonly around: Around }
  | {
      readonly kind: 'subProcess' | 'transaction';
      readonly parts: readonly RefBlock[];
      readonly around: Around;
      readonly inner: Inner;
    }
  | { readonly kind: 'sequence'; readonly parts: readonly RefBlock[] }
  | Split
  | { readonly kind: 'events'; readonly parts: readonly RefBlock[] }
  | { readonly kind: 'cycle'; readonly body: RefBlock; readonly again: RefCondition }
  | {
      readonly kind: 'throw' | 'catch' | 'end';
      readonly triggers: readonly RefTrigger[];
      readonly which: number | null;
    };

export interface Split {
  readonly kind: 'parallel' | 'choice' | 'inclusive';
  readonly parts: readonly RefBlock[];
  /** The variable that a choice asks; an inclusive split asks both, and goes its first way always or by default. */
  readonly on: string;
}

/** What an activity has around it. */
export interface Around {
  readonly loop: RefLoop | null;
  readonly undoneBy: 'task' | 'userTask' | 'subProcess' | null;
  /** What a sub-process that undoes throws, now and then. */
  readonly undoThrows: RefTrigger;
  readonly boundaries: readonly Catching[];
  readonly collects: number;
  readonly sends: number;
}

/** What a sub-process has in it beside its parts. */
export interface Inner {
  readonly data: Readonly<Record<string, number>>;
  readonly handlers: readonly Handling[];
  /** Whether there is no start event, so that each part begins on its own. */
  readonly implicit: boolean;
}

export interface Catching {
  readonly trigger: RefTrigger;
  /** A second trigger of the same event, either of which is enough. */
  readonly also: RefTrigger | null;
  readonly interrupting: boolean;
}

export interface Handling extends Catching {
  readonly body: RefBlock;
}

/** Draws a value or null; unlike an option of fast-check the value is no rarer deep inside. */
export function maybe<T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.tuple(fc.boolean(), of).map(([is, value]) => (is ? value : null));
}

const name = fc.constantFrom('p', 'q');
const code = fc.constantFrom('1', '2');
const which = maybe(fc.nat(9));
const variable = fc.constantFrom('x', 'y');
export const condition: fc.Arbitrary<RefCondition> = fc.record({
  variable: fc.constantFrom('x', 'y', 'loopCounter'),
  equals: fc.integer({ min: 0, max: 2 }),
});
const loopCondition = maybe(
  fc.record({
    variable: fc.constantFrom('x', 'loopCounter', 'nrOfCompletedInstances'),
    equals: fc.integer({ min: 0, max: 2 }),
  }),
);
export const loop: fc.Arbitrary<RefLoop> = fc.oneof(
  fc.record({
    kind: fc.constant('standard' as const),
    testBefore: fc.boolean(),
    condition: loopCondition,
    maximum: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    kind: fc.constant('multi' as const),
    sequential: fc.boolean(),
    count: fc.integer({ min: 0, max: 3 }),
    condition: loopCondition,
  }),
);

const signal: fc.Arbitrary<RefTrigger> = name.map((of) => ({ kind: 'signal', name: of }));
const coded = (kind: 'error' | 'escalation') => code.map((of): RefTrigger => ({ kind, code: of }));
export const undoing: fc.Arbitrary<RefTrigger> = fc
  .boolean()
  .map((waits) => ({ kind: 'compensation', activity: null, waits }));
export const thrown: fc.Arbitrary<RefTrigger> = fc.oneof(signal, coded('escalation'), undoing);
export const ending: fc.Arbitrary<RefTrigger> = fc.oneof(
  thrown,
  coded('error'),
  coded('error'),
  fc.constantFrom<RefTrigger>({ kind: 'terminate' }, { kind: 'cancel' }),
);
const caught: fc.Arbitrary<RefTrigger> = fc.oneof(
  signal,
  maybe(code).map((of): RefTrigger => ({ kind: 'error', code: of })),
  maybe(code).map((of): RefTrigger => ({ kind: 'escalation', code: of })),
);
export const catching: fc.Arbitrary<Catching> = fc.record({
  trigger: caught,
  also: maybe(maybe(caught)),
  interrupting: fc.boolean(),
});

export const around: fc.Arbitrary<Around> = fc.record({
  loop: maybe(loop),
  undoneBy: maybe(fc.constantFrom('task' as const, 'userTask' as const, 'subProcess' as const)),
  undoThrows: ending,
  boundaries: fc.array(catching, { maxLength: 2 }),
  collects: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2),
  sends: fc.constantFrom(1, 1, 1, 1, 1, 2),
});
export const data = fc.oneof(fc.constant({}), fc.record({ x: fc.integer({ min: 0, max: 2 }) }));

export const blocks: fc.Arbitrary<RefBlock> = fc.letrec<{ block: RefBlock; leaf: RefBlock }>((tie) => {
  const parts = fc.array(tie('block'), { minLength: 1, maxLength: 3 });
  const handling = fc.record({
    trigger: fc.oneof({ weight: 3, arbitrary: caught }, { weight: 1, arbitrary: undoing }),
    also: fc.constant(null),
    interrupting: fc.boolean(),
    body: tie('block'),
  });
  const inner = fc.record({ data, handlers: fc.array(handling, { maxLength: 2 }), implicit: fc.boolean() });
  const activity = fc.record({ kind: fc.constantFrom('task' as const, 'userTask' as const), around });
  return {
    leaf: fc.oneof(
      { arbitrary: activity, weight: 4 },
      {
        arbitrary: fc.record({
          kind: fc.constant('throw' as const),
          triggers: fc.array(thrown, { minLength: 1, maxLength: 2 }),
          which,
        }),
        weight: 2,
      },
      {
        arbitrary: fc.record({ kind: fc.constant('end' as const), triggers: ending.map((one) => [one]), which }),
        weight: 1,
      },
      {
        arbitrary: fc.record({
          kind: fc.constant('catch' as const),
          triggers: fc.array(signal, { minLength: 1, maxLength: 2 }),
          which,
        }),
        weight: 1,
      },
    ) as fc.Arbitrary<RefBlock>,
    block: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      { arbitrary: tie('leaf'), weight: 3 },
      {
        arbitrary: fc.record({
          kind: fc.constantFrom('subProcess' as const, 'subProcess' as const, 'transaction' as const),
          parts,
          around,
          inner,
        }),
        weight: 3,
      },
      {
        arbitrary: fc.record({
          kind: fc.constantFrom('sequence' as const, 'parallel' as const, 'choice' as const, 'inclusive' as const),
          parts: fc.array(tie('block'), { minLength: 2, maxLength: 3 }),
          on: variable,
        }),
        weight: 4,
      },
      {
        arbitrary: fc.record({
          kind: fc.constant('events' as const),
          parts: fc.array(tie('block'), { minLength: 2, maxLength: 2 }),
        }),
        weight: 1,
      },
      {
        arbitrary: fc.record({ kind: fc.constant('cycle' as const), body: tie('block'), again: condition }),
        weight: 1,
      },
    ) as fc.Arbitrary<RefBlock>,
  };
}).block;

const BARE: Around = {
  loop: null,
  undoneBy: null,
  undoThrows: { kind: 'terminate' },
  boundaries: [],
  collects: 1,
  sends: 1,
};

/** Activities with nothing around them, splits and sub-processes: nothing repeats, throws or waits for what may never come. */
export const plainBlocks: fc.Arbitrary<RefBlock> = fc.letrec<{ block: RefBlock; leaf: RefBlock }>((tie) => {
  const parts = fc.array(tie('block'), { minLength: 2, maxLength: 3 });
  const kinds = ['sequence', 'parallel', 'choice', 'inclusive'] as const;
  const inner = fc.record({ data, handlers: fc.constant([]), implicit: fc.boolean() });
  return {
    leaf: fc.record({ kind: fc.constantFrom('task' as const, 'userTask' as const), around: fc.constant(BARE) }),
    block: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      { arbitrary: tie('leaf'), weight: 2 },
      { arbitrary: fc.record({ kind: fc.constantFrom(...kinds), parts, on: variable }), weight: 4 },
      {
        arbitrary: fc.record({ kind: fc.constant('subProcess' as const), parts, around: fc.constant(BARE), inner }),
        weight: 1,
      },
    ) as fc.Arbitrary<RefBlock>,
  };
}).block;

/** Lists the triggers of an event, none twice; what catches errors or compensates interrupts. */
export function heardBy({ trigger, also, interrupting }: Catching): Pick<RefNode, 'triggers' | 'interrupting'> {
  const isOther = also !== null && JSON.stringify(also) !== JSON.stringify(trigger);
  const triggers = isOther ? [trigger, also] : [trigger];
  const ends = triggers.some(({ kind }) => kind === 'error' || kind === 'compensation');
  return { triggers, interrupting: interrupting || ends };
}
