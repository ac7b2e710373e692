// Answers captchas where a step needs one: by the device unseen, or by the person from a picture who wishes so.
import { useRef, useState } from 'react';
import { isCode } from '../../lib/error.ts';
import { type CaptchaAnswer, type CaptchaImage, fetchCaptchaImage, solveCaptcha } from './captcha.ts';

export interface Captcha {
  /** True once a captcha was due: then the person may choose the picture. */
  readonly isDue: boolean;
  readonly solving: boolean;
  /** Is what the person reads; null while the device computes. */
  readonly image: CaptchaImage | null;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly showImage: () => Promise<void>;
  readonly dropImage: () => void;
  /** Does what may need a captcha; null where the person has turned to the picture meanwhile, and it is not done. */
  readonly run: <T>(attempt: (captcha: CaptchaAnswer | null) => Promise<T>) => Promise<T | null>;
}

export function useCaptcha(): Captcha {
  const [isDue, setDue] = useState(false);
  const [solving, setSolving] = useState(false);
  const [image, setImage] = useState<CaptchaImage | null>(null);
  const [text, setText] = useState('');
  const stop = useRef<AbortController | null>(null);
  const showImage = async (): Promise<void> => {
    stop.current?.abort();
    setText('');
    setImage(await fetchCaptchaImage());
  };
  const solve = async <T>(attempt: (captcha: CaptchaAnswer | null) => Promise<T>): Promise<T | null> => {
    const stopped = new AbortController();
    stop.current = stopped;
    setDue(true);
    setSolving(true);
    try {
      const answer = await solveCaptcha(stopped.signal);
      return stopped.signal.aborted ? null : await attempt(answer);
    } finally {
      setSolving(false);
    }
  };
  return {
    isDue,
    solving,
    image,
    text,
    setText,
    showImage,
    dropImage: () => setImage(null),
    async run(attempt) {
      if (image !== null) {
        try {
          return await attempt({ captchaIdentifier: image.captchaIdentifier, captcha: text.trim() });
        } catch (error) {
          // Right or wrong, an answer is taken once.
          await showImage();
          throw error;
        }
      }
      // Only the server knows whether one is due.
      try {
        return await attempt(null);
      } catch (error) {
        if (!isCode(error, 'AUTH_CAPTCHA_REQUIRED')) throw error;
        return solve(attempt);
      }
    },
  };
}
