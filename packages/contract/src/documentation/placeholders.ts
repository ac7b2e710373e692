// Holds the placeholders of examples: values that look like the real ones, stand for something of the reader's and open nothing.
const uuid = (number: number): string => `5e1f0c2a-7b3d-4c69-8f10-${String(number).padStart(12, '0')}`;
/** Makes 43 characters that carry their own name, as secrets and digests are long. */
const opaque = (name: string): string => `${name}-`.padEnd(43, 'x');

/**
 * Each is of one form, which its value shows. Those with a name of their own stand for what has to be there before; `uuid`,
 * `time`, `number` and the like for what differs at every call.
 */
export const placeholders = {
  uuid: uuid(0),
  time: '2026-03-02T08:15:30.000Z',
  microTime: '2026-03-02T08:15:30.000000Z',
  /** A count, a number of a record or a time in seconds. */
  number: 4_711,
  keyPrefix: 'svc_key_exam',
  /** A SHA-256 in hex: that of nothing. */
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  /** Where the server is reached. */
  address: 'http://localhost:8080',
  text: '(text)',
  /** What follows is too long to be shown. */
  rest: '(and-so-on)',

  username: 'ada.lovelace',
  asOf: opaque('example-as-of'),
  cursor: opaque('example-cursor'),

  processKey: 'leave-request',
  definition: 'leave-request:1:example',
  decisionKey: 'leave-limit',
  decision: 'leave-limit:1:example',
  deployment: uuid(20),
  instance: uuid(14),
  task: uuid(15),
  execution: 'example-execution',
  topic: 'charge-card',
  externalTask: uuid(16),
  job: uuid(17),
  incident: uuid(18),
  comment: uuid(19),
  attachment: uuid(21),
} as const satisfies Readonly<Record<string, string | number>>;

export type PlaceholderName = keyof typeof placeholders;

/** Shows a page. */
export const pageExample = `<!doctype html>${placeholders.rest}`;
