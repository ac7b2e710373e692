// The English texts of starting a process.
export const en = {
  title: 'Start a process',
  process: 'Process',
  description: 'What it is for',
  version: 'Version',
  search: 'Search by name',
  empty: 'There is no process that you can start. A process appears here once it is deployed and you may start it.',
  all: 'All processes',
  businessKey: 'Business key',
  businessKeyHelp: 'How your organisation calls this case, for example a number of an order. It can stay empty.',
  values: 'Values',
  valuesWhy: 'What the process should know when it begins.',
  fieldsWhy: 'This is what the process asks for. What must be filled in has an asterisk.',
  start: 'Start',
  started: 'The process has started.',
};
