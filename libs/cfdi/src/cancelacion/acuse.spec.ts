import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasMaterial, material } from '../testing/certificates.js';
import { escapeXml } from '../text.js';
import { parseAcuse } from './acuse.js';
import { CANCELACION_CODES, findCancelacionCode } from './codes.js';

const A = '62B00C5E-4187-4336-B569-44E0030DC729';
const B = '11111111-2222-3333-4444-00000000000A';
const toPair = (uuid: string, estatus: string): string =>
  `<UUID>${uuid}</UUID><EstatusUUID>${estatus}</EstatusUUID>`;
const SIGNATURE = '<Signature Id="SelloSAT" xmlns="http://www.w3.org/2000/09/xmldsig#"><X/></Signature>';
const HEADER = 'Fecha="2026-11-21T10:20:30.1234567" RfcEmisor="H&amp;E951128469"';
const acuse = `<Acuse ${HEADER}><Folios xmlns="http://cancelacfd.sat.gob.mx">${toPair(A.toLowerCase(), '201')}</Folios>${SIGNATURE}</Acuse>`;
const soap =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
  '<CancelaCFDResponse xmlns="http://cancelacfd.sat.gob.mx">' +
  `<CancelaCFDResult ${HEADER}><Folios>${toPair(A, '201')}</Folios>${SIGNATURE}</CancelaCFDResult>` +
  '</CancelaCFDResponse></s:Body></s:Envelope>';
const isInside = (text: string): string =>
  `<e:Envelope xmlns:e="e"><e:Folios><e:Folio>${toPair(A, '201')}</e:Folio></e:Folios><e:Acuse>${text}</e:Acuse></e:Envelope>`;

const expected = {
  rfcEmisor: 'H&E951128469',
  fecha: '2026-11-21T10:20:30.1234567',
  folios: [{ uuid: A, estatusUuid: '201', efecto: 'solicitada' }],
};

describe('a receipt', () => {
  it.each([
    ['Acuse', acuse, acuse],
    ['Acuse with a declaration', `<?xml version="1.0"?>${acuse}`, `<?xml version="1.0"?>${acuse}`],
    ['SOAP', soap, soap],
    ['Acuse escaped in an answer', isInside(escapeXml(acuse)), acuse],
    ['SOAP escaped in an answer', isInside(escapeXml(soap)), soap],
    ['SOAP as CDATA in an answer', isInside(`<![CDATA[${soap}]]>`), soap],
    ['beside a message', `<a><m>&lt;br&gt; listo</m>${acuse}</a>`, `<a><m>&lt;br&gt; listo</m>${acuse}</a>`],
    ['twice escaped', isInside(escapeXml(isInside(escapeXml(soap)))), soap],
  ])('is read: %s', (_, xml, kept) =>
    expect(parseAcuse(xml)).toEqual({ ok: true, value: { ...expected, xml: kept } }),
  );

  it('of several folios, each in its Folios or together', () => {
    const xml = `<Acuse ${HEADER}><Folios>${toPair(A, '202')}</Folios><Folios>${toPair(B, '205')}${toPair(A, '999')}</Folios></Acuse>`;
    expect(parseAcuse(xml)).toMatchObject({
      value: {
        folios: [
          { uuid: A, efecto: 'previa' },
          { uuid: B, efecto: 'reintentar' },
          { uuid: A, estatusUuid: '999', efecto: undefined },
        ],
      },
    });
  });

  it('of retentions', () => {
    const xml = `<CancelaRetencionResult ${HEADER}><Folios>${toPair(A, '1202')}</Folios></CancelaRetencionResult>`;
    expect(parseAcuse(xml)).toMatchObject({ value: { folios: [{ estatusUuid: '1202', efecto: 'previa' }] } });
  });

  it('of a request that was refused as a whole', () =>
    expect(parseAcuse('<Acuse CodEstatus="303" Fecha="0001-01-01T00:00:00"/>')).toMatchObject({
      value: { codEstatus: '303', rfcEmisor: '', folios: [] },
    }));

  it.each([
    ['no XML', 'x'],
    ['none', '<a/>'],
    ['two', `<a>${acuse}${acuse}</a>`],
    ['no folios', `<Acuse ${HEADER}/>`],
    ['no date', `<Acuse RfcEmisor="EKU9003173C9"><Folios>${toPair(A, '201')}</Folios></Acuse>`],
    ['a UUID without status', `<Acuse ${HEADER}><Folios><UUID>${A}</UUID></Folios></Acuse>`],
    ['no UUID', `<Acuse ${HEADER}><Folios>${toPair('x', '201')}</Folios></Acuse>`],
    ['no status', `<Acuse ${HEADER}><Folios>${toPair(A, '<x/>')}</Folios></Acuse>`],
    ['a broken one inside', isInside('&lt;Acuse')],
    ['a DOCTYPE inside', isInside(escapeXml(`<!DOCTYPE a>${acuse}`))],
    [
      'one inside of a signature',
      `<a><s:Signature xmlns:s="http://www.w3.org/2000/09/xmldsig#">${acuse}</s:Signature></a>`,
    ],
    ['a very large one', `<a>${' '.repeat(2 ** 20)}</a>`],
  ])('is refused: %s', (_, xml) =>
    expect(parseAcuse(xml)).toMatchObject({ ok: false, refusal: { details: [{ path: 'xml' }] } }),
  );

  it('any text at all is read or refused', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(soap.length), (text, at) => {
        parseAcuse(text);
        parseAcuse(isInside(escapeXml(soap.slice(0, at) + text + soap.slice(at))));
      }),
      { numRuns: 200, seed: 12 },
    ));
});

describe('codes', () => {
  it('are each there once, in both languages', () => {
    const codes = CANCELACION_CODES.map(({ codigo }) => codigo);
    expect(new Set(codes).size).toBe(codes.length);
    for (const { texto } of CANCELACION_CODES) {
      expect(texto.es).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/);
      expect(texto.en).toMatch(/^[A-Z].*\.$/);
    }
  });

  it.each([
    ['201', 'folio', 'solicitada'],
    ['202', 'folio', 'previa'],
    ['205', 'folio', 'reintentar'],
    ['208', 'folio', 'rechazada'],
    ['304', 'peticion', 'rechazada'],
    ['1201', 'folio', 'solicitada'],
    ['CR1202', 'folio', 'previa'],
    [' cr1309 ', 'peticion', 'rechazada'],
  ])('%s is of a %s: %s', (code, level, efecto) =>
    expect(findCancelacionCode(code)).toMatchObject({ nivel: level, efecto }),
  );

  it.each(['', '999', '__proto__', 'CR', '2010'])('%j is not known', (code) =>
    expect(findCancelacionCode(code)).toBeUndefined(),
  );
});

(hasMaterial ? describe : describe.skip)("recorded providers' answers (SAT_MATERIAL)", () => {
  it.each([
    ['finkok-cancel.xml', 'B107F0AC-6BC3-52CF-A3D7-5E9479414209', 'EKU9003173C9'],
    ['finkok-cancel_comprobante.xml', '035DD56C-7293-5365-BC40-17C07C2B4BEF', 'EKU9003173C9'],
    ['finkok-get_receipt.xml', 'E174F807-BEFA-4CF6-9B11-2A013B12F398', 'LAN7008173R5'],
  ])('%s', (file, uuid, rfcEmisor) => {
    const read = parseAcuse(material('samples', 'pac', file).toString());
    expect(read).toMatchObject({ value: { rfcEmisor, folios: [{ uuid, efecto: 'solicitada' }] } });
    expect(read.ok && read.value.xml).toMatch(/^<s:Envelope.*<\/s:Envelope>$/s);
  });
});
