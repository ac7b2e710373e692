// Declares the ready reports for operators: sign-ins, mails, runs of reports, and changes.
import {
  column,
  landscape,
  period,
  periodLabel,
  type ReadyReport,
  readyReport,
  summed,
  whole,
} from './ready-report.types.ts';

const inPeriod = (name: string) => ({ column: name, operator: 'BETWEEN', parameterName: 'period' }) as const;
const failures = ['login-failed', 'login-locked', 'captcha-failed', 'code-failed'].map(
  (event) => `authentication.${event}`,
);

export const operationReports: readonly ReadyReport[] = [
  readyReport({
    code: 'platform.sign-ins',
    edition: 1,
    en: { name: 'Sign-ins by day', description: 'Sessions that people began, day by day.' },
    tr: {
      name: 'Günlere göre girişler',
      description: 'Kişilerin başlattığı oturumlar, gün gün.',
      parameters: periodLabel,
    },
    asks: {
      query: {
        dataSetCode: 'sessions',
        filterList: [inPeriod('createdDate')],
        groupByList: ['createdDay'],
        aggregateList: [
          { function: 'COUNT', name: 'signIns' },
          { function: 'COUNT_DISTINCT', column: 'username', name: 'people' },
        ],
        orderByList: [{ column: 'createdDay' }],
      },
      parameterList: [period],
      columnList: [
        column('createdDay', 'Day', 'Gün'),
        column('signIns', 'Sign-ins', 'Girişler', summed),
        column('people', 'People', 'Kişiler', { ...whole, aggregate: 'MAX' }),
      ],
      chartList: [{ type: 'LINE', categoryColumn: 'createdDay', seriesColumnList: ['signIns', 'people'] }],
    },
  }),
  readyReport({
    code: 'platform.failed-sign-ins',
    edition: 1,
    en: { name: 'Failed sign-ins', description: 'Attempts to sign in that failed, the latest first.' },
    tr: {
      name: 'Başarısız girişler',
      description: 'Başarısız giriş denemeleri, en yenisi önce.',
      parameters: periodLabel,
    },
    asks: {
      query: {
        dataSetCode: 'audit',
        filterList: [inPeriod('eventTime'), { column: 'eventName', operator: 'IN', value: failures }],
        orderByList: [{ column: 'eventTime', direction: 'DESC' }],
      },
      parameterList: [period],
      columnList: [
        column('eventDay', 'Day', 'Gün', { visible: false }),
        column('eventTime', 'Time', 'Zaman'),
        column('username', 'User', 'Kullanıcı'),
        column('clientIp', 'IP address', 'IP adresi'),
        column('eventName', 'Failed sign-ins', 'Başarısız girişler'),
        column('message', 'Message', 'İleti', { wrap: true }),
      ],
      chartList: [{ type: 'BAR', categoryColumn: 'eventDay', seriesColumnList: ['eventName'], aggregate: 'COUNT' }],
      layout: landscape,
    },
  }),
  readyReport({
    code: 'platform.mail-outcomes',
    edition: 1,
    en: { name: 'Outcomes of mails', description: 'What became of the mails of a period, by template.' },
    tr: {
      name: 'E-postaların sonuçları',
      description: 'Bir dönemin e-postalarına ne olduğu, şablona göre.',
      parameters: periodLabel,
    },
    asks: {
      query: {
        dataSetCode: 'mails',
        filterList: [inPeriod('dateCreated')],
        groupByList: ['templateCode', 'status'],
        aggregateList: [
          { function: 'COUNT', name: 'mails' },
          { function: 'SUM', column: 'attempts', name: 'attempts' },
        ],
        orderByList: [{ column: 'templateCode' }, { column: 'status' }],
      },
      parameterList: [period],
      columnList: [
        column('templateCode', 'Template', 'Şablon', { visible: false }),
        column('status', 'Status', 'Durum'),
        column('mails', 'Mails', 'E-postalar', summed),
        column('attempts', 'Attempts', 'Denemeler', summed),
      ],
      rowGroupList: [{ columnName: 'templateCode' }],
      chartList: [{ type: 'DONUT', categoryColumn: 'status', seriesColumnList: ['mails'] }],
    },
  }),
  readyReport({
    code: 'platform.slow-reports',
    edition: 1,
    en: { name: 'Slow reports', description: 'How long runs of reports took in a period, the slowest first.' },
    tr: {
      name: 'Yavaş raporlar',
      description: 'Bir dönemde rapor çalıştırmalarının süreleri, en yavaşı önce.',
      parameters: periodLabel,
    },
    asks: {
      query: {
        dataSetCode: 'report-executions',
        filterList: [inPeriod('finishedDate')],
        groupByList: ['reportCode', 'reportName'],
        aggregateList: [
          { function: 'COUNT', name: 'runs' },
          { function: 'AVERAGE', column: 'durationMillis', name: 'averageMillis' },
          { function: 'MAX', column: 'durationMillis', name: 'longestMillis' },
          { function: 'MAX', column: 'rowCount', name: 'rows' },
        ],
        orderByList: [{ column: 'longestMillis', direction: 'DESC' }, { column: 'reportCode' }],
      },
      parameterList: [period],
      columnList: [
        column('reportCode', 'Code', 'Kod'),
        column('reportName', 'Report', 'Rapor'),
        column('runs', 'Runs', 'Çalıştırmalar', summed),
        column('averageMillis', 'Average (ms)', 'Ortalama süre (ms)', whole),
        column('longestMillis', 'Longest (ms)', 'En uzun süre (ms)', { ...whole, aggregate: 'MAX' }),
        column('rows', 'Rows at most', 'En çok satır', { ...whole, aggregate: 'MAX' }),
      ],
      chartList: [
        {
          type: 'BAR',
          categoryColumn: 'reportName',
          seriesColumnList: ['longestMillis'],
          aggregate: 'MAX',
          maxPoints: 20,
        },
      ],
      layout: landscape,
    },
  }),
  readyReport({
    code: 'platform.audit-by-user',
    edition: 1,
    en: { name: 'Audit by user', description: 'What people did in a period, as the audit has it.' },
    tr: {
      name: 'Kullanıcıya göre denetim',
      description: 'Kişilerin bir dönemde ne yaptığı, denetim kayıtlarına göre.',
      parameters: periodLabel,
    },
    asks: {
      query: {
        dataSetCode: 'audit',
        filterList: [inPeriod('eventTime')],
        groupByList: ['username', 'eventName'],
        aggregateList: [
          { function: 'COUNT', name: 'events' },
          { function: 'MAX', column: 'eventTime', name: 'lastTime' },
        ],
        orderByList: [{ column: 'username' }, { column: 'eventName' }],
      },
      parameterList: [period],
      columnList: [
        column('username', 'User', 'Kullanıcı', { visible: false }),
        column('eventName', 'Event', 'Olay'),
        column('events', 'Events', 'Olaylar', summed),
        column('lastTime', 'Last time', 'Son zaman', { aggregate: 'MAX' }),
      ],
      rowGroupList: [{ columnName: 'username' }],
      chartList: [{ type: 'BAR', categoryColumn: 'username', seriesColumnList: ['events'], maxPoints: 20 }],
    },
  }),
];
