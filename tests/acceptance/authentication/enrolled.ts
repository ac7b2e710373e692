// Makes a person whose sign-ins ask for the code of an authenticator app.
import { type Authenticator, createAuthenticator } from '../../support/authenticator.ts';
import { type Person, personOf } from '../../support/people.ts';
import type { World } from '../world.ts';

export interface Enrolled extends Person {
  readonly authenticator: Authenticator;
  readonly recoveryCodes: readonly string[];
}

/** The authenticator has one code left that is good at once. */
export async function enrol({ url, somebody }: Pick<World, 'url' | 'somebody'>): Promise<Enrolled> {
  const { username, sure } = await somebody();
  const { body: totp } = await sure.authentication.beginTotp({ body: {} });
  const authenticator = createAuthenticator(totp.secret);
  const { body } = await sure.authentication.confirmTotp({
    body: { factorUuid: totp.factorUuid, code: await authenticator.code() },
  });
  const recoveryCodes = body.recoveryCodeList ?? [];
  return { ...personOf(url, username, body.token ?? ''), authenticator, recoveryCodes };
}
