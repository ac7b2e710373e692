// Wires the reading of events.
import type { Language } from '@keelson/contract';
import type { DirectoryHooks } from '../../../kernel/directory/directory-event.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { DefinedEvent } from '../../../kernel/records/event-definition.ts';
import type { RetentionDays } from '../record/event.types.ts';
import type { FullText } from '../record/search-tokens.ts';
import { createAnalysisService } from './analysis.service.ts';
import { createEventCountStore, type EventCountStore } from './event-count.store.ts';
import type { EventQuery } from './event-filter.store.ts';
import { createEventQueryStore } from './event-query.store.ts';
import { type AskedEvents, queryOf } from './event-query.ts';
import { createReadingHandlers } from './reading.routes.ts';
import { createLook, createReadingService, type Look } from './reading.service.ts';
import { createUsernameChangeStore } from './username-change.store.ts';

export type { EventQuery } from './event-filter.store.ts';
export { type EventPlace, type EventRow, eventColumns } from './event-query.store.ts';
export { AUDIT_TYPES, typesSeenBy } from './event-query.ts';
export { toEventModel } from './reading.routes.ts';
export { isEmptySearch, wordFilterOf } from './search-query.ts';

/** A kind of event, with the module that writes it. */
export type CataloguedEvent = DefinedEvent & { readonly module: string };

/** Functions that read many events for callers with the rights. */
export interface EventReading {
  readonly queryOf: (act: Act, asked: AskedEvents) => EventQuery;
  readonly look: Look;
  readonly walk: ReturnType<typeof createEventQueryStore>['walk'];
  readonly countUpTo: EventCountStore['countUpTo'];
}

export function createReadingFeature(
  kernel: Pick<Kernel, 'clock' | 'database' | 'staleReads'>,
  kinds: () => readonly CataloguedEvent[],
  daysOf: RetentionDays,
  fullText: () => FullText,
) {
  const { clock, database, staleReads } = kernel;
  const store = createEventQueryStore(database, staleReads);
  const names = createUsernameChangeStore(database);
  const counts = createEventCountStore(staleReads);
  const look = createLook(kernel);
  const service = createReadingService({ clock, database, store, look, names, daysOf, fullText });
  const analysis = createAnalysisService({
    clock,
    store,
    counts,
    look,
    daysOf,
    fullText,
  });
  /** A name of a deleted or renamed person may pass to another one. */
  const directoryHooks: DirectoryHooks = {
    'user-renamed': (tx, { previousFolded, ...person }) =>
      names.add(tx, { ...person, usernameFolded: previousFolded }, new Date(clock.now())),
    'user-deleted': (tx, person) => names.add(tx, person, new Date(clock.now())),
  };
  const reading: EventReading = {
    queryOf: (act, asked) => queryOf(act, asked, { now: clock.now(), daysOf, fullText: fullText() }),
    look,
    walk: store.walk,
    countUpTo: counts.countUpTo,
  };
  return {
    reading,
    handlers: createReadingHandlers(service, analysis, (language, eventName) =>
      cataloguedOf(kinds(), language, eventName),
    ),
    directoryHooks,
  };
}

function cataloguedOf(kinds: readonly CataloguedEvent[], language: Language, eventName: string) {
  const isWanted = ({ name }: CataloguedEvent): boolean =>
    eventName.endsWith('*') ? name.startsWith(eventName.slice(0, -1)) : name === eventName;
  return kinds
    .filter(isWanted)
    .map(({ name, type, level, module, description }) => {
      const text = language === 'tr' ? description.tr : description.en;
      return { eventName: name, eventType: type, level, module, description: text };
    })
    .sort((left, right) => (left.eventName < right.eventName ? -1 : 1));
}
