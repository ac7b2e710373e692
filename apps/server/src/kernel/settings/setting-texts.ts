// Says what a setting is called and what it does, in both languages of the suite, written beside its definition.
import type { SettingFlags } from './setting-definition.ts';

/** Holds a short name, and whole sentences that say what a value does and what a higher or lower one leads to. */
export type SettingText = readonly [name: string, description: string];

/** Makes the texts of a setting, to be spread into the options of its definition. */
export function settingTexts(texts: {
  readonly en: SettingText;
  readonly tr: SettingText;
}): Required<Pick<SettingFlags, 'name' | 'description' | 'nameMap' | 'descriptionMap'>> {
  const { en, tr } = texts;
  return { name: en[0], description: en[1], nameMap: { tr: tr[0] }, descriptionMap: { tr: tr[1] } };
}
