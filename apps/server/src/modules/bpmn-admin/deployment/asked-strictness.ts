// Reads which rules shall refuse, as the engine names them.
import type { Strictness } from '@keelson/bpmn-rules';
import type { strictnesses } from '@keelson/contract';
import { lowerName } from '../../../kernel/text/upper-name.ts';

export type AskedStrictness = (typeof strictnesses)[number];

/** Answers the strictness; null: by the setting of the tenant. */
export function judgedBy(asked: AskedStrictness | null | undefined): Strictness | null {
  return asked === null || asked === undefined ? null : lowerName(asked);
}
