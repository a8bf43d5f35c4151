import { describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import type { SecurityMatter, SecurityNoticeMail } from '#contracts';
import { compose } from './compose.js';
import { securityView, withoutLinks } from './security-view.js';
import { securityWords } from './security-words.js';
import { look } from './testing-mails.js';

const ana = { full_name: 'Ana Pérez', email: 'ana@example.com' };
const base: SecurityNoticeMail['data'] = {
  matter: { kind: 'live-key-added', first_12: 'sk_live_abcd', name: 'Tienda', narrowed: false },
  ...{ at: '2026-11-26T18:05:00.000Z', actor: { type: 'person', ...ana }, person: null, role_name: null },
};
const viewOf = (over: Partial<typeof base> = {}, with_ = look()) =>
  securityView({ ...base, ...over }, with_, 'America/Tijuana');
const matters: readonly SecurityMatter[] = [
  base.matter,
  { kind: 'test-key-renewed', first_12: 'sk_test_abcd' },
  { kind: 'user-key-added', first_12: 'sk_user_abcd' },
  { kind: 'user-keys-reset', first_12: 'sk_user_abcd' },
  { kind: 'member-joined', role: 'r1' },
  { kind: 'role-set', role: 'r1' },
  { kind: 'ownership-shared' },
  { kind: 'ownership-given-up', role: 'r1' },
  { kind: 'certificate-replaced', certificate: 'csd', serial_number: '2', replaces: '1' },
  { kind: 'certificate-removed', certificate: 'fiel', serial_number: '2' },
];

describe('a mail about security', () => {
  it('says what was done, by whom, when by the organization’s clock, and what to do', () => {
    const { subject, paragraphs, facts, notes, button } = viewOf();
    expect([subject, button]).toEqual(['Nueva llave Live de Panadería Peña', null]);
    expect(paragraphs[0]).toContain('Se generó una llave Live de Panadería Peña');
    expect(facts).toEqual([
      { label: 'Llave', value: 'sk_live_abcd…' },
      { label: 'Nombre de la llave', value: 'Tienda' },
      { label: 'Alcance', value: 'Todas las operaciones de las llaves Live, desde cualquier dirección' },
      { label: 'Hecho por', value: 'Ana Pérez (ana@example.com)' },
      { label: 'Fecha y hora', value: '26/11/2026 10:05:00 (America/Tijuana)' },
    ]);
    expect(notes[0]).toContain('Si no fue usted');
  });

  it.each(matters)('has words for $kind in both languages', (matter) => {
    const person = { full_name: 'Beto', email: 'beto@example.com' };
    const [es, en] = (['es', 'en'] as const).map((language) =>
      viewOf({ matter, person, role_name: { es: 'Ventas', en: 'Ventas' } }, look({ language })),
    );
    for (const view of [es, en]) {
      expect(view?.paragraphs[0]).toMatch(/\.$/);
      expect(JSON.stringify(view)).not.toMatch(/undefined|null,null|https?:/);
    }
    expect(es?.subject).not.toBe(en?.subject);
  });

  it.each([
    [{ type: 'key', first_12: 'sk_live_wxyz' }, 'la llave sk_live_wxyz…'],
    [{ type: 'key', first_12: null }, 'una llave de la organización que ya no existe'],
    [{ type: 'link' }, 'un enlace que la organización generó'],
    [{ type: 'operator' }, 'el operador del servicio'],
    [{ type: 'service' }, 'el servicio'],
    [{ type: 'person', full_name: ' ', email: 'ana@example.com' }, 'ana@example.com'],
  ] as const)('names who did it: %j', (actor, value) =>
    expect(viewOf({ actor }).facts).toContainEqual({ label: 'Hecho por', value }),
  );

  it('makes no link of what somebody has named a key, a role or themself', () => {
    const evil = 'Urgente: entre a https://evil.example/x o escriba a soporte@evil.example';
    const view = viewOf({
      matter: { kind: 'live-key-added', first_12: 'sk_live_abcd', name: evil, narrowed: true },
      actor: { type: 'person', full_name: 'www.evil.example', email: 'ana@example.com' },
      role_name: { es: evil, en: evil },
    });
    const text = JSON.stringify(view);
    expect(text).not.toMatch(/evil\.example|:\/\/|soporte@/);
    expect(text).toContain('www[.]evil[.]example (ana@example.com)');
    expect(withoutLinks('Comercial del Sur, S.A. de C.V.')).toBe('Comercial del Sur, S.A. de C.V.');
  });

  it('is a whole message, which nobody can add headers or recipients to', async () => {
    const name = 'A\r\nBcc: eve@example.com';
    const { raw } = await compose({
      tenant: { organizationId: '66f0c0c0c0c0c0c0c0c0c0c0', livemode: false },
      ...{ id: '019a7b3c5d6e0000aabbccdd', from: 'facturas@example.com' },
      ...{ to: ['ana@example.com'], waiting: ['ana@example.com'], date: new Date('2027-04-18T12:00:00Z') },
      ...{
        view: viewOf({
          person: { full_name: name, email: 'b@example.com' },
          matter: { kind: 'ownership-shared' },
        }),
      },
      ...{ look: look({ name }), files: [] },
    });
    const mail = await PostalMime.parse(raw);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.subject).toContain('tiene otro propietario');
    expect(mail.text).toContain('no tiene enlaces');
  });

  it('has the same facts in both languages', () => {
    const { es, en } = securityWords;
    expect(Object.keys(es.facts)).toEqual(Object.keys(en.facts));
  });
});
