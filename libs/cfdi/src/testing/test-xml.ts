/**
 * Documents for tests of the rules: small CFDI as text, written here and not by the service's own builder, so
 * that one's mistake is not the other's.
 */

export interface TestConcepto {
  readonly cantidad?: string;
  readonly valorUnitario?: string;
  readonly importe?: string;
  readonly descuento?: string;
  readonly objetoImp?: string;
  readonly sku?: string;
  /** The concepto's Impuestos node; without it, IVA 16% of importe - descuento where ObjetoImp is 02. */
  readonly impuestos?: string;
  /** Other attributes to set. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** What comes after the Impuestos node. */
  readonly children?: string;
}

export interface TestDocument {
  /** Attributes of the Comprobante to set, or to leave out (undefined). */
  readonly comprobante?: Readonly<Record<string, string | undefined>>;
  readonly emisor?: Readonly<Record<string, string | undefined>>;
  readonly receptor?: Readonly<Record<string, string | undefined>>;
  readonly conceptos?: readonly TestConcepto[];
  /** The summary of taxes; '' for none. */
  readonly resumen?: string;
  readonly informacionGlobal?: string;
  readonly relacionados?: string;
  readonly complemento?: string;
}

const IVA = 'Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000"';

const attributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${(value ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`)
    .join('');

function conceptoXml(concepto: TestConcepto): string {
  const {
    cantidad = '1',
    valorUnitario = '100.00',
    importe = '100.00',
    descuento,
    objetoImp = '02',
    sku,
  } = concepto;
  const impuestos =
    concepto.impuestos ??
    (objetoImp === '02'
      ? `<cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="100.00" ${IVA} Importe="16.00"/></cfdi:Traslados></cfdi:Impuestos>`
      : '');
  const head = attributes({
    ClaveProdServ: '01010101',
    NoIdentificacion: sku,
    Cantidad: cantidad,
    ClaveUnidad: 'H87',
    Descripcion: 'Artículo de prueba',
    ValorUnitario: valorUnitario,
    Importe: importe,
    Descuento: descuento,
    ObjetoImp: objetoImp,
    ...concepto.attributes,
  });
  return `<cfdi:Concepto${head}>${impuestos}${concepto.children ?? ''}</cfdi:Concepto>`;
}

/** By default one article at 100.00 with IVA 16%: 116.00. Sello and Certificado are placeholders to be replaced. */
export function testXml(document: TestDocument = {}): string {
  const head = attributes({
    Version: '4.0',
    Serie: 'A',
    Folio: '1',
    Fecha: '2026-11-21T09:00:00',
    Sello: 'AAAA',
    FormaPago: '01',
    NoCertificado: '30001000007000000001',
    Certificado: 'AAAA',
    SubTotal: '100.00',
    Descuento: undefined,
    Moneda: 'MXN',
    TipoCambio: undefined,
    Total: '116.00',
    TipoDeComprobante: 'I',
    Exportacion: '01',
    MetodoPago: 'PUE',
    LugarExpedicion: '06600',
    ...document.comprobante,
  });
  const emisor = attributes({
    Rfc: 'EKU9003173C9',
    Nombre: 'ESCUELA KEMPER URGATE',
    RegimenFiscal: '601',
    ...document.emisor,
  });
  const receptor = attributes({
    Rfc: 'URE180429TM6',
    Nombre: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    DomicilioFiscalReceptor: '86991',
    ResidenciaFiscal: undefined,
    NumRegIdTrib: undefined,
    RegimenFiscalReceptor: '601',
    UsoCFDI: 'G03',
    ...document.receptor,
  });
  const summary =
    document.resumen ??
    `<cfdi:Impuestos TotalImpuestosTrasladados="16.00"><cfdi:Traslados>` +
      `<cfdi:Traslado Base="100.00" ${IVA} Importe="16.00"/></cfdi:Traslados></cfdi:Impuestos>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?><cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4"` +
    ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"` +
    ` xsi:schemaLocation="http://www.sat.gob.mx/cfd/4 http://www.sat.gob.mx/sitio_internet/cfd/4/cfdv40.xsd"` +
    `${head}>${document.informacionGlobal ?? ''}${document.relacionados ?? ''}<cfdi:Emisor${emisor}/><cfdi:Receptor${receptor}/>` +
    `<cfdi:Conceptos>${(document.conceptos ?? [{}]).map(conceptoXml).join('')}</cfdi:Conceptos>` +
    `${summary}${document.complemento ?? ''}</cfdi:Comprobante>`
  );
}
