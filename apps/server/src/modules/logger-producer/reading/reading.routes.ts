// Answers the operations that read events.
import type { Language, loggerProducerModule, SvcEventCatalogueModel, SvcEventLogStoredModel } from '@keelson/contract';
import type { Static } from 'typebox';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { parseExactJson } from '../../../kernel/text/json/exact-json.ts';
import type { createAnalysisService } from './analysis.service.ts';
import type { EventRow } from './event-query.store.ts';
import type { createReadingService } from './reading.service.ts';

type ReadingHandlers = Pick<
  ModuleHandlers<typeof loggerProducerModule>,
  'getEvent' | 'queryEvents' | 'queryOwnEvents' | 'searchEvents' | 'histogram' | 'fieldValues' | 'catalogue'
>;
/** Answers kinds of events; a name with a star at the end is a beginning. */
type Catalogue = (language: Language, eventName: string) => readonly Static<typeof SvcEventCatalogueModel>[];

export function toEventModel(row: EventRow): Static<typeof SvcEventLogStoredModel> {
  const { attributeMap, observedTime } = row;
  const model = {
    ...row,
    observedTime: observedTime.toISOString(),
    attributeMap: attributeMap === null ? null : parseExactJson(attributeMap),
  };
  return model as unknown as Static<typeof SvcEventLogStoredModel>;
}

export function createReadingHandlers(
  service: ReturnType<typeof createReadingService>,
  analysis: ReturnType<typeof createAnalysisService>,
  catalogue: Catalogue,
): ReadingHandlers {
  const toPage = ({ rows, total, request }: Awaited<ReturnType<typeof service.page>>) =>
    pageBody(rows.map(toEventModel), total, request);
  return {
    getEvent: async ({ act, params }) => toEventModel(await service.find(act, params.uuid)),
    queryEvents: async ({ act, body }) => toPage(await service.page(act, body)),
    queryOwnEvents: async ({ act, body }) => toPage(await service.pageOfOwn(act, body)),
    async searchEvents({ act, body }) {
      const { rows, nextCursor } = await analysis.walk(act, body);
      return { data: rows.map(({ placeTime: _place, ...row }) => toEventModel(row as EventRow)), nextCursor };
    },
    histogram: ({ act, body }) => analysis.histogram(act, body),
    fieldValues: ({ act, body }) => analysis.fieldValues(act, body),
    catalogue: async ({ act, query }) => catalogue(act.context.language, query.eventName ?? '*'),
  };
}
