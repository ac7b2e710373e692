// Declares the data sets of sessions, with their SQL.
import { defineDataSets } from '../../kernel/data-sets.ts';

type Declaration = Parameters<typeof defineDataSets>[0][number];

const columnList: Declaration['columnList'] = [
  { name: 'identifier', type: 'STRING', labelMap: { en: 'Identifier', tr: 'Kimlik' } },
  { name: 'username', type: 'STRING', labelMap: { en: 'User', tr: 'Kullanıcı' } },
  { name: 'system', type: 'BOOLEAN', labelMap: { en: 'Of a service', tr: 'Bir servisin' } },
  { name: 'createdDate', type: 'DATE_TIME', labelMap: { en: 'Begun', tr: 'Başlangıç' } },
  { name: 'createdDay', type: 'DATE', labelMap: { en: 'Day', tr: 'Gün' } },
  { name: 'authenticatedDate', type: 'DATE_TIME', labelMap: { en: 'Signed in', tr: 'Giriş' } },
  { name: 'lastAccessDate', type: 'DATE_TIME', labelMap: { en: 'Last used', tr: 'Son kullanım' } },
  { name: 'endDate', type: 'DATE_TIME', labelMap: { en: 'Ends', tr: 'Bitiş' } },
  { name: 'closedDate', type: 'DATE_TIME', labelMap: { en: 'Closed', tr: 'Kapanış' } },
  { name: 'closeReason', type: 'STRING', labelMap: { en: 'Reason of the close', tr: 'Kapanış nedeni' } },
  { name: 'closedBy', type: 'STRING', labelMap: { en: 'Closed by', tr: 'Kapatan' } },
  { name: 'ipAddress', type: 'STRING', labelMap: { en: 'IP address', tr: 'IP adresi' } },
  { name: 'deviceName', type: 'STRING', labelMap: { en: 'Device', tr: 'Cihaz' } },
  { name: 'userAgent', type: 'STRING', labelMap: { en: 'Browser', tr: 'Tarayıcı' } },
  { name: 'authenticationMethods', type: 'STRING', labelMap: { en: 'Ways of sign-in', tr: 'Giriş yöntemleri' } },
  { name: 'assuranceLevel', type: 'STRING', labelMap: { en: 'Assurance level', tr: 'Güvence düzeyi' } },
  { name: 'remembered', type: 'BOOLEAN', labelMap: { en: 'Remembered', tr: 'Hatırlanan' } },
];

const relationOf = (system: 'e.system' | 'NOT e.system'): string => `
  SELECT e.identifier, e.username, e.system, e.created AS "createdDate", e.created::date AS "createdDay", e.authenticated AS "authenticatedDate",
    coalesce(a.last_access, e.last_access) AS "lastAccessDate", coalesce(a.ends, e.closed_date) AS "endDate",
    e.closed_date AS "closedDate", e.close_reason AS "closeReason", e.closed_by AS "closedBy", host(e.ip) AS "ipAddress",
    e.device_name AS "deviceName", e.user_agent AS "userAgent",
    array_to_string(e.methods, ', ') AS "authenticationMethods", e.assurance AS "assuranceLevel", e.remembered
  FROM session_entry e LEFT JOIN session_activity a ON a.session_id = e.id
  WHERE e.tenant_identifier = :tenant AND ${system}`;

/**
 * A session is shown as its row has it: one that has run out, or that a mass close has yet to reach, is closed when the job has come
 * to it, and `endDate` says when it ends without use. The identifier is a hash of the token that names a session everywhere. Those of
 * services are a set of their own, as they take another authority everywhere.
 */
export const sessionDataSets = defineDataSets([
  {
    code: 'sessions',
    labelMap: { en: 'Sessions', tr: 'Oturumlar' },
    authority: 'SESSION_VIEW',
    columnList,
    relation: relationOf('NOT e.system'),
  },
  {
    code: 'system-sessions',
    labelMap: { en: 'Sessions of services', tr: 'Servis oturumları' },
    authority: 'SESSION_SYSTEM',
    columnList,
    relation: relationOf('e.system'),
  },
]);
