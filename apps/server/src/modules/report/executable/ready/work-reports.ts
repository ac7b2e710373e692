// Declares the ready reports on work: open tasks, and how long processes take.
import { column, landscape, period, periodLabel, type ReadyReport, readyReport, whole } from './ready-report.types.ts';

const taskColumns = [
  column('name', 'Task', 'Görev'),
  column('processDefinitionKey', 'Process', 'Süreç'),
  column('businessKey', 'Business key', 'İş anahtarı'),
  column('candidateGroups', 'Candidate groups', 'Aday gruplar'),
  column('priority', 'Priority', 'Öncelik'),
  column('createTime', 'Created', 'Oluşturulma'),
  column('dueDate', 'Due', 'Son tarih'),
];
const openTasks = { dataSetCode: 'tasks', filterList: [{ column: 'endTime', operator: 'IS_NULL' }] } as const;
const countedTasks = column('id', 'Open tasks', 'Açık görevler', { visible: false });

export const workReports: readonly ReadyReport[] = [
  readyReport({
    code: 'platform.open-tasks',
    edition: 1,
    en: { name: 'Open tasks by assignee', description: 'Tasks that wait for somebody, by whoever has them.' },
    tr: { name: 'Atanana göre açık görevler', description: 'Bekleyen görevler, kimde olduklarına göre.' },
    asks: {
      query: { ...openTasks, orderByList: [{ column: 'assignee' }, { column: 'createTime' }] },
      columnList: [column('assignee', 'Assignee', 'Atanan', { visible: false }), countedTasks, ...taskColumns],
      rowGroupList: [{ columnName: 'assignee' }],
      chartList: [{ type: 'BAR', categoryColumn: 'assignee', seriesColumnList: ['id'], aggregate: 'COUNT' }],
      layout: landscape,
    },
  }),
  readyReport({
    code: 'platform.task-ages',
    edition: 1,
    en: { name: 'Ages of open tasks', description: 'Tasks that wait for somebody, the oldest first.' },
    tr: { name: 'Açık görevlerin yaşı', description: 'Bekleyen görevler, en eskisi önce.' },
    asks: {
      query: { ...openTasks, orderByList: [{ column: 'createTime' }] },
      columnList: [
        column('createDay', 'Day of creation', 'Oluşturulma günü', { visible: false }),
        countedTasks,
        column('assignee', 'Assignee', 'Atanan'),
        ...taskColumns,
      ],
      chartList: [{ type: 'BAR', categoryColumn: 'createDay', seriesColumnList: ['id'], aggregate: 'COUNT' }],
      layout: landscape,
    },
  }),
  readyReport({
    code: 'platform.process-durations',
    edition: 1,
    en: {
      name: 'Durations of processes',
      description: 'How many instances ended in a period, and how long they took.',
    },
    tr: {
      name: 'Süreçlerin süreleri',
      description: 'Bir dönemde biten süreç örnekleri ve ne kadar sürdükleri.',
      parameters: periodLabel,
    },
    asks: {
      query: {
        dataSetCode: 'process-instances',
        filterList: [{ column: 'endTime', operator: 'BETWEEN', parameterName: 'period' }],
        groupByList: ['processDefinitionKey', 'processDefinitionName', 'endState'],
        aggregateList: [
          { function: 'COUNT', name: 'instances' },
          { function: 'AVERAGE', column: 'durationMillis', name: 'averageMillis' },
          { function: 'MIN', column: 'durationMillis', name: 'shortestMillis' },
          { function: 'MAX', column: 'durationMillis', name: 'longestMillis' },
        ],
        orderByList: [{ column: 'processDefinitionKey' }, { column: 'endState' }],
      },
      parameterList: [period],
      columnList: [
        column('processDefinitionKey', 'Process', 'Süreç'),
        column('processDefinitionName', 'Name of the process', 'Sürecin adı'),
        column('endState', 'How it ended', 'Nasıl bitti'),
        column('instances', 'Instances', 'Örnek sayısı', { format: '#,##0', aggregate: 'SUM' }),
        column('averageMillis', 'Average (ms)', 'Ortalama süre (ms)', whole),
        column('shortestMillis', 'Shortest (ms)', 'En kısa süre (ms)', { ...whole, aggregate: 'MIN' }),
        column('longestMillis', 'Longest (ms)', 'En uzun süre (ms)', { ...whole, aggregate: 'MAX' }),
      ],
      chartList: [
        { type: 'BAR', categoryColumn: 'processDefinitionKey', seriesColumnList: ['longestMillis'], aggregate: 'MAX' },
      ],
      layout: landscape,
    },
  }),
];
