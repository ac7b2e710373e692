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
  ratio: 0.875,
  token: `svc_${opaque('example-token')}`,
  key: `svc_key_${opaque('example-key')}`,
  keyPrefix: 'svc_key_exam',
  secret: opaque('example-secret'),
  identifier: opaque('example-identifier'),
  /** A SHA-256 in hex: that of nothing. */
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  /** Where the server is reached. */
  address: 'http://localhost:8080',
  text: '(text)',
  /** What follows is too long to be shown. */
  rest: '(and-so-on)',

  username: 'ada.lovelace',
  otherUsername: 'grace.hopper',
  serviceName: 'till-7',
  email: 'ada@example.com',
  password: 'the-password-of-ada-lovelace',
  newPassword: 'nine herons over a frozen weir',
  code: '424242',
  recoveryCode: 'exam-plec-odex',
  user: uuid(1),
  roleCode: 'ROLE_EXAMPLE',
  role: uuid(2),
  tenantIdentifier: 'acme',
  tenant: uuid(3),
  apiKey: uuid(4),
  factor: uuid(5),
  device: uuid(6),
  linkToken: opaque('example-link-token'),
  verification: opaque('example-verification'),

  session: opaque('example-session'),
  otherSession: opaque('example-other-session'),
  callerToken: `svc_${opaque('example-caller')}`,

  settingCode: 'demo.answer-period',
  otherSettingCode: 'demo.other-period',
  setting: uuid(7),
  template: uuid(60),
  provider: uuid(61),
  providerCode: 'office-relay',
  sender: uuid(62),
  dkimKey: uuid(63),
  mailDomain: 'post.example.com',
  templateCode: 'example.order-left',
  copiedTemplateCode: 'example.order-left-by-express',
  change: uuid(8),
  ticket: 'example-ticket',

  mail: uuid(30),
  calendarUid: 'example-review@example.com',
  mailFile: uuid(80),

  logKey: 'example.order',
  logEvent: uuid(40),
  deadLetter: uuid(43),

  announcement: uuid(41),
  notification: uuid(42),
  asOf: opaque('example-as-of'),
  cursor: opaque('example-cursor'),

  reportGroup: uuid(90),
  reportGroupCode: 'example-sales',
  report: uuid(91),
  reportCode: 'example-sessions',
  otherReportCode: 'example-other-sessions',
  reportRun: uuid(93),
  reportSchedule: uuid(94),
  reportScheduleRun: uuid(95),
  reportAdapter: uuid(92),
  reportAdapterCode: 'example-orders',
  reportCsv: uuid(96),
  reportCsvCode: 'example-prices',

  appName: 'example-app',
  otherAppName: 'another-app',
  app: uuid(9),
  itemName: 'example-item',
  otherItemName: 'another-item',
  item: uuid(10),
  otherItem: uuid(11),
  pagePath: '/orders/example-page',
  favorite: uuid(12),
  otherFavorite: uuid(13),

  /** Numbers of a process under development, of its working copy and of an import. */
  process: 8_011,
  model: 8_013,
  processImport: 8_014,
  processCode: 'leave-model',
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
