// Compares lists of attendees, and keeps their answers.
import type { Attendee, Organizer } from '../calendar.types.ts';
import { sameMailbox } from '../reading/read-event.ts';

export function isListed(list: readonly Attendee[], address: string): boolean {
  return list.some((attendee) => sameMailbox(attendee.address, address));
}

/** Says whether two lists name the same people, whatever their other fields are. */
export function isSameList(one: readonly Attendee[], other: readonly Attendee[]): boolean {
  return one.length === other.length && one.every(({ address }) => isListed(other, address));
}

/**
 * Sets the answers of a list: the organizer comes, and others keep theirs until the event is moved, when it has to be
 * given again.
 */
export function answered(
  attendees: readonly Attendee[],
  organizer: Organizer,
  before: readonly Attendee[],
): readonly Attendee[] {
  return attendees.map((attendee) => {
    if (sameMailbox(attendee.address, organizer.address)) return { ...attendee, participationStatus: 'ACCEPTED' };
    const known = before.find(({ address }) => sameMailbox(address, attendee.address));
    return known === undefined ? attendee : { ...attendee, participationStatus: known.participationStatus };
  });
}

/** Leaves out the organizer, who gets a mail only where that is asked for. */
export function withoutOrganizer(attendees: readonly Attendee[], { address }: Organizer): readonly Attendee[] {
  return attendees.filter((attendee) => !sameMailbox(attendee.address, address));
}
