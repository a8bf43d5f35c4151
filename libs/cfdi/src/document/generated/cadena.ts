/**
 * What a comprobante adds to its cadena original. Written by `npm run writers` from the table of CFDI 4.0
 * (schemas/standards/cfdi/cfdi-40.ts) and the names of the model (document/fields.ts): change those, not this.
 */
import type { Comprobante } from '../../comprobante.js';
import { collapse, inOnePiece } from '../../text.js';
import type { Seals } from '../seals.js';
import { opt } from '../pieces.js';

export function comprobante(c: Comprobante, s: Pick<Seals, 'noCertificado'>): string {
  let out = `|4.0${opt(c.serie)}${opt(c.folio)}|${c.fecha}${opt(c.formaPago)}|${s.noCertificado}${opt(c.condicionesDePago)}|${c.subTotal}${opt(c.descuento)}|${c.moneda}${opt(c.tipoCambio)}|${c.total}|${c.tipo}|${c.exportacion}${opt(c.metodoPago)}|${c.lugarExpedicion}${opt(c.confirmacion)}`;
  if (c.informacionGlobal) {
    out += `|${c.informacionGlobal.periodicidad}|${c.informacionGlobal.meses}|${c.informacionGlobal.anio}`;
  }
  for (const cfdiRelacionados of c.cfdiRelacionados) {
    out += inOnePiece(cfdiRelacionadosCadena(cfdiRelacionados));
  }
  out += `|${c.emisor.rfc}|${c.emisor.nombre}|${c.emisor.regimenFiscal}${opt(c.emisor.facAtrAdquirente)}`;
  out += `|${c.receptor.rfc}|${c.receptor.nombre}|${c.receptor.domicilioFiscal}${opt(c.receptor.residenciaFiscal)}${opt(c.receptor.numRegIdTrib)}|${c.receptor.regimenFiscal}|${c.receptor.usoCfdi}`;
  for (const concepto of c.conceptos) {
    out += inOnePiece(conceptoCadena(concepto));
  }
  for (const retencion of c.retenciones) {
    out += `|${retencion.impuesto}|${retencion.importe}`;
  }
  out += `${opt(c.totalImpuestosRetenidos)}`;
  for (const traslado of c.traslados) {
    out += `|${traslado.base}|${traslado.impuesto}|${traslado.tipoFactor}${opt(traslado.tasaOCuota)}${opt(traslado.importe)}`;
  }
  out += `${opt(c.totalImpuestosTrasladados)}`;
  for (const one of c.complementos) {
    out += one.cadena;
  }
  return out;
}

function cfdiRelacionadosCadena(c: Comprobante['cfdiRelacionados'][number]): string {
  let out = `|${c.tipoRelacion}`;
  for (const one of c.uuids) {
    out += `|${one}`;
  }
  return out;
}

function parteCadena(c: Comprobante['conceptos'][number]['partes'][number]): string {
  let out = `|${c.claveProdServ}${opt(c.noIdentificacion)}|${c.cantidad}${opt(c.unidad)}|${c.descripcion}${opt(c.valorUnitario)}${opt(c.importe)}`;
  for (const one of c.informacionAduanera) {
    out += `|${collapse(one)}`;
  }
  return out;
}

function conceptoCadena(c: Comprobante['conceptos'][number]): string {
  let out = `|${c.claveProdServ}${opt(c.noIdentificacion)}|${c.cantidad}|${c.claveUnidad}${opt(c.unidad)}|${c.descripcion}|${c.valorUnitario}|${c.importe}${opt(c.descuento)}|${c.objetoImp}`;
  for (const traslado of c.traslados) {
    out += `|${traslado.base}|${traslado.impuesto}|${traslado.tipoFactor}${opt(traslado.tasaOCuota)}${opt(traslado.importe)}`;
  }
  for (const retencion of c.retenciones) {
    out += `|${retencion.base}|${retencion.impuesto}|${retencion.tipoFactor}|${retencion.tasaOCuota}|${retencion.importe}`;
  }
  if (c.aCuentaTerceros) {
    out += `|${c.aCuentaTerceros.rfc}|${c.aCuentaTerceros.nombre}|${c.aCuentaTerceros.regimenFiscal}|${c.aCuentaTerceros.domicilioFiscal}`;
  }
  for (const one of c.informacionAduanera) {
    out += `|${collapse(one)}`;
  }
  for (const one of c.cuentaPredial) {
    out += `|${one}`;
  }
  if (c.complemento) {
    out += c.complemento.cadena;
  }
  for (const parte of c.partes) {
    out += inOnePiece(parteCadena(parte));
  }
  return out;
}
