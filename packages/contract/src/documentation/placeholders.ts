// Holds what stands in examples for values that differ at every call: it looks like the real ones and opens nothing.

/** Makes 43 characters that carry their own name, as secrets and digests are long. */
const opaque = (name: string): string => `${name}-`.padEnd(43, 'x');

/** Placeholders, each of a form that its value shows. */
export const placeholders = {
  uuid: '5e1f0c2a-7b3d-4c69-8f10-000000000000',
  time: '2026-03-02T08:15:30.000Z',
  microTime: '2026-03-02T08:15:30.000000Z',
  keyPrefix: 'svc_key_exam',
  /** A SHA-256 in hex: that of nothing. */
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  /** Address of the server. */
  address: 'http://localhost:8080',
  /** Mark of a text that is too long to be shown. */
  rest: '(and-so-on)',
  asOf: opaque('example-as-of'),
  cursor: opaque('example-cursor'),
} as const;

/** Shows a page. */
export const pageExample = `<!doctype html>${placeholders.rest}`;
