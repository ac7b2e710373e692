// What the compiler knows of a handler from the operation it answers.
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { deploymentFields } from '../modules/bpmn-engine/deployment-models.ts';
import type { SvcSession, SvcSessionQueryModel } from '../modules/session/session-models.ts';
import type { authenticationModule, bpmnEngineModule, reportModule, sessionModule } from '../modules.ts';
import {
  type AnswerOf,
  authority,
  type Bytes,
  type Cookie,
  defineModule,
  fresh,
  type Handlers,
  type Multipart,
  operation,
  ownOr,
  type PreparedJson,
  planned,
  publicAccess,
} from './define.ts';

interface Caller {
  readonly username: string;
}
interface Context {
  readonly requestId: string;
}
type Session = Handlers<typeof sessionModule, Caller, Context>;
type Engine = Handlers<typeof bpmnEngineModule, Caller, Context>;
type Authentication = Handlers<typeof authenticationModule, Caller, Context>;
const halfBuilt = defineModule({
  name: 'half-built',
  title: 'Half built',
  prefixes: [],
  operations: {
    done: operation({
      ...{ name: 'done', method: 'GET', path: '/done', summary: 'Done', description: 'Does it.' },
      ...{ access: publicAccess, effect: 'read', body: { kind: 'none' }, reply: { kind: 'void' }, errors: [] },
    }),
    later: planned({
      ...{ name: 'later', method: 'GET', path: '/later', summary: 'Later' },
      ...{ access: publicAccess, mediaType: null, bodyKind: 'none' },
    }),
  },
  authorities: [],
});
type RequestOf<H extends (request: never) => unknown> = Parameters<H>[0];

describe('handlers', () => {
  it('are exactly those of the built operations', () => {
    expectTypeOf<keyof Handlers<typeof halfBuilt, Caller, Context>>().toEqualTypeOf<'done'>();
    expectTypeOf<keyof Session>().toExtend<keyof (typeof sessionModule)['operations']>();
    expectTypeOf<keyof Handlers<typeof reportModule, Caller, Context>>().toEqualTypeOf<never>();
  });

  it('know their caller, who may be missing only where an operation is public', () => {
    expectTypeOf<RequestOf<Session['get']>['caller']>().toEqualTypeOf<Caller>();
    expectTypeOf<RequestOf<Authentication['login']>['caller']>().toEqualTypeOf<Caller | null>();
  });

  it('receive parameters and bodies as the schemas say', () => {
    expectTypeOf<RequestOf<Session['close']>['body']>().toEqualTypeOf<string>();
    expectTypeOf<RequestOf<Session['get']>['body']>().toEqualTypeOf<undefined>();
    expectTypeOf<RequestOf<Session['closeAllByUser']>['query']>().toEqualTypeOf<{ exceptCurrent?: boolean }>();
    expectTypeOf<RequestOf<Session['queryPageByUser']>['body']>().toEqualTypeOf<SvcSessionQueryModel>();
    expectTypeOf<RequestOf<Engine['unclaim']>['params']>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<RequestOf<Engine['setVariable']>['body']>().toEqualTypeOf<unknown>();
    expectTypeOf<RequestOf<Engine['deploy']>['body']>().toEqualTypeOf<Multipart<typeof deploymentFields>>();
    expectTypeOf<RequestOf<Engine['deploy']>['body']['fields']['force']>().toEqualTypeOf<boolean | undefined>();
  });

  it('cannot read a field that is not built', () => {
    type Start = RequestOf<Engine['startProcessInstanceByKey']>['body'];
    expectTypeOf<Start['businessKey']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<Start['typedVariables']>().toEqualTypeOf<undefined>();
  });

  it('answer what the reply says, with headers where it declares some', () => {
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

  it('do not compile with a wrong answer, an unknown field or a missing operation', () => {
    // @ts-expect-error: a number is no answer of a Boolean operation
    const wrong: Pick<Session, 'exist'> = { exist: async () => 1 };
    // @ts-expect-error: the model has no such field
    const unknownField: Pick<Session, 'queryPageByUser'> = { queryPageByUser: async ({ body }) => body.user };
    // @ts-expect-error: the other operations are missing
    const incomplete: Session = { exist: wrong.exist };
    expect(Object.keys({ ...wrong, ...unknownField, ...incomplete })).toHaveLength(2);
  });
});

describe('access', () => {
  it('keeps its authorities when it needs a fresh sign-in', () => {
    expect(fresh(authority('A', 'B'))).toEqual({ kind: 'authority', authorities: ['A', 'B'], fresh: true });
    expect(ownOr('A')).toEqual({ kind: 'own-or-authority', authorities: ['A'], fresh: false });
  });
});
