import { describe, expect, it } from '@jest/globals';
import type { InvoiceDoc, OrganizationDoc } from '#contracts';
import { issuer } from '#apps/invoicing/src/invoice/testing';
import { receiptModel } from './models.js';

const UUID = '62B00C5E-4187-4336-B569-44E0030DC729';
const OTHER = '11111111-2222-3333-4444-00000000000A';

const organization = {
  ...{ id: 'o', timezone: 'America/Mexico_City' },
  legal: { ...issuer, name: 'Kemper', phone: null, website: null, support_email: null },
  customization: { color: 'B4532A', pdf_extra: {} },
} as unknown as OrganizationDoc;
const invoice = {
  ...{ status: 'canceled', uuid: UUID, issuer_info: issuer, address: issuer.address, cancellation: null },
  ...{ canceled_at: null, created_at: '2026-11-20T18:00:00.000Z' },
} as unknown as InvoiceDoc;
const data = { invoice, organization } as Parameters<typeof receiptModel>[0];

const folio = (uuid: string, estatus: string): string =>
  `<Folios><UUID>${uuid}</UUID><EstatusUUID>${estatus}</EstatusUUID></Folios>`;
const signature = (value: string, namespace = 'http://www.w3.org/2000/09/xmldsig#'): string =>
  `<Signature Id="SelloSAT" xmlns="${namespace}"><SignatureValue>${value}</SignatureValue></Signature>`;
const acuse = (inside: string): string =>
  `<Acuse Fecha="2026-11-21T10:20:30" RfcEmisor="H&amp;E951128469">${inside}</Acuse>`;
const told = (xml: string) => {
  const { status_code, sat_seal } = receiptModel(data, xml);
  return { status_code, sat_seal };
};

describe('what the PDF of a receipt tells', () => {
  it('is the folio of this invoice and the seal of the authority', () => {
    expect(told(acuse(folio(OTHER, '205') + folio(UUID, '201') + signature('c2VsbG8=')))).toEqual({
      status_code: '201',
      sat_seal: 'c2VsbG8=',
    });
  });

  it.each([
    ['a comment', `<!--${folio(UUID, '999')}${signature('forged')}-->`],
    ['CDATA', `<Nota><![CDATA[${folio(UUID, '999')}${signature('forged')}]]></Nota>`],
    ['a namespace of its own', signature('forged', 'urn:mine')],
    ['an attribute', `<Nota x="&lt;EstatusUUID&gt;999&lt;"/>`],
  ])('is not what %s says', (_, before) => {
    expect(told(acuse(before + folio(UUID, '201') + signature('c2VsbG8=')))).toEqual({
      status_code: '201',
      sat_seal: 'c2VsbG8=',
    });
  });

  it.each([
    ['no receipt', ''],
    ['text that only looks like one', `<a>${'<EstatusUUID'.repeat(80_000)}`],
  ])('is nothing of %s', (_, xml) => {
    expect(told(xml)).toEqual({ status_code: null, sat_seal: null });
  });
});
