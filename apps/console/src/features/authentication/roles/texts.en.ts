// The English texts of roles.
export const en = {
  title: 'Roles',
  code: 'Code',
  codeHelp: 'Begins with ROLE_, for example ROLE_MANAGERS. Groups of processes are named so, without ROLE_.',
  name: 'Name',
  description: 'What it is for',
  users: 'Users',
  kind: 'Kind',
  system: 'Shipped',
  own: 'Own',
  search: 'Search by code, name or description',
  empty: 'There are no roles.',
  new: 'New role',
  create: 'Create the role',
  created: 'The role is created.',
};
