import { inOnePiece } from '../text.js';
import type { Comprobante, Concepto, Parte } from '../comprobante.js';

/**
 * The cadena original of a comprobante: the values that the tax authority's stylesheet for CFDI 4.0 takes, in its
 * order, each preceded by "|", between "|" and "||". Values are those of the XML, white space already collapsed.
 */
export function cadenaOriginal(c: Comprobante, noCertificado: string): string {
  const { emisor, receptor, informacionGlobal: global } = c;
  let out = `||4.0${opt(c.serie)}${opt(c.folio)}|${c.fecha}${opt(c.formaPago)}|${noCertificado}${opt(c.condicionesDePago)}|${c.subTotal}${opt(c.descuento)}|${c.moneda}${opt(c.tipoCambio)}|${c.total}|${c.tipo}|${c.exportacion}${opt(c.metodoPago)}|${c.lugarExpedicion}${opt(c.confirmacion)}`;
  if (global) out += `|${global.periodicidad}|${global.meses}|${global.anio}`;
  for (const { tipoRelacion, uuids } of c.cfdiRelacionados) out += `|${tipoRelacion}|${uuids.join('|')}`;
  out += `|${emisor.rfc}|${emisor.nombre}|${emisor.regimenFiscal}${opt(emisor.facAtrAdquirente)}`;
  out += `|${receptor.rfc}|${receptor.nombre}|${receptor.domicilioFiscal}${opt(receptor.residenciaFiscal)}${opt(receptor.numRegIdTrib)}|${receptor.regimenFiscal}|${receptor.usoCfdi}`;
  for (const concepto of c.conceptos) out += inOnePiece(conceptoCadena(concepto));
  for (const { impuesto, importe } of c.retenciones) out += `|${impuesto}|${importe}`;
  out += opt(c.totalImpuestosRetenidos);
  for (const { base, impuesto, tipoFactor, tasaOCuota, importe } of c.traslados)
    out += `|${base}|${impuesto}|${tipoFactor}${opt(tasaOCuota)}${opt(importe)}`;
  out += opt(c.totalImpuestosTrasladados);
  for (const { cadena } of c.complementos) out += cadena;
  return `${out}||`;
}

const opt = (value: string | undefined): string => (value === undefined ? '' : `|${value}`);

/** A pedimento's double spaces are single in the cadena (normalize-space). */
const pedimento = (numero: string): string => `|${numero.replaceAll('  ', ' ')}`;

function conceptoCadena(c: Concepto): string {
  let out = `|${c.claveProdServ}${opt(c.noIdentificacion)}|${c.cantidad}|${c.claveUnidad}${opt(c.unidad)}|${c.descripcion}|${c.valorUnitario}|${c.importe}${opt(c.descuento)}|${c.objetoImp}`;
  for (const { base, impuesto, tipoFactor, tasaOCuota, importe } of c.traslados)
    out += `|${base}|${impuesto}|${tipoFactor}${opt(tasaOCuota)}${opt(importe)}`;
  for (const { base, impuesto, tipoFactor, tasaOCuota, importe } of c.retenciones)
    out += `|${base}|${impuesto}|${tipoFactor}|${tasaOCuota}|${importe}`;
  if (c.aCuentaTerceros) {
    const { rfc, nombre, regimenFiscal, domicilioFiscal } = c.aCuentaTerceros;
    out += `|${rfc}|${nombre}|${regimenFiscal}|${domicilioFiscal}`;
  }
  for (const numero of c.informacionAduanera) out += pedimento(numero);
  for (const numero of c.cuentaPredial) out += `|${numero}`;
  if (c.complemento) out += c.complemento.cadena;
  for (const parte of c.partes) out += parteCadena(parte);
  return out;
}

function parteCadena(p: Parte): string {
  let out = `|${p.claveProdServ}${opt(p.noIdentificacion)}|${p.cantidad}${opt(p.unidad)}|${p.descripcion}${opt(p.valorUnitario)}${opt(p.importe)}`;
  for (const numero of p.informacionAduanera) out += pedimento(numero);
  return out;
}
