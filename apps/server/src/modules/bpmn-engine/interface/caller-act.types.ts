// Says what services need of an act that a person does over HTTP, or another module has done in a person's name.
import type { Act } from '../../../kernel/records/act.ts';
import type { Context } from '../../../kernel/request/context.ts';

export type CallerAct = Pick<Act, 'caller' | 'once'>;

/** Person in whose name files are judged, perhaps without a request behind it, and the language of the texts. */
export interface AskingPerson {
  readonly caller: Pick<Act['caller'], 'tenantIdentifier'> & {
    /**
     * Name of the person; null: a job judges, which nobody waits for; its time is counted to the tenant's turns, and not to what a person
     * may have.
     */
    readonly username: string | null;
  };
  readonly context: Pick<Context, 'language'>;
}

/** Who asks, and the language of the texts. */
export interface AskingAct extends Pick<Act, 'caller'> {
  readonly context: Pick<Context, 'language'>;
}
