import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { startSmtp, type TestSmtp } from '#apps/notifications/src/mail/testing-smtp';
import { addUserKey } from '#apps/standalone/src/keys';
import { until } from '#bus/testing/until';
import { newId } from '#kernel';
import { adminRoleId, type OrganizationTeamEvent } from '#contracts';
import { startApp, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { calm } from '../../support/commands.js';
import { freshDatabase } from '../../support/database.js';
import { testEventStore } from '../../support/event-store.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/story.js';
import { upload } from './certificate-files.js';

/** Mails about what may not have been who should: to the owners, and to the person concerned. */

interface Person {
  readonly id: string;
  readonly email: string;
  readonly key: string;
}

let smtp: TestSmtp;
let app: TestApp;
let ana: Person;
let beto: Person;
let organization: TestOrganization;

beforeAll(async () => {
  smtp = await startSmtp({ disabledCommands: ['STARTTLS', 'AUTH'] });
  app = await startApp({
    TIMBRA_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    TIMBRA_MAIL_FROM: 'facturas@timbra.example',
  });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(async () => {
  [ana, beto] = [await newPerson(), await newPerson()];
  organization = await app.newOrganization(ana.key, 'Panadería Peña');
  await calm(app.runtime);
  smtp.manners = {};
  smtp.taken.length = 0;
});

async function newPerson(): Promise<Person> {
  const key = await app.newUser();
  const [{ id: keyId }] = await app.get('/users/me/keys', { key });
  const { rows } = await app.runtime.pool.query<{ id: string; email: string }>(
    `SELECT id, email FROM gateway.users WHERE keys->0->>'id' = $1`,
    [keyId],
  );
  if (!rows[0]) throw new Error('no such user');
  return { ...rows[0], key };
}

const stream = () => `organization-${organization.id}`;
/** As the team's own commands will do it. */
async function happens(event: OrganizationTeamEvent, by: Person): Promise<void> {
  const history = await app.runtime.store.read(stream());
  const tenant = { organizationId: organization.id, livemode: false };
  const metadata = { ...tenant, commandId: randomUUID(), correlationId: newId(), actor: `user:${by.id}` };
  await app.runtime.store.append(stream(), history.length - 1, [{ id: randomUUID(), ...event }], metadata);
}
const at = () => new Date().toISOString();
const join = () =>
  happens(
    {
      type: 'MemberJoined',
      data: { user_id: beto.id, role: adminRoleId(organization.id), invite_id: newId(), at: at() },
    },
    beto,
  );

const mails = () =>
  Promise.all(smtp.taken.map(async ({ to, raw }) => ({ ...(await PostalMime.parse(raw)), to })));
/** Waits for so many mails, and looks that there are no more. */
async function told(count: number): Promise<Awaited<ReturnType<typeof mails>>> {
  await until(async () => smtp.taken.length >= count);
  await calm(app.runtime);
  expect(smtp.taken).toHaveLength(count);
  return mails();
}
const addKey = (body: object = {}): Promise<Json> =>
  app.put(`/organizations/${organization.id}/apikeys/live`, body, { key: ana.key });

describe('the owners of an organization', () => {
  it('hear of a new Live key: who made it and when, and never the key', async () => {
    const key = (await addKey({ name: 'Tienda' })) as unknown as string;
    const [mail] = await told(1);
    expect(mail).toMatchObject({ to: [ana.email], subject: 'Nueva llave Live de Panadería Peña' });
    for (const part of [
      `${key.slice(0, 12)}…`,
      'Tienda',
      ana.email,
      '(America/Mexico_City)',
      'Si no fue usted',
    ])
      expect(mail?.text).toContain(part);
    expect(smtp.taken[0]?.raw.toString()).not.toContain(key.slice(0, 16));
    expect(mail?.html).not.toMatch(/<a |href|https?:/);
    expect(mail?.replyTo ?? []).toEqual([]);
  });

  it('hear that the Test key was renewed', async () => {
    await app.put(`/organizations/${organization.id}/apikeys/test`, undefined, { key: ana.key });
    const [mail] = await told(1);
    expect(mail).toMatchObject({ to: [ana.email], subject: 'Nueva llave Test de Panadería Peña' });
  });

  it('hear that a certificate was replaced or removed, by a key that is named; not of the first one', async () => {
    const live = (await addKey()) as unknown as string;
    await told(1);
    smtp.taken.length = 0;
    const names = { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' };
    const [first, second] = [await app.sandbox.issueCsd(names), await app.sandbox.issueCsd(names)];
    await upload(app, organization.id, first, { key: ana.key });
    await told(0);
    await upload(app, organization.id, second, { key: live });
    const [replaced] = await told(1);
    expect(replaced?.subject).toBe('Se reemplazó el Certificado de Sello Digital (CSD) de Panadería Peña');
    expect(replaced?.text).toContain(`la llave ${live.slice(0, 12)}…`);
    smtp.taken.length = 0;
    await app.del(`/organizations/${organization.id}/certificate`, { key: ana.key });
    const [removed] = await told(1);
    expect(removed?.subject).toBe('Se eliminó el Certificado de Sello Digital (CSD) de Panadería Peña');
  });
});

describe('a member and the owners', () => {
  it('hear of it when they join, each by a mail of their own', async () => {
    await join();
    const sent = await told(2);
    expect(
      sent
        .map(({ to }) => to)
        .flat()
        .sort(),
    ).toEqual([ana.email, beto.email].sort());
    for (const { subject, text, to } of sent) {
      expect(subject).toBe(`Ana Pérez (${beto.email}) tiene acceso a Panadería Peña`);
      expect(text).toContain('Administrador');
      // Who joins learns no address of others.
      if (to.includes(beto.email)) expect(text).not.toContain(ana.email);
    }
  });

  it('hear of another role', async () => {
    await join();
    await told(2);
    smtp.taken.length = 0;
    const content = { name: 'Ventas', template_code: 'org-readonly', add: [], remove: [] };
    await happens({ type: 'RoleAdded', data: { role_id: 'r1', ...content, by: ana.id, at: at() } }, ana);
    await happens(
      { type: 'MemberRoleSet', data: { user_id: beto.id, role: 'r1', by: ana.id, at: at() } },
      ana,
    );
    const sent = await told(2);
    for (const { subject, text } of sent) {
      expect(subject).toBe(`Cambió el rol de Ana Pérez (${beto.email}) en Panadería Peña`);
      expect(text).toContain('Rol: Ventas');
      expect(text).toContain(`Hecho por: Ana Pérez (${ana.email})`);
    }
  });

  it('hear of ownership that is shared, and given up', async () => {
    await join();
    await happens({ type: 'OwnershipShared', data: { user_id: beto.id, by: ana.id, at: at() } }, ana);
    await told(4);
    smtp.taken.length = 0;
    const role = adminRoleId(organization.id);
    await happens({ type: 'OwnershipGivenUp', data: { user_id: ana.id, role, at: at() } }, ana);
    const sent = await told(2);
    expect(
      sent
        .map(({ to }) => to)
        .flat()
        .sort(),
    ).toEqual([ana.email, beto.email].sort());
    expect(sent[0]?.subject).toBe(`Ana Pérez (${ana.email}) ya no es propietario de Panadería Peña`);
  });

  it('of other organizations hear nothing', async () => {
    await app.newOrganization(beto.key, 'Otra');
    await addKey();
    const [mail] = await told(1);
    expect(mail?.to).toEqual([ana.email]);
  });
});

describe('a user', () => {
  it('hears of a further key of theirs, from the service', async () => {
    await addUserKey(app.runtime, beto.email);
    const [mail] = await told(1);
    expect(mail).toMatchObject({
      to: [beto.email],
      subject: 'Nueva llave de usuario',
      from: { name: 'Timbra' },
    });
    expect(mail?.text).toContain('Hecho por: el operador del servicio');
  });
});

describe('a notice', () => {
  it('waits where the mail server is away', async () => {
    smtp.manners = { mail: () => 451 };
    await addKey();
    await until(async () => {
      const { rows } = await app.runtime.pool.query<{ status: string }>(
        `SELECT status FROM gateway.mails WHERE organization_id = $1 AND template = 'security-notice'`,
        [organization.id],
      );
      return rows.length === 1 && rows[0]?.status === 'delayed';
    });
    expect(smtp.taken).toEqual([]);
    // It is tried again half a minute later: that passes at once, and not amid another test.
    smtp.manners = {};
    await app.runtime.pool.query(
      "UPDATE platform.pending_commands SET due_at = now() WHERE command->>'type' LIKE 'notifications.%'",
    );
    await told(1);
  });

  it('is one mail, however often its command comes', async () => {
    await addKey();
    await told(1);
    const { rows } = await app.runtime.pool.query<{ id: string }>(
      `SELECT id FROM gateway.mails WHERE organization_id = $1 AND template = 'security-notice'`,
      [organization.id],
    );
    const history = await app.runtime.store.read(stream());
    const added = history.findLast(({ type }) => type === 'LiveKeyAdded');
    const data = {
      matter: { kind: 'live-key-added' as const, first_12: 'sk_live_abcd', name: null, narrowed: false },
      ...{ to: 'owners' as const, person: null, actor: `user:${ana.id}`, at: at() },
      revision: added?.revision ?? 0,
    };
    for (let time = 0; time < 3; time += 1)
      await app.runtime.bus.send({
        ...{ id: randomUUID(), type: 'notifications.send-security-notice', key: rows[0]?.id ?? '', data },
        ...{ tenant: { organizationId: organization.id, livemode: false }, actor: 'process:story' },
        ...{ correlationId: newId(), time: at() },
      });
    await told(1);
    // Nor is anything of it left in the store of contents.
    const tenant = { organizationId: organization.id, livemode: false };
    expect(await app.runtime.contents.get(tenant, `mail/${rows[0]?.id}`)).toBeUndefined();
  });

  it('is sent once by a service that was killed before it knew how far it had come', async () => {
    const [database, events] = await Promise.all([freshDatabase(), testEventStore()]);
    const env = {
      ...{ DATABASE_URL: database.url, ...events.env },
      TIMBRA_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      TIMBRA_MAIL_FROM: 'facturas@timbra.example',
    };
    const first = await startApp(env);
    const user = await first.newUser();
    const { id } = await first.newOrganization(user, 'Otra');
    const path = `/organizations/${id}/apikeys/live`;
    await first.put(path, { name: 'Una' }, { key: user });
    await until(async () => smtp.taken.length === 1);
    // As it would be found: the events are to be read again, and their commands are not stored.
    await first.runtime.stopFollowing();
    await first.runtime.pool.query(
      `UPDATE platform.checkpoints SET position = 0 WHERE name = 'organizations.security-notices'`,
    );
    await first.close();
    const second = await startApp(env);
    await second.put(path, { name: 'Dos' }, { key: user });
    await until(async () => smtp.taken.length >= 2);
    await sleep(500);
    expect((await mails()).map(({ text }) => /Una|Dos/.exec(text ?? '')?.[0])).toEqual(['Una', 'Dos']);
    expect(second.bugs()).toEqual([]);
    await second.close();
    await Promise.all([database.drop(), events.stop()]);
  });

  it('leaves no bug behind', () => expect(app.bugs()).toEqual([]));
});
