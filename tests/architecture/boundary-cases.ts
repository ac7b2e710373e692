// Lists imports that break a boundary, at least one for each rule, and their neighbours that are allowed.
import { posix } from 'node:path';

/** An import is one line in a file; `to` is made beside it when it is a file of the tree. */
export interface Import {
  readonly from: string;
  readonly statement: string;
  readonly to?: string;
}
export interface Violation extends Import {
  readonly rule: string;
}

const modules = 'apps/server/src/modules';
const value = (path: string): string => `import { thing } from '${path}'; export const used = thing;`;
const type = (path: string): string => `import type { Thing } from '${path}'; export type Used = Thing;`;

const core = 'packages/bpmn-core/src';
/** The lowest stands first; the last climbs to the files at the door. */
export const coreFloors = [
  'values',
  'expression',
  'uel/syntax',
  'uel/evaluation',
  'uel/methods',
  'uel',
  'model',
  'contract',
  'contract/commands',
  'codec',
  'reading',
  'instance',
  'data',
  'tokens',
  'catching',
  'behaviours/tasks',
  'behaviours/events',
  'behaviours/gateways',
  'behaviours/containers',
  'behaviours/loops',
  'behaviours',
  'rounds',
  'changes',
  'verbs/tasks',
  'verbs',
];
const coreCases: readonly Violation[] = [
  ...coreFloors.map((floor, index) => {
    const to = posix.join(core, coreFloors[index + 1] ?? '', 'above.ts');
    const path = posix.relative(`${core}/${floor}`, to);
    const statement = type(path.startsWith('.') ? path : `./${path}`);
    return { rule: `core-floor-${floor.replace('/', '-')}`, from: `${core}/${floor}/climbs.ts`, statement, to };
  }),
  {
    rule: 'core-no-cycles-of-types',
    from: `${core}/contract/a.ts`,
    statement: type('./b.ts'),
    to: `${core}/contract/b.ts`,
  },
  {
    rule: 'core-runs-without-readers',
    from: `${core}/rounds/reads.ts`,
    statement: type('../codec/free.ts'),
    to: `${core}/codec/free.ts`,
  },
  {
    rule: 'core-runs-without-readers',
    from: `${core}/data/compiles.ts`,
    statement: type('../uel/free.ts'),
    to: `${core}/uel/free.ts`,
  },
];

const pages = 'apps/console/src';
const consoleCases: readonly Violation[] = [
  {
    rule: 'console-sees-the-client-alone',
    from: `${pages}/lib/reads.ts`,
    statement: type('../../../../packages/contract/src/free.ts'),
    to: 'packages/contract/src/free.ts',
  },
  {
    rule: 'console-sees-the-client-alone',
    from: `${pages}/ui/table/calls.ts`,
    statement: type('../../../../server/src/kernel/free.ts'),
    to: 'apps/server/src/kernel/free.ts',
  },
  {
    rule: 'console-lib-knows-no-component',
    from: `${pages}/lib/draws.ts`,
    statement: value('../ui/page/drawn.ts'),
    to: `${pages}/ui/page/drawn.ts`,
  },
  {
    rule: 'console-ui-knows-no-screen',
    from: `${pages}/ui/form/asks.ts`,
    statement: type('../../features/session/sessions/asked.ts'),
    to: `${pages}/features/session/sessions/asked.ts`,
  },
  {
    rule: 'console-screens-stand-apart',
    from: `${pages}/features/session/sessions/borrows.ts`,
    statement: value('../../authentication/users/lent.ts'),
    to: `${pages}/features/authentication/users/lent.ts`,
  },
  {
    rule: 'nobody-imports-the-console',
    from: 'apps/server/src/kernel/http/draws.ts',
    statement: value('../../../../console/src/lib/drawn.ts'),
    to: `${pages}/lib/drawn.ts`,
  },
];

export const violations: readonly Violation[] = [
  ...coreCases,
  ...consoleCases,
  {
    rule: 'no-cycles',
    from: 'packages/bpmn-host/src/a.ts',
    statement: value('./b.ts'),
    to: 'packages/bpmn-host/src/b.ts',
  },
  { rule: 'not-resolvable', from: 'tools/lost.ts', statement: value('./not-there.ts') },
  { rule: 'time-zone-imports-nothing', from: 'packages/time-zone/src/reads.ts', statement: "import 'node:fs';" },
  { rule: 'contract-imports-nobody', from: 'packages/contract/src/reads.ts', statement: "import 'node:fs';" },
  { rule: 'contract-imports-nobody', from: 'packages/contract/src/sends.ts', statement: type('fastify') },
  { rule: 'client-imports-contract-only', from: 'packages/client/src/reads.ts', statement: "import 'node:http';" },
  {
    rule: 'client-imports-contract-only',
    from: 'packages/client/src/runs.ts',
    statement: type('../../bpmn-core/src/free.ts'),
    to: 'packages/bpmn-core/src/free.ts',
  },
  { rule: 'core-imports-nothing', from: 'packages/bpmn-core/src/times.ts', statement: "import 'node:timers';" },
  { rule: 'core-imports-nothing', from: 'packages/bpmn-core/src/shapes.ts', statement: type('typebox') },
  { rule: 'rules-import-core', from: 'packages/bpmn-rules/src/reads.ts', statement: "import 'node:fs';" },
  {
    rule: 'rules-import-core',
    from: 'packages/bpmn-rules/src/parses.ts',
    statement: type('../../bpmn-xml/src/index.ts'),
    to: 'packages/bpmn-xml/src/index.ts',
  },
  {
    rule: 'rules-import-core',
    from: 'packages/bpmn-rules/src/peeks.ts',
    statement: type('../../bpmn-core/src/free.ts'),
    to: 'packages/bpmn-core/src/free.ts',
  },
  { rule: 'xml-imports-core-and-rules', from: 'packages/bpmn-xml/src/reads.ts', statement: "import 'node:fs';" },
  {
    rule: 'xml-imports-core-and-rules',
    from: 'packages/bpmn-xml/src/peeks.ts',
    statement: type('../../bpmn-rules/src/free.ts'),
    to: 'packages/bpmn-rules/src/free.ts',
  },
  {
    rule: 'host-knows-no-server',
    from: 'packages/bpmn-host/src/serves.ts',
    statement: type('../../contract/src/free.ts'),
    to: 'packages/contract/src/free.ts',
  },
  {
    rule: 'kernel-knows-no-module',
    from: 'apps/server/src/kernel/knows.ts',
    statement: type('../modules/session/api.ts'),
    to: `${modules}/session/api.ts`,
  },
  {
    rule: 'kernel-knows-no-module',
    from: 'apps/server/src/kernel/starts.ts',
    statement: type('../app.ts'),
    to: 'apps/server/src/app.ts',
  },
  {
    rule: 'module-through-api',
    from: `${modules}/report/peeks.ts`,
    statement: type('../session/session.service.ts'),
    to: `${modules}/session/session.service.ts`,
  },
  {
    rule: 'module-through-api',
    from: `${modules}/report/feature/peeks.ts`,
    statement: type('../../session/session.service.ts'),
    to: `${modules}/session/session.service.ts`,
  },
  {
    rule: 'module-api-as-types',
    from: `${modules}/report/calls.ts`,
    statement: value('../session/api.ts'),
    to: `${modules}/session/api.ts`,
  },
  {
    rule: 'kernel-knows-no-module',
    from: 'apps/server/src/kernel/composes.ts',
    statement: type('../app-modules.ts'),
    to: 'apps/server/src/app-modules.ts',
  },
  {
    rule: 'modules-do-not-know-the-app',
    from: `${modules}/report/composes.ts`,
    statement: type('../../app-kernel.ts'),
    to: 'apps/server/src/app-kernel.ts',
  },
  {
    rule: 'modules-do-not-know-the-app',
    from: `${modules}/report/restarts.ts`,
    statement: type('../../app.ts'),
    to: 'apps/server/src/app.ts',
  },
  {
    rule: 'app-sees-module-door',
    from: 'apps/server/src/app.ts',
    statement: value('./modules/session/session.service.ts'),
    to: `${modules}/session/session.service.ts`,
  },
  {
    rule: 'app-sees-module-door',
    from: 'apps/server/src/app-modules.ts',
    statement: value('./modules/session/session.service.ts'),
    to: `${modules}/session/session.service.ts`,
  },
  {
    rule: 'routes-never-see-stores',
    from: `${modules}/session/session.routes.ts`,
    statement: value('./session.store.ts'),
    to: `${modules}/session/session.store.ts`,
  },
  {
    rule: 'csv-thread-loads-no-contract',
    from: `${modules}/report/csv/reading/read-csv.ts`,
    statement: value('../../../../../../../packages/contract/src/free.ts'),
    to: 'packages/contract/src/free.ts',
  },
  {
    rule: 'bpmn-packages-through-runtime',
    from: `${modules}/bpmn-engine/task/task.routes.ts`,
    statement: value('../../../../../../packages/bpmn-host/src/free.ts'),
    to: 'packages/bpmn-host/src/free.ts',
  },
  {
    rule: 'bpmn-packages-through-runtime',
    from: `${modules}/bpmn-engine/task/task.service.ts`,
    statement: value('../../../../../../packages/bpmn-core/src/free.ts'),
    to: 'packages/bpmn-core/src/free.ts',
  },
  {
    rule: 'bpmn-packages-through-runtime',
    from: `${modules}/bpmn-engine/deployment/deployment.service.ts`,
    statement: value('../../../../../../packages/bpmn-rules/src/free.ts'),
    to: 'packages/bpmn-rules/src/free.ts',
  },
  {
    rule: 'bpmn-packages-through-runtime',
    from: `${modules}/bpmn-admin/process/process.service.ts`,
    statement: value('../../../../../../packages/bpmn-xml/src/free.ts'),
    to: 'packages/bpmn-xml/src/free.ts',
  },
  {
    rule: 'acceptance-is-black-box',
    from: 'tests/acceptance/peeks.test.ts',
    statement: type('../../apps/server/src/kernel/database/clock.ts'),
    to: 'apps/server/src/kernel/database/clock.ts',
  },
  {
    rule: 'nobody-imports-tests',
    from: `${modules}/session/borrows.ts`,
    statement: value('../../testing/test-people.ts'),
    to: 'apps/server/src/testing/test-people.ts',
  },
  {
    rule: 'nobody-imports-tests',
    from: 'tools/borrows.ts',
    statement: value('../tests/support/until.ts'),
    to: 'tests/support/until.ts',
  },
];

/** Lists the ways back of the cycles; the tool tells a cycle once. */
export const waysBack: readonly Import[] = [
  { from: 'packages/bpmn-host/src/b.ts', statement: "import { used } from './a.ts'; export const thing = used;" },
  { from: `${core}/contract/b.ts`, statement: "import type { Used } from './a.ts'; export type Back = Used;" },
];

export const allowedImports: readonly Import[] = [
  {
    from: 'apps/console/src/lib/calls.ts',
    statement: value('../../../../packages/client/src/table.ts'),
    to: 'packages/client/src/table.ts',
  },
  {
    from: 'apps/console/src/features/session/sessions/screen.ts',
    statement: value('../../../ui/page/page.ts'),
    to: 'apps/console/src/ui/page/page.ts',
  },
  { from: 'packages/contract/src/shapes.ts', statement: "import { Type } from 'typebox'; export const used = Type;" },
  {
    from: 'packages/client/src/shapes.ts',
    statement: value('../../contract/src/free.ts'),
    to: 'packages/contract/src/free.ts',
  },
  { from: 'packages/bpmn-host/src/a.ts', statement: type('./b.ts'), to: 'packages/bpmn-host/src/b.ts' },
  { from: 'packages/bpmn-host/src/b.ts', statement: "import type { Used } from './a.ts'; export type Back = Used;" },
  { from: `${core}/verbs/asks.ts`, statement: value('../instance/free.ts'), to: `${core}/instance/free.ts` },
  { from: `${core}/reading/reads.ts`, statement: type('../codec/free.ts'), to: `${core}/codec/free.ts` },
  {
    from: 'packages/bpmn-rules/src/asks.ts',
    statement: value('../../bpmn-core/src/index.ts'),
    to: 'packages/bpmn-core/src/index.ts',
  },
  {
    from: 'packages/bpmn-xml/src/builds.ts',
    statement: value('../../bpmn-core/src/index.ts'),
    to: 'packages/bpmn-core/src/index.ts',
  },
  {
    from: 'packages/bpmn-xml/src/judges.ts',
    statement: value('../../bpmn-rules/src/index.ts'),
    to: 'packages/bpmn-rules/src/index.ts',
  },
  { from: `${modules}/report/asks.ts`, statement: type('../session/api.ts'), to: `${modules}/session/api.ts` },
  {
    from: `${modules}/session/session.routes.ts`,
    statement: value('./session.service.ts'),
    to: `${modules}/session/session.service.ts`,
  },
  {
    from: 'apps/server/src/app.ts',
    statement: value('./modules/session/module.ts'),
    to: `${modules}/session/module.ts`,
  },
  {
    from: `${modules}/bpmn-engine/task/task.wire.ts`,
    statement: type('../../../../../../packages/bpmn-core/src/free.ts'),
    to: 'packages/bpmn-core/src/free.ts',
  },
  {
    from: `${modules}/bpmn-engine/runtime/runs.ts`,
    statement: value('../../../../../../packages/bpmn-core/src/free.ts'),
    to: 'packages/bpmn-core/src/free.ts',
  },
  {
    from: `${modules}/session/session.test.ts`,
    statement: value('../../testing/test-server.ts'),
    to: 'apps/server/src/testing/test-server.ts',
  },
  {
    from: 'deploy/chaos/asks.ts',
    statement: value('../../tests/support/until.ts'),
    to: 'tests/support/until.ts',
  },
  {
    from: 'tests/acceptance/calls.test.ts',
    statement: value('../../packages/client/src/index.ts'),
    to: 'packages/client/src/index.ts',
  },
];
