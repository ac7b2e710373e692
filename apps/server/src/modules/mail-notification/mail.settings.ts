// Knobs of the mail module: what each means, its default and the limits a value must keep.
import { type Bound, defineSettings, numberSetting } from '../../kernel/settings.ts';

export const mailSettings = defineSettings('mail', {
  /** RFC 5321 4.5.4.1 asks for four to five days: a relay may be down over a weekend. */
  giveUp: numberSetting('mail.give-up-hours', {
    ...{ name: 'How long a mail is tried', unit: 'HOUR', default: 96, min: 1, max: 168 },
  }),
});

export type MailSettings = Bound<typeof mailSettings>;

/** How late a mail past its date may still have its content. */
export const EXPIRY_SWEEP_INTERVAL_MS = 30_000;
