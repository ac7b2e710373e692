// Saves what a download answers as a file: the browser keeps its bytes until it is whole.

export async function saveFile(body: BodyInit | null, name: string): Promise<void> {
  const address = URL.createObjectURL(await new Response(body).blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
