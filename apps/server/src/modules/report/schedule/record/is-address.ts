// Tells addresses from everything else that may stand in their place.

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/;

export const isAddress = (text: string): boolean => ADDRESS.test(text);
