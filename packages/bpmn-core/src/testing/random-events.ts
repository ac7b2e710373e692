// Random processes are full of events: blocks in blocks, with boundary events, event sub-processes, loops, transactions and compensation.
import fc from 'fast-check';
import type { Trigger } from '../model/event-model.ts';
import type { NodeType, ProcessModel } from '../model/process-model.ts';
import { computed, constant, type FlowDraft, type NodeDraft, processModel } from './model-builder.ts';
import { instances } from './nesting.ts';
import { cancel, compensation, conditional, error, escalation, message, signal, terminate, timer } from './triggers.ts';

export interface Block {
  readonly kind: 'task' | 'work' | 'catch' | 'throw' | 'end' | 'parallel' | 'sub' | 'transaction';
  readonly parts: readonly Block[];
  readonly triggers: readonly Trigger[];
  readonly parallelMultiple: boolean;
  readonly loop: 0 | 1 | 2;
  readonly compensated: boolean;
  readonly boundaries: readonly Catching[];
  readonly handlers: readonly (Catching & { readonly body: Block })[];
}

export interface Catching {
  readonly triggers: readonly Trigger[];
  readonly interrupting: boolean;
  readonly parallelMultiple: boolean;
}

const name = fc.constantFrom('p', 'q');
/** Condition that the heat is on, which fails where it is no boolean. */
const isHot = conditional(computed('hot', ({ variable }) => variable('heat') ?? false));
const waited: fc.Arbitrary<Trigger> = fc.oneof(
  name.map((of) => signal(of)),
  name.map((of) => message(of)),
  fc.constantFrom<Trigger>(timer('100'), timer('2/100', 'cycle'), isHot),
);
const searched: fc.Arbitrary<Trigger> = fc.oneof(
  fc.constantFrom<Trigger>(error(null), error('p'), escalation(null), escalation('q')),
);
const thrown: fc.Arbitrary<Trigger> = fc.oneof(
  name.map((of) => signal(of)),
  name.map((of) => message(of)),
  name.map((of) => escalation(of)),
  fc.constantFrom<Trigger>(compensation(), compensation({ waitForCompletion: false })),
);
const ending: fc.Arbitrary<Trigger> = fc.oneof(
  thrown,
  name.map((of) => error(of)),
  fc.constant<Trigger>(terminate),
);

const catching: fc.Arbitrary<Catching> = fc
  .record({
    triggers: fc.array(fc.oneof({ weight: 3, arbitrary: waited }, { weight: 1, arbitrary: searched }), {
      minLength: 1,
      maxLength: 2,
    }),
    interrupting: fc.boolean(),
    parallelMultiple: fc.boolean(),
  })
  .map((given) => ({
    ...given,
    // An error is never caught without interrupting.
    interrupting: given.interrupting || given.triggers.some(({ kind }) => kind === 'error'),
    parallelMultiple: given.parallelMultiple && given.triggers.length > 1,
  }));

const PLAIN = {
  parts: [],
  triggers: [],
  parallelMultiple: false,
  loop: 0,
  compensated: false,
  boundaries: [],
  handlers: [],
} as const;

/** Draws the blocks of a process. */
export const blocks: fc.Arbitrary<Block> = fc.letrec<{ block: Block }>((tie) => {
  const leaf: fc.Arbitrary<Block> = fc
    .oneof(
      fc.record({
        kind: fc.constantFrom('task' as const, 'work' as const),
        loop: fc.constantFrom<0 | 1 | 2>(0, 0, 1, 2),
        compensated: fc.boolean(),
        boundaries: fc.array(catching, { maxLength: 2 }),
      }),
      catching.map(({ triggers, parallelMultiple }) => ({
        kind: 'catch' as const,
        triggers: triggers.filter(({ kind }) => kind !== 'error' && kind !== 'escalation'),
        parallelMultiple,
      })),
      fc.array(thrown, { maxLength: 2 }).map((triggers) => ({ kind: 'throw' as const, triggers })),
      fc.array(ending, { maxLength: 2 }).map((triggers) => ({ kind: 'end' as const, triggers })),
    )
    .map((given) => ({ ...PLAIN, ...given }));
  const parts = fc.array(tie('block'), { minLength: 1, maxLength: 3 });
  const body = parts.map((inner) => ({ ...PLAIN, kind: 'parallel' as const, parts: inner }));
  const nest: fc.Arbitrary<Block> = fc
    .record({
      kind: fc.constantFrom('sub' as const, 'sub' as const, 'transaction' as const, 'parallel' as const),
      parts,
      loop: fc.constantFrom<0 | 1 | 2>(0, 0, 1, 2),
      compensated: fc.boolean(),
      boundaries: fc.array(catching, { maxLength: 2 }),
      handlers: fc.array(
        fc
          .record({
            catching: fc.oneof(
              catching,
              fc.constant<Catching>({ triggers: [compensation()], interrupting: true, parallelMultiple: false }),
            ),
            body,
          })
          .map(({ catching: given, body: inside }) => ({ ...given, body: inside })),
        { maxLength: 2 },
      ),
    })
    .map((given) => ({ ...PLAIN, ...given }));
  return { block: fc.oneof({ maxDepth: 3, depthSize: 'small' }, leaf, nest) };
}).block;

interface Draft {
  readonly nodes: Record<string, [NodeType, NodeDraft]>;
  readonly flows: FlowDraft[];
}

/** Makes the process of these blocks, all in a row, with handlers of its own. */
export function eventProcess(parts: readonly Block[], handlers: Block['handlers']): ProcessModel {
  const draft: Draft = { nodes: {}, flows: [] };
  fillScope(draft, undefined, { parts, handlers });
  return processModel(draft);
}

function add(draft: Draft, type: NodeType, scope: string | undefined, fields: NodeDraft = {}): string {
  const id = `${type}${Object.keys(draft.nodes).length}`;
  draft.nodes[id] = [type, { ...(scope === undefined ? {} : { in: scope }), ...fields }];
  return id;
}

function fillScope(
  draft: Draft,
  scope: string | undefined,
  { parts, handlers }: Pick<Block, 'parts' | 'handlers'>,
): void {
  row(draft, scope, parts, add(draft, 'startEvent', scope));
  for (const { body, triggers, interrupting, parallelMultiple } of handlers) {
    const handler = add(draft, 'eventSubProcess', scope);
    const start = add(draft, 'startEvent', handler, { triggers, interrupting, parallelMultiple });
    row(draft, handler, body.parts, start);
  }
}

function row(draft: Draft, scope: string | undefined, parts: readonly Block[], from: string): string | null {
  let last: string | null = from;
  for (const part of parts) {
    if (last === null) return null;
    const [first, end] = place(draft, scope, part);
    draft.flows.push([last, first]);
    last = end;
  }
  return last;
}

/** Adds a block; answers its first element and the one that its token leaves from, null where the token ends inside. */
function place(draft: Draft, scope: string | undefined, block: Block): readonly [string, string | null] {
  const { kind, triggers, parallelMultiple } = block;
  if (kind === 'end') {
    const id = add(draft, 'endEvent', scope, { triggers });
    return [id, null];
  }
  if (kind === 'throw') return twice(add(draft, 'intermediateThrowEvent', scope, { triggers }));
  if (kind === 'catch') {
    const isAll = parallelMultiple && triggers.length > 1;
    const fields = { triggers: triggers.length === 0 ? [signal('p')] : triggers, parallelMultiple: isAll };
    return twice(add(draft, 'intermediateCatchEvent', scope, fields));
  }
  if (kind === 'parallel') {
    const split = add(draft, 'parallelGateway', scope);
    for (const part of block.parts) row(draft, scope, [part], split);
    return [split, null];
  }
  return activity(draft, scope, block);
}

const twice = (id: string) => [id, id] as const;
const TYPES = { task: 'userTask', work: 'serviceTask', sub: 'subProcess', transaction: 'transaction' } as const;

function activity(draft: Draft, scope: string | undefined, block: Block): readonly [string, string] {
  const type = TYPES[block.kind as keyof typeof TYPES];
  const loop = block.loop === 0 ? {} : { loop: instances(2, { sequential: block.loop === 1 }) };
  const work = block.kind === 'work' ? { work: { kind: 'external', target: constant('w') } as const } : {};
  const fields: NodeDraft = { ...loop, ...work };
  const id = add(draft, type, scope, fields);
  if (block.compensated) {
    const undo = add(draft, block.loop === 0 ? 'task' : 'userTask', scope, { activity: { isForCompensation: true } });
    draft.nodes[id] = [type, { ...draft.nodes[id]![1], compensatedBy: undo }];
  }
  if (type === 'subProcess' || type === 'transaction') fillScope(draft, id, block);
  if (type === 'transaction') {
    const off = add(draft, 'endEvent', id, { triggers: [cancel] });
    draft.flows.push([add(draft, 'userTask', id), off]);
    const asked = draft.flows.at(-1)![0];
    draft.flows.push([
      Object.keys(draft.nodes).find((each) => draft.nodes[each]![1].in === id && each.startsWith('start'))!,
      asked,
    ]);
    const out = add(draft, 'boundaryEvent', scope, { on: id, triggers: [cancel] });
    draft.flows.push([out, add(draft, 'userTask', scope)]);
  }
  for (const { triggers, interrupting, parallelMultiple } of block.boundaries) {
    const boundary = add(draft, 'boundaryEvent', scope, { on: id, triggers, interrupting, parallelMultiple });
    draft.flows.push([boundary, add(draft, 'task', scope)]);
  }
  return twice(id);
}
