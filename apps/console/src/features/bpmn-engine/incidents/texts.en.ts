// The English texts of the list of failures.
export const en = {
  title: 'Failures',
  what: 'What went wrong',
  element: 'Element',
  when: 'When',
  kind: 'Kind',
  empty: 'Nothing is broken. What fails in a process and needs a person appears here.',
};
