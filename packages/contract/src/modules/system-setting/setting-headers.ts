// Declares the header that writes of settings answer with.

/** A client that goes on with another process sends it along, and that process catches up first. */
export const settingWriteHeaders = {
  'x-svc-setting-revision': 'Revision that holds the change, or a later one.',
} as const;
