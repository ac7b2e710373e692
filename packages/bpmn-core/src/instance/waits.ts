// Waits open, change and close here and nowhere else, and the host is notified each time.
import type { Wait, WaitPlace } from '../contract/instance-state.ts';
import type { NodeIndex } from '../model/indexes.ts';
import type { Burst, Scope, WaitOwner, WorkToken } from './burst.ts';

type WithoutPlace<W> = W extends Wait ? Omit<W, keyof WaitPlace> : never;
/** A subject says what is waited for, before it has a place. */
export type WaitSubject = WithoutPlace<Wait>;

/** Whether it is the incident of tokens that nothing can wake: they go on waiting where they are. */
export function isStuck(wait: Wait): boolean {
  return wait.kind === 'incident' && wait.stage === 'stuck';
}

/** Whether changes of variables may end it. */
export function watches({ kind }: Wait): boolean {
  return kind === 'conditional' || kind === 'data';
}

/** Whether the token bears an incident of this element, which is not to be tried again before that is resolved. */
export function hasIncident(token: WorkToken, node: NodeIndex): boolean {
  for (const wait of token.waits ?? []) if (wait.kind === 'incident' && wait.node === node) return true;
  return false;
}

export function openWait(burst: Burst, owner: WaitOwner, node: NodeIndex, trigger: number, subject: WaitSubject): Wait {
  const number = ++burst.counter;
  const place: WaitPlace = { number, scope: owner.scope.number, token: owner.token?.number ?? 0, node, trigger };
  const wait = { ...place, ...subject } as Wait;
  const holder = owner.token ?? owner.scope;
  holder.waits ??= new Set();
  holder.waits.add(wait);
  burst.waits.set(number, wait);
  if (watches(wait)) burst.watching++;
  burst.owners.set(number, owner);
  burst.history.push(['w', number, node, wait.kind]);
  burst.effects.push({ kind: 'open-wait', wait });
  return wait;
}

/** Puts another wait of the same number in its place: the next firing of a timer, a condition seen anew. */
export function changeWait(burst: Burst, before: Wait, now: Wait): void {
  const holder = holderOf(burst, before);
  holder.waits!.delete(before);
  holder.waits!.add(now);
  burst.waits.set(now.number, now);
  burst.effects.push({ kind: 'change-wait', wait: now });
}

export function closeWait(burst: Burst, wait: Wait, reason: 'FULFILLED' | 'CANCELLED'): void {
  holderOf(burst, wait).waits!.delete(wait);
  dropWait(burst, wait, reason);
}

/** Gives up every wait of a scope or token. */
export function dropWaits(burst: Burst, holder: Scope | WorkToken): void {
  if (holder.waits === null) return;
  for (const wait of holder.waits) dropWait(burst, wait, 'CANCELLED');
  holder.waits = null;
}

function dropWait(burst: Burst, wait: Wait, reason: 'FULFILLED' | 'CANCELLED'): void {
  burst.waits.delete(wait.number);
  if (watches(wait)) burst.watching--;
  burst.owners.delete(wait.number);
  burst.history.push([reason === 'FULFILLED' ? 'o' : 'n', wait.number]);
  burst.effects.push({ kind: 'close-wait', wait, reason });
}

/** Answers the wait as it is now; undefined when something has closed it. */
export function openAgain(burst: Burst, wait: Wait): Wait | undefined {
  return burst.waits.get(wait.number);
}

export function ownerOf(burst: Burst, wait: Wait): WaitOwner {
  const owner = burst.owners.get(wait.number);
  if (owner === undefined) throw new Error(`wait ${wait.number} hangs nowhere`);
  return owner;
}

function holderOf(burst: Burst, wait: Wait): Scope | WorkToken {
  const { scope, token } = ownerOf(burst, wait);
  return token ?? scope;
}
