// Forms for the engine's tests: files of their own, and fields within models.

/** Writes a form file of these components. */
export function formFile(id: string, ...components: readonly object[]): string {
  return JSON.stringify({ id, type: 'default', components });
}

/** Writes the fields of a model, within the element that has the form. */
export function fields(...written: readonly string[]): string {
  return `<extensionElements>${written.join('')}</extensionElements>`;
}

export const property = (attributes: string, inside = '') =>
  `<keelson:formProperty ${attributes}>${inside}</keelson:formProperty>`;

/** Writes the values that a field offers. */
export function valuesOf(...ids: readonly string[]): string {
  return ids.map((id) => `<keelson:value id="${id}" name="${id}!"/>`).join('');
}
