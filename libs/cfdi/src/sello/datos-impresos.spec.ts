import { describe, expect, it } from '@jest/globals';
import { buildComprobante } from '../documento/build.js';
import { comprobanteXml } from '../documento/xml.js';
import { parseComprobante } from '../lectura/comprobante.js';
import { muestrario } from '../testing/documentos.js';
import { datosImpresos, datosImpresosDe } from './datos-impresos.js';

const NUMERO = '30001000000500003416';
const SELLADO = { noCertificado: NUMERO, certificado: 'MIIA', sello: 'c2VsbG8=' };

/** Every document of the samples, and its XML. */
const documentos = muestrario().map(([nombre, input]) => {
  const built = buildComprobante(input);
  if (!built.ok) throw new Error(`${nombre}: ${JSON.stringify(built.refusal.details)}`);
  return { nombre, comprobante: built.value, xml: comprobanteXml(built.value, SELLADO) };
});

describe('what is printed beside the stamp', () => {
  it('is the same of a document that was just built and of its XML', () => {
    expect(documentos.length).toBeGreaterThan(300);
    for (const { nombre, comprobante, xml } of documentos) {
      const read = parseComprobante(xml);
      if (!read.ok) throw new Error(nombre);
      expect([nombre, datosImpresosDe(read.value)]).toEqual([nombre, datosImpresos(comprobante, NUMERO)]);
    }
  });

  it('tells certificate, parties and total as the document does', () => {
    const [{ comprobante }] = documentos as [(typeof documentos)[number]];
    const ampersand = { ...comprobante, emisor: { ...comprobante.emisor, rfc: 'A&B010101AAA' } };
    expect(datosImpresos(ampersand, NUMERO)).toEqual({
      noCertificado: NUMERO,
      rfcEmisor: 'A&B010101AAA',
      rfcReceptor: comprobante.receptor.rfc,
      total: comprobante.total,
    });
    const read = parseComprobante(comprobanteXml(ampersand, SELLADO));
    expect(read.ok && datosImpresosDe(read.value).rfcEmisor).toBe('A&B010101AAA');
  });

  it('tells folio and first origin of a Carta Porte, and only of one', () => {
    const cartas = documentos.filter(({ xml }) => xml.includes('<cartaporte31:CartaPorte '));
    expect(cartas.length).toBeGreaterThan(10);
    for (const { nombre, comprobante, xml } of documentos) {
      const { cartaPorte } = datosImpresos(comprobante, NUMERO);
      const isCarta = cartas.some((carta) => carta.nombre === nombre);
      expect([nombre, cartaPorte !== undefined]).toEqual([nombre, isCarta]);
      if (!cartaPorte) continue;
      expect(xml).toContain(` IdCCP="${cartaPorte.idCcp}"`);
      const [origen] = xml.split('TipoUbicacion="Origen"').slice(1);
      expect(origen).toContain(` FechaHoraSalidaLlegada="${cartaPorte.fechaOrigen}"`);
    }
  });
});
