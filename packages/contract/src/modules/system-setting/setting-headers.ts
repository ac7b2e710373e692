// Declares the header that writes of settings answer with.

/** The header that clients send along to another process, which then catches up first. */
export const settingWriteHeaders = {
  'x-svc-setting-revision': 'Revision that holds the change, or a later one.',
} as const;
