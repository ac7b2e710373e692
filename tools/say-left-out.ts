// Says in one line which tests a run has left out because what they need is not installed here.
import { leftOutLine } from '../apps/server/src/testing/outside-programs.ts';

console.log(leftOutLine() ?? 'No test was left out.');
