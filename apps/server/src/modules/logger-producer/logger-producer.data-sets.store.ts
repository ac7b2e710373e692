// Declares the data sets of the log of events, with their SQL.
import { defineDataSets } from '../../kernel/data-sets.ts';

type Column = Parameters<typeof defineDataSets>[0][number]['columnList'][number];

const columnList: readonly Column[] = [
  { name: 'eventTime', type: 'DATE_TIME', labelMap: { en: 'Time', tr: 'Zaman' } },
  { name: 'eventDay', type: 'DATE', labelMap: { en: 'Day', tr: 'Gün' } },
  { name: 'level', type: 'STRING', labelMap: { en: 'Level', tr: 'Düzey' } },
  { name: 'eventName', type: 'STRING', labelMap: { en: 'Event', tr: 'Olay' } },
  { name: 'eventType', type: 'STRING', labelMap: { en: 'Type', tr: 'Tür' } },
  { name: 'service', type: 'STRING', labelMap: { en: 'Service', tr: 'Servis' } },
  { name: 'username', type: 'STRING', labelMap: { en: 'User', tr: 'Kullanıcı' } },
  { name: 'clientIp', type: 'STRING', labelMap: { en: 'IP address', tr: 'IP adresi' } },
  { name: 'entityType', type: 'STRING', labelMap: { en: 'Type of the record', tr: 'Kayıt türü' } },
  { name: 'entityUuid', type: 'STRING', labelMap: { en: 'Record', tr: 'Kayıt' } },
  { name: 'action', type: 'STRING', labelMap: { en: 'Action', tr: 'İşlem' } },
  { name: 'outcome', type: 'STRING', labelMap: { en: 'Outcome', tr: 'Sonuç' } },
  { name: 'durationMillis', type: 'LONG', labelMap: { en: 'Duration in ms', tr: 'Süre (ms)' } },
  { name: 'message', type: 'STRING', labelMap: { en: 'Message', tr: 'İleti' }, groupable: false },
  { name: 'traceId', type: 'STRING', labelMap: { en: 'Trace', tr: 'İz' } },
];

/** Makes the relation; the class excludes the partitions of other events, whatever the types say. */
const relationOf = (retentionClass: 'STANDARD' | 'AUDIT', types: string): string => `
  SELECT event_time AS "eventTime", event_time::date AS "eventDay", level, event_name AS "eventName", event_type AS "eventType", service, username,
    client_ip AS "clientIp", entity_type AS "entityType", entity_uuid AS "entityUuid", action, outcome,
    duration_millis AS "durationMillis", message, trace_id AS "traceId"
  FROM log_event
  WHERE tenant_identifier = :tenant AND retention_class = '${retentionClass}' AND event_type ${types} ('AUDIT', 'SECURITY')`;

export const loggerDataSets = defineDataSets([
  {
    code: 'events',
    labelMap: { en: 'Events', tr: 'Olaylar' },
    authority: 'LOG_VIEW',
    requiredFilter: 'eventTime',
    columnList,
    relation: relationOf('STANDARD', 'NOT IN'),
  },
  {
    code: 'audit',
    labelMap: { en: 'Events of audit and security', tr: 'Denetim ve güvenlik olayları' },
    authority: 'LOG_AUDIT_VIEW',
    requiredFilter: 'eventTime',
    eventName: 'log.audit-read',
    columnList,
    relation: relationOf('AUDIT', 'IN'),
  },
]);
