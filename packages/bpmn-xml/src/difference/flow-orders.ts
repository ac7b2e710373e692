// Compares the order in which an exclusive gateway asks its flows: the first that may be taken is.
import { ownId } from '../tree/own-elements.ts';
import { attributeValue } from '../tree/xml-access.ts';
import type { ChangeDetail } from './difference.types.ts';
import { nameMeaning, type Side } from './meanings.ts';
import type { Sides } from './pair-parts.ts';

/** Compares the orders of flows, by the id of their gateway. Flows that came or went are listed by themselves. */
export function compareOrders({ before, after }: Sides): ReadonlyMap<string, ChangeDetail> {
  const [olds, youngs] = [ordersOf(before), ordersOf(after)];
  const changes = new Map<string, ChangeDetail>();
  for (const [gateway, flows] of youngs) {
    const earlier = olds.get(gateway) ?? [];
    const old = earlier.filter((flow) => flows.includes(flow)).join(' ');
    const young = flows.filter((flow) => earlier.includes(flow)).join(' ');
    if (old !== young) changes.set(gateway, { path: 'outgoing', old, new: young });
  }
  return changes;
}

function ordersOf(side: Side): ReadonlyMap<string, readonly string[]> {
  const gateways = new Map<string, string[]>();
  for (const element of side.elements) {
    const id = element.local === 'exclusiveGateway' ? ownId(element) : null;
    if (id !== null) gateways.set(id, []);
  }
  for (const element of side.elements) {
    const source = element.local === 'sequenceFlow' ? attributeValue(element, 'sourceRef') : undefined;
    const id = source === undefined ? null : ownId(element);
    if (source !== undefined && id !== null) gateways.get(nameMeaning(side, element, source))?.push(id);
  }
  return gateways;
}
