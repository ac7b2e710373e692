// Writes an event as a row in another module's commit.
import type { ChangeSet, GroupCommit } from '../../../kernel/group-commit/group-commit.ts';
import type { LogEvent } from '../record/event.types.ts';
import { EVENT_COLUMNS, EVENT_NAMES, EVENT_VALUES, storedForm } from '../record/event-columns.store.ts';

/** Adds an event with a new uuid and an existing partition. */
export type AddEvent = (changes: ChangeSet, event: LogEvent) => void;

export function createAddEvent(groupCommit: Pick<GroupCommit, 'defineWriter'>): AddEvent {
  const writer = groupCommit.defineWriter({
    name: 'log_event',
    columns: EVENT_COLUMNS.map(({ name, type }) => ({ name, type })),
    statement: (rows) => `INSERT INTO log_event (${EVENT_NAMES}) SELECT ${EVENT_VALUES} FROM ${rows} v`,
  });
  return (changes, event) => {
    const form = storedForm(event);
    changes.add(
      writer,
      EVENT_COLUMNS.map(({ of }) => of(form)),
    );
  };
}
