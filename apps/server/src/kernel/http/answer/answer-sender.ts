// Declares what sends the answer of one operation, whatever kind of reply it has.
import type { Caller } from '../../request/caller.ts';
import type { HttpContext } from '../exchange/http-context.ts';
import type { HttpResponse } from '../exchange/http-message.ts';
import type { ReplyHeaders } from '../exchange/reply.ts';

export interface AnswerSender {
  /** Before the handler runs: refuses a client that takes no form of the answer, and settles which it gets. */
  negotiate(context: HttpContext): void;
  /** Writes the answer with `extra` headers put in; returns the status, or a promise of it where a file has to be read first. */
  write(
    answer: unknown,
    context: HttpContext,
    response: HttpResponse,
    extra: ReplyHeaders | null,
    caller: Caller | null,
  ): number | Promise<number>;
}
