// Sends generated process models through the server: each leaves as it came, and is deployed exactly when its check finds no error.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInAdmin } from '../support/people.ts';
import {
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';

const SEED = Number(process.env.KEELSON_FUZZ_SEED ?? 20_261_128);
const RUNS = Number(process.env.KEELSON_FUZZ_RUNS ?? 40);
/** Each takes some ten requests. */
const RUN_TIMEOUT_MS = 2_000;

let server: ServerProcess;
let directory: string;
let token: string;
beforeAll(async () => {
  directory = makeDataDirectory();
  server = await startServerProcess({ directory });
  ({ token } = await signInAdmin(server.url));
});
afterAll(async () => {
  await server?.stop();
  removeDataDirectory(directory);
});

interface Answer<T> {
  readonly status: number;
  readonly body: T;
  readonly errorDetail: { readonly errorCode: string } | null;
}

const send = (path: string, body?: FormData | object, headers: Record<string, string> = {}) =>
  fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });

async function ask<T>(path: string, body?: FormData | object): Promise<Answer<T>> {
  const answer = await send(path, body);
  return { status: answer.status, ...((await answer.json()) as Omit<Answer<T>, 'status'>) };
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

/** Each is an element of its own id; several of them are faults under some strictness, or need what is not deployed. */
const elements = [
  (id: string) => `<userTask id="${id}" name="Do &amp; check ${id}"/>`,
  (id: string) => `<manualTask id='${id}'/>`,
  (id: string) => `<task id="${id}"><documentation><![CDATA[<b>${id}</b>]]></documentation></task>`,
  (id: string) => `<serviceTask id="${id}" keelson:expression="\${1 + 1}"/>`,
  (id: string) => `<serviceTask id="${id}"/>`,
  (id: string) => `<serviceTask id="${id}" keelson:expression="\${1 +}"/>`,
  (id: string) => `<scriptTask id="${id}" scriptFormat="javascript"><script>x = 1;</script></scriptTask>`,
  (id: string) => `<callActivity id="${id}" calledElement="nobody-${id}"/>`,
  (id: string) => `<businessRuleTask id="${id}" keelson:decisionRef="undecided"/>`,
  (id: string) => `<exclusiveGateway id="${id}"/>`,
  (id: string) =>
    `<intermediateCatchEvent id="${id}"><timerEventDefinition><timeDuration>PT1M</timeDuration></timerEventDefinition></intermediateCatchEvent>`,
  (id: string) => `<receiveTask id="${id}" messageRef="told"/>`,
  (id: string) => `<sendTask id="${id}" keelson:call="mail.send"/>`,
  (id: string) => `<subProcess id="${id}"><startEvent id="${id}s"/><endEvent id="${id}e"/></subProcess>`,
  (id: string) => `<task id="${id}" other:mark="ş"><extensionElements><other:x id="same"/></extensionElements></task>`,
] as const;

const model = fc.record({
  parts: fc.array(fc.integer({ min: 0, max: elements.length - 1 }), { maxLength: 5 }),
  prolog: fc.constantFrom(
    '',
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    "<?xml version='1.0'?><!-- kept -->",
    '\uFEFF',
  ),
  gap: fc.constantFrom('', '\n  ', '\r\n\t'),
  cut: fc.option(fc.nat(6), { freq: 5 }),
  ending: fc.constantFrom('', '\n', '<!-- end -->'),
  executable: fc.constantFrom('', ' isExecutable="true"', ' isExecutable="false"'),
});

type Drawn = typeof model extends fc.Arbitrary<infer T> ? T : never;

/** Without a flow the elements behind it are not reached. */
function written(key: string, { parts, prolog, gap, cut, ending, executable }: Drawn): string {
  const ids = ['start', ...parts.map((_, index) => `n${index}`), 'end'];
  const nodes = parts.map((kind, index) => elements[kind]!(`n${index}`));
  const flows = ids
    .slice(1)
    .map((id, index) => `<sequenceFlow id="f${index}" sourceRef="${ids[index]}" targetRef="${id}"/>`);
  const kept = cut === null ? flows : flows.filter((_, index) => index !== cut);
  const all = ['<startEvent id="start"/>', ...nodes, '<endEvent id="end"/>', ...kept];
  return `${prolog}<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:keelson="urn:keelson:bpmn:1" xmlns:other="urn:other"
 targetNamespace="urn:fuzz"><message id="told" name="told"/><process id="${key}"${executable}>${all.join(gap)}${gap}</process></definitions>${ending}`;
}

interface Problem {
  readonly severity: string;
  readonly ruleId: string;
}

let made = 0;

it(`${RUNS} generated models come in, leave as they came, and are deployed exactly when their check finds no error`, {
  timeout: 60_000 + RUNS * RUN_TIMEOUT_MS,
}, async () => {
  const outcomes = { deployed: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(model, fc.constantFrom('strict', 'spec', 'lenient'), async (drawn, strictness) => {
      made += 1;
      const bytes = Buffer.from(written(`fuzz-${made}`, drawn));
      const data = new FormData();
      data.append('files', new Blob([bytes]), 'a.bpmn');
      const imported = await ask<{ files: { action: string; processId: number }[] }>('/process/import', data);
      expect(imported.body.files).toMatchObject([{ action: 'CREATED' }]);
      const { processId } = imported.body.files[0]!;
      expect((await bytesOf(await send(`/process/export/${processId}`))).equals(bytes)).toBe(true);
      const { body: problems } = await ask<Problem[]>(`/process/${processId}/validate?strictness=${strictness}`);
      const errors = problems.filter(({ severity }) => severity === 'ERROR').map(({ ruleId }) => ruleId);
      const deployed = await ask<{ definitions: { id: string }[] }>(`/process/${processId}/deploy`, { strictness });
      expect([errors, deployed.status, deployed.errorDetail?.errorCode ?? null]).toEqual(
        errors.length === 0 ? [[], 200, null] : [errors, 422, 'DEPLOYMENT_INVALID'],
      );
      outcomes[errors.length === 0 ? 'deployed' : 'refused'] += 1;
      for (const { id } of deployed.body?.definitions ?? []) {
        const stored = await send(`/repository/model/${id}`, undefined, { accept: 'application/xml' });
        expect((await bytesOf(stored)).equals(bytes)).toBe(true);
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
  // A run that only deploys, or only refuses, would say nothing.
  expect(Math.min(outcomes.deployed, outcomes.refused)).toBeGreaterThan(0);
});
