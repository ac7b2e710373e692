// Answers how `npm start` starts the program, for whoever starts it by itself.
import packageFile from '../../package.json' with { type: 'json' };

/** Holds the flags for Node of the script `start`. */
export const START_FLAGS: readonly string[] = packageFile.scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--'));
