// Asks for a password, which can be shown to whoever types it: by the pointer, by touch and by keys.
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useUiTexts } from '../text/texts.ts';

export function PasswordField(props: PasswordInputProps) {
  const texts = useUiTexts();
  return (
    <PasswordInput
      {...props}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
    />
  );
}
