// Reads a batch of events, as a JSON array or as lines of JSON: a problem of one does not affect the others.
import { isUtf8 } from 'node:buffer';
import { eventBytesMax, eventsOfBatchMax, SvcEventLogModel, type UnreadBody } from '@keelson/contract';
import { failAsJson, failAsUtf8 } from '../../../kernel/http/input/body-faults.ts';
import { parseJson } from '../../../kernel/http/input/body-readers-json.ts';
import { createValidators } from '../../../kernel/http/input/validation.ts';
import type { Config } from '../../../kernel/process/config.ts';
import { type ArgumentProblem, fail, invalid, ServiceError } from '../../../kernel/request/errors.ts';
import { splitJsonList } from './json-list.ts';

/** An event as it was sent, or why it is none. */
export type BatchItem =
  | { readonly body: SvcEventLogModel }
  | { readonly refused: ServiceError; readonly uuid: string | null };

/**
 * Reads a batch; 400 MALFORMED_BODY, VALIDATION_FAILED where nothing can be read at all, or there is nothing or too
 * much.
 */
export type BatchReader = (body: UnreadBody) => readonly BatchItem[];

const NDJSON = 'application/x-ndjson';

/** Answers every problem of a value as an event; null where there is none. */
export type EventCheck = (value: unknown) => readonly ArgumentProblem[] | null;

export function createEventCheck({ unknownFields }: Pick<Config, 'unknownFields'>): EventCheck {
  // Made at first use, as many processes get no batch.
  let validator: ReturnType<ReturnType<typeof createValidators>['compile']> | null = null;
  return (value) => {
    validator ??= createValidators().compile(SvcEventLogModel);
    return unknownFields === 'ignore' ? validator.checkIgnoringUnknown(value, []) : validator.check(value);
  };
}

export function createBatchReader({ limits }: Pick<Config, 'limits'>, problemsOf: EventCheck): BatchReader {
  function read(text: string): BatchItem {
    let value: unknown = null;
    try {
      const isLarge = text.length > eventBytesMax || Buffer.byteLength(text) > eventBytesMax;
      if (isLarge) fail('LOG_EVENT_TOO_LARGE', { parameters: { limit: eventBytesMax } });
      value = parseJson(text, limits, { exactNumbers: true });
      const problems = problemsOf(value);
      if (problems !== null) invalid(...problems);
      return { body: value as SvcEventLogModel };
    } catch (error) {
      if (error instanceof ServiceError) return { refused: error, uuid: uuidOf(value) };
      throw error;
    }
  }

  return ({ mediaType, bytes }) => {
    const text = textOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const texts = mediaType === NDJSON ? text.split('\n').filter((line) => line.trim() !== '') : entriesOf(text);
    if (texts.length === 0) invalid({ field: '', code: 'TOO_SHORT', message: 'Must have an entry.' });
    if (texts.length > eventsOfBatchMax) {
      invalid({ field: '', code: 'TOO_LONG', message: `Must have at most ${eventsOfBatchMax} entries.` });
    }
    const items = texts.map(read);
    const [first] = items;
    if (first !== undefined && 'refused' in first && items.every(isUnreadable)) throw first.refused;
    return items;
  };
}

function isUnreadable(item: BatchItem): boolean {
  return 'refused' in item && item.refused.code === 'MALFORMED_BODY';
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) failAsUtf8(bytes);
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** One bare event counts as a list of one. */
function entriesOf(text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return [trimmed];
  return splitJsonList(trimmed) ?? failAsJson(trimmed);
}

/** Answers the uuid for a refusal, where it is text. */
function uuidOf(value: unknown): string | null {
  const uuid = typeof value === 'object' && value !== null && 'uuid' in value ? value.uuid : null;
  return typeof uuid === 'string' ? uuid.slice(0, 64) : null;
}
