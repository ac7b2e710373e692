// Declares what a process uses of others, and who uses it.
import type { Static } from 'typebox';
import { choice, closed, flag, long, nullable, text } from '../../../models/schema.ts';

export const referenceKinds = [
  'PROCESS',
  'DECISION',
  'FORM',
  'MESSAGE',
  'SIGNAL',
  'MAIL_TEMPLATE',
  'REPORT',
  'SETTING',
] as const;
export const referenceDirections = ['OUT', 'IN'] as const;

const SvcBpmnReferenceTargetModel = closed(
  {
    processId: long('Process under development.'),
    code: text('Its code.'),
    name: text('Its name.'),
  },
  'SvcBpmnReferenceTargetModel',
);

export const SvcBpmnReferenceModel = closed(
  {
    kind: choice(referenceKinds, 'What is used.'),
    key: text('Its key, code or name, at most 255 characters of it; an expression as it stands in the file.'),
    direction: choice(
      referenceDirections,
      'OUT: this process uses it. IN: another process uses what this one defines.',
    ),
    elementId: nullable(
      text('Element that uses it: of this process, for IN of the other one. Null where it has no id.'),
    ),
    resolved: nullable(
      flag(
        'It is there: deployed under this key, in this file, or known by this code. Null where nobody can say: messages and signals are ' +
          'names alone, an expression is known to instances, and reports are not kept yet.',
      ),
    ),
    target: nullable(
      SvcBpmnReferenceTargetModel,
      'OUT: the process of the tenant, under development, that defines it. IN: the one that uses it. Null where there is none.',
    ),
  },
  'SvcBpmnReferenceModel',
);
export type SvcBpmnReferenceModel = Static<typeof SvcBpmnReferenceModel>;
