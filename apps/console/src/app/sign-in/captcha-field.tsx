// Answers captchas where a step needs one, by the device unseen or by a picture, and shows them once one was due.
import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { isCode } from '../../lib/error.ts';
import { type CaptchaAnswer, type CaptchaImage, fetchCaptchaImage, solveCaptcha } from './captcha.ts';
import { useSignInTexts } from './texts.ts';

interface Captcha {
  /** Whether a captcha was due: then the person may choose the picture. */
  readonly isDue: boolean;
  readonly solving: boolean;
  /** The picture that the person reads; null while the device computes. */
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
  async function solve<T>(attempt: (captcha: CaptchaAnswer | null) => Promise<T>): Promise<T | null> {
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
  }
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

export function CaptchaField({ captcha }: { readonly captcha: Captcha }) {
  const texts = useSignInTexts();
  const { isDue, solving, image, text } = captcha;
  return (
    <>
      {image === null ? null : (
        <Stack gap="xs">
          <img className="k-captcha" src={image.imageString} alt={texts.captchaAlt} width={200} height={70} />
          <TextInput
            label={texts.captchaText}
            name="captcha"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={text}
            onChange={(event) => captcha.setText(event.currentTarget.value)}
          />
        </Stack>
      )}
      {isDue ? (
        <Stack gap={4} align="flex-start">
          {image === null ? null : (
            <Anchor component="button" type="button" size="sm" onClick={() => void captcha.showImage()}>
              {texts.captchaOther}
            </Anchor>
          )}
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => (image === null ? void captcha.showImage() : captcha.dropImage())}
          >
            {image === null ? texts.captchaImage : texts.captchaDevice}
          </Anchor>
        </Stack>
      ) : null}
      <output>
        {solving ? (
          <Text size="sm" c="dimmed">
            {texts.thinking}
          </Text>
        ) : null}
      </output>
    </>
  );
}
