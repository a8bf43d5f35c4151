import type { ComprobanteInput, ConceptoInput } from '../../../input.js';
import { comprobante, concepto } from '../../../testing/samples.js';

/** Documents with Comercio Exterior to start a test from: the smallest form and the fullest ones. */

export const QUERETARO = {
  ...{ Calle: 'CALLE DEL PAPEL', Colonia: '0214', Localidad: '01', Municipio: '014', Estado: 'QUE' },
  ...{ Pais: 'MEX', CodigoPostal: '76199' },
};
export const TEXAS = { Calle: 'Main St', Estado: 'TX', Pais: 'USA', CodigoPostal: '75001' };
export const PARIS = { Calle: 'Rue de la Paix', Estado: 'Île-de-France', Pais: 'FRA', CodigoPostal: '75002' };
export const TABACO = '2402200100';

/** An export's line: no tax is charged. */
export const exported = (over: Partial<ConceptoInput> = {}): ConceptoInput =>
  concepto({
    ...{ noIdentificacion: 'A-1', claveProdServ: '50211503', descripcion: 'Cigarros', unidad: 'Pieza' },
    ...{ cantidad: '2', precio: '200' },
    impuestos: [{ impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0', retencion: false }],
    ...over,
  });

export const isExtranjero = (pais: string, numRegIdTrib: string): ComprobanteInput['receptor'] => ({
  ...{ rfc: 'XEXX010101000', nombre: 'ACME', domicilioFiscal: '06300', regimenFiscal: '616', usoCfdi: 'S01' },
  ...{ residenciaFiscal: pais, numRegIdTrib },
});

/** An export of one line to the United States, in dollars unless another currency is given. */
export function exportacion(data: object, over: Partial<ComprobanteInput> = {}): ComprobanteInput {
  const { moneda = 'USD', tipoCambio = '17.1995' } = over;
  return comprobante({
    ...{ exportacion: '02', conceptos: [exported()], receptor: isExtranjero('USA', '123456789') },
    ...over,
    moneda,
    ...(moneda === 'MXN' ? {} : { tipoCambio }),
    complementos: [{ tipo: 'comercioExterior', datos: data }],
  });
}

/** What the standard asks for, and nothing else: the line's own unit is that of customs. */
export const exportacionMinimal = (): ComprobanteInput =>
  exportacion(
    {
      ...{ ClaveDePedimento: 'A1', CertificadoOrigen: 0, TipoCambioUSD: 17.1995, TotalUSD: 400 },
      Mercancias: {
        Mercancia: [{ NoIdentificacion: 'A-1', FraccionArancelaria: TABACO, ValorDolares: 400 }],
      },
    },
    { conceptos: [exported({ unidad: '01' })] },
  );

const withDetails = <T extends object>(domicilio: T) => ({
  ...{ ...domicilio, NumeroExterior: '10 & 12', NumeroInterior: 'B', Referencia: 'Esq. "Sol"' },
});

const descripciones = [{ Marca: 'Uno', Modelo: 'M', SubModelo: 'S', NumeroSerie: 'N-1' }, { Marca: '<Dos>' }];

const mercancias = {
  Mercancia: [
    {
      ...{ NoIdentificacion: 'A-1', FraccionArancelaria: TABACO, CantidadAduana: 117.64, UnidadAduana: '01' },
      ...{ ValorUnitarioAduana: '3.40', ValorDolares: 400, DescripcionesEspecificas: descripciones },
    },
    {
      ...{ NoIdentificacion: 'S-1', CantidadAduana: '1', UnidadAduana: '99', ValorUnitarioAduana: '0' },
      ValorDolares: 0,
    },
  ],
};

/** Every node and attribute that an invoice may have. */
export const exportacionFull = (): ComprobanteInput =>
  exportacion(
    {
      ...{ Version: '2.0', ClaveDePedimento: 'A1', CertificadoOrigen: 1, NumCertificadoOrigen: 'CERT-0001' },
      ...{ NumeroExportadorConfiable: 'EC 1', Incoterm: 'FOB', Observaciones: 'Frágil & "fino"' },
      ...{ TipoCambioUSD: '17.1995', TotalUSD: '400.00' },
      Emisor: { Domicilio: withDetails(QUERETARO) },
      Receptor: {
        NumRegIdTrib: 'FR12345678901',
        Domicilio: withDetails({ ...PARIS, Colonia: '2e', Localidad: 'Paris', Municipio: 'Paris' }),
      },
      Destinatario: [
        { NumRegIdTrib: '987654321', Nombre: 'Ñandú & Co', Domicilio: [withDetails(TEXAS), TEXAS] },
        { Domicilio: [QUERETARO] },
      ],
      Mercancias: mercancias,
    },
    {
      receptor: isExtranjero('FRA', 'FR12345678901'),
      conceptos: [exported(), exported({ noIdentificacion: 'S-1', cantidad: '1', precio: '10' })],
    },
  );

/** Every node and attribute that a transfer may have: of other people's goods, by a natural person. */
export const trasladoFull = (): ComprobanteInput => {
  const { serie, folio, ...rest } = exportacion(
    {
      ...{ MotivoTraslado: '05', ClaveDePedimento: 'A1', CertificadoOrigen: 0, TipoCambioUSD: 17.1995 },
      TotalUSD: 400,
      Emisor: { Curp: 'CACX760510MGTSHC04', Domicilio: QUERETARO },
      Propietario: [
        { NumRegIdTrib: '123456789', ResidenciaFiscal: 'USA' },
        { NumRegIdTrib: 'FR12345678901', ResidenciaFiscal: 'FRA' },
      ],
      Receptor: { Domicilio: TEXAS },
      Destinatario: { Domicilio: [TEXAS] },
      Mercancias: mercancias,
    },
    {
      conceptos: [
        exported({ objetoImp: '01', impuestos: [] }),
        exported({ noIdentificacion: 'S-1', cantidad: '1', precio: '10', objetoImp: '01', impuestos: [] }),
      ],
    },
  );
  const { formaPago: _schema, metodoPago: _metodo, tipoCambio: _cambio, ...base } = rest;
  return {
    ...base,
    ...{ tipo: 'T', serie: serie ?? 'T', folio: folio ?? '1', moneda: 'XXX', decimalesMoneda: 0 },
    emisor: { rfc: 'CACX7605101P8', nombre: 'XOCHILT CASAS CHAVEZ', regimenFiscal: '612' },
    receptor: {
      ...{ rfc: 'CACX7605101P8', nombre: 'XOCHILT CASAS CHAVEZ', domicilioFiscal: '36257' },
      ...{ regimenFiscal: '612', usoCfdi: 'S01' },
    },
  };
};
