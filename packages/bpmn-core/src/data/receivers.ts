// Who receives a message: keys decide first, then the business key, the name alone, and at last what a message starts.
import type { MessageTarget } from '../model/event-model.ts';

/** Ways in which a message fits somebody who waits for its name, from the best to the least. */
const FITS = ['KEYS', 'BUSINESS_KEY', 'NAME', 'START'] as const;
export type MessageFit = (typeof FITS)[number];

/** What of a message decides who receives it. */
export interface AddressedMessage {
  readonly businessKey: string | null;
  /** Whether an instance's business key must equal that of the message, as for one that somebody outside gave. */
  readonly isKeyNeeded: boolean;
  /** Receivers that message flows lead to from the sender; where any of them fits, the others are not asked. */
  readonly targets: readonly MessageTarget[] | null;
}

/** Somebody who waits for messages of the name: an instance, or the start of one. */
export interface MessageCandidate {
  readonly starts: boolean;
  /** Whether the message brings one of the candidate's correlation keys; null where it waits without any. */
  readonly fitsKeys: boolean | null;
  /** Business key of the candidate's instance. */
  readonly businessKey: string | null;
  readonly process: string;
  readonly element: string;
}

function fitOf(message: AddressedMessage, candidate: MessageCandidate): MessageFit | null {
  if (candidate.starts) return 'START';
  if (candidate.fitsKeys !== null) return candidate.fitsKeys ? 'KEYS' : null;
  const isAsked = message.businessKey !== null;
  if (isAsked && candidate.businessKey === message.businessKey) return 'BUSINESS_KEY';
  return isAsked && message.isKeyNeeded && candidate.businessKey !== null ? null : 'NAME';
}

/** Answers those who fit best, in their order, and how; none with `fit` null where nobody does. */
export function receiversAmong<Receiver>(
  message: AddressedMessage,
  receivers: readonly Receiver[],
  candidateOf: (receiver: Receiver) => MessageCandidate,
): { readonly fit: MessageFit | null; readonly receivers: readonly Receiver[] } {
  const open = receivers.map((receiver) => ({ receiver, candidate: candidateOf(receiver) }));
  const fits = open.map(({ candidate }) => fitOf(message, candidate));
  const fit = FITS.find((one) => fits.includes(one)) ?? null;
  const best = open.filter((_, index) => fit !== null && fits[index] === fit);
  const meant = best.filter(({ candidate: { process, element } }) =>
    message.targets?.some((target) => target.process === process && (target.element ?? element) === element),
  );
  return { fit, receivers: (meant.length > 0 ? meant : best).map(({ receiver }) => receiver) };
}
