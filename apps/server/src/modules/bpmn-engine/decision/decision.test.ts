// Tests decisions over HTTP: deployed, found, evaluated, refused, and hidden from other tenants.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActiveUser, createTenant, login, USER_PASSWORD } from '../../../testing/sign-in.ts';
import { createPerson, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { dmnFile, expression, ruleTask, TEN_RULES, table } from '../testing/decision-models.ts';
import { outcome, startEngine } from '../testing/engine-server.ts';
import { singleElementFile } from '../testing/models.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine({ settings: { 'bpmn-engine.limit.variable': 1 } }));
});
afterAll(() => server.stop());

const found = async (body: object, person = admin) => (await person.post('/decision/page', body)).body.data;
const evaluate = (key: string, body: object = {}, person = admin) =>
  person.post(`/decision/evaluate/by-key/${key}`, body);
const deploymentOf = async (id: string | null) =>
  (await admin.post('/repository/deployments/page', { id })).body.data[0];

async function deploy(files: [string, string][], fields: Record<string, string> = {}): Promise<string | null> {
  const answer = await admin.deploy(files, fields);
  expect(answer.errorDetail).toBeNull();
  return answer.headers.get('x-svc-deployment-id');
}

async function problemsOf(files: [string, string][]) {
  const { status, errorDetail } = await admin.deploy(files);
  expect([status, errorDetail?.errorCode]).toEqual([422, 'DEPLOYMENT_INVALID']);
  return errorDetail.errorArguments.filter(({ severity }: { severity: string }) => severity === 'ERROR');
}

describe('a file of decisions', () => {
  it('makes a version of each decision in it, and none where nothing in the file has changed', async () => {
    const decisions = (limit: string) =>
      table('first', { rules: [[limit, '"a"']], attributes: 'keelson:versionTag="t1"' }) +
      expression('second', '1 + 1');
    const id = await deploy([['a.dmn', dmnFile(decisions('< 1'))]]);
    const shown = await found({ deploymentId: id });
    expect(shown).toMatchObject([
      {
        key: 'first',
        version: 1,
        versionTag: 't1',
        name: 'Level first',
        hitPolicy: 'UNIQUE',
        inputs: [{ name: 'Amount', expression: 'amount', type: 'number' }],
        outputs: [{ name: 'level', type: 'string' }],
      },
      { key: 'second', version: 1, hitPolicy: null, inputs: [], outputs: [{ name: 'second', type: null }] },
    ]);
    expect((await admin.get(`/decision/${shown[0].id}`)).body).toEqual(shown[0]);
    const spaced = dmnFile(decisions('< 1')).replaceAll('\n', '\n   ').replace('id="file"', 'id="other"');
    expect(await deploy([['b.dmn', spaced]])).toBe(id);
    expect(await deploy([['a.dmn', dmnFile(decisions('< 2'))]])).not.toBe(id);
    expect(await found({ key: 'first' })).toMatchObject([{ version: 1 }, { version: 2 }]);
    expect(await found({ key: 'second', latestOnly: true })).toMatchObject([{ version: 2 }]);
    await deploy([['a.dmn', dmnFile(decisions('< 2'))]], { force: 'true' });
    expect(await found({ key: 'first', latestOnly: true })).toMatchObject([{ version: 3 }]);
  });

  it('is shown by its deployment, made and unchanged, beside processes', async () => {
    const kept = dmnFile(expression('kept', '1'));
    await deploy([['kept.dmn', kept]]);
    const id = await deploy([
      ['kept.dmn', kept],
      ['made.dmn', dmnFile(expression('made', '1'))],
      ['p.bpmn', singleElementFile('beside', ruleTask('r', 'keelson:decisionRef="made"'), 'r')],
    ]);
    expect(await deploymentOf(id)).toMatchObject({
      decisions: ['made'],
      unchanged: ['kept'],
      definitions: [{ key: 'beside' }],
    });
  });

  it('tells its problems with file, element and line beside those of other files, and nothing is stored', async () => {
    const broken = dmnFile(`${table('bad', { rules: [['<', '"a"']] })}\n${expression('also-bad', '1 +')}`);
    const problems = await problemsOf([
      ['fine.dmn', dmnFile(expression('fine', '1'))],
      ['broken.dmn', broken],
      ['p.bpmn', singleElementFile('p', '<serviceTask id="s" keelson:class="a.B"/>', 's')],
    ]);
    expect(problems.map(({ ruleId, file }: Record<string, string>) => [ruleId, file])).toEqual(
      expect.arrayContaining([
        ['DMN-02', 'broken.dmn'],
        ['EXE-01', 'p.bpmn'],
      ]),
    );
    const ofDmn = problems.filter(({ ruleId }: { ruleId: string }) => ruleId === 'DMN-02');
    expect(ofDmn).toHaveLength(2);
    expect(ofDmn).toMatchObject([
      { elementType: 'inputEntry', line: 5, column: 19 },
      { elementType: 'literalExpression', line: 6 },
    ]);
    expect(await found({ key: 'fine' })).toEqual([]);
  });

  it('is refused with 409 where another file of the deployment has the same key', async () => {
    const answer = await admin.deploy([
      ['a.dmn', dmnFile(expression('twice', '1'))],
      ['b.dmn', dmnFile(expression('twice', '2'))],
    ]);
    expect(outcome(answer)).toEqual([409, 'DUPLICATE_KEY']);
    expect(answer.errorDetail.errorArguments).toEqual([{ key: 'twice', files: ['a.dmn', 'b.dmn'] }]);
  });

  it.each([
    ['entities', `<!DOCTYPE d [<!ENTITY a "b">]>${dmnFile(expression('d', '&a;'))}`.replace(/<\?xml[^>]*>/, '')],
    ['deep nesting', dmnFile(`${'<itemDefinition name="t">'.repeat(5_000)}${'</itemDefinition>'.repeat(5_000)}`)],
    ['a deep expression', dmnFile(expression('d', `${'('.repeat(8_000)}1${')'.repeat(8_000)}`))],
    ['too many rules', dmnFile(table('d', { rules: Array.from({ length: 10_001 }, () => ['1', '"a"'] as const) }))],
    ['a key of 256 characters', dmnFile(expression('k'.repeat(256), '1'))],
    [
      'a circle',
      dmnFile(
        table('d', {
          needs: '<informationRequirement><requiredDecision href="#d"/></informationRequirement>',
          rules: [],
        }),
      ),
    ],
  ])('is refused for %s, and the server serves on', async (_what, file) => {
    const problems = await problemsOf([['hostile.dmn', file]]);
    expect(problems.length).toBeGreaterThan(0);
    expect((await evaluate('nobody')).status).toBe(404);
  });

  it('is refused with 413 beyond 10 MiB', async () => {
    const answer = await admin.deploy([['large.dmn', dmnFile(`<!--${'x'.repeat(10 * 1024 * 1024)}-->`)]]);
    expect(answer.status).toBe(413);
  });
});

describe('a process that names a decision', () => {
  const calling = (key: string, decision: string): [string, string] => [
    `${key}.bpmn`,
    singleElementFile(key, ruleTask('rule', `keelson:decisionRef="${decision}"`), 'rule'),
  ];

  it('is refused (EXE-11) until the decision is in its deployment or deployed', async () => {
    expect(await problemsOf([calling('asks', 'absent')])).toMatchObject([{ ruleId: 'EXE-11', elementId: 'rule' }]);
    await deploy([calling('asks', 'absent'), ['d.dmn', dmnFile(expression('absent', '1'))]]);
    await deploy([calling('asks-later', 'absent')]);
  });

  it('is refused without one (EXE-21)', async () => {
    expect(await problemsOf([['n.bpmn', singleElementFile('n', ruleTask('rule', ''), 'rule')]])).toMatchObject([
      { ruleId: 'EXE-21' },
    ]);
  });
});

describe('an evaluation', () => {
  it('tells inputs, rules, results and the decisions that were needed', async () => {
    const needs = '<informationRequirement><requiredDecision href="#base"/></informationRequirement>';
    const file = dmnFile(
      expression('base', 'amount * 2') +
        table('level', {
          needs,
          hitPolicy: 'COLLECT',
          rules: [
            ['< 50', '"low"'],
            ['-', 'string(base)'],
            ['> 90', '"x"'],
          ],
        }),
    );
    await deploy([['n.dmn', file]]);
    const { body } = await evaluate('level', { variables: { amount: 7 } });
    expect(body).toMatchObject({
      decisionKey: 'level',
      version: 1,
      elementId: null,
      processInstanceId: null,
      hitPolicy: 'COLLECT',
      inputs: [{ name: 'Amount', value: 7 }],
      matchedRules: [
        { number: 1, id: 'level-r1' },
        { number: 2, id: 'level-r2' },
      ],
      results: [{ level: 'low' }, { level: '14' }],
      required: [{ decisionKey: 'base', version: null, hitPolicy: null, results: [{ base: 14 }] }],
    });
    expect(Date.parse(body.time)).toBe(server.clock.now());
  });

  it('answers no results where no rule matches, and names the rules where two match instead of one', async () => {
    await deploy([
      [
        'u.dmn',
        dmnFile(
          table('unique', {
            rules: [
              ['< 5', '"a"'],
              ['< 9', '"b"'],
            ],
          }),
        ),
      ],
    ]);
    expect((await evaluate('unique', { variables: { amount: 20 } })).body).toMatchObject({
      matchedRules: [],
      results: [],
    });
    const answer = await evaluate('unique', { variables: { amount: 1 } });
    expect(outcome(answer)).toEqual([422, 'DECISION_FAILED']);
    expect(answer.errorDetail.errorArguments[0].reason).toContain('rules 1 (unique-r1), 2 (unique-r2)');
  });

  it('takes the newest version, a version, or the newest with a tag', async () => {
    for (const [value, tag] of [
      ['1', 'a'],
      ['2', 'a'],
      ['3', 'b'],
    ] as const) {
      const decision = expression('versions', value).replace('<decision ', `<decision keelson:versionTag="${tag}" `);
      await deploy([['v.dmn', dmnFile(decision)]]);
    }
    const given = async (body: object) => (await evaluate('versions', body)).body?.results?.[0]?.versions ?? null;
    expect(await given({})).toBe(3);
    expect(await given({ version: 1 })).toBe(1);
    expect(await given({ versionTag: 'a' })).toBe(2);
    expect(await given({ version: 1, versionTag: 'a' })).toBe(1);
    for (const body of [{ version: 4 }, { versionTag: 'c' }, { version: 3, versionTag: 'a' }]) {
      expect(outcome(await evaluate('versions', body))).toEqual([404, 'DECISION_NOT_FOUND']);
    }
  });

  it('ends an expression that loops at its limit of steps', async () => {
    await deploy([['l.dmn', dmnFile(expression('loop', 'for i in 1..100000, j in 1..100000 return i * j'))]]);
    const answer = await evaluate('loop');
    expect(outcome(answer)).toEqual([422, 'DECISION_FAILED']);
    expect(answer.errorDetail.errorArguments[0].reason).toContain('limit');
  });

  it('refuses a variable that is too large', async () => {
    await deploy([['t.dmn', dmnFile(table('ten', { rules: TEN_RULES }))]]);
    const answer = await evaluate('ten', { variables: { amount: 1, text: 'x'.repeat(2_000) } });
    expect(outcome(answer)).toEqual([413, 'VARIABLE_TOO_LARGE']);
  });
});

describe('decisions', () => {
  it('bpmn-engine 30: are not there for another tenant, which has its own under the same keys', async () => {
    await createTenant(server, 'elsewhere');
    const boss = { username: 'boss', tenantIdentifier: 'elsewhere', roleList: ['ROLE_TENANT_ADMIN'] };
    await createActiveUser(server, admin.token, boss);
    const signedIn = await login(server, 'boss', USER_PASSWORD, { body: { tenantIdentifier: 'elsewhere' } });
    const elsewhere = createPerson(server.url, 'boss', signedIn.body.token ?? '');
    await deploy([['s.dmn', dmnFile(expression('shared-key', '"here"'))]]);
    const [{ id }] = await found({ key: 'shared-key' });
    expect(await found({ key: 'shared-key' }, elsewhere)).toEqual([]);
    expect(outcome(await elsewhere.get(`/decision/${id}`))).toEqual([404, 'DECISION_NOT_FOUND']);
    expect(outcome(await evaluate('shared-key', {}, elsewhere))).toEqual([404, 'DECISION_NOT_FOUND']);
    const asks = singleElementFile('asks-there', ruleTask('rule', 'keelson:decisionRef="shared-key"'), 'rule');
    expect((await elsewhere.deploy([['p.bpmn', asks]])).status).toBe(422);
    await elsewhere.deploy([['s.dmn', dmnFile(expression('shared-key', '"there"'))]]);
    expect((await evaluate('shared-key', {}, elsewhere)).body).toMatchObject({
      version: 1,
      results: [{ 'shared-key': 'there' }],
    });
    expect((await evaluate('shared-key')).body.results).toEqual([{ 'shared-key': 'here' }]);
  });

  it('are for holders of BPMN_DEFINITION_VIEW only', async () => {
    const key = await admin.post('/api-keys', { name: 'worker', authorityList: ['BPMN_WORKER'] });
    const worker = createPerson(server.url, 'worker', key.body.key);
    for (const answer of [await worker.post('/decision/page', {}), await evaluate('ten', {}, worker)]) {
      expect(outcome(answer)).toEqual([403, 'ACCESS_DENIED']);
    }
  });
});
