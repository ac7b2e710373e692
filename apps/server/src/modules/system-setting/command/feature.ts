// Wires settings for the command line: the checks of every write, without HTTP and without a sign-in.
import { createSettingCommands, type SettingCommandGround } from './setting-commands.ts';

export function createCommandFeature(ground: SettingCommandGround) {
  return { api: createSettingCommands(ground) };
}
