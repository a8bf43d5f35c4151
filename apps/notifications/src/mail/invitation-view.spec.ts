import { describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { compose } from './compose.js';
import { invitationView } from './invitation-view.js';
import { look } from './testing-mails.js';

const data = {
  link: `https://timbra.example/invitation/${'0a'.repeat(20)}`,
  inviter: { full_name: 'Ana Pérez', email: 'ana@example.com' },
  role: 'Facturación',
  expires_at: '2026-12-03T18:00:00.000Z',
};
const viewOf = (over: object = {}, with_ = look()) =>
  invitationView({ ...data, ...over }, with_, 'America/Mexico_City');

describe('the mail of an invitation', () => {
  it('says who invites, to what organization and role, and until when', () => {
    expect(viewOf()).toMatchObject({
      subject: 'Invitación para trabajar en Panadería Peña',
      paragraphs: [
        'Ana Pérez (ana@example.com) le invita a trabajar en Panadería Peña con el rol «Facturación».',
        'El enlace es solo para usted, sirve una sola vez y vence el 03/12/2026 12:00:00.',
      ],
      button: { label: 'Ver la invitación', href: data.link },
    });
    expect(viewOf({}, look({ language: 'en' }))).toMatchObject({
      subject: 'Invitation to work in Panadería Peña',
      button: { label: 'See the invitation' },
    });
  });

  it('leads nowhere but to a web page', () =>
    expect(() => viewOf({ link: 'javascript:alert(1)' })).toThrow(TypeError));

  it('carries no header, address or markup that names bring along', async () => {
    const evil = 'Eva\r\nBcc: mal@example.com\r\n\r\n<script>alert(1)</script>\u202e';
    const view = viewOf(
      { inviter: { full_name: evil, email: 'eva@example.com' }, role: evil },
      look({ name: `Escuela\r\nBcc: mal@example.com <img src=x onerror=alert(1)>` }),
    );
    const { raw } = await compose({
      tenant: { organizationId: '66f0c0c0c0c0c0c0c0c0c0c0', livemode: false },
      ...{ id: '019a7b3c5d6e0000aabbccdd', from: 'facturas@example.com' },
      ...{ to: ['eva@example.com'], waiting: ['eva@example.com'], date: new Date('2026-11-26T12:00:00Z') },
      ...{ view, look: look(), files: [] },
    });
    const read = await PostalMime.parse(raw);
    expect([read.to?.map(({ address }) => address), read.cc, read.bcc]).toEqual([
      ...[['eva@example.com'], undefined, undefined],
    ]);
    expect(read.html).not.toMatch(/<script|<img src=x/);
    expect(read.html).toContain(data.link);
    expect(read.text).toContain(data.link);
  });
});
