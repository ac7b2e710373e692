// Checks one password against one bcrypt hash in a thread: half a second of JavaScript would hold up every other request.
import { parentPort, workerData } from 'node:worker_threads';
import { compareSync } from 'bcryptjs';

const { hash, password } = workerData as { readonly hash: string; readonly password: string };
parentPort?.postMessage(compareSync(password, hash));
