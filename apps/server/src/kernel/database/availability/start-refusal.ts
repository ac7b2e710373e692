// Says to the operator why the database cannot be used at a start: where it is, what it answered, and what helps.
import pg from 'pg';
import { type ConnectionSettings, clientOptions } from '../database-client.ts';
import { sqlState } from '../database-errors.ts';

interface Place {
  /** Names host and port, or the directory of the socket. */
  readonly address: string;
  readonly user: string;
  readonly database: string;
  /** Says how to correct the address. */
  readonly correct: string;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOENT: 'there is no socket',
  ENOTFOUND: 'no machine has this name',
  EAI_AGAIN: 'the name cannot be looked up',
  EHOSTUNREACH: 'there is no way to this machine',
  ENETUNREACH: 'there is no way to this network',
  ETIMEDOUT: 'it does not answer',
  '57P03': 'it starts or stops at the moment',
  '53300': 'it has no connection left',
};

/** Answers undefined for an error that has nothing to do with the address, the account or its rights. */
function sentenceOf(code: string, message: string, { address, user, database, correct }: Place): string | undefined {
  switch (code) {
    case '28P01':
    case '28000':
      return `The database at "${address}" does not let the user "${user}" in (${code}): ${message}. ${correct}`;
    case '3D000':
      return (
        `The server at "${address}" has no database "${database}" (${code}). ` +
        `Create it: CREATE DATABASE "${database}" OWNER "${user}" ENCODING 'UTF8'. ${correct}`
      );
    case '42501':
    // The user sees no schema to make tables in.
    case '3F000':
      return (
        `The user "${user}" may make no tables in the database "${database}" at "${address}" (${code}): ${message}. ` +
        `As its owner: GRANT USAGE, CREATE ON SCHEMA public TO "${user}"; tables that are there already must belong to that user.`
      );
    case '25006':
      return (
        `The database at "${address}" takes no writes (${code}): it is a standby, or set to read-only. ` +
        `Lead to the primary, or make it writable. ${correct}`
      );
    default: {
      const reason = reasons[code];
      return reason && `The database at "${address}" cannot be used: ${reason} (${code}). Start it. ${correct}`;
    }
  }
}

/** Answers the error and its causes, the innermost last. */
function chainOf(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let link = error; link instanceof Error && !chain.includes(link); link = link.cause) chain.push(link);
  return chain;
}

/** The code of an error; the driver gives none when a connection timed out. */
function codeOf(error: Error): string | undefined {
  if (/timeout/.test(error.message)) return 'ETIMEDOUT';
  const code = 'code' in error ? error.code : undefined;
  return sqlState(error) ?? (typeof code === 'string' ? code : undefined);
}

/** A sentence for whoever starts the program, with what was thrown as its cause; other errors stay as they are. */
export function explainRefusal(error: unknown, settings: ConnectionSettings): unknown {
  const { host, port, user = '', database = '' } = new pg.Client(clientOptions(settings));
  const correct = 'url' in settings ? 'Or correct DATABASE_URL.' : '';
  const address = host.startsWith('/') ? host : `${host}:${port}`;
  for (const link of chainOf(error).toReversed()) {
    const code = codeOf(link);
    const sentence = code && sentenceOf(code, link.message, { address, user, database, correct });
    if (sentence) return new Error(sentence.trim(), { cause: error });
  }
  return error;
}
