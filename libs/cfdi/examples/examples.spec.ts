import { describe, expect, it } from '@jest/globals';
import { buildComprobante, buildTimbre, insertTimbre, readComprobante } from '../src/index.js';
import { testCsd } from '../src/testing/certificates.js';
import { issue } from './factura.js';
import { pay } from './pago.js';
import { checkXml } from './check.js';

describe('the examples do what they say', () => {
  it('an invoice, its check, and its payment in two parts', async () => {
    const csd = testCsd();
    const xml = await issue(csd);
    expect(checkXml(xml)).toEqual([]);
    expect(checkXml(xml.replace('Total="691.20"', 'Total="691.21"'))).toEqual([
      'CFDI40102: el sello no corresponde',
      expect.stringContaining('CFDI40119') as unknown,
    ]);
    const parsed = readComprobante(xml);
    const timbre = await buildTimbre(
      {
        ...{ uuid: '5FB2822E-396D-4725-8521-CDC4BDD20CCF', fechaTimbrado: '2026-11-20T10:31:00' },
        ...{ rfcProvCertif: 'SPR190613I52', selloCfd: parsed.ok ? parsed.value.sellado.sello : '' },
      },
      csd,
    );
    const stampSeal = insertTimbre(xml, timbre);
    for (const [before, pago, n] of [
      ['0', '300', 1],
      ['300', '391.20', 2],
    ] as const)
      expect(checkXml(await issue(csd, pay(stampSeal, before, pago, n)))).toEqual([]);
    expect(() => pay(stampSeal, '300', '391.21', 2)).toThrow('invalid_request');
    expect(buildComprobante({ ...pay(stampSeal, '0', '1', 1), complementos: [] }).ok).toBe(false);
  });
});
