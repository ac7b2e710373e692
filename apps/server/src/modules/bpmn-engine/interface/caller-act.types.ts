// Says what services need of an act that a person does over HTTP, or another module has done in a person's name.
import type { Act } from '../../../kernel/records/act.ts';

export type CallerAct = Pick<Act, 'caller' | 'once'>;
