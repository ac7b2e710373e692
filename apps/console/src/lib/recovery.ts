// Lets a call that needs a sign-in wait for it: whoever shows the pages says how people are asked.

/** Asks a person to sign in; true when the same person goes on. */
type Ask = () => Promise<boolean>;

interface Asking {
  readonly signIn: Ask;
  readonly proof: Ask;
}

let asking: Asking | null = null;
const underWay = new Map<keyof Asking, Promise<boolean>>();

/** Sets how people are asked; what it answers takes that back. */
export function askPeopleBy(given: Asking): () => void {
  asking = given;
  return () => {
    asking = null;
  };
}

/** Asks once for all calls that wait, whatever their number. */
export function askFor(what: keyof Asking): Promise<boolean> {
  const known = underWay.get(what);
  if (known !== undefined) return known;
  const asked = (asking?.[what]() ?? Promise.resolve(false)).finally(() => underWay.delete(what));
  underWay.set(what, asked);
  return asked;
}
