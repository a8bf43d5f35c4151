import type { Comprobante, Concepto, Parte, Retencion, Traslado } from '../comprobante.js';
import { escapeXml, inOnePiece } from '../text.js';

/** What a seal adds to the document's attributes. */
export interface Sellado {
  /** 20 digits. */
  readonly noCertificado: string;
  /** The DER certificate in base64. */
  readonly certificado: string;
  readonly sello: string;
}

const CFDI = 'http://www.sat.gob.mx/cfd/4';
const CFDI_XSD = 'http://www.sat.gob.mx/sitio_internet/cfd/4/cfdv40.xsd';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** Writes the document: one line, attributes and nodes in the order of Anexo 20, UTF-8 declared. */
export function comprobanteXml(c: Comprobante, { noCertificado, certificado, sello }: Sellado): string {
  const { emisor, receptor, informacionGlobal: global } = c;
  const { namespaces, schemas } = declarations(c);
  let out = `<?xml version="1.0" encoding="UTF-8"?>\n<cfdi:Comprobante ${namespaces} xsi:schemaLocation="${schemas}" Version="4.0"${text('Serie', c.serie)}${text('Folio', c.folio)} Fecha="${c.fecha}" Sello="${sello}"${attr('FormaPago', c.formaPago)} NoCertificado="${noCertificado}" Certificado="${certificado}"${text('CondicionesDePago', c.condicionesDePago)} SubTotal="${c.subTotal}"${attr('Descuento', c.descuento)} Moneda="${c.moneda}"${attr('TipoCambio', c.tipoCambio)} Total="${c.total}" TipoDeComprobante="${c.tipo}" Exportacion="${c.exportacion}"${attr('MetodoPago', c.metodoPago)} LugarExpedicion="${c.lugarExpedicion}"${attr('Confirmacion', c.confirmacion)}>`;
  if (global)
    out += `<cfdi:InformacionGlobal Periodicidad="${global.periodicidad}" Meses="${global.meses}" Año="${global.anio}"/>`;
  for (const { tipoRelacion, uuids } of c.cfdiRelacionados) {
    out += `<cfdi:CfdiRelacionados TipoRelacion="${tipoRelacion}">`;
    for (const uuid of uuids) out += `<cfdi:CfdiRelacionado UUID="${uuid}"/>`;
    out += '</cfdi:CfdiRelacionados>';
  }
  out += `<cfdi:Emisor Rfc="${escapeXml(emisor.rfc)}" Nombre="${escapeXml(emisor.nombre)}" RegimenFiscal="${emisor.regimenFiscal}"${attr('FacAtrAdquirente', emisor.facAtrAdquirente)}/>`;
  out += `<cfdi:Receptor Rfc="${escapeXml(receptor.rfc)}" Nombre="${escapeXml(receptor.nombre)}" DomicilioFiscalReceptor="${receptor.domicilioFiscal}"${attr('ResidenciaFiscal', receptor.residenciaFiscal)}${text('NumRegIdTrib', receptor.numRegIdTrib)} RegimenFiscalReceptor="${receptor.regimenFiscal}" UsoCFDI="${receptor.usoCfdi}"/><cfdi:Conceptos>`;
  for (const concepto of c.conceptos) out += inOnePiece(conceptoXml(concepto));
  out += `</cfdi:Conceptos>${impuestosXml(c)}`;
  if (c.complementos.length > 0) {
    out += '<cfdi:Complemento>';
    for (const { xml } of c.complementos) out += xml;
    out += '</cfdi:Complemento>';
  }
  if (c.addenda !== undefined) out += `<cfdi:Addenda>${c.addenda}</cfdi:Addenda>`;
  return `${out}</cfdi:Comprobante>`;
}

/**
 * What the root declares: the namespace and the schema of every complement, each once, with the prefix that its
 * standard asks for; then what the caller's own XML needs.
 */
function declarations(c: Comprobante): { readonly namespaces: string; readonly schemas: string } {
  let namespaces = `xmlns:cfdi="${CFDI}" xmlns:xsi="${XSI}"`;
  let schemas = `${CFDI} ${CFDI_XSD}`;
  const declared = new Set<string>();
  const declare = (prefijo: string, espacio: string, esquema: string): void => {
    if (declared.has(prefijo)) return;
    declared.add(prefijo);
    namespaces += ` xmlns:${prefijo}="${escapeXml(espacio)}"`;
    // A document of others may name no schema for it.
    if (esquema !== '') schemas += ` ${escapeXml(espacio)} ${escapeXml(esquema)}`;
  };
  for (const { prefijo, espacio, esquema } of c.complementos) declare(prefijo, espacio, esquema);
  for (const { complemento } of c.conceptos)
    if (complemento) declare(complemento.prefijo, complemento.espacio, complemento.esquema);
  for (const { prefijo, uri, esquema } of c.espacios ?? []) declare(prefijo, uri, esquema);
  return { namespaces, schemas };
}

const attr = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${value}"`;
const text = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${escapeXml(value)}"`;

function conceptoXml(c: Concepto): string {
  let out = `<cfdi:Concepto ClaveProdServ="${c.claveProdServ}"${text('NoIdentificacion', c.noIdentificacion)} Cantidad="${c.cantidad}" ClaveUnidad="${c.claveUnidad}"${text('Unidad', c.unidad)} Descripcion="${escapeXml(c.descripcion)}" ValorUnitario="${c.valorUnitario}" Importe="${c.importe}"${attr('Descuento', c.descuento)} ObjetoImp="${c.objetoImp}"`;
  const open = out.length;
  out += '>';
  if (c.traslados.length > 0 || c.retenciones.length > 0) {
    out += '<cfdi:Impuestos>';
    if (c.traslados.length > 0) out += trasladosXml(c.traslados);
    if (c.retenciones.length > 0) out += retencionesXml(c.retenciones);
    out += '</cfdi:Impuestos>';
  }
  if (c.aCuentaTerceros) {
    const { rfc, nombre, regimenFiscal, domicilioFiscal } = c.aCuentaTerceros;
    out += `<cfdi:ACuentaTerceros RfcACuentaTerceros="${escapeXml(rfc)}" NombreACuentaTerceros="${escapeXml(nombre)}" RegimenFiscalACuentaTerceros="${regimenFiscal}" DomicilioFiscalACuentaTerceros="${domicilioFiscal}"/>`;
  }
  out += pedimentosXml(c.informacionAduanera);
  for (const numero of c.cuentaPredial) out += `<cfdi:CuentaPredial Numero="${numero}"/>`;
  if (c.complemento) out += `<cfdi:ComplementoConcepto>${c.complemento.xml}</cfdi:ComplementoConcepto>`;
  for (const parte of c.partes) out += parteXml(parte);
  return out.length === open + 1 ? `${out.slice(0, open)}/>` : `${out}</cfdi:Concepto>`;
}

function trasladosXml(traslados: readonly Traslado[]): string {
  let out = '<cfdi:Traslados>';
  for (const { base, impuesto, tipoFactor, tasaOCuota, importe } of traslados)
    out += `<cfdi:Traslado Base="${base}" Impuesto="${impuesto}" TipoFactor="${tipoFactor}"${attr('TasaOCuota', tasaOCuota)}${attr('Importe', importe)}/>`;
  return `${out}</cfdi:Traslados>`;
}

function retencionesXml(retenciones: readonly Retencion[]): string {
  let out = '<cfdi:Retenciones>';
  for (const { base, impuesto, tipoFactor, tasaOCuota, importe } of retenciones)
    out += `<cfdi:Retencion Base="${base}" Impuesto="${impuesto}" TipoFactor="${tipoFactor}" TasaOCuota="${tasaOCuota}" Importe="${importe}"/>`;
  return `${out}</cfdi:Retenciones>`;
}

function pedimentosXml(pedimentos: readonly string[]): string {
  let out = '';
  for (const numero of pedimentos) out += `<cfdi:InformacionAduanera NumeroPedimento="${numero}"/>`;
  return out;
}

function parteXml(p: Parte): string {
  const attributes = `ClaveProdServ="${p.claveProdServ}"${text('NoIdentificacion', p.noIdentificacion)} Cantidad="${p.cantidad}"${text('Unidad', p.unidad)} Descripcion="${escapeXml(p.descripcion)}"${attr('ValorUnitario', p.valorUnitario)}${attr('Importe', p.importe)}`;
  return `<cfdi:Parte ${attributes}>${pedimentosXml(p.informacionAduanera)}</cfdi:Parte>`;
}

/** The summary: withheld first, as the XSD orders it; none where no line shows a tax. */
function impuestosXml(c: Comprobante): string {
  if (c.traslados.length === 0 && c.retenciones.length === 0) return '';
  let out = `<cfdi:Impuestos${attr('TotalImpuestosRetenidos', c.totalImpuestosRetenidos)}${attr('TotalImpuestosTrasladados', c.totalImpuestosTrasladados)}>`;
  if (c.retenciones.length > 0) {
    out += '<cfdi:Retenciones>';
    for (const { impuesto, importe } of c.retenciones)
      out += `<cfdi:Retencion Impuesto="${impuesto}" Importe="${importe}"/>`;
    out += '</cfdi:Retenciones>';
  }
  if (c.traslados.length > 0) out += trasladosXml(c.traslados);
  return `${out}</cfdi:Impuestos>`;
}
