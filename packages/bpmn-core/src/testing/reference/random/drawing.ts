// Draws processes for the reference interpreter node by node, and names them.
import {
  PLAIN_REF_NODE,
  type RefCondition,
  type RefFlow,
  type RefNode,
  type RefProcess,
  type RefType,
} from '../plan.ts';

const SHORT: Readonly<Record<RefType, string>> = {
  startEvent: 's',
  endEvent: 'e',
  intermediateThrowEvent: 'th',
  intermediateCatchEvent: 'ca',
  boundaryEvent: 'b',
  task: 't',
  userTask: 'u',
  exclusiveGateway: 'x',
  parallelGateway: 'p',
  inclusiveGateway: 'i',
  eventBasedGateway: 'g',
  subProcess: 'sub',
  transaction: 'tx',
  eventSubProcess: 'h',
};

/** A drawing that grows, and is a process at every moment. */
export class Drawing implements RefProcess {
  readonly nodes: RefNode[] = [];
  readonly flows: RefFlow[] = [];

  add(type: RefType, inside: string | null, fields: Partial<RefNode> = {}): string {
    const id = `${fields.undoes === true ? 'undo' : SHORT[type]}${this.nodes.length}`;
    this.nodes.push({ ...PLAIN_REF_NODE, id, type, inside, ...fields });
    return id;
  }

  next(type: RefType, from: string, inside: string | null, fields: Partial<RefNode> = {}): string {
    const id = this.add(type, inside, fields);
    this.join(from, id);
    return id;
  }

  join(source: string, target: string, when: RefCondition | null = null, isDefault = false): void {
    const repeats = this.flows.filter((flow) => flow.source === source && flow.target === target).length;
    const id = repeats === 0 ? `${source}-${target}` : `${source}-${target}#${repeats + 1}`;
    this.flows.push({ id, source, target, when, isDefault });
  }

  /** Picks an activity that may be undone from there, of the same sub-process or around a handler; null without any. */
  undoable(inside: string | null, which: number): string | null {
    const around = this.nodes.find(({ id }) => id === inside);
    const places = around?.type === 'eventSubProcess' ? [inside, around.inside] : [inside];
    const found = this.nodes.filter(
      ({ type, inside: place, undoneBy, undoes }) =>
        places.includes(place) && !undoes && (undoneBy !== null || type === 'subProcess' || type === 'transaction'),
    );
    return found.length === 0 ? null : found[which % found.length]!.id;
  }

  isTransaction(id: string | null): boolean {
    return this.nodes.some((node) => node.id === id && node.type === 'transaction');
  }

  hasUndoing(inside: string | null): boolean {
    const starts = this.nodes.filter(({ triggers }) => triggers[0]?.kind === 'compensation');
    return starts.some((start) =>
      this.nodes.some(({ id, inside: around }) => id === start.inside && around === inside),
    );
  }
}
