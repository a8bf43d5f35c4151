/**
 * The XML of a comprobante, from its root on. Written by `npm run writers` from the table of CFDI 4.0
 * (schemas/standards/cfdi/cfdi-40.ts) and the names of the model (document/fields.ts): change those, not this.
 */
import type { Comprobante } from '../../comprobante.js';
import { escapeXml, inOnePiece } from '../../text.js';
import type { Seals } from '../seals.js';
import { attr, text } from '../pieces.js';

export function comprobante(c: Comprobante, s: Seals, declarations: string): string {
  let out = `<cfdi:Comprobante ${declarations} Version="4.0"${text('Serie', c.serie)}${text('Folio', c.folio)} Fecha="${c.fecha}" Sello="${s.sello}"${attr('FormaPago', c.formaPago)} NoCertificado="${s.noCertificado}" Certificado="${s.certificado}"${text('CondicionesDePago', c.condicionesDePago)} SubTotal="${c.subTotal}"${attr('Descuento', c.descuento)} Moneda="${c.moneda}"${attr('TipoCambio', c.tipoCambio)} Total="${c.total}" TipoDeComprobante="${c.tipo}" Exportacion="${c.exportacion}"${attr('MetodoPago', c.metodoPago)} LugarExpedicion="${c.lugarExpedicion}"${attr('Confirmacion', c.confirmacion)}>`;
  if (c.informacionGlobal) {
    out += `<cfdi:InformacionGlobal Periodicidad="${c.informacionGlobal.periodicidad}" Meses="${c.informacionGlobal.meses}" Año="${c.informacionGlobal.anio}"/>`;
  }
  for (const cfdiRelacionados of c.cfdiRelacionados) {
    out += inOnePiece(cfdiRelacionadosXml(cfdiRelacionados));
  }
  out += `<cfdi:Emisor Rfc="${escapeXml(c.emisor.rfc)}" Nombre="${escapeXml(c.emisor.nombre)}" RegimenFiscal="${c.emisor.regimenFiscal}"${attr('FacAtrAdquirente', c.emisor.facAtrAdquirente)}/>`;
  out += `<cfdi:Receptor Rfc="${escapeXml(c.receptor.rfc)}" Nombre="${escapeXml(c.receptor.nombre)}" DomicilioFiscalReceptor="${c.receptor.domicilioFiscal}"${attr('ResidenciaFiscal', c.receptor.residenciaFiscal)}${text('NumRegIdTrib', c.receptor.numRegIdTrib)} RegimenFiscalReceptor="${c.receptor.regimenFiscal}" UsoCFDI="${c.receptor.usoCfdi}"/>`;
  out += '<cfdi:Conceptos>';
  for (const concepto of c.conceptos) {
    out += inOnePiece(conceptoXml(concepto));
  }
  out += '</cfdi:Conceptos>';
  if (c.retenciones.length > 0 || c.traslados.length > 0) {
    out += `<cfdi:Impuestos${attr('TotalImpuestosRetenidos', c.totalImpuestosRetenidos)}${attr('TotalImpuestosTrasladados', c.totalImpuestosTrasladados)}>`;
    if (c.retenciones.length > 0) {
      out += '<cfdi:Retenciones>';
      for (const retencion of c.retenciones) {
        out += `<cfdi:Retencion Impuesto="${retencion.impuesto}" Importe="${retencion.importe}"/>`;
      }
      out += '</cfdi:Retenciones>';
    }
    if (c.traslados.length > 0) {
      out += '<cfdi:Traslados>';
      for (const traslado of c.traslados) {
        out += `<cfdi:Traslado Base="${traslado.base}" Impuesto="${traslado.impuesto}" TipoFactor="${traslado.tipoFactor}"${attr('TasaOCuota', traslado.tasaOCuota)}${attr('Importe', traslado.importe)}/>`;
      }
      out += '</cfdi:Traslados>';
    }
    out += '</cfdi:Impuestos>';
  }
  if (c.complementos.length > 0) {
    out += '<cfdi:Complemento>';
    for (const one of c.complementos) {
      out += one.xml;
    }
    out += '</cfdi:Complemento>';
  }
  if (c.addenda !== undefined) {
    out += `<cfdi:Addenda>${c.addenda}</cfdi:Addenda>`;
  }
  return `${out}</cfdi:Comprobante>`;
}

function cfdiRelacionadosXml(c: Comprobante['cfdiRelacionados'][number]): string {
  let out = `<cfdi:CfdiRelacionados TipoRelacion="${c.tipoRelacion}">`;
  for (const one of c.uuids) {
    out += `<cfdi:CfdiRelacionado UUID="${one}"/>`;
  }
  return `${out}</cfdi:CfdiRelacionados>`;
}

function parteXml(c: Comprobante['conceptos'][number]['partes'][number]): string {
  let out = `<cfdi:Parte ClaveProdServ="${c.claveProdServ}"${text('NoIdentificacion', c.noIdentificacion)} Cantidad="${c.cantidad}"${text('Unidad', c.unidad)} Descripcion="${escapeXml(c.descripcion)}"${attr('ValorUnitario', c.valorUnitario)}${attr('Importe', c.importe)}>`;
  for (const one of c.informacionAduanera) {
    out += `<cfdi:InformacionAduanera NumeroPedimento="${one}"/>`;
  }
  return `${out}</cfdi:Parte>`;
}

function conceptoXml(c: Comprobante['conceptos'][number]): string {
  let out = `<cfdi:Concepto ClaveProdServ="${c.claveProdServ}"${text('NoIdentificacion', c.noIdentificacion)} Cantidad="${c.cantidad}" ClaveUnidad="${c.claveUnidad}"${text('Unidad', c.unidad)} Descripcion="${escapeXml(c.descripcion)}" ValorUnitario="${c.valorUnitario}" Importe="${c.importe}"${attr('Descuento', c.descuento)} ObjetoImp="${c.objetoImp}"`;
  const opened = out.length;
  out += '>';
  if (c.traslados.length > 0 || c.retenciones.length > 0) {
    out += '<cfdi:Impuestos>';
    if (c.traslados.length > 0) {
      out += '<cfdi:Traslados>';
      for (const traslado of c.traslados) {
        out += `<cfdi:Traslado Base="${traslado.base}" Impuesto="${traslado.impuesto}" TipoFactor="${traslado.tipoFactor}"${attr('TasaOCuota', traslado.tasaOCuota)}${attr('Importe', traslado.importe)}/>`;
      }
      out += '</cfdi:Traslados>';
    }
    if (c.retenciones.length > 0) {
      out += '<cfdi:Retenciones>';
      for (const retencion of c.retenciones) {
        out += `<cfdi:Retencion Base="${retencion.base}" Impuesto="${retencion.impuesto}" TipoFactor="${retencion.tipoFactor}" TasaOCuota="${retencion.tasaOCuota}" Importe="${retencion.importe}"/>`;
      }
      out += '</cfdi:Retenciones>';
    }
    out += '</cfdi:Impuestos>';
  }
  if (c.aCuentaTerceros) {
    out += `<cfdi:ACuentaTerceros RfcACuentaTerceros="${escapeXml(c.aCuentaTerceros.rfc)}" NombreACuentaTerceros="${escapeXml(c.aCuentaTerceros.nombre)}" RegimenFiscalACuentaTerceros="${c.aCuentaTerceros.regimenFiscal}" DomicilioFiscalACuentaTerceros="${c.aCuentaTerceros.domicilioFiscal}"/>`;
  }
  for (const one of c.informacionAduanera) {
    out += `<cfdi:InformacionAduanera NumeroPedimento="${one}"/>`;
  }
  for (const one of c.cuentaPredial) {
    out += `<cfdi:CuentaPredial Numero="${one}"/>`;
  }
  if (c.complemento) {
    out += `<cfdi:ComplementoConcepto>${c.complemento.xml}</cfdi:ComplementoConcepto>`;
  }
  for (const parte of c.partes) {
    out += inOnePiece(parteXml(parte));
  }
  return out.length === opened + 1 ? `${out.slice(0, opened)}/>` : `${out}</cfdi:Concepto>`;
}
