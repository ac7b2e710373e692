// Recognises addresses among recipients.

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/;

export const isAddress = (text: string): boolean => ADDRESS.test(text);
