// Declares the data sets of runs of reports, with their SQL.
import { defineDataSets } from '../../kernel/data-sets.ts';

export const reportDataSets = defineDataSets([
  {
    code: 'report-executions',
    labelMap: { en: 'Runs of reports', tr: 'Rapor çalıştırmaları' },
    authority: 'REPORT_ADMIN',
    columnList: [
      { name: 'uuid', type: 'UUID', labelMap: { en: 'Run', tr: 'Çalıştırma' } },
      { name: 'reportCode', type: 'STRING', labelMap: { en: 'Code of the report', tr: 'Rapor kodu' } },
      { name: 'reportName', type: 'STRING', labelMap: { en: 'Report', tr: 'Rapor' } },
      { name: 'reportVersion', type: 'INTEGER', labelMap: { en: 'Version', tr: 'Sürüm' } },
      { name: 'status', type: 'STRING', labelMap: { en: 'Status', tr: 'Durum' } },
      { name: 'source', type: 'STRING', labelMap: { en: 'Asked for by', tr: 'İsteyen tür' } },
      { name: 'outputFormat', type: 'STRING', labelMap: { en: 'Format', tr: 'Biçim' } },
      { name: 'requestedBy', type: 'STRING', labelMap: { en: 'Person', tr: 'Kişi' } },
      { name: 'rowCount', type: 'LONG', labelMap: { en: 'Rows', tr: 'Satır' } },
      { name: 'byteCount', type: 'LONG', labelMap: { en: 'Bytes of its files', tr: 'Dosyaların bayt sayısı' } },
      { name: 'truncated', type: 'BOOLEAN', labelMap: { en: 'Cut', tr: 'Kesildi' } },
      { name: 'queuedDate', type: 'DATE_TIME', labelMap: { en: 'Queued', tr: 'Kuyruğa giriş' } },
      { name: 'startedDate', type: 'DATE_TIME', labelMap: { en: 'Begun', tr: 'Başlangıç' } },
      { name: 'finishedDate', type: 'DATE_TIME', labelMap: { en: 'Ended', tr: 'Bitiş' } },
      { name: 'durationMillis', type: 'LONG', labelMap: { en: 'Milliseconds', tr: 'Milisaniye' } },
      { name: 'errorCode', type: 'STRING', labelMap: { en: 'Failure', tr: 'Hata' } },
    ],
    relation: `
      SELECT e.uuid, e.report_code AS "reportCode", e.report_name AS "reportName", e.report_version AS "reportVersion", e.status,
        e.source, e.output_format AS "outputFormat", e.requested_by AS "requestedBy", e.row_count AS "rowCount",
        (SELECT sum(x.byte_count)::bigint FROM report_export x WHERE x.execution_id = e.id) AS "byteCount",
        e.is_truncated AS truncated, e.queued_date AS "queuedDate", e.started_date AS "startedDate",
        e.finished_date AS "finishedDate",
        (extract(epoch FROM e.finished_date - e.started_date) * 1000)::bigint AS "durationMillis", e.error_code AS "errorCode"
      FROM report_execution e WHERE e.tenant_identifier = :tenant`,
  },
]);
