// Has Python's icalendar read calendar objects, where it is installed: a second opinion beside ical.js.
import { spawnSync } from 'node:child_process';

/** Names a Python that has `icalendar`; CONTRIBUTING.md says how to get one. */
export const python = process.env.KEELSON_ICALENDAR_PYTHON ?? '';

const PROGRAM = `
import json, sys
from icalendar import Calendar
found = []
for text in json.load(sys.stdin):
    calendar = Calendar.from_ical(text)
    assert not calendar.errors, calendar.errors
    event, *instances = calendar.walk('VEVENT')
    for one in [event, *instances]:
        assert not one.errors, one.errors
    people = event['ATTENDEE'] if isinstance(event['ATTENDEE'], list) else [event['ATTENDEE']]
    found.append({
        'method': str(calendar['METHOD']),
        'uid': str(event['UID']),
        'sequence': int(event['SEQUENCE']),
        'status': str(event['STATUS']) if 'STATUS' in event else None,
        'summary': str(event['SUMMARY']),
        'description': str(event.get('DESCRIPTION', '')),
        'location': str(event.get('LOCATION', '')),
        'start': event['DTSTART'].dt.isoformat(),
        'end': event['DTEND'].dt.isoformat(),
        'organizer': str(event['ORGANIZER']),
        'attendees': [[str(one), one.params.get('CN')] for one in people],
        'instances': [one['RECURRENCE-ID'].dt.isoformat() for one in instances],
        'alarms': len(calendar.walk('VALARM')),
    })
json.dump(found, sys.stdout)
`;

/** Is what it finds in an object; of a series with its instances, in the series. */
export interface Found {
  readonly method: string;
  readonly uid: string;
  readonly sequence: number;
  readonly status: string | null;
  readonly summary: string;
  readonly description: string;
  readonly location: string;
  readonly start: string;
  readonly end: string;
  readonly organizer: string;
  readonly attendees: readonly (readonly [string, string | null])[];
  readonly instances: readonly string[];
  readonly alarms: number;
}

/** Throws where it does not accept one of them. */
export function judge(texts: readonly string[]): readonly Found[] {
  const options = { input: JSON.stringify(texts), encoding: 'utf8', maxBuffer: 1e9 } as const;
  const { stdout, stderr, status } = spawnSync(python, ['-c', PROGRAM], options);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Found[];
}
