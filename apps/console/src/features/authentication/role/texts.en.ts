// The English texts of a role.
export const en = {
  all: 'All roles',
  facts: 'About this role',
  code: 'Code',
  name: 'Name',
  description: 'What it is for',
  users: 'Users who hold it',
  save: 'Save',
  saved: 'Saved.',
  authorities: 'What it gives',
  authoritiesWhy: 'Nobody hands on what they do not hold: those are closed.',
  shipped: 'This role is shipped and cannot be changed.',
  saveAuthorities: 'Save what it gives',
  delete: 'Delete',
  deleteQuestion: (code: string) => `${code} is deleted. Only a role that nobody holds can be.`,
  deleted: 'The role is deleted.',
};
