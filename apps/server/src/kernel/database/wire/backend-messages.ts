// Names the messages of PostgreSQL that an execution can meet.

export const BACKEND = {
  parseComplete: 0x31,
  bindComplete: 0x32,
  closeComplete: 0x33,
  notification: 0x41,
  commandComplete: 0x43,
  dataRow: 0x44,
  error: 0x45,
  emptyQuery: 0x49,
  notice: 0x4e,
  parameterStatus: 0x53,
  rowDescription: 0x54,
  readyForQuery: 0x5a,
  noData: 0x6e,
  parameterDescription: 0x74,
} as const;

/** Bytes that are no message of PostgreSQL's protocol, or a message that this program does not understand. */
export class ProtocolFault extends Error {}

/** Recognises messages that PostgreSQL may send at any time and that belong to no statement. */
export function isOfNoStatement(code: number): boolean {
  return code === BACKEND.notice || code === BACKEND.parameterStatus || code === BACKEND.notification;
}

export function unexpected(code: number): ProtocolFault {
  return new ProtocolFault(`a message that was not asked for, with the code ${code}`);
}
