import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Result } from '#kernel';
import { makeCertificado, makeKeyPair } from '../testing/certificates.js';
import { hasXmlsec, verifyWithXmlsec } from '../testing/xmldsig.js';
import { openCsd, type Csd } from '../sello/csd.js';
import { findRespuestaCode, RESPUESTA_CODES } from './respuesta-codes.js';
import { respuestaXml, type RespuestaCancelacion } from './respuesta.js';
import { parseRespuesta, verifyRespuesta } from './verify-respuesta.js';
import { verifyCancelacion } from './verify.js';

const keyPair = makeKeyPair();
function csd(rfc: string): Csd {
  const opened = openCsd(makeCertificado({ rfc, name: 'PAÑOS, S.A.', keys: keyPair }));
  if (!opened.ok) throw new Error(opened.refusal.code);
  return opened.value;
}
const URE = csd('URE180429TM6');
const A = '62B00C5E-4187-4336-B569-44E0030DC729';
const B = '11111111-2222-3333-4444-00000000000A';
const at = new Date('2026-11-21');
const input = (over: Partial<RespuestaCancelacion> = {}): RespuestaCancelacion => ({
  ...{ rfcReceptor: 'URE180429TM6', rfcPac: 'SPR190613I52', fecha: '2026-11-21T10:20:30' },
  folios: [{ uuid: A, respuesta: 'Aceptacion' }],
  ...over,
});
const value = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
};
const code = (xml: string): string => {
  const verified = verifyRespuesta(xml, { at });
  return verified.ok ? 'ok' : (verified.refusal.details?.[0]?.code ?? '');
};

describe("a receiver's answer to a cancellation request", () => {
  it.each<[string, RespuestaCancelacion]>([
    ['that accepts', input()],
    ['that rejects', input({ folios: [{ uuid: A, respuesta: 'Rechazo' }] })],
    [
      'to two',
      input({
        folios: [
          { uuid: A, respuesta: 'Rechazo' },
          { uuid: B, respuesta: 'Aceptacion' },
        ],
      }),
    ],
    ['of an RFC with &', input({ rfcReceptor: 'H&E951128469' })],
  ])('%s is written, signed, read and verified', async (_, answer) => {
    const xml = value(await respuestaXml(answer, csd(answer.rfcReceptor)));
    expect(parseRespuesta(xml)).toEqual({ ok: true, value: answer });
    const verified = value(verifyRespuesta(xml, { at }));
    expect(verified).toMatchObject({ ...answer, certificado: { rfc: answer.rfcReceptor } });
    if (hasXmlsec) expect(verifyWithXmlsec(xml)).toBe(true);
  });

  it("has the service's form, and the same bytes each time that it is signed", async () => {
    const xml = value(await respuestaXml(input(), URE));
    expect(xml).toContain(
      '<SolicitudAceptacionRechazo xmlns="http://cancelacfd.sat.gob.mx" xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
        ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" RfcReceptor="URE180429TM6"' +
        ' RfcPacEnviaSolicitud="SPR190613I52" Fecha="2026-11-21T10:20:30">' +
        `<Folios><UUID>${A}</UUID><Respuesta>Aceptacion</Respuesta></Folios><Signature `,
    );
    expect(value(await respuestaXml(input(), URE))).toBe(xml);
  });

  it.each<[string, Partial<RespuestaCancelacion>, string]>([
    ['no RFC of the receiver', { rfcReceptor: 'X' }, 'rfcReceptor'],
    ['no RFC of a PAC', { rfcPac: '' }, 'rfcPac'],
    ['a day that does not exist', { fecha: '2026-02-30T00:00:00' }, 'fecha'],
    ['no folio', { folios: [] }, 'folios'],
    ['a UUID of another shape', { folios: [{ uuid: `${A}"/>`, respuesta: 'Rechazo' }] }, 'folios[0].uuid'],
    [
      'two answers to one',
      {
        folios: [
          { uuid: A, respuesta: 'Rechazo' },
          { uuid: A.toLowerCase(), respuesta: 'Aceptacion' },
        ],
      },
      'folios[1].uuid',
    ],
  ])('is not written with %s', async (_, over, path) => {
    expect(await respuestaXml(input(over), URE)).toMatchObject({
      refusal: { code: 'invalid_request', details: [{ path }] },
    });
  });

  it("is not signed with somebody else's CSD", async () => {
    expect(await respuestaXml(input(), csd('EKU9003173C9'))).toMatchObject({
      refusal: { code: 'invoice_cancellation_rfc_mismatch' },
    });
  });

  it.each<[string, string, (xml: string) => string]>([
    ['302', 'Rechazo made Aceptacion', (x) => x.replace('Aceptacion<', 'Rechazo<')],
    ['302', 'another UUID', (x) => x.replace(A, B)],
    ['302', 'another PAC', (x) => x.replace('SPR190613I52', 'LSO1306189R5')],
    ['302', 'no signature', (x) => x.replace(/<Signature[\s\S]*<\/Signature>/, '')],
    ['303', 'another receiver', (x) => x.replace('URE180429TM6', 'EKU9003173C9')],
    ['301', 'another word', (x) => x.replace('Aceptacion<', 'Quizas<')],
    ['301', 'one more element', (x) => x.replace('<Signature', '<Otro/><Signature')],
    ['301', 'one more attribute', (x) => x.replace('Fecha=', 'Otro="1" Fecha=')],
    ['301', 'a DOCTYPE', (x) => x.replace('<Solicitud', '<!DOCTYPE a><Solicitud')],
    ['301', 'no XML', () => 'x'],
  ])('is refused with %s: %s', async (expected, _, change) => {
    expect(code(change(value(await respuestaXml(input(), URE))))).toBe(expected);
  });

  it('is no request to cancel, nor the reverse', async () => {
    const xml = value(await respuestaXml(input(), URE));
    expect(verifyCancelacion(xml).ok).toBe(false);
    expect(code(xml.replaceAll('SolicitudAceptacionRechazo', 'Cancelacion'))).toBe('301');
  });

  it('with any character changed is never taken for another answer', async () => {
    const xml = value(await respuestaXml(input(), URE));
    fc.assert(
      fc.property(
        fc.nat(xml.length - 1),
        fc.constantFrom('A', '0', '<', '>', ' ', 'ñ'),
        (place, character) => {
          const changed = xml.slice(0, place) + character + xml.slice(place + 1);
          const verified = verifyRespuesta(changed, { at });
          return !verified.ok || verified.value.folios[0]?.respuesta === 'Aceptacion';
        },
      ),
      { numRuns: 300 },
    );
  });
});

it('every code of an answer has its meaning in both languages', () => {
  expect(RESPUESTA_CODES.map(({ codigo }) => codigo)).toEqual([
    ...['1000', '1001', '1002', '1003', '1004', '1005', '1006'],
  ]);
  for (const { texto } of RESPUESTA_CODES) expect(texto.es).not.toBe(texto.en);
  expect(findRespuestaCode(' 1002 ')?.efecto).toBe('previa');
  expect(findRespuestaCode('201')).toBeUndefined();
});
