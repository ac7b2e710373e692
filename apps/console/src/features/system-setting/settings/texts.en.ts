// The English texts of the list of settings.
export const en = {
  title: 'Settings',
  name: 'Setting',
  value: 'Value',
  source: 'From',
  code: 'Code',
  group: 'Group',
  all: 'All',
  changedFilter: 'Value',
  changed: 'Changed here',
  search: 'Search by name, code or description',
  empty: 'There are no settings that you may see.',
  invalid: 'No longer valid',
  restart: 'After a restart',
  sources: {
    PINNED: 'Pinned',
    GLOBAL: 'Everywhere',
    TENANT: 'This tenant',
    USER: 'Person',
    DEFAULT: 'Standard',
    NONE: 'None',
  },
};
