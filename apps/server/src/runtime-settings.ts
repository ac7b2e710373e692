// Sets what Node reads before anything else runs; imported first by the process.
import { enableCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Password hashes take a thread each, and one more where addresses take turns; with four beside them names and files never wait. */
const THREADS_BESIDE_HASHES = 5;

process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() + THREADS_BESIDE_HASHES);
// The cache lies inside the clone: others could put code into the system's temporary directory. Where it cannot be written there is none.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/keelson', import.meta.url)));
