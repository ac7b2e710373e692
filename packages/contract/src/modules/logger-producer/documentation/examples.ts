// Holds examples of events.
import type { ExamplesOf } from '../../../documentation/example.ts';
import type { loggerProducerContract } from '../module.ts';

export const loggerProducerExamples = {
  produceSync: {
    body: {
      uuid: '01936a3c-5c00-7c1e-8a34-0f2b6d1e9a77',
      level: 'WARN',
      eventName: 'order.rejected',
      message: 'Order 4711 was rejected: no credit.',
      service: 'shop',
      tagList: ['order'],
      attributeMap: { order: { no: 4711 } },
    },
  },
} satisfies ExamplesOf<typeof loggerProducerContract>;
