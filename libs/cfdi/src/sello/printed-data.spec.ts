import { describe, expect, it } from '@jest/globals';
import { buildComprobante } from '../document/build.js';
import { comprobanteXml } from '../document/xml.js';
import { parseComprobante } from '../reading/comprobante.js';
import { sampleInputs } from '../testing/documents.js';
import { toPrintedData, readPrintedData } from './printed-data.js';

const NUMBER = '30001000000500003416';
const SEALS = { noCertificado: NUMBER, certificado: 'MIIA', sello: 'c2VsbG8=' };

/** Every document of the samples, and its XML. */
const documents = sampleInputs().map(([name, input]) => {
  const built = buildComprobante(input);
  if (!built.ok) throw new Error(`${name}: ${JSON.stringify(built.refusal.details)}`);
  return { nombre: name, comprobante: built.value, xml: comprobanteXml(built.value, SEALS) };
});

const isCarta = ({ xml }: (typeof documents)[number]): boolean => xml.includes('<cartaporte31:CartaPorte ');

describe('what is printed beside the stamp', () => {
  it('is the same of a document that was just built and of its XML', () => {
    expect(documents.length).toBeGreaterThan(300);
    for (const { nombre, comprobante, xml } of documents) {
      const read = parseComprobante(xml);
      if (!read.ok) throw new Error(nombre);
      expect([nombre, readPrintedData(read.value)]).toEqual([nombre, toPrintedData(comprobante, NUMBER)]);
    }
  });

  it('tells certificate, parties and total as the document does', () => {
    const [{ comprobante }] = documents as [(typeof documents)[number]];
    const ampersand = { ...comprobante, emisor: { ...comprobante.emisor, rfc: 'A&B010101AAA' } };
    expect(toPrintedData(ampersand, NUMBER)).toEqual({
      noCertificado: NUMBER,
      rfcEmisor: 'A&B010101AAA',
      rfcReceptor: comprobante.receptor.rfc,
      total: comprobante.total,
    });
    const read = parseComprobante(comprobanteXml(ampersand, SEALS));
    expect(read.ok && readPrintedData(read.value).rfcEmisor).toBe('A&B010101AAA');
  });

  const forged =
    '<cartaporte31:CartaPorte xmlns:cartaporte31="http://www.sat.gob.mx/CartaPorte31" Version="3.1" IdCCP="CCCF0000-0000-4000-8000-000000000000">' +
    '<cartaporte31:Ubicaciones><cartaporte31:Ubicacion TipoUbicacion="Origen" FechaHoraSalidaLlegada="2020-01-01T00:00:00"/></cartaporte31:Ubicaciones></cartaporte31:CartaPorte>';
  it.each([
    ['in a comment', `<a><!-- <cfdi:Complemento>${forged}</cfdi:Complemento> --></a>`],
    ['in CDATA', `<a><![CDATA[<cfdi:Complemento>${forged}</cfdi:Complemento>]]></a>`],
    ['as an element of the addenda', `<a>${forged}</a>`],
    [
      'in a namespace of its own',
      `<a>${forged.replace('http://www.sat.gob.mx/CartaPorte31', 'urn:mine')}</a>`,
    ],
    ['in a Complemento of its own', `<Complemento>${forged}</Complemento>`],
  ])('takes no Carta Porte from the addenda: %s', (_, addenda) => {
    for (const { nombre, comprobante } of [
      documents[0],
      documents.find(isCarta),
    ] as (typeof documents)[number][]) {
      const xml = comprobanteXml({ ...comprobante, addenda, espacios: [] }, SEALS);
      const read = parseComprobante(xml);
      if (!read.ok) throw new Error(nombre);
      expect(readPrintedData(read.value)).toEqual(toPrintedData(comprobante, NUMBER));
      expect(JSON.stringify(readPrintedData(read.value))).not.toContain('CCCF0000');
    }
  });

  it('tells folio and first origin of a Carta Porte, and only of one', () => {
    const cartas = documents.filter(({ xml }) => xml.includes('<cartaporte31:CartaPorte '));
    expect(cartas.length).toBeGreaterThan(10);
    for (const { nombre, comprobante, xml } of documents) {
      const { cartaPorte } = toPrintedData(comprobante, NUMBER);
      const isCarta = cartas.some((carta) => carta.nombre === nombre);
      expect([nombre, cartaPorte !== undefined]).toEqual([nombre, isCarta]);
      if (!cartaPorte) continue;
      expect(xml).toContain(` IdCCP="${cartaPorte.idCcp}"`);
      const [origin] = xml.split('TipoUbicacion="Origen"').slice(1);
      expect(origin).toContain(` FechaHoraSalidaLlegada="${cartaPorte.fechaOrigen}"`);
    }
  });
});
