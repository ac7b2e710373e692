// Says what services need of an act that a person does over HTTP, or another module has done in a person's name.
import type { Act } from '../../../kernel/records/act.ts';
import type { Context } from '../../../kernel/request/context.ts';

export type CallerAct = Pick<Act, 'caller' | 'once'>;

/** Says who asks, and in which language he is told texts. */
export interface AskingAct extends Pick<Act, 'caller'> {
  readonly context: Pick<Context, 'language'>;
}
