// Runs the process: runtime settings first, then configuration, start, listen, stop.
import './runtime-settings.ts';

// It is loaded afterwards, so that the compile cache holds for everything.
const { runProcess } = await import('./app-process.ts');
await runProcess();
