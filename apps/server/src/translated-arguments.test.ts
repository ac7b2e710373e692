// Tests over HTTP that problems are reported in the language of the reader wherever they stand: in failures, in the results of imports
// and in bodies.
import { errorCatalogue } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, readAnswer, signInAdmin, TEST_PASSWORD } from './testing/test-people.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ env: { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD } });
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

async function ask(method: string, path: string, body: unknown, language: 'en' | 'tr') {
  const headers = { authorization: `Bearer ${admin.token}`, 'accept-language': language };
  const init = { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return readAnswer(await fetch(server.url + path, init));
}

/** Lists the sentences of all problems of an answer, however deep they stand. */
function sentencesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'message' && typeof inner === 'string' ? [inner] : sentencesOf(inner),
  );
}

async function told(method: string, path: string, body: unknown): Promise<string[][]> {
  const answers = [await ask(method, path, body, 'en'), await ask(method, path, body, 'tr')];
  return answers.map(({ body: answered, errorDetail }) => sentencesOf(errorDetail?.errorArguments ?? answered));
}

const threshold = { code: 'auth.lock.threshold', scope: 'GLOBAL', value: 3_000 };
const settings = { formatVersion: 1, definitionList: [], valueList: [threshold] };

describe.runIf(Object.hasOwn(errorCatalogue, 'SETTING_VALUE_INVALID'))(
  'a problem of a setting is reported in Turkish',
  () => {
    const sentences = [['Must be at most 100.'], ['En çok 100 olabilir.']];

    it.each([
      ['where it refuses a write', 'PUT', '/settings/value', threshold],
      ['where it was only asked for', 'POST', '/settings/values/validate', [threshold]],
      ['where an import is refused', 'POST', '/settings/import', settings],
      ['where an import is rehearsed', 'POST', '/settings/import?dryRun=true', settings],
    ] as const)('%s', async (_where, method, path, body) => {
      expect(await told(method, path, body)).toEqual(sentences);
    });

    it.each([
      [
        { 'auth.lock.threshold': 99, 'auth.lock.disable-threshold': 20 },
        'auth.lock.threshold 99, auth.lock.disable-threshold ayarının değeri olan 20 değerinden büyük',
      ],
      [
        { 'auth.lock.first': 3_600, 'auth.lock.max': 1 },
        'auth.lock.first 3600 sn, auth.lock.max ayarının değeri olan 1 dakikadan uzun',
      ],
      [{ 'bpmn-engine.time-zone': 'Nowhere' }, 'bpmn-engine.time-zone Nowhere, ama böyle bir saat dilimi yok'],
    ])('where it breaks a rule: %j', async (values, sentence) => {
      const body = Object.entries(values).map(([code, value]) => ({ code, scope: 'GLOBAL', value, reason: 'try' }));
      const [, turkish] = await told('PUT', '/settings/values', body);
      expect(turkish).toEqual([sentence]);
    });
  },
);

describe.runIf(Object.hasOwn(errorCatalogue, 'MENU_IMPORT_INVALID'))('problems of a document of menus', () => {
  it('are each told in Turkish', async () => {
    const app = { name: 'told', displayName: 'Told' };
    const document = {
      formatVersion: 1,
      appList: [app, app],
      itemList: [],
      authorityList: [],
      overlayList: [
        { targetType: 'APP', appName: 'told', displayName: 'Mine' },
        { targetType: 'ITEM', appName: 'platform', displayName: 'None' },
        { targetType: 'APP', appName: 'platform', itemName: 'users', displayName: 'None' },
      ],
    };
    expect(await told('POST', '/menu-items/import', document)).toEqual([
      [
        'Stands in the document twice.',
        'Belongs to the level itself: give its entry the fields.',
        'Names the item where targetType is ITEM, and nothing else.',
        'Names the item where targetType is ITEM, and nothing else.',
      ],
      [
        'Belgede iki kez geçiyor.',
        'Bu düzeyin kendi kaydıdır: alanları kaydın kendisinde verin.',
        'targetType ITEM ise öğenin adı verilir, değilse verilmez.',
        'targetType ITEM ise öğenin adı verilir, değilse verilmez.',
      ],
    ]);
  });
});
