import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cadenaOriginal } from '../document/cadena.js';
import { comprobanteXml } from '../document/xml.js';
import { cadenaRetencion } from '../retenciones/xml.js';
import { verifySello } from '../sello/sello.js';
import { hasMaterial, material, MATERIAL } from '../testing/certificates.js';
import {
  computeOfficialCadenas,
  CFDI_XSLT,
  officialReady,
  RETENCIONES_XSLT,
  sayWhatIsMissing,
} from '../testing/official.js';
import { readComprobante } from './model.js';
import { readRetencion } from './retencion.js';
import { verifyDocument } from './verify.js';

const read = (xml: string) => {
  const read = readComprobante(xml);
  if (!read.ok) throw new Error(JSON.stringify(read.refusal.details));
  return read.value;
};

/** Documents of others whose seal is not theirs (openssl says so too), or that are not sealed at all. */
const FOREIGN_SELLO = new Set(['iedu-sin-sello.xml', 'ingreso-partes.xml', 'ingreso-terceros.xml']);
sayWhatIsMissing('the stylesheet over documents of others');

(hasMaterial ? describe : describe.skip)('documents of others (SAT_MATERIAL)', () => {
  const samplesIn = (folder: string): string[] =>
    hasMaterial ? readdirSync(join(MATERIAL, 'samples', folder)) : [];
  const pac = (number: string): Buffer => material('csd', 'pac', `${number}.cer`);

  it.each(samplesIn('cfdi'))('%s', (file) => {
    const xml = material('samples', 'cfdi', file).toString();
    const { comprobante: c, sellado, timbre } = read(xml);
    const certificadoSat = timbre && pac(timbre.noCertificadoSat);
    const verified = verifyDocument(xml, certificadoSat ? { certificadoSat } : {});
    expect(verified.sello).toBe(!FOREIGN_SELLO.has(file));
    const written = comprobanteXml(c, sellado);
    expect(read(written).comprobante).toEqual(c);
    const cadena = cadenaOriginal(c, sellado.noCertificado);
    if (officialReady)
      expect(cadena).toBe(computeOfficialCadenas(CFDI_XSLT, [join(MATERIAL, 'samples/cfdi', file)]));
    if (!verified.sello) return;
    expect(verified.noCertificado).toBe(true);
    expect(verifySello(cadena, sellado.sello, sellado.certificado)).toBe(true);
    expect(verified.timbre).toEqual(timbre && { selloCfd: true, selloSat: true });
  });

  it.each(samplesIn('retenciones'))('%s', (file) => {
    const xml = material('samples', 'retenciones', file).toString();
    const read = readRetencion(xml);
    if (!read.ok) throw new Error(JSON.stringify(read.refusal.details));
    expect(verifyDocument(xml)).toEqual({ sello: true, noCertificado: true });
    const { retencion, sellado } = read.value;
    const cadena = cadenaRetencion(retencion, sellado.noCertificado);
    expect(verifySello(cadena, sellado.sello, sellado.certificado)).toBe(true);
    if (officialReady)
      expect(cadena).toBe(
        computeOfficialCadenas(RETENCIONES_XSLT, [join(MATERIAL, 'samples/retenciones', file)]),
      );
  });
});
