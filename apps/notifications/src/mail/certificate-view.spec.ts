import { describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { certificateView } from './certificate-view.js';
import { compose } from './compose.js';
import { look } from './testing-mails.js';

const notice = {
  kind: 'csd' as const,
  serial_number: '00001000000700000001',
  expires_at: '2027-05-18T11:43:51.000Z',
  days_left: 30,
};
const viewOf = (over: object = {}, with_ = look()) =>
  certificateView({ ...notice, ...over }, with_, 'America/Mexico_City');

describe('a mail about the end of a certificate', () => {
  it('says which one ends, when, and what follows from it', () => {
    expect(viewOf()).toMatchObject({
      subject: 'El Certificado de Sello Digital (CSD) de Panadería Peña vence en 30 días',
      paragraphs: [
        'El Certificado de Sello Digital (CSD) de Panadería Peña vence el 18/05/2027 05:43:51.',
        'Con un CSD vencido no es posible timbrar comprobantes ni solicitar su cancelación.',
      ],
      facts: [{ value: '00001000000700000001' }, { value: '18/05/2027 05:43:51' }],
    });
  });

  it.each([
    ['es', 'csd', 1, 'El Certificado de Sello Digital (CSD) de Panadería Peña vence en un día'],
    ['es', 'fiel', 0, 'El certificado de la e.firma (FIEL) de Panadería Peña venció'],
    ['en', 'csd', 7, 'The digital seal certificate (CSD) of Panadería Peña expires in 7 days'],
    ['en', 'fiel', 0, 'The e.firma certificate (FIEL) of Panadería Peña has expired'],
  ] as const)('has a subject in %s, of a %s and %i days', (language, kind, days_left, subject) =>
    expect(viewOf({ kind, days_left }, look({ language })).subject).toBe(subject),
  );

  it('says in the past what has ended', () => {
    expect(viewOf({ days_left: 0 }).paragraphs[0]).toContain('venció el 18/05/2027');
    expect(viewOf({ days_left: 0 }, look({ language: 'en' })).paragraphs[0]).toContain(
      'expired on 18/05/2027',
    );
  });

  it('is a whole message', async () => {
    const { raw } = await compose({
      tenant: { organizationId: '66f0c0c0c0c0c0c0c0c0c0c0', livemode: false },
      ...{ id: '019a7b3c5d6e0000aabbccdd', from: 'facturas@example.com' },
      ...{ to: ['ana@example.com'], waiting: ['ana@example.com'], date: new Date('2027-04-18T12:00:00Z') },
      ...{ view: viewOf({}, look({ name: 'A\r\nBcc: eve@example.com' })), look: look(), files: [] },
    });
    const read = await PostalMime.parse(raw);
    expect(read.bcc).toBeUndefined();
    expect([read.text, read.html].every((part) => part?.includes('00001000000700000001'))).toBe(true);
  });
});
