import type { Complemento, ImpuestosLocales } from '../comprobante.js';
import { escapeXml } from '../text.js';

/** Impuestos locales 1.0: withheld rows first, then transferred ones, as its stylesheet reads them. */
export function buildImpuestosLocales({
  totalRetenciones,
  totalTraslados,
  retenciones,
  traslados,
}: ImpuestosLocales): Complemento {
  let xml = `<implocal:ImpuestosLocales version="1.0" TotaldeRetenciones="${totalRetenciones}" TotaldeTraslados="${totalTraslados}">`;
  let cadena = `|1.0|${totalRetenciones}|${totalTraslados}`;
  for (const { nombre, tasa, importe } of retenciones) {
    xml += `<implocal:RetencionesLocales ImpLocRetenido="${escapeXml(nombre)}" TasadeRetencion="${tasa}" Importe="${importe}"/>`;
    cadena += `|${nombre}|${tasa}|${importe}`;
  }
  for (const { nombre, tasa, importe } of traslados) {
    xml += `<implocal:TrasladosLocales ImpLocTrasladado="${escapeXml(nombre)}" TasadeTraslado="${tasa}" Importe="${importe}"/>`;
    cadena += `|${nombre}|${tasa}|${importe}`;
  }
  return {
    prefijo: 'implocal',
    espacio: 'http://www.sat.gob.mx/implocal',
    esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/implocal/implocal.xsd',
    xml: `${xml}</implocal:ImpuestosLocales>`,
    cadena,
  };
}
