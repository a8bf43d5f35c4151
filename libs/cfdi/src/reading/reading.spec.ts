import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { documentWith } from '../testing/build.js';
import { testCsd, hasMaterial, material, MATERIAL } from '../testing/certificates.js';
import { concepto } from '../testing/samples.js';
import { sealComprobante, verifySello } from '../sello/sello.js';
import { cadenaTfd } from '../timbre/timbre.js';
import { cadenaOriginalOf } from './cadena.js';
import { parseComprobante } from './comprobante.js';
import { readXml } from './nodes.js';

const read = (xml: string) => {
  const parsed = parseComprobante(xml);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal.details));
  return parsed.value;
};
const reason = (xml: string): string => {
  const parsed = readXml(xml);
  return parsed.ok ? 'ok' : JSON.stringify(parsed.refusal.details?.[0]?.message);
};

describe('reading a comprobante', () => {
  it('gives back what was sealed, and the same cadena original', async () => {
    const { c } = documentWith(
      [
        concepto({
          descripcion: 'a <b> & "c"',
          informacionAduanera: ['15  48  3009  0001234'],
          cuentaPredial: ['1'],
        }),
        concepto({ impuestosLocales: [{ nombre: 'I & J', tasa: '0.03', retencion: true }] }),
      ],
      { cfdiRelacionados: [{ tipoRelacion: '01', uuids: ['5FB2822E-396D-4725-8521-CDC4BDD20CCF'] }] },
    );
    const { xml, sello, cadenaOriginal } = await sealComprobante(c, testCsd());
    const parsed = read(xml);
    expect(cadenaOriginalOf(parsed)).toEqual({ ok: true, value: cadenaOriginal });
    expect(parsed).toMatchObject({
      sello,
      noCertificado: testCsd().noCertificado,
      attributes: { Total: c.total, Version: '4.0' },
      emisor: { Rfc: 'EKU9003173C9' },
      cfdiRelacionados: [{ tipoRelacion: '01' }],
      impuestos: { totalImpuestosTrasladados: '32.00' },
    });
    expect(parsed.conceptos[0]).toMatchObject({
      attributes: { Descripcion: 'a <b> & "c"' },
      traslados: [{ Base: '100.00', Importe: '16.00' }],
    });
    expect(parsed.complementos.map(({ name }) => name)).toEqual(['ImpuestosLocales']);
    expect(verifySello(cadenaOriginal, sello, parsed.certificado)).toBe(true);
    expect(verifySello(`${cadenaOriginal} `, sello, parsed.certificado)).toBe(false);
    expect(verifySello(cadenaOriginal, sello, 'not a certificate')).toBe(false);
  });

  it('reads any prefix, and whatever white space', () => {
    const { xml } = documentWith([concepto()]);
    const other = xml.replaceAll('cfdi:', 'x:').replace('xmlns:cfdi', 'xmlns:x').replaceAll('><', '>\n\t<');
    expect(cadenaOriginalOf(read(other))).toEqual(cadenaOriginalOf(read(xml)));
    const spaced = xml.replace('Descripcion="Ukelele"', 'Descripcion=" Uke\n&#10;  lele "');
    expect(cadenaOriginalOf(read(spaced))).toMatchObject({
      value: expect.stringContaining('|Uke lele|') as unknown,
    });
  });

  it.each([
    ['', 'root'],
    ['<a>', 'unclosed'],
    ['<a b="1" b="2"/>', 'duplicate attribute'],
    ['<x:a/>', 'unbound'],
    ['<a x:b=""/>', 'unbound'],
    ['<a xmlns:x="u" xmlns:y="u" x:b="" y:b=""/>', 'duplicate'],
    ['<a/><b/>', 'one root'],
    ['<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>', 'DOCTYPE'],
    ['<a>&e;</a>', 'entity'],
    ['<a b="\u0001"/>', 'disallowed character'],
    [`${'<a>'.repeat(65)}${'</a>'.repeat(65)}`, 'too deep'],
    [' '.repeat(32 * 1024 * 1024 + 1), 'characters'],
  ])('refuses what is no XML to trust: %.60s', (xml, why) =>
    expect(reason(xml).toLowerCase()).toContain(why.toLowerCase()),
  );

  it('refuses what is no CFDI 4.0', () => {
    const { xml } = documentWith([concepto()]);
    expect(parseComprobante('<a/>').ok).toBe(false);
    expect(parseComprobante(xml.replaceAll('cfd/4"', 'cfd/3"')).ok).toBe(false);
    expect(parseComprobante(xml.replace(/<cfdi:Emisor[^>]*>/, '')).ok).toBe(false);
    expect(parseComprobante(xml.replace(/(<cfdi:Emisor[^>]*>)/, '$1$1')).ok).toBe(false);
  });

  it('does not guess the cadena of a complement that it does not know', () => {
    const { xml } = documentWith([concepto()]);
    const other = xml.replace(
      '</cfdi:Comprobante>',
      '<cfdi:Complemento><p xmlns="urn:x"/></cfdi:Complemento>$&',
    );
    expect(cadenaOriginalOf(read(other)).ok).toBe(false);
  });
});

(hasMaterial ? describe : describe.skip)('documents signed by others (SAT_MATERIAL)', () => {
  const files = hasMaterial ? readdirSync(join(MATERIAL, 'samples', 'cfdi')) : [];
  it.each(['ingreso-descuentos.xml', 'ingreso-timbrado.xml'])('%s: its sello signs our cadena', (file) => {
    const parsed = read(material('samples', 'cfdi', file).toString());
    const cadena = cadenaOriginalOf(parsed);
    if (!cadena.ok) throw new Error(cadena.refusal.code);
    expect(verifySello(cadena.value, parsed.sello, parsed.certificado)).toBe(true);
    if (!parsed.timbre) return;
    const pac = join('csd', 'pac', `${parsed.timbre.noCertificadoSat}.cer`);
    expect(parsed.timbre.selloCfd).toBe(parsed.sello);
    expect(verifySello(cadenaTfd(parsed.timbre), parsed.timbre.selloSat, material(pac))).toBe(true);
  });

  it.each(files)('%s is read', (file) => {
    expect(read(material('samples', 'cfdi', file).toString()).conceptos.length).toBeGreaterThan(0);
  });
});
