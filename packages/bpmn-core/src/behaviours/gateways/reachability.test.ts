// An inclusive join has nothing more to wait for exactly when the rule of the standard, read naively on random graphs, says so.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BARE_HOST } from '../../contract/host.ts';
import { newToken } from '../../instance/burst.ts';
import { openBurst } from '../../instance/open-burst.ts';
import type { FlowNode, ProcessModel } from '../../model/process-model.ts';
import { type FlowDraft, instanceFacts, processModel } from '../../testing/model-builder.ts';
import { bitsOf, nothingMoreComes } from './reachability.ts';

const NODES = 7;

interface Placed {
  readonly model: ProcessModel;
  readonly join: FlowNode;
  /** Tokens are here beside those at the join. */
  readonly elsewhere: readonly number[];
  /** These incoming flows of the join hold a token. */
  readonly filled: readonly number[];
}

/** The join is the first node; boundary events (without incoming flow) stand on the second. */
const placed: fc.Arbitrary<Placed> = fc
  .record({
    edges: fc.array(fc.tuple(fc.nat(NODES - 1), fc.nat(NODES - 1)), { minLength: 3, maxLength: 16 }),
    boundaryTo: fc.option(fc.nat(NODES - 1)),
    tokens: fc.array(fc.integer({ min: 1, max: NODES - 1 }), { minLength: 1, maxLength: 3 }),
    fill: fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
  })
  .map(({ edges, boundaryTo, tokens, fill }) => {
    const flows = edges.map(([from, to]): FlowDraft => [`n${from}`, `n${to}`]);
    if (boundaryTo !== null) flows.push(['out', `n${boundaryTo}`]);
    const tasks = Array.from({ length: NODES - 1 }, (_, index) => [`n${index + 1}`, 'task'] as const);
    const model = processModel({
      nodes: { n0: 'inclusiveGateway', ...Object.fromEntries(tasks), out: ['boundaryEvent', { on: 'n1' }] },
      flows,
    });
    const join = model.nodes[0]!;
    return { model, join, elsewhere: tokens, filled: join.incoming.filter((_, position) => fill[position]) };
  })
  .filter(({ join, filled }) => join.incoming.length > 1 && filled.length > 0);

/** The flows of the join at whose end a walk from here arrives that does not pass through the join. */
function arrivals(model: ProcessModel, join: FlowNode, from: number): Set<number> {
  const arrived = new Set<number>();
  const seen = new Set([from]);
  for (const at of seen) {
    const attached = model.nodes.filter(({ event }) => event?.attachedTo === at).map(({ index }) => index);
    for (const index of attached) seen.add(index);
    for (const flow of model.nodes[at]!.outgoing) {
      const { target } = model.flows[flow]!;
      if (target === join.index) arrived.add(flow);
      else seen.add(target);
    }
  }
  return arrived;
}

function naively({ model, join, elsewhere, filled }: Placed): boolean {
  return elsewhere.every((at) => {
    const flows = [...arrivals(model, join, at)];
    return flows.every((flow) => filled.includes(flow)) || flows.some((flow) => filled.includes(flow));
  });
}

describe('nothing more comes', () => {
  it('nothing more comes exactly when each token elsewhere comes by a filled flow if by any empty one', () => {
    fc.assert(
      fc.property(placed, (given) => {
        const { model, join, elsewhere, filled } = given;
        const origin = {
          model,
          host: BARE_HOST,
          at: 0,
          actor: null,
          answers: [],
          isTimeUp: null,
          incidents: new Map(),
        };
        const burst = openBurst(origin, instanceFacts(), null);
        for (const node of elsewhere) newToken(burst, burst.root, node, -1).activity = 1;
        expect(nothingMoreComes(model, burst.root, join, bitsOf(join, filled))).toBe(naively(given));
      }),
      { numRuns: 3_000 },
    );
  });
});
