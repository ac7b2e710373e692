// Who may import whom (ARCHITECTURE.md, section "Boundaries"). Each rule has a test that breaks it on purpose.
const packages = (names) => `^packages/(${names})/`;
const doors = (names) => `^packages/(${names})/src/index\\.ts$`;
const tests = '\\.test\\.ts$';
// Test files and their helpers may start the whole program.
const testOnly = `${tests}|/testing/|\\.fixture\\.ts$`;

// The floors of the core, lowest first (packages/bpmn-core/README.md). A file imports from its own floor and from those below.
const coreFloors = [
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
const coreFloor = (floor) => `^packages/bpmn-core/src/${floor === '' ? '' : `${floor}/`}[^/]+$`;
const coreRules = [
  {
    name: 'core-no-cycles-of-types',
    comment: 'Whoever reads a file of the core needs those below it and no others.',
    severity: 'error',
    from: { path: packages('bpmn-core') },
    to: { circular: true },
  },
  ...coreFloors.map((floor, index) => ({
    name: `core-floor-${floor.replace('/', '-')}`,
    comment: 'The floors of the core import downwards, also where it is only for a type.',
    severity: 'error',
    from: { path: coreFloor(floor), pathNot: testOnly },
    to: { path: [...coreFloors.slice(index + 1), ''].map(coreFloor) },
  })),
  {
    name: 'core-runs-without-readers',
    comment: 'What runs an instance knows neither its bytes nor its history, and no language of expressions.',
    severity: 'error',
    from: {
      path: '^packages/bpmn-core/src/((instance|data|tokens|catching|behaviours|rounds|changes|verbs)/|step\\.ts$)',
      pathNot: testOnly,
    },
    to: { path: '^packages/bpmn-core/src/(codec|reading|uel)/' },
  },
];

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    ...coreRules,
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^(#|contract:)' } },
    {
      name: 'contract-imports-nobody',
      comment: 'The contract depends on the schema library only.',
      severity: 'error',
      from: { path: packages('contract'), pathNot: testOnly },
      to: { pathNot: [packages('contract'), 'node_modules/typebox/'] },
    },
    {
      name: 'client-imports-contract-only',
      severity: 'error',
      from: { path: packages('client'), pathNot: testOnly },
      to: { pathNot: [packages('client'), packages('contract')] },
    },
    {
      name: 'core-imports-nothing',
      comment: 'No I/O, no clock, no dependency: not even node: modules.',
      severity: 'error',
      from: { path: packages('bpmn-core'), pathNot: testOnly },
      to: { pathNot: packages('bpmn-core') },
    },
    {
      name: 'rules-import-core',
      comment: 'The rules read the words of a model through the door of the core, and nothing else.',
      severity: 'error',
      from: { path: packages('bpmn-rules'), pathNot: testOnly },
      to: { pathNot: [packages('bpmn-rules'), doors('bpmn-core')] },
    },
    {
      name: 'xml-imports-core-and-rules',
      comment: 'Beside the reader of XML it takes one hash, by which equal content is told.',
      severity: 'error',
      from: { path: packages('bpmn-xml'), pathNot: testOnly },
      to: {
        pathNot: [
          packages('bpmn-xml'),
          doors('bpmn-core|bpmn-rules'),
          ...['node_modules/saxes/', 'node_modules/xmlchars/', '^(node:)?crypto$'],
        ],
      },
    },
    {
      name: 'time-zone-imports-nothing',
      comment: 'The one clock of time zones, for the engine and for the modules of the server.',
      severity: 'error',
      from: { path: packages('time-zone'), pathNot: testOnly },
      to: { pathNot: packages('time-zone') },
    },
    {
      name: 'host-knows-no-server',
      comment: 'What the core asks for from outside; a server is one of its users.',
      severity: 'error',
      from: { path: packages('bpmn-host'), pathNot: testOnly },
      to: { path: ['^apps/', packages('contract|client')] },
    },
    {
      name: 'kernel-knows-no-module',
      severity: 'error',
      from: { path: '^apps/server/src/kernel/', pathNot: testOnly },
      to: { path: '^apps/server/src/(modules/|[^/]+\\.ts$)' },
    },
    {
      name: 'module-through-api',
      comment: 'A module is seen by the others through its api.ts, and only as types.',
      severity: 'error',
      from: { path: '^apps/server/src/modules/([^/]+)/', pathNot: testOnly },
      to: { path: '^apps/server/src/modules/([^/]+)/', pathNot: ['^apps/server/src/modules/$1/', '/api\\.ts$'] },
    },
    {
      name: 'module-api-as-types',
      severity: 'error',
      from: { path: '^apps/server/src/modules/([^/]+)/', pathNot: testOnly },
      to: {
        path: '^apps/server/src/modules/[^/]+/api\\.ts$',
        pathNot: '^apps/server/src/modules/$1/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'modules-do-not-know-the-app',
      severity: 'error',
      from: { path: '^apps/server/src/modules/', pathNot: testOnly },
      to: { path: '^apps/server/src/[^/]+\\.ts$' },
    },
    {
      name: 'app-sees-module-door',
      comment: 'The files of the composition root import module.ts of each module, and api.ts as types.',
      severity: 'error',
      from: { path: '^apps/server/src/[^/]+\\.ts$', pathNot: testOnly },
      to: { path: '^apps/server/src/modules/', pathNot: '^apps/server/src/modules/[^/]+/(module|api)\\.ts$' },
    },
    {
      name: 'routes-never-see-stores',
      severity: 'error',
      from: { path: '\\.routes\\.ts$' },
      to: { path: '\\.store\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'csv-thread-loads-no-contract',
      comment: 'Each thread that reads CSV files loads what these files import; the whole contract costs it 0.4 s and 17 MiB.',
      severity: 'error',
      from: { path: '^apps/server/src/modules/report/csv/reading/', pathNot: testOnly },
      to: { path: '^packages/', pathNot: '/csv-bounds\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'bpmn-packages-through-runtime',
      comment:
        'At run time only the runtime of the engine, and what reads and rewrites models under development, know the notation; their neighbours may use the types.',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: ['^apps/server/src/modules/(bpmn-engine/runtime|bpmn-admin/model)/', testOnly],
      },
      to: { path: packages('bpmn-core|bpmn-rules|bpmn-xml|bpmn-host'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'console-sees-the-client-alone',
      comment:
        'Pages know the interface by the table that the build makes of the contract, say refusals again by its sentences, and know nothing of the server.',
      severity: 'error',
      from: { path: '^apps/console/src/' },
      to: { path: '^(apps/server|packages)/', pathNot: '^packages/(client/src/table|contract/src/retell)\\.ts$' },
    },
    {
      name: 'console-lib-knows-no-component',
      severity: 'error',
      from: { path: '^apps/console/src/lib/' },
      to: { path: '^apps/console/src/(ui|features|app)/' },
    },
    {
      name: 'console-ui-knows-no-screen',
      severity: 'error',
      from: { path: '^apps/console/src/ui/' },
      to: { path: '^apps/console/src/(features|app)/' },
    },
    {
      name: 'console-screens-stand-apart',
      comment: 'A screen leads to another one by its address; its folder and one line of the routes remove it.',
      severity: 'error',
      from: { path: '^apps/console/src/features/([^/]+/[^/]+)/' },
      to: { path: '^apps/console/src/(features|app)/', pathNot: '^apps/console/src/features/$1/' },
    },
    {
      name: 'nobody-imports-the-console',
      comment: 'It is served as files; the tool that builds it is the only one that knows it.',
      severity: 'error',
      from: { path: '^(apps/server|packages|bench|deploy|tests)/' },
      to: { path: '^apps/console/' },
    },
    {
      name: 'acceptance-is-black-box',
      severity: 'error',
      from: { path: '^tests/acceptance/' },
      to: { path: ['^apps/', packages('bpmn-core|bpmn-rules|bpmn-xml|bpmn-host')] },
    },
    {
      name: 'nobody-imports-tests',
      severity: 'error',
      from: { pathNot: [testOnly, '^tests/', '^bench/', '^deploy/'] },
      to: { path: [testOnly, '^tests/', '^bench/', '^deploy/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^apps/console/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    combinedDependencies: true,
  },
};
