// Declares what reports may read of processes, with the SQL of it.
import { defineDataSets } from '../../kernel/data-sets.ts';
import {
  ACTIVITIES,
  ACTIVITY_ASSIGNEE,
  ACTIVITY_STATE,
  FLUSH_LAG,
  VERSION_OF_ROW,
} from './interface/activity-rows.store.ts';

/** Writes the milliseconds between two moments; null while the later one is. */
const millis = (from: string, to: string): string => `(extract(epoch FROM ${to} - ${from}) * 1000)::bigint`;

/** Elements of the tenant's models, by the index that the history has: `n.definition_id`, `n.node`, `n.id`, `n.name`, `n.type`. */
const ELEMENTS = `(
    SELECT d.id AS definition_id, x.place - 1 AS node, x.element->>0 AS id, x.element->>1 AS name, x.element->>2 AS type
    FROM bpm_definition d CROSS JOIN LATERAL jsonb_array_elements(d.elements) WITH ORDINALITY x(element, place)
    WHERE d.tenant_identifier = :tenant) n`;

// The flush that closes a task says what it was; see the migration. Its time is when the task ended, unless it says another one.
const CLOSED_TASKS = `
    SELECT e.instance_id, (c.task->>0)::integer AS number, r.definition_id, h.business_key, n.id AS element_id,
      CASE jsonb_typeof(c.task->8) WHEN 'number' THEN n.name ELSE c.task->>8 END AS name, c.task->>7 AS assignee,
      (SELECT string_agg(g, ', ' ORDER BY g) FROM jsonb_array_elements_text(c.task->9) g) AS groups,
      (c.task->>3)::integer AS priority, to_timestamp((c.task->>4)::numeric / 1000) AS created_at,
      to_timestamp((c.task->>5)::numeric / 1000) AS claimed_at, to_timestamp((c.task->>6)::numeric / 1000) AS due_at,
      coalesce(to_timestamp((c.task->>10)::numeric / 1000), e.at) AS ended_at, c.task->>2 AS state
    FROM bpm_history_event e JOIN bpm_hi_instance h ON h.id = e.instance_id
    CROSS JOIN LATERAL jsonb_array_elements(e.closed_tasks::jsonb) c(task)
    CROSS JOIN LATERAL (SELECT ${VERSION_OF_ROW} AS definition_id) r
    LEFT JOIN ${ELEMENTS} ON n.definition_id = r.definition_id AND n.node = (c.task->>1)::integer
    WHERE h.tenant_identifier = :tenant AND e.closed_tasks IS NOT NULL`;

const tasks = `
  SELECT t.instance_id || '-t' || t.number AS id, t.name, t.element_id AS "taskDefinitionKey", t.instance_id AS "processInstanceId",
    d.key AS "processDefinitionKey", d.version AS "processDefinitionVersion", t.business_key AS "businessKey", t.assignee,
    t.groups AS "candidateGroups", t.priority, t.created_at AS "createTime",
    t.created_at::date AS "createDay", t.claimed_at AS "claimTime", t.due_at AS "dueDate",
    t.ended_at AS "endTime", ${millis('t.created_at', 't.ended_at')} AS "durationMillis", t.state
  FROM (
    SELECT instance_id, number, definition_id, business_key, element_id, name, assignee,
      (SELECT string_agg(l.name, ', ' ORDER BY l.name) FROM bpm_task_link l
       WHERE l.instance_id = o.instance_id AND l.task_number = o.number AND l.kind = 'g') AS groups,
      priority, created_at, claimed_at, due_at, NULL::timestamptz AS ended_at,
      CASE WHEN delegation = 'PENDING' THEN 'DELEGATED' WHEN assignee IS NULL THEN 'UNASSIGNED' ELSE 'ASSIGNED' END AS state
    FROM bpm_task o WHERE tenant_identifier = :tenant
    UNION ALL ${CLOSED_TASKS}
  ) t JOIN bpm_definition d ON d.id = t.definition_id`;

const activities = `
  SELECT e.instance_id || '-a' || a.number AS id, n.id AS "activityId", n.name, n.type, e.instance_id AS "processInstanceId",
    d.key AS "processDefinitionKey", d.version AS "processDefinitionVersion", h.business_key AS "businessKey",
    ${ACTIVITY_ASSIGNEE} AS assignee,
    w.began_at AS "startTime", w.ended_at AS "endTime", ${millis('w.began_at', 'w.ended_at')} AS "durationMillis",
    ${ACTIVITY_STATE} AS state
  FROM bpm_history_event e JOIN bpm_hi_instance h ON h.id = e.instance_id
  CROSS JOIN LATERAL (SELECT ${VERSION_OF_ROW} AS definition_id) r JOIN bpm_definition d ON d.id = r.definition_id
  ${ACTIVITIES}
  LEFT JOIN ${ELEMENTS} ON n.definition_id = r.definition_id AND n.node = a.node
  WHERE h.tenant_identifier = :tenant AND a.node IS NOT NULL AND e.at >= :since AND e.at < :until + interval '${FLUSH_LAG}'`;

// A called instance that is undone after its end runs again until that is done.
const instances = `
  SELECT i.id, i.business_key AS "businessKey", i.name, i.definition_id AS "processDefinitionId", d.key AS "processDefinitionKey",
    d.name AS "processDefinitionName", d.version AS "processDefinitionVersion", i.start_user_id AS "startUser",
    i.started_at AS "startTime", i.ended_at AS "endTime", ${millis('i.started_at', 'i.ended_at')} AS "durationMillis",
    i.due_at AS "dueDate", i.priority, i.state, i.end_state AS "endState"
  FROM (
    SELECT id, business_key, name, definition_id, start_user_id, started_at, NULL::timestamptz AS ended_at, due_at, priority,
      CASE WHEN suspended THEN 'SUSPENDED' ELSE 'ACTIVE' END AS state, NULL::text AS end_state
    FROM bpm_instance WHERE tenant_identifier = :tenant
    UNION ALL
    SELECT id, business_key, name, definition_id, start_user_id, started_at, ended_at, due_at, priority, 'ENDED', end_state
    FROM bpm_hi_instance h WHERE tenant_identifier = :tenant AND ended_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM bpm_instance r WHERE r.id = h.id)
  ) i JOIN bpm_definition d ON d.id = i.definition_id`;

export const bpmnEngineDataSets = defineDataSets([
  {
    code: 'tasks',
    labelMap: { en: 'Tasks', tr: 'Görevler' },
    authority: 'BPMN_TASK_VIEW_ALL',
    columnList: [
      { name: 'id', type: 'STRING', labelMap: { en: 'Task', tr: 'Görev' } },
      { name: 'name', type: 'STRING', labelMap: { en: 'Name', tr: 'Ad' } },
      { name: 'taskDefinitionKey', type: 'STRING', labelMap: { en: 'Element', tr: 'Öge' } },
      { name: 'processInstanceId', type: 'UUID', labelMap: { en: 'Instance', tr: 'Örnek' } },
      { name: 'processDefinitionKey', type: 'STRING', labelMap: { en: 'Process', tr: 'Süreç' } },
      { name: 'processDefinitionVersion', type: 'INTEGER', labelMap: { en: 'Version', tr: 'Sürüm' } },
      { name: 'businessKey', type: 'STRING', labelMap: { en: 'Business key', tr: 'İş anahtarı' } },
      { name: 'assignee', type: 'STRING', labelMap: { en: 'Assignee', tr: 'Atanan' } },
      { name: 'candidateGroups', type: 'STRING', labelMap: { en: 'Candidate groups', tr: 'Aday gruplar' } },
      { name: 'priority', type: 'INTEGER', labelMap: { en: 'Priority', tr: 'Öncelik' } },
      { name: 'createTime', type: 'DATE_TIME', labelMap: { en: 'Created', tr: 'Oluşturulma' } },
      { name: 'createDay', type: 'DATE', labelMap: { en: 'Day of creation', tr: 'Oluşturulma günü' } },
      { name: 'claimTime', type: 'DATE_TIME', labelMap: { en: 'Claimed', tr: 'Üstlenme' } },
      { name: 'dueDate', type: 'DATE_TIME', labelMap: { en: 'Due', tr: 'Son tarih' } },
      { name: 'endTime', type: 'DATE_TIME', labelMap: { en: 'Closed', tr: 'Kapanış' } },
      { name: 'durationMillis', type: 'LONG', labelMap: { en: 'Duration in ms', tr: 'Süre (ms)' } },
      { name: 'state', type: 'STRING', labelMap: { en: 'State', tr: 'Durum' } },
    ],
    relation: tasks,
  },
  {
    code: 'process-activities',
    labelMap: { en: 'Activities of instances', tr: 'Örneklerin etkinlikleri' },
    authority: 'BPMN_INSTANCE_VIEW',
    requiredFilter: 'startTime',
    columnList: [
      { name: 'id', type: 'STRING', labelMap: { en: 'Activity', tr: 'Etkinlik' } },
      { name: 'activityId', type: 'STRING', labelMap: { en: 'Element', tr: 'Öge' } },
      { name: 'name', type: 'STRING', labelMap: { en: 'Name', tr: 'Ad' } },
      { name: 'type', type: 'STRING', labelMap: { en: 'Type', tr: 'Tür' } },
      { name: 'processInstanceId', type: 'UUID', labelMap: { en: 'Instance', tr: 'Örnek' } },
      { name: 'processDefinitionKey', type: 'STRING', labelMap: { en: 'Process', tr: 'Süreç' } },
      { name: 'processDefinitionVersion', type: 'INTEGER', labelMap: { en: 'Version', tr: 'Sürüm' } },
      { name: 'businessKey', type: 'STRING', labelMap: { en: 'Business key', tr: 'İş anahtarı' } },
      { name: 'assignee', type: 'STRING', labelMap: { en: 'Assignee', tr: 'Atanan' } },
      { name: 'startTime', type: 'DATE_TIME', labelMap: { en: 'Begun', tr: 'Başlangıç' } },
      { name: 'endTime', type: 'DATE_TIME', labelMap: { en: 'Ended', tr: 'Bitiş' } },
      { name: 'durationMillis', type: 'LONG', labelMap: { en: 'Duration in ms', tr: 'Süre (ms)' } },
      { name: 'state', type: 'STRING', labelMap: { en: 'State', tr: 'Durum' } },
    ],
    relation: activities,
  },
  {
    code: 'process-instances',
    labelMap: { en: 'Process instances', tr: 'Süreç örnekleri' },
    authority: 'BPMN_INSTANCE_VIEW',
    columnList: [
      { name: 'id', type: 'UUID', labelMap: { en: 'Instance', tr: 'Örnek' } },
      { name: 'businessKey', type: 'STRING', labelMap: { en: 'Business key', tr: 'İş anahtarı' } },
      { name: 'name', type: 'STRING', labelMap: { en: 'Name', tr: 'Ad' } },
      { name: 'processDefinitionId', type: 'STRING', labelMap: { en: 'Definition', tr: 'Tanım' } },
      { name: 'processDefinitionKey', type: 'STRING', labelMap: { en: 'Process', tr: 'Süreç' } },
      { name: 'processDefinitionName', type: 'STRING', labelMap: { en: 'Name of the process', tr: 'Sürecin adı' } },
      { name: 'processDefinitionVersion', type: 'INTEGER', labelMap: { en: 'Version', tr: 'Sürüm' } },
      { name: 'startUser', type: 'STRING', labelMap: { en: 'Started by', tr: 'Başlatan' } },
      { name: 'startTime', type: 'DATE_TIME', labelMap: { en: 'Started', tr: 'Başlangıç' } },
      { name: 'endTime', type: 'DATE_TIME', labelMap: { en: 'Ended', tr: 'Bitiş' } },
      { name: 'durationMillis', type: 'LONG', labelMap: { en: 'Duration in ms', tr: 'Süre (ms)' } },
      { name: 'dueDate', type: 'DATE_TIME', labelMap: { en: 'Due', tr: 'Son tarih' } },
      { name: 'priority', type: 'INTEGER', labelMap: { en: 'Priority', tr: 'Öncelik' } },
      { name: 'state', type: 'STRING', labelMap: { en: 'State', tr: 'Durum' } },
      { name: 'endState', type: 'STRING', labelMap: { en: 'How it ended', tr: 'Nasıl bitti' } },
    ],
    relation: instances,
  },
  {
    code: 'process-definitions',
    labelMap: { en: 'Process definitions', tr: 'Süreç tanımları' },
    authority: 'BPMN_DEFINITION_VIEW',
    columnList: [
      { name: 'id', type: 'STRING', labelMap: { en: 'Definition', tr: 'Tanım' } },
      { name: 'key', type: 'STRING', labelMap: { en: 'Process', tr: 'Süreç' } },
      { name: 'name', type: 'STRING', labelMap: { en: 'Name', tr: 'Ad' } },
      { name: 'version', type: 'INTEGER', labelMap: { en: 'Version', tr: 'Sürüm' } },
      { name: 'versionTag', type: 'STRING', labelMap: { en: 'Tag of the version', tr: 'Sürüm etiketi' } },
      { name: 'category', type: 'STRING', labelMap: { en: 'Category', tr: 'Kategori' } },
      { name: 'suspended', type: 'BOOLEAN', labelMap: { en: 'Suspended', tr: 'Askıda' } },
      { name: 'deployedBy', type: 'STRING', labelMap: { en: 'Deployed by', tr: 'Dağıtan' } },
      { name: 'deployedDate', type: 'DATE_TIME', labelMap: { en: 'Deployed', tr: 'Dağıtım' } },
    ],
    relation: `
      SELECT d.id, d.key, d.name, d.version, d.version_tag AS "versionTag", d.category, d.suspended, p.deployed_by AS "deployedBy",
        p.deployed_at AS "deployedDate"
      FROM bpm_definition d JOIN bpm_deployment p ON p.id = d.deployment_id WHERE d.tenant_identifier = :tenant AND NOT d.deleted`,
  },
]);
