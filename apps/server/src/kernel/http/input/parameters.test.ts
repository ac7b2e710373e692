// Proves how query and path parameters become typed values, and that every misspelt one is refused.
import { closed, list, maybe, text } from '@keelson/contract';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Act } from '../../records/act.ts';
import { op, problemsIn, startTestHttp, type TestHttp } from '../http-server.fixture.ts';
import type { AnyHandler } from '../pipeline.ts';

let http: TestHttp;
let received: unknown;

beforeAll(async () => {
  const handler: AnyHandler = async ({ query, params, act }) => {
    received = { query, params, key: act.context.idempotencyKey };
    return undefined;
  };
  const create: AnyHandler = (request) => (request.act as Act).once(() => handler(request));
  http = await startTestHttp({
    operations: {
      find: op({
        path: '/find/{number}',
        params: closed({ number: Type.Integer({ minimum: 1 }) }),
        query: closed({
          flag: maybe(Type.Boolean()),
          size: maybe(Type.Integer({ maximum: 200 })),
          ratio: maybe(Type.Number()),
          text: maybe(text('Text.', { minLength: 1 })),
          names: maybe(list(text('Name.'), 'Names.')),
          kind: maybe(Type.Unsafe<string>({ type: 'string', enum: ['A', 'B'] })),
        }),
      }),
      needs: op({ path: '/needs', query: closed({ must: text('Must.') }) }),
      none: op({ path: '/none' }),
      create: op({ path: '/create', method: 'POST', idempotent: true }),
    },
    handlers: { find: handler, needs: handler, none: handler, create },
  });
});
afterAll(() => http.stop());

const query = async (path: string) => {
  const answer = await http.call(path);
  return answer.status === 200 ? (received as { query: unknown }).query : problemsIn(answer);
};

it('texts become the declared types', async () => {
  expect(await query('/find/5?flag=true&size=20&ratio=-1.5e3&text=a+b%20c&names=x&names=y&kind=B')).toEqual({
    flag: true,
    size: 20,
    ratio: -1500,
    text: 'a b c',
    names: ['x', 'y'],
    kind: 'B',
  });
  expect((received as { params: unknown }).params).toEqual({ number: 5 });
  expect(await query('/find/5')).toEqual({});
});

it.each([
  ['flag=1', 'query.flag TYPE'],
  ['flag', 'query.flag TYPE'],
  ['flag=TRUE', 'query.flag TYPE'],
  ['size=', 'query.size TYPE'],
  ['size=1.0', 'query.size TYPE'],
  ['size=0x10', 'query.size TYPE'],
  ['size=9007199254740993', 'query.size TYPE'],
  ['size=201', 'query.size OUT_OF_RANGE'],
  ['ratio=NaN', 'query.ratio TYPE'],
  ['ratio=1e999', 'query.ratio TYPE'],
  ['text=', 'query.text TOO_SHORT'],
  ['text=%00', 'query.text PATTERN'],
  ['text=%ff', 'query.text FORMAT'],
  ['text=a&text=b', 'query.text DUPLICATE'],
  ['kind=C', 'query.kind NOT_ALLOWED'],
  ['exceptCurent=true', 'query.exceptCurent UNKNOWN_FIELD'],
  ['__proto__=1', 'query.__proto__ UNKNOWN_FIELD'],
  ['toString=1', 'query.toString UNKNOWN_FIELD'],
])('?%s is refused as %s', async (text, problem) => {
  expect(await query(`/find/5?${text}`)).toEqual([problem]);
});

it('a misspelt parameter is reported with the one that was meant', async () => {
  const { json } = await http.call('/find/5?flga=true&toString=1');
  expect((json.errorDetail.errorArguments as { message: string }[]).map(({ message }) => message)).toEqual([
    'Is not a parameter of this request; did you mean flag?',
    'Is not a parameter of this request.',
  ]);
});

it('problems of path and query are reported at once', async () => {
  expect(await query('/find/0?flag=no&x=1')).toEqual([
    'path.number OUT_OF_RANGE',
    'query.flag TYPE',
    'query.x UNKNOWN_FIELD',
  ]);
  expect(await query('/find/abc')).toEqual(['path.number TYPE']);
});

it('a required parameter is named when it is missing, and an inherited name is not it', async () => {
  expect(await query('/needs')).toEqual(['query.must REQUIRED']);
});

it('an operation without parameters takes none', async () => {
  expect(await query('/none?_=123')).toEqual(['query._ UNKNOWN_FIELD']);
  expect(await query('/none?')).toEqual({});
});

it('more than 1,000 parameters are refused unread', async () => {
  expect(await query(`/none?${'a=1&'.repeat(1_001)}`)).toEqual(['query TOO_LONG']);
});

it('an idempotency key has 1 to 128 visible characters', async () => {
  const create = (key: string) => http.call('/create', { method: 'POST', headers: { 'idempotency-key': key } });
  expect((await create('k'.repeat(128))).status).toBe(200);
  expect(received).toMatchObject({ key: 'k'.repeat(128) });
  for (const key of ['k'.repeat(129), 'a b', 'é'])
    expect(problemsIn(await create(key))).toEqual(['Idempotency-Key PATTERN']);
});
