// Settings for the command line: the checks of every write, without HTTP and without a sign-in.
import { createSettingCommands, type SettingCommandParts } from './setting-commands.ts';

export function createCommandFeature(parts: SettingCommandParts) {
  return { api: createSettingCommands(parts) };
}
