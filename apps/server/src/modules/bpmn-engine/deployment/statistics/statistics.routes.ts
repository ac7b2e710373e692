// Answers the operations on what is and was at the elements of a version.
import type { bpmnEngineModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../../kernel/module.ts';
import { isoDateOrNull } from '../../interface/iso-date.ts';
import type { StatisticsService } from './statistics.service.ts';

type StatisticsHandlers = Pick<
  ModuleHandlers<typeof bpmnEngineModule>,
  'getDefinitionStatistics' | 'getDefinitionDiagram'
>;

export function createStatisticsHandlers(service: StatisticsService): StatisticsHandlers {
  return {
    async getDefinitionStatistics({ params, act }) {
      const { use, sample, elements } = await service.statistics(act, params.id);
      return {
        processDefinitionId: params.id,
        counts: use,
        sampledInstances: sample.instances,
        sampledFrom: isoDateOrNull(sample.first),
        elements: [...elements],
      };
    },
    async getDefinitionDiagram({ params, query, act }) {
      const { processInstanceId = null } = query;
      const { elements, flows } =
        processInstanceId === null
          ? await service.diagram(act, params.id)
          : await service.diagramOf(act, params.id, processInstanceId);
      return { processDefinitionId: params.id, processInstanceId, elements: [...elements], flows: [...flows] };
    },
  };
}
