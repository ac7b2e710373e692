// Folds what a burst did to the waits of one instance: rows of one statement do not see one another.
import type { Effect, NodeIndex, Wait, WorkOrder } from '@keelson/bpmn-core';

/** Orders of works by the number of their wait. */
export type Orders = ReadonlyMap<number, { readonly node: NodeIndex; readonly order: WorkOrder }>;

export interface WaitChanges {
  readonly opened: readonly Wait[];
  /** Changed waits as they are now, with what the last commit knew of them. */
  readonly changed: readonly { readonly now: Wait; readonly before: Wait }[];
  /** Closed waits as the last commit knew them. */
  readonly closed: readonly Wait[];
  readonly orders: Orders;
}

const NOTHING: WaitChanges = { opened: [], changed: [], closed: [], orders: new Map() };

/** Folds the effects on waits; one that a burst opens and closes was never there for anybody. */
export function foldWaits(effects: readonly Effect[], before: readonly Wait[]): WaitChanges {
  if (!effects.some(({ kind }) => kind.endsWith('-wait') || kind === 'do-work')) return NOTHING;
  const opened = new Map<number, Wait>();
  const changed = new Map<number, Wait>();
  const closed: Wait[] = [];
  const orders = new Map<number, { readonly node: NodeIndex; readonly order: WorkOrder }>();
  const known = (number: number) => before.find((wait) => wait.number === number);
  for (const effect of effects) {
    switch (effect.kind) {
      case 'open-wait':
        opened.set(effect.wait.number, effect.wait);
        break;
      case 'change-wait':
        (opened.has(effect.wait.number) ? opened : changed).set(effect.wait.number, effect.wait);
        break;
      case 'close-wait':
        if (!opened.delete(effect.wait.number)) {
          changed.delete(effect.wait.number);
          closed.push(known(effect.wait.number) ?? effect.wait);
        }
        break;
      case 'do-work':
        orders.set(effect.wait, effect);
        break;
      default:
    }
  }
  return {
    opened: [...opened.values()],
    changed: [...changed.values()].map((now) => ({ now, before: known(now.number) ?? now })),
    closed,
    orders,
  };
}
