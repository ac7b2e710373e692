// Answers the operations of operators: jobs, incidents, processes of the program.
import {
  type bpmnEngineModule,
  incidentSortStandard,
  jobSortStandard,
  resolvePageable,
  type SvcBpmnIncidentModel,
  type SvcBpmnJobModel,
} from '@keelson/contract';
import type { Kernel, ModuleHandlers } from '../../../kernel/module.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { isoDate, isoDateOrNull } from '../interface/iso-date.ts';
import { executionId, incidentId, jobId } from '../interface/part-id.ts';
import type { IncidentService } from './incident.service.ts';
import type { IncidentStore, ShownIncident } from './incident.store.ts';
import type { JobService } from './job.service.ts';
import type { ManagedJobStore, ShownJob } from './job.store.ts';
import { jobTypeOf, kindsOf } from './job-type.ts';
import type { StatisticsService } from './statistics.service.ts';

type ManagementHandlers = Pick<
  ModuleHandlers<typeof bpmnEngineModule>,
  | 'queryJobs'
  | 'getJob'
  | 'executeJob'
  | 'updateJob'
  | 'deleteJob'
  | 'queryIncidents'
  | 'groupIncidents'
  | 'resolveIncident'
  | 'annotateIncident'
  | 'listNodes'
  | 'getStatistics'
>;
export function createManagementHandlers({
  jobs,
  jobStore,
  incidents,
  incidentStore,
  processes,
  statistics,
}: Pick<Kernel, 'processes'> & {
  readonly statistics: StatisticsService;
  readonly jobs: JobService;
  readonly jobStore: ManagedJobStore;
  readonly incidents: IncidentService;
  readonly incidentStore: IncidentStore;
}): ManagementHandlers {
  return {
    async queryJobs({ body, act }) {
      const request = resolvePageable(body.pageable, jobSortStandard);
      const { tenantIdentifier } = act.caller;
      const { rows, total } = await jobStore.page({ ...body, tenantIdentifier, kinds: kindsOf(body.types) }, request);
      return pageBody(rows.map(jobToWire), total, request);
    },
    getJob: async ({ params, act }) => jobToWire(await jobs.get(act, params.id)),
    executeJob: ({ params, act }) => jobs.execute(act, params.id),
    updateJob: ({ params, body, act }) => jobs.update(act, params.id, body),
    deleteJob: ({ params, act }) => jobs.remove(act, params.id),
    async queryIncidents({ body, act }) {
      const request = resolvePageable(body.pageable, incidentSortStandard);
      const query = { ...body, tenantIdentifier: act.caller.tenantIdentifier };
      const { rows, total } = await incidentStore.page(query, request);
      return pageBody(rows.map(incidentToWire), total, request);
    },
    async groupIncidents({ body, act }) {
      return (await incidents.groups(act, body)).map(({ definition_key: processDefinitionKey, ...group }) => ({
        processDefinitionKey,
        elementId: group.element_id,
        code: group.code,
        message: group.message,
        count: group.count,
        newest: isoDate(group.newest),
      }));
    },
    resolveIncident: ({ params, body, act }) => incidents.resolve(act, params.id, body),
    annotateIncident: ({ params, body, act }) => incidents.annotate(act, params.id, body.annotation),
    getStatistics: ({ act }) => statistics.get(act),
    async listNodes() {
      const alive = await processes.list();
      return alive.map(({ id, host, started_at: startedAt, heartbeat_at: heartbeatAt }) => ({
        id,
        host,
        startTime: isoDate(startedAt),
        heartbeatTime: isoDate(heartbeatAt),
      }));
    },
  };
}

function jobToWire(row: ShownJob): SvcBpmnJobModel {
  return {
    id: jobId(row.id, row.number),
    type: jobTypeOf(row.kind),
    elementId: row.element_id,
    failedElementId: row.failed_element_id,
    processInstanceId: row.instance_id,
    processDefinitionId: row.definition_id,
    due: isoDate(row.due_at),
    retries: row.retries,
    attempts: row.attempts,
    exception: row.exception,
    lockedBy: row.leased_by,
    priority: row.priority,
    suspended: row.suspended,
    repeat: row.cycle,
    createTime: isoDate(row.created_at),
  };
}

function incidentToWire(row: ShownIncident): SvcBpmnIncidentModel {
  const { instance_id: instanceId, token } = row;
  return {
    id: incidentId(row.id, row.number),
    type: row.type as SvcBpmnIncidentModel['type'],
    code: row.code,
    elementId: row.element_id,
    elementName: row.element_name,
    executionId: instanceId === null || !token ? instanceId : executionId(instanceId, token),
    processInstanceId: instanceId,
    processDefinitionId: row.definition_id,
    processDefinitionKey: row.definition_key,
    businessKey: row.business_key,
    jobId: row.type === 'FAILED_JOB' ? jobId(row.id, row.number) : null,
    message: row.message,
    detail: row.detail,
    createTime: isoDate(row.created_at),
    resolvedTime: isoDateOrNull(row.resolved_at),
    annotation: row.annotation,
  };
}
