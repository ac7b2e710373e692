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
  due: 'due',
  nobody: 'not claimed yet',
};
