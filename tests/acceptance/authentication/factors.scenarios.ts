// Plays the scenarios of second factors: the own ones, and ending those of somebody else.
import { expect } from 'vitest';
import { createAuthenticator } from '../../support/authenticator.ts';
import { PERSON_PASSWORD, type Person, personOf } from '../../support/people.ts';
import type { Scenario } from '../world.ts';
import { enrol } from './enrolled.ts';

async function factorTypesOf({ sure }: Person): Promise<readonly string[]> {
  return (await sure.authentication.listFactors()).body.map(({ type }) => type).sort();
}

export const factorScenarios: Readonly<Record<string, Scenario>> = {
  'authentication listFactors': async (as, world) => {
    const { body } = await as(await enrol(world)).authentication.listFactors();
    expect(body).toMatchObject([
      { type: 'TOTP', enabled: true, remaining: null },
      { type: 'RECOVERY_CODE', enabled: true, remaining: 10 },
    ]);
  },
  'authentication beginTotp': async (as, { somebody }) => {
    const person = await somebody();
    const { body } = await as(person).authentication.beginTotp({ body: { name: 'Telephone' } });
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.otpauthUri).toContain(`secret=${body.secret}`);
    // Without its first code it is no factor.
    expect(await factorTypesOf(person)).toEqual([]);
  },
  'authentication confirmTotp': async (as, { url, somebody }) => {
    const person = await somebody();
    const { body: totp } = await person.sure.authentication.beginTotp({ body: {} });
    const { body } = await as(person).authentication.confirmTotp({
      body: { factorUuid: totp.factorUuid, code: await createAuthenticator(totp.secret).code() },
    });
    expect(new Set(body.recoveryCodeList).size).toBe(10);
    expect((await person.client.session.get()).errorDetail).toMatchObject({ errorCode: 'SESSION_EXPIRED' });
    const rotated = personOf(url, person.username, body.token ?? '');
    expect(await factorTypesOf(rotated)).toEqual(['RECOVERY_CODE', 'TOTP']);
  },
  'authentication removeFactor': async (as, world) => {
    const person = await enrol(world);
    const factors = await person.sure.authentication.listFactors();
    const uuid = factors.body.find(({ type }) => type === 'TOTP')?.uuid ?? '';
    const { body } = await as(person).authentication.removeFactor({ params: { uuid } });
    expect(await factorTypesOf(personOf(world.url, person.username, body.token ?? ''))).toEqual([]);
    const login = await person.sure.authentication.login({
      body: { username: person.username, password: PERSON_PASSWORD },
    });
    expect(login.body.status).toBe('AUTHENTICATED');
  },
  'authentication setEmailFactor': async (as, { url, somebody }) => {
    const person = await somebody();
    const refused = as(person).authentication.setEmailFactor({ body: { enabled: true } });
    await expect(refused).rejects.toMatchObject({ code: 'FACTOR_UNAVAILABLE' });
    const { body } = await as(person).authentication.setEmailFactor({ body: { enabled: false } });
    expect(await factorTypesOf(personOf(url, person.username, body.token ?? ''))).toEqual([]);
  },
  'authentication createRecoveryCodes': async (as, world) => {
    const person = await enrol(world);
    const { body } = await as(person).authentication.createRecoveryCodes();
    expect(new Set(body.recoveryCodeList).size).toBe(10);
    const { username } = person;
    const { body: first } = await person.sure.authentication.login({ body: { username, password: PERSON_PASSWORD } });
    const verificationIdentifier = first.verificationIdentifier ?? '';
    const use = (code = '') =>
      person.client.authentication.completeLoginWithCode({
        body: { verificationIdentifier, verificationType: 'RECOVERY_CODE', code },
      });
    expect((await use(person.recoveryCodes[0])).errorDetail).toMatchObject({ errorCode: 'AUTH_CODE_INVALID' });
    const done = await use(body.recoveryCodeList?.[0]);
    expect(done.body).toMatchObject({ status: 'AUTHENTICATED', recoveryCodeCount: 9 });
  },
  'authentication resetFactors': async (as, world) => {
    const { admin } = world;
    const person = await enrol(world);
    const { username } = person;
    const { body: user } = await admin.sure.authentication.getUserByUsername({ params: { username } });
    await as(admin).authentication.resetFactors({ params: { uuid: user.uuid } });
    expect((await person.client.session.get()).errorDetail).toMatchObject({ errorCode: 'SESSION_EXPIRED' });
    const { body } = await person.sure.authentication.login({ body: { username, password: PERSON_PASSWORD } });
    expect(body.status).toBe('AUTHENTICATED');
  },
};
