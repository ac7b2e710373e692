// Measures system setting B1: reads in process, beside the in-memory provider of the OpenFeature SDK with the same values.
import { type Client, type EvaluationContext, InMemoryProvider, OpenFeature } from '@openfeature/server-sdk';
import { createApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/kernel/process/config.ts';
import { createLogger } from '../../apps/server/src/kernel/process/logger.ts';
import { numberSetting, type SettingHandle, type Settings } from '../../apps/server/src/kernel/settings/settings.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { benchEnvironment, createDeployment } from '../bars/keelson.ts';
import { fillSettings, settingCode, settingTenant } from '../bars/setting-rows.ts';
import { median, medianRatio } from '../bars/statistics.ts';

const DEFINITIONS = 5_000;
const TENANTS = 20;
const READS = 10_000_000;
/** Ten million of these would take a quarter of an hour; their mean does not depend on the number. */
const PROVIDER_READS = 100_000;
const MICROSECONDS = 1_000;
/** It is coprime to both numbers, so that reads meet every setting with every tenant and no two neighbours are alike. */
const STRIDE = 7_919;

interface Read {
  readonly code: number;
  readonly tenant: number;
}

const readAt = (number: number): Read => ({ code: (number * STRIDE) % DEFINITIONS, tenant: number % TENANTS });
const tenants = Array.from({ length: TENANTS }, (_, index) => settingTenant(index + 1));
const codes = Array.from({ length: DEFINITIONS }, (_, index) => settingCode(index + 1));
const expectedAt = ({ code, tenant }: Read): number => 1_000 * (code + 1) + tenant + 1;

function bindAll(settings: Settings): readonly SettingHandle<number>[] {
  return codes.map((code) => {
    const size = numberSetting(code, { name: code, unit: 'NONE', default: 1, min: 0, max: Number.MAX_SAFE_INTEGER });
    return settings.bind({ size }).size;
  });
}

function startProvider(): Client {
  const flags = codes.map((code, index) => {
    const variants = Object.fromEntries(tenants.map((name, tenant) => [name, expectedAt({ code: index, tenant })]));
    const contextEvaluator = (context: EvaluationContext) => String(context.tenantIdentifier);
    return [code, { variants, defaultVariant: settingTenant(1), disabled: false, contextEvaluator }] as const;
  });
  OpenFeature.setProvider(new InMemoryProvider(Object.fromEntries(flags)));
  return OpenFeature.getClient();
}

/** Answers the microseconds of each. The sum is checked, so that no read is left out by the compiler. */
function timeReads(handles: readonly SettingHandle<number>[]): number {
  let sum = 0;
  const startMs = performance.now();
  for (let number = 0; number < READS; number += 1) {
    sum += handles[(number * STRIDE) % DEFINITIONS]!.get(tenants[number % TENANTS]!);
  }
  const elapsedMs = performance.now() - startMs;
  let expected = 0;
  for (let number = 0; number < DEFINITIONS * TENANTS; number += 1) expected += expectedAt(readAt(number));
  if (sum !== expected * (READS / (DEFINITIONS * TENANTS)))
    throw new Error(`the values that were read sum up to ${sum}`);
  return (elapsedMs * MICROSECONDS) / READS;
}

async function timeProvider(client: Client): Promise<number> {
  const contexts = tenants.map((tenantIdentifier) => ({ targetingKey: 'bench', tenantIdentifier }));
  const startMs = performance.now();
  for (let number = 0; number < PROVIDER_READS; number += 1) {
    const { code, tenant } = readAt(number);
    const value = await client.getNumberValue(codes[code]!, 0, contexts[tenant]!);
    if (value !== expectedAt({ code, tenant })) throw new Error(`the provider answered ${value}`);
  }
  return ((performance.now() - startMs) * MICROSECONDS) / PROVIDER_READS;
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, print, teardown } = run;
  const deployment = await createDeployment(run.postgres, run);
  const config = parseConfig(benchEnvironment(deployment.databaseUrl), () => '/nonexistent');
  const start = () => createApp({ config, log: createLogger('error') });
  // The first start makes the tables.
  await (await start()).stop();
  await fillSettings(deployment.database, { definitions: DEFINITIONS, tenants: TENANTS });
  const app = await start();
  teardown.add(() => app.stop());
  const handles = bindAll(app.kernel.settings);
  const client = startProvider();
  const own: number[] = [];
  const reference: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const provider = await timeProvider(client);
    const read = timeReads(handles);
    print(
      `${round === 0 ? 'warm-up' : `round ${round}`}: ${read.toFixed(3)} us, in-memory provider ${numberText(provider)} us`,
    );
    if (round === 0) continue;
    own.push(read);
    reference.push(provider);
  }
  const against = `in-memory provider ${numberText(median(reference))} us`;
  const what = `${READS / 1e6} M reads, ${DEFINITIONS} definitions, ${DEFINITIONS * TENANTS} values, mean`;
  const times = { what: 'the in-memory provider takes so many times as long', value: medianRatio(reference, own) };
  return [
    { bar: 'setting B1', what, value: median(own), unit: 'us', atMost: 5, reference: against },
    { bar: 'setting B1', ...times, unit: 'x', atLeast: 20, reference: against },
  ];
}

await runBar({ rounds: 3, seconds: 1 }, measure);
