// Says who is on a list of attendees, and what they have answered.
import type { Attendee, Organizer } from '../calendar.types.ts';
import { sameMailbox } from '../reading/read-event.ts';

export function isListed(list: readonly Attendee[], address: string): boolean {
  return list.some((attendee) => sameMailbox(attendee.address, address));
}

/** Says whether two lists name the same people, whatever they say of them. */
export function isSameList(one: readonly Attendee[], other: readonly Attendee[]): boolean {
  return one.length === other.length && one.every(({ address }) => isListed(other, address));
}

/** Who organizes comes. Of others an answer stays until the event is moved: then it has to be given again. */
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

/** The organizer knows what he does, and is told only where it is asked for. */
export function withoutOrganizer(attendees: readonly Attendee[], { address }: Organizer): readonly Attendee[] {
  return attendees.filter((attendee) => !sameMailbox(attendee.address, address));
}
