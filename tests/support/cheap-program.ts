// Runs the program as apps/server/src/main.ts does, with hashes of passwords that cost next to nothing, which no key of the environment sets.
import '../../apps/server/src/runtime-settings.ts';

// It is loaded afterwards, as there.
const { runProcess } = await import('../../apps/server/src/app-process.ts');
await runProcess({ passwordCost: 'least' });
