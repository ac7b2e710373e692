// Measures what an editor waits for when it saves a model of 500 KB, and what the save asks of the database.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { readStatements, statementsBetween } from '../bars/statement-calls.ts';
import { median, percentile } from '../bars/statistics.ts';
import { fileOf } from '../bpmn/file.ts';
import { editorKey, postForm, saveModel } from './models.ts';

/** The whole form has 500 KB: percent-encoding makes a third more of the file. */
const FORM_BYTES = 500_000;
const FILE_BYTES = 290_000;
const SAVES_A_ROUND = 20;
const WARM_UP_SAVES = 10;
/** What one caller has read of large files is bounded by time. */
const SAVES_OF_ONE = 5;
/** Foreign keys are checked by statements of PostgreSQL's own. */
const NOT_ASKED_FOR = /^BEGIN|^COMMIT|^SELECT \S+ FROM ONLY /;
const STATEMENTS_SHOWN = 14;
const TEXT_SHOWN = 110;

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { postgres, rounds, print } = run;
  const deployment = await createDeployment(postgres, run);
  const { origin } = await deployment.startProcess();
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  const text = new TextDecoder().decode(fileOf(FILE_BYTES));
  const { modelId } = await saveModel(origin, token, text);
  let number = 0;
  const next = () => {
    number += 1;
    return new URLSearchParams({ bpmn_xml: text.replace('name="Check order 0"', `name="Check order ${number} anew"`) });
  };
  let editor = token;
  const save = async (): Promise<number> => {
    const form = String(next());
    if (number % SAVES_OF_ONE === 1) editor = await editorKey(origin, token, number);
    const began = performance.now();
    await postForm(origin, editor, modelId, form);
    return performance.now() - began;
  };
  /** Is what the same bytes take as a form that changes nothing but a name: reading, authority, lock and one update. */
  const reference = async (): Promise<number> => {
    const form = `${new URLSearchParams({ name: `Name ${number}` })}&editor=${'x'.repeat(FORM_BYTES)}`;
    const began = performance.now();
    await postForm(origin, token, modelId, form);
    return performance.now() - began;
  };
  for (let index = 0; index < WARM_UP_SAVES; index += 1) await save();
  const [times, names]: [number[], number[]] = [[], []];
  const before = await readStatements(postgres, deployment.databaseName);
  for (let round = 1; round <= rounds; round += 1) {
    for (let index = 0; index < SAVES_A_ROUND; index += 1) times.push(await save());
    print(`round ${round}: p95 of all so far ${numberText(percentile(times, 95))} ms`);
  }
  const statements = statementsBetween(before, await readStatements(postgres, deployment.databaseName));
  for (let index = 0; index < rounds * SAVES_A_ROUND; index += 1) names.push(await reference());
  // What other work runs beside the saves is asked less often than once a save.
  const ofSaves = statements.filter(({ calls, query }) => calls >= times.length && !NOT_ASKED_FOR.test(query));
  for (const { query, calls } of ofSaves.slice(0, STATEMENTS_SHOWN))
    print(`${numberText(calls / times.length)} a save: ${query.slice(0, TEXT_SHOWN)}`);
  const bar = 'bpmn-admin 6';
  const sent = String(next()).length;
  return [
    {
      bar,
      what: `node save of a form of ${numberText(sent / 1_000)} KB, p95`,
      value: percentile(times, 95),
      unit: 'ms',
      atMost: 60,
      reference: `median ${numberText(median(times))} ms; a form of as many bytes that only renames p95 ${numberText(percentile(names, 95))}, median ${numberText(median(names))} ms`,
    },
    {
      bar,
      what: 'statements of a node save, without BEGIN and COMMIT',
      value: ofSaves.reduce((sum, { calls }) => sum + calls, 0) / times.length,
      unit: 'statements',
      atMost: 4,
    },
  ];
}

await runBar({ rounds: 5, seconds: 1 }, measure);
