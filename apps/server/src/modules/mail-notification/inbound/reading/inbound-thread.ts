// The thread in which mails of strangers are read and their signatures checked.
import { serveLane } from '../../../../kernel/worker/serve-lane.ts';
import { type Proof, type ProofRequest, proveSender } from './prove-sender.ts';
import { type ReadInbound, readInbound } from './read-inbound.ts';

/** Requests of the thread, and their answers. */
export interface InboundWork {
  readonly read: { readonly request: { readonly bytes: Uint8Array }; readonly answer: ReadInbound };
  readonly prove: { readonly request: ProofRequest; readonly answer: Proof };
}

type Kind = keyof InboundWork;
export type InboundRequest = { [K in Kind]: { readonly kind: K } & InboundWork[K]['request'] }[Kind];
export type InboundAnswer = InboundWork[Kind]['answer'];

serveLane(
  (asked: InboundRequest): Promise<InboundAnswer> =>
    asked.kind === 'read' ? readInbound(asked.bytes) : proveSender(asked),
);
