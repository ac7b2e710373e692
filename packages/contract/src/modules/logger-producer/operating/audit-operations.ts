// Declares how the chain of the audit is verified.
import { queryModel } from '../../../models/read-as.ts';
import { choice, closed, flag, integer, list, maybe, nullable, text } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';

const sequence = (description: string) => integer(description, { minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const hash = (description: string) => text(description, { pattern: '^[0-9a-f]{64}$' });

const auditProblems = [
  'EVENT_CHANGED',
  'EVENT_MISSING',
  'SEAL_CHANGED',
  'SEQUENCE_GAP',
  'CHECKPOINT_MISMATCH',
  'SIGNATURE_INVALID',
  'UNSEALED',
  'EVENT_WITHOUT_SEAL',
] as const;

export const SvcEventLogVerifyQueryModel = queryModel(
  {
    tenantIdentifier: maybe(
      text('Whose chain; the own tenant where absent, others need TENANT_ALL.', { maxLength: 64 }),
    ),
    sequenceFrom: maybe(sequence('First seal; 1 where absent.')),
    sequenceTo: maybe(
      sequence('Last seal; to the end where absent, and only then events without a seal are looked for.'),
    ),
    checkpoint: maybe(
      closed({ sequence: sequence('Place.'), hash: hash('Hash of its seal, in hex.') }, 'SvcEventLogCheckpointModel'),
    ),
  },
  'SvcEventLogVerifyQueryModel',
);

export const SvcEventLogVerifyModel = closed(
  {
    valid: flag('Nothing of what was looked at is wrong.'),
    complete: flag('All that was asked for was looked at; false after 25 seconds.'),
    nextSequence: nullable(integer('Where the next call goes on; null where this one is complete.')),
    checkedCount: integer('Seals that were looked at.', { minimum: 0 }),
    headSequence: integer('Place of the newest seal; 0 where there is none.', { minimum: 0 }),
    headHash: hash('Its hash, in hex: kept outside, it shows later that nothing up to here was rewritten or cut off.'),
    unsealedCount: integer('Events that are not sealed yet: those of about the last second.', { minimum: 0 }),
    oldestUnsealedMillis: integer('Age of the oldest of them, in ms; 0 where there is none.', { minimum: 0 }),
    problemList: list(
      closed(
        {
          sequence: nullable(integer('Place of the seal; null where it is of no seal.')),
          eventUuid: nullable(text('Uuid of the event; null where it is of no event.')),
          kind: choice(auditProblems, 'What is wrong.'),
        },
        'SvcEventLogProblemModel',
      ),
      'The first 100.',
    ),
  },
  'SvcEventLogVerifyModel',
);

export const auditOperations = {
  verifyAudit: operation({
    method: 'POST',
    path: '/event/audit/verify',
    summary: 'Verifies the chain of the audit',
    description:
      'Compares each seal with the event that it is of and with the seal before it, and signed checkpoints with where the chain stood. A ' +
      'checkpoint of one’s own, taken from an earlier answer or from the process log, shows a chain that was cut off or rewritten as a ' +
      'whole. An event that was removed because it was past is no problem. That somebody verified is itself an event of audit.',
    access: authority('LOG_AUDIT_VIEW'),
    effect: 'read',
    body: { kind: 'json', schema: SvcEventLogVerifyQueryModel, optional: true },
    reply: { kind: 'json', schema: SvcEventLogVerifyModel },
  }),
};
