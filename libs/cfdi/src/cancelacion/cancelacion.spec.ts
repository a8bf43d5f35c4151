import { describe, expect, it } from '@jest/globals';
import type { Result } from '#kernel';
import { makeCertificado, makeKeyPair, hasMaterial, material } from '../testing/certificates.js';
import { hasXmlsec, verifyWithXmlsec } from '../testing/xmldsig.js';
import { openCsd, type Csd } from '../sello/csd.js';
import { nameToText } from '../sello/name.js';
import { readBody } from '../sello/x509.js';
import { cancelacionXml, type CancelacionInput } from './write.js';
import { parseCancelacion } from './read.js';
import type { FolioCancelacion } from './model.js';
import { verifyCancelacion } from './verify.js';

const keyPair = makeKeyPair();
function csd(rfc: string): Csd {
  const opened = openCsd(makeCertificado({ rfc, name: 'PAÑOS, S.A.', keys: keyPair }));
  if (!opened.ok) throw new Error(opened.refusal.code);
  return opened.value;
}
const EKU = csd('EKU9003173C9');
const A = '62B00C5E-4187-4336-B569-44E0030DC729';
const B = '11111111-2222-3333-4444-00000000000A';
const input = (over: Partial<CancelacionInput> = {}): CancelacionInput => ({
  rfcEmisor: 'EKU9003173C9',
  fecha: '2026-11-21T10:20:30',
  folios: [{ uuid: A, motivo: '02' }],
  ...over,
});
const manyFolios = (n: number): readonly FolioCancelacion[] =>
  Array.from({ length: n }, (_, i) => ({
    uuid: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    motivo: '03',
  }));
const value = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
};

describe('a cancellation request', () => {
  it.each<[string, CancelacionInput]>([
    ['of one CFDI', input()],
    ['with its substitute', input({ folios: [{ uuid: A, motivo: '01', folioSustitucion: B }] })],
    ['of retentions', input({ tipo: 'retenciones', folios: [{ uuid: A, motivo: '04' }] })],
    ['of an RFC with &', input({ rfcEmisor: 'H&E951128469' })],
    ['of an RFC with Ñ', input({ rfcEmisor: 'HAÑ930228SM9' })],
    ['of 500', input({ folios: manyFolios(500) })],
  ])('%s is written, signed, read and verified', async (_, request) => {
    const xml = value(await cancelacionXml(request, csd(request.rfcEmisor)));
    const expected = { tipo: 'cfdi', ...request };
    expect(parseCancelacion(xml)).toEqual({ ok: true, value: expected });
    const verified = value(verifyCancelacion(xml, { at: new Date('2026-11-21') }));
    expect(verified).toMatchObject({ ...expected, certificado: { rfc: request.rfcEmisor } });
    if (hasXmlsec) expect(verifyWithXmlsec(xml)).toBe(true);
  });

  it("has the authority's form", async () => {
    const folios = [{ uuid: A.toLowerCase(), motivo: '01', folioSustitucion: B.toLowerCase() }];
    const xml = value(await cancelacionXml(input({ folios }), EKU));
    expect(xml).toContain(
      '<Cancelacion xmlns="http://cancelacfd.sat.gob.mx" xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
        ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" RfcEmisor="EKU9003173C9"' +
        ` Fecha="2026-11-21T10:20:30"><Folios><Folio UUID="${A}" Motivo="01" FolioSustitucion="${B}"/></Folios>` +
        '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>',
    );
    expect(xml).toContain(
      '<X509IssuerSerial><X509IssuerName>CN=PAÑOS\\2c S.A.,' +
        'x500UniqueIdentifier=EKU9003173C9 / VADA800927DJ3,OU=Matriz</X509IssuerName>' +
        '<X509SerialNumber>30001000000500009999</X509SerialNumber></X509IssuerSerial>' +
        `<X509Certificate>${EKU.certificado}</X509Certificate>`,
    );
    expect(xml).toMatch(/<Modulus>[A-Za-z0-9+/]{342}==<\/Modulus><Exponent>AQAB<\/Exponent>/);
  });

  it.each<[string, string, Partial<CancelacionInput>]>([
    ['folios[0].folioSustitucion', 'required', { folios: [{ uuid: A, motivo: '01' }] }],
    ...['02', '03', '04'].map((motivo): [string, string, Partial<CancelacionInput>] => [
      'folios[0].folioSustitucion',
      'not_allowed',
      { folios: [{ uuid: A, motivo, folioSustitucion: B }] },
    ]),
    [
      'folios[0].folioSustitucion',
      'invalid_value',
      { folios: [{ uuid: A, motivo: '01', folioSustitucion: A.toLowerCase() }] },
    ],
    [
      'folios[0].folioSustitucion',
      'invalid_value',
      { folios: [{ uuid: A, motivo: '01', folioSustitucion: 'x' }] },
    ],
    ['folios[0].motivo', 'invalid_value', { folios: [{ uuid: A, motivo: '05' }] }],
    [
      'folios[1].uuid',
      'invalid_format',
      {
        folios: [
          { uuid: A, motivo: '02' },
          { uuid: 'x"/>', motivo: '02' },
        ],
      },
    ],
    [
      'folios[1].uuid',
      'not_allowed',
      { folios: [A, A.toLowerCase()].map((uuid) => ({ uuid, motivo: '02' })) },
    ],
    ['folios', 'required', { folios: [] }],
    ['folios', 'invalid_length', { folios: manyFolios(501) }],
    ['fecha', 'invalid_format', { fecha: '2026-02-30T10:00:00' }],
    ['fecha', 'invalid_format', { fecha: '2026-11-21T10:20:30Z' }],
    ['rfcEmisor', 'invalid_format', { rfcEmisor: 'eku9003173c9' }],
  ])('is refused at %s: %s', async (path, code, over) => {
    const refused = await cancelacionXml(input(over), EKU);
    expect(refused).toMatchObject({
      ok: false,
      refusal: { code: 'invalid_request', details: [{ path, code }] },
    });
  });

  it('is refused where the CSD is of another RFC', async () =>
    expect(await cancelacionXml(input({ rfcEmisor: 'CACX7605101P8' }), EKU)).toMatchObject({
      refusal: { code: 'invoice_cancellation_rfc_mismatch' },
    }));
});

(hasMaterial ? describe : describe.skip)("the tax authority's samples (SAT_MATERIAL)", () => {
  const sample = (...path: string[]): string => material('samples', ...path).toString();

  it.each([
    ['cancellation-document.xml', 'cfdi', 2],
    ['cancellation-retention-document.xml', 'retenciones', 2],
    ['cancellation-signed.xml', 'cfdi', 1],
  ])('%s is read', (file, type, folios) => {
    const read = value(parseCancelacion(sample('cancelacion', file)));
    expect(read.tipo).toBe(type);
    expect(read.folios).toHaveLength(folios);
  });

  it.each([
    ['sw-test_cancel_xml.json', 'cfdi'],
    ['sw-test_cancel_retencion.json', 'retenciones'],
  ])('the request in %s verifies, and not with one letter changed', (file, type) => {
    const { files } = JSON.parse(sample('pac', file)) as { files: [[string, [string, string, string]]] };
    const xml = files[0][1][1].slice(2, -1);
    expect(value(verifyCancelacion(xml))).toMatchObject({ tipo: type, rfcEmisor: 'EKU9003173C9' });
    const changed = verifyCancelacion(xml.replace('fe4e71b0', 'fe4e71b1'));
    expect(changed).toMatchObject({ refusal: { details: [{ code: '302' }] } });
    expect(verifyCancelacion(xml, { at: new Date('2026-11-21') })).toMatchObject({
      refusal: { details: [{ code: '304' }] },
    });
  });

  it.each(['cancellation-signed.xml', 'cancellation-answer-signed.xml'])(
    "%s names its certificate's issuer as it would be written here",
    (file) => {
      const xml = sample('cancelacion', file);
      const inside = (name: string): string => new RegExp(`<${name}>([^<]+)<`).exec(xml)?.[1] ?? '';
      const emisor = readBody(Buffer.from(inside('X509Certificate'), 'base64'))?.emisor ?? [];
      expect(nameToText(emisor)).toBe(inside('X509IssuerName'));
    },
  );

  it('a sample that was indented after it was signed does not verify', () => {
    const indented = verifyCancelacion(sample('cancelacion', 'cancellation-signed.xml'));
    expect(indented).toMatchObject({ refusal: { details: [{ code: '302', source: 'sat' }] } });
  });

  it('a request is signed with the public test certificate', async () => {
    const files = ['csd.cer', 'csd.key'].map((file) => material('csd', 'EKU9003173C9', file));
    const [cer, key] = files as [Buffer, Buffer];
    const xml = value(await cancelacionXml(input(), value(openCsd({ cer, key, password: '12345678a' }))));
    expect(value(verifyCancelacion(xml)).certificado.noCertificado).toBe('30001000000500003416');
    expect(xml).toContain('<X509IssuerName>CN=AC UAT,O=SERVICIO DE ADMINISTRACION TRIBUTARIA,OU=');
    if (hasXmlsec) expect(verifyWithXmlsec(xml)).toBe(true);
  });
});
