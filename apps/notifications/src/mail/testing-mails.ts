import type { Language } from '#kernel';
import type { InvoiceDoc } from '#contracts';
import type { MailLook } from './view.js';

/** For specs: an organization's look. */
export const look = (
  over: { language?: Language; color?: string; logo?: Uint8Array | null } & Partial<
    MailLook['organization']
  > = {},
): MailLook => {
  const { language = 'es', color = '0F766E', logo = null, ...organization } = over;
  return {
    ...{ language, color, logo },
    organization: {
      name: 'Panadería Peña',
      phone: '7711234567',
      website: 'https://example.com',
      support_email: 'ayuda@example.com',
      ...organization,
    },
  };
};

/** For specs: the API's answer of a stamped Live invoice, as far as mails go. */
export const answer = (over: object = {}): InvoiceDoc =>
  ({
    id: '019a7b3c5d6e0000aabbcc00',
    type: 'I',
    status: 'valid',
    livemode: true,
    series: 'A',
    folio_number: 12,
    uuid: '3F2B7A10-9C4E-4D81-B7A5-6E0D9C1F2A34',
    date: '2026-11-21T18:00:00.000Z',
    canceled_at: null,
    total: 1234.5,
    currency: 'MXN',
    customer: { legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', tax_id: 'URE180429TM6' },
    issuer_info: { legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9' },
    verification_url: 'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=3F2B',
    ...over,
  }) as InvoiceDoc;
