import { describe, expect, it } from '@jest/globals';
import { buildComprobante, buildTimbre, insertTimbre, leerComprobante } from '../src/index.js';
import { csdDePrueba } from '../src/testing/certificados.js';
import { emitir } from './factura.js';
import { pagar } from './pago.js';
import { revisarXml } from './revisar.js';

describe('the examples do what they say', () => {
  it('an invoice, its check, and its payment in two parts', async () => {
    const csd = csdDePrueba();
    const xml = await emitir(csd);
    expect(revisarXml(xml)).toEqual([]);
    expect(revisarXml(xml.replace('Total="691.20"', 'Total="691.21"'))).toEqual([
      'CFDI40102: el sello no corresponde',
      expect.stringContaining('CFDI40119') as unknown,
    ]);
    const leido = leerComprobante(xml);
    const timbre = await buildTimbre(
      {
        ...{ uuid: '5FB2822E-396D-4725-8521-CDC4BDD20CCF', fechaTimbrado: '2026-11-20T10:31:00' },
        ...{ rfcProvCertif: 'SPR190613I52', selloCfd: leido.ok ? leido.value.sellado.sello : '' },
      },
      csd,
    );
    const timbrado = insertTimbre(xml, timbre);
    for (const [antes, pago, n] of [
      ['0', '300', 1],
      ['300', '391.20', 2],
    ] as const)
      expect(revisarXml(await emitir(csd, pagar(timbrado, antes, pago, n)))).toEqual([]);
    expect(() => pagar(timbrado, '300', '391.21', 2)).toThrow('invalid_request');
    expect(buildComprobante({ ...pagar(timbrado, '0', '1', 1), complementos: [] }).ok).toBe(false);
  });
});
