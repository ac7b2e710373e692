// Tests what the compiler knows of a handler from the operation that it answers, and what a declaration may leave out.
import { describe, expect, expectTypeOf, it } from 'vitest';
import { closed, flag, integer } from '../models/schema.ts';
import type { deploymentFields } from '../modules/bpmn-engine/repository/deployment-models.ts';
import type { SvcSession, SvcSessionQueryModel } from '../modules/session/session-models.ts';
import type { authenticationModule, bpmnEngineModule, sessionModule } from '../modules.ts';
import { authority, fresh, ownOr, publicAccess } from './access.ts';
import type { Multipart } from './body-and-reply.ts';
import { defineModule, operation, planned } from './define.ts';
import type { AnswerOf, BodyOf, Bytes, Cookie, Handlers, PreparedJson } from './handlers.ts';

interface Act {
  readonly username: string;
}
interface PublicAct {
  readonly requestId: string;
}
type Session = Handlers<typeof sessionModule, Act, PublicAct>;
type Engine = Handlers<typeof bpmnEngineModule, Act, PublicAct>;
type Authentication = Handlers<typeof authenticationModule, Act, PublicAct>;
const halfBuilt = defineModule({
  name: 'half-built',
  title: 'Half built',
  prefixes: [],
  operations: {
    done: operation({
      method: 'GET',
      path: '/done',
      summary: 'Done',
      description: 'Does it.',
      access: publicAccess,
      effect: 'read',
    }),
    later: planned({ method: 'GET', path: '/later', summary: 'Later', access: publicAccess }),
    group_later: planned({ method: 'GET', path: '/group/later', summary: 'Later', access: publicAccess }),
  },
  authorities: [],
});
type RequestOf<H extends (request: never) => unknown> = Parameters<H>[0];

describe('handlers', () => {
  it('they are exactly those of the built operations', () => {
    expectTypeOf<keyof Handlers<typeof halfBuilt, Act, PublicAct>>().toEqualTypeOf<'done'>();
    expectTypeOf<keyof Session>().toExtend<keyof (typeof sessionModule)['operations']>();
  });

  it('they know their caller, who may be missing only where an operation is public', () => {
    expectTypeOf<RequestOf<Session['get']>['act']>().toEqualTypeOf<Act>();
    expectTypeOf<RequestOf<Authentication['login']>['act']>().toEqualTypeOf<PublicAct>();
  });

  it('they receive parameters and bodies as the schemas say', () => {
    expectTypeOf<RequestOf<Session['close']>['body']>().toEqualTypeOf<string>();
    expectTypeOf<RequestOf<Session['get']>['body']>().toEqualTypeOf<undefined>();
    expectTypeOf<RequestOf<Session['closeAllByUser']>['query']>().toEqualTypeOf<{ exceptCurrent?: boolean }>();
    expectTypeOf<RequestOf<Session['queryPageByUser']>['body']>().toEqualTypeOf<SvcSessionQueryModel>();
    expectTypeOf<RequestOf<Engine['startProcessInstanceByKey']>['body']['businessKey']>().toEqualTypeOf<
      string | null | undefined
    >();
    expectTypeOf<RequestOf<Engine['unclaim']>['params']>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<RequestOf<Engine['setVariable']>['body']>().toEqualTypeOf<unknown>();
    expectTypeOf<RequestOf<Engine['deploy']>['body']>().toEqualTypeOf<Multipart<typeof deploymentFields>>();
    expectTypeOf<RequestOf<Engine['deploy']>['body']['fields']['force']>().toEqualTypeOf<boolean | undefined>();
  });

  it('they answer what the reply says, with headers where it declares some', () => {
    expectTypeOf<Awaited<ReturnType<Authentication['deleteApiKey']>>>().toEqualTypeOf<undefined>();
    expectTypeOf<Awaited<ReturnType<Session['close']>>['cookies']>().toEqualTypeOf<readonly Cookie[] | undefined>();
    expectTypeOf<Awaited<ReturnType<Session['exist']>>>().toEqualTypeOf<boolean | PreparedJson>();
    type Get = Exclude<Awaited<ReturnType<Session['get']>>['body'], PreparedJson>;
    expectTypeOf<Get['session']>().toEqualTypeOf<SvcSession>();
    expectTypeOf<Awaited<ReturnType<Engine['deploy']>>['headers']>().toEqualTypeOf<
      Readonly<Partial<Record<'x-svc-deployment-id' | 'x-svc-deployment-warnings', string>>>
    >();
    expectTypeOf<Awaited<ReturnType<Authentication['logout']>>['location']>().toEqualTypeOf<string | null>();
    expectTypeOf<Bytes>().toExtend<
      AnswerOf<(typeof bpmnEngineModule)['operations']['getBpmnModelArrayByProcessDefinitionId']>
    >();
  });

  it('they do not compile with a wrong answer, an unknown field or a missing operation', () => {
    // @ts-expect-error: a number is no answer of a Boolean operation
    const wrong: Pick<Session, 'exist'> = { exist: async () => 1 };
    // @ts-expect-error: the model has no such field
    const unknownField: Pick<Session, 'queryPageByUser'> = { queryPageByUser: async ({ body }) => body.user };
    // @ts-expect-error: the other operations are missing
    const incomplete: Session = { exist: wrong.exist };
    expect(Object.keys({ ...wrong, ...unknownField, ...incomplete })).toHaveLength(2);
  });
});

describe('a declaration', () => {
  const { done, later, group_later } = halfBuilt.operations;

  it('a declaration that says no more has no body, a void answer and no codes of its own', () => {
    expect(done).toMatchObject({ built: true, body: { kind: 'none' }, reply: { kind: 'void' }, errors: [] });
    expectTypeOf<RequestOf<Handlers<typeof halfBuilt, Act, PublicAct>['done']>['body']>().toEqualTypeOf<undefined>();
    expectTypeOf<AnswerOf<typeof done>>().toEqualTypeOf<undefined>();
    expect(later).toMatchObject({ built: false, bodyKind: 'none' });
  });

  it('says more, and that holds', () => {
    const asked = operation({
      method: 'POST',
      path: '/asked',
      summary: 'Asks',
      description: 'Asks.',
      access: publicAccess,
      effect: 'write',
      body: { kind: 'json', schema: closed({ many: integer('How many.') }) },
      reply: { kind: 'json', schema: flag('Yes.') },
      errors: ['ACCESS_DENIED'],
    });
    expect(asked).toMatchObject({ body: { kind: 'json' }, reply: { kind: 'json' }, errors: ['ACCESS_DENIED'] });
    expectTypeOf<BodyOf<typeof asked>>().toEqualTypeOf<{ many: number }>();
    expectTypeOf<AnswerOf<typeof asked>>().toEqualTypeOf<boolean | PreparedJson>();
  });

  it('is named by its key, without the group in front', () => {
    expect([done.name, later.name, group_later.name]).toEqual(['done', 'later', 'later']);
  });

  it('is listed only where it says so, and always while it is planned', () => {
    expect('listed' in done).toBe(false);
    expect(later.listed).toBe(true);
  });

  it('does not compile with a word that no declaration has', () => {
    const least = { method: 'GET', path: '/', summary: 'A', description: 'A.', access: publicAccess } as const;
    // @ts-expect-error: a misspelt reply would be a void one
    operation({ ...least, effect: 'read', replies: { kind: 'html' } });
    // @ts-expect-error: whether it reads or writes has no default
    operation(least);
    expect(operation({ ...least, effect: 'read' }).reply.kind).toBe('void');
  });
});

describe('access', () => {
  it('keeps its authorities when it needs a fresh sign-in', () => {
    expect(fresh(authority('A', 'B'))).toEqual({ kind: 'authority', authorities: ['A', 'B'], fresh: true });
    expect(ownOr('A')).toEqual({ kind: 'own-or-authority', authorities: ['A'], fresh: false });
  });
});
