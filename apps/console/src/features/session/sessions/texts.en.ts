// The English texts of the list of sessions.
export const en = {
  title: 'Sessions',
  user: 'User',
  device: 'Device',
  address: 'Address',
  begun: 'Began',
  lastUse: 'Last used',
  search: 'Search by username',
  status: 'State',
  open: 'Open',
  ended: 'Ended',
  thisOne: 'this one',
  close: 'Close',
  closeQuestion: (name: string) => `This session of ${name} ends at once.`,
  closed: 'The session is closed.',
  actions: 'Actions',
  empty: 'There are no sessions.',
};
