import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newIdCcp, readCartaPorteQr, urlCartaPorte } from './folio.js';
import { cartaPorteFull } from './testing/index.js';
import { cartaOf } from './testing/document.js';

describe('the folio of a Carta Porte', () => {
  it('is a UUID of version 4 that begins with CCC', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 20 }), (random) => {
        const before = [...random];
        expect(newIdCcp(random)).toMatch(
          /^CCC[0-9A-F]{5}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/,
        );
        expect([...random]).toEqual(before);
      }),
      { seed: 4 },
    );
  });

  it('is made of the bytes and of nothing else', () => {
    const bytes = Uint8Array.from({ length: 16 }, (_, i) => i * 17);
    expect(newIdCcp(bytes)).toBe('CCC12233-4455-4677-8899-AABBCCDDEEFF');
    expect(() => newIdCcp(bytes.subarray(1))).toThrow(RangeError);
  });
});

describe('the address of its QR code', () => {
  it('has the folio, when the goods leave and when it was stamped', () => {
    const qr = readCartaPorteQr(cartaOf(cartaPorteFull('01', 'T')).node);
    expect(qr).toEqual({
      idCcp: 'CCC01A2B-3C4D-4E5F-8A9B-0C1D2E3F4A5B',
      fechaOrigen: '2026-11-20T10:00:00',
    });
    expect(urlCartaPorte({ idCcp: '', fechaOrigen: '', ...qr, fechaTimbrado: '2026-11-20T10:31:00' })).toBe(
      'https://verificacfdi.facturaelectronica.sat.gob.mx/verificaccp/default.aspx' +
        '?IdCCP=CCC01A2B-3C4D-4E5F-8A9B-0C1D2E3F4A5B&FechaOrig=2026-11-20T10:00:00&FechaTimb=2026-11-20T10:31:00',
    );
  });

  it('needs a folio and an origin', () => {
    const { node } = cartaOf(cartaPorteFull('01', 'T'));
    expect(readCartaPorteQr({ ...node, attributes: {} })).toBeUndefined();
    expect(readCartaPorteQr({ ...node, children: [] })).toBeUndefined();
  });
});
