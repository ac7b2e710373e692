// The English texts of the home page.
export const en = {
  title: 'Home',
  tasks: 'Your tasks',
  allTasks: (total: string) => `All ${total}`,
  noTasks: 'Nothing waits for you.',
  requests: 'What you have started',
  noRequests: 'You have not started anything.',
  start: 'Start a process',
  standsAt: 'stands at',
  ended: 'has ended',
  health: 'Operation',
  failures: (count: number, total: string) =>
    count === 0 ? 'Nothing is broken.' : `${total} failures wait for somebody.`,
  lookAt: 'Look at them',
  stuck: (count: number, total: string) =>
    count === 0 ? 'No instance is stuck.' : count === 1 ? 'One instance is stuck.' : `${total} instances are stuck.`,
  lookAtStuck: 'Look at what is stuck',
  late: (count: number, total: string) =>
    count === 0 ? 'No task is late.' : count === 1 ? 'One task is late.' : `${total} tasks are late.`,
  lookAtLate: 'Look at what is late',
  startable: 'What you can start',
  allStartable: 'All processes',
  nothingToStart: 'There is no process that you can start.',
  due: 'due',
  nobody: 'not claimed yet',
};
