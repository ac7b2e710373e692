// Shows the captcha of a step once one was due: that the device computes, or the picture and what it says.
import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useSignInTexts } from './texts.ts';
import type { Captcha } from './use-captcha.ts';

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
