import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cadenaOriginal } from '../documento/cadena.js';
import { comprobanteXml } from '../documento/xml.js';
import { cadenaRetencion } from '../retenciones/xml.js';
import { verifySello } from '../sello/sello.js';
import { hasMaterial, material, MATERIAL } from '../testing/certificados.js';
import {
  cadenasOficiales,
  CFDI_XSLT,
  oficialReady,
  RETENCIONES_XSLT,
  sayWhatIsMissing,
} from '../testing/oficial.js';
import { leerComprobante } from './modelo.js';
import { leerRetencion } from './retencion.js';
import { verificarDocumento } from './verificar.js';

const leido = (xml: string) => {
  const read = leerComprobante(xml);
  if (!read.ok) throw new Error(JSON.stringify(read.refusal.details));
  return read.value;
};

/** Documents of others whose seal is not theirs (openssl says so too), or that are not sealed at all. */
const SELLO_AJENO = new Set(['iedu-sin-sello.xml', 'ingreso-partes.xml', 'ingreso-terceros.xml']);
sayWhatIsMissing('the stylesheet over documents of others');

(hasMaterial ? describe : describe.skip)('documents of others (SAT_MATERIAL)', () => {
  const muestras = (carpeta: string): string[] =>
    hasMaterial ? readdirSync(join(MATERIAL, 'samples', carpeta)) : [];
  const pac = (numero: string): Buffer => material('csd', 'pac', `${numero}.cer`);

  it.each(muestras('cfdi'))('%s', (file) => {
    const xml = material('samples', 'cfdi', file).toString();
    const { comprobante: c, sellado, timbre } = leido(xml);
    const certificadoSat = timbre && pac(timbre.noCertificadoSat);
    const verificado = verificarDocumento(xml, certificadoSat ? { certificadoSat } : {});
    expect(verificado.sello).toBe(!SELLO_AJENO.has(file));
    const escrito = comprobanteXml(c, sellado);
    expect(leido(escrito).comprobante).toEqual(c);
    const cadena = cadenaOriginal(c, sellado.noCertificado);
    if (oficialReady)
      expect(cadena).toBe(cadenasOficiales(CFDI_XSLT, [join(MATERIAL, 'samples/cfdi', file)]));
    if (!verificado.sello) return;
    expect(verificado.noCertificado).toBe(true);
    expect(verifySello(cadena, sellado.sello, sellado.certificado)).toBe(true);
    expect(verificado.timbre).toEqual(timbre && { selloCfd: true, selloSat: true });
  });

  it.each(muestras('retenciones'))('%s', (file) => {
    const xml = material('samples', 'retenciones', file).toString();
    const read = leerRetencion(xml);
    if (!read.ok) throw new Error(JSON.stringify(read.refusal.details));
    expect(verificarDocumento(xml)).toEqual({ sello: true, noCertificado: true });
    const { retencion, sellado } = read.value;
    const cadena = cadenaRetencion(retencion, sellado.noCertificado);
    expect(verifySello(cadena, sellado.sello, sellado.certificado)).toBe(true);
    if (oficialReady)
      expect(cadena).toBe(cadenasOficiales(RETENCIONES_XSLT, [join(MATERIAL, 'samples/retenciones', file)]));
  });
});
