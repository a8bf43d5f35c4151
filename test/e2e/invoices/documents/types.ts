import type { Json } from '../../../support/app.js';
import { line, universidad } from '../../../support/bodies.js';

/** Invoices of every type and with every complement. */

export const employee = {
  legal_name: 'INGRID XODAR JIMENEZ',
  tax_id: 'XOJI740919U48',
  tax_system: '605',
  address: { zip: '76028' },
};
const acme = {
  legal_name: 'ACME INC',
  tax_id: '123456789',
  address: { street: 'Main St', zip: '75001', state: 'TX', country: 'USA' },
};

export const payroll = {
  fecha_pago: '2026-11-20',
  // As a client sends it that has a date for it.
  fecha_inicial_pago: new Date('2026-11-01').toJSON(),
  fecha_final_pago: '2026-11-15',
  num_dias_pagados: 15,
  emisor: { registro_patronal: 'B5510768108' },
  receptor: {
    curp: 'XOJI740919MQTDMN05',
    num_seguridad_social: '000000',
    fecha_inicio_rel_laboral: '2015-01-01',
    tipo_contrato: '01',
    tipo_regimen: '02',
    tipo_jornada: '01',
    num_empleado: '120',
    riesgo_puesto: '1',
    periodicidad_pago: '04',
    salario_base_cot_apor: 490.22,
    salario_diario_integrado: 146.47,
    clave_ent_fed: 'GUA',
  },
  percepciones: {
    percepcion: [
      { tipo_percepcion: '001', clave: '00500', importe_gravado: 2803.77, importe_exento: 0 },
      {
        ...{ tipo_percepcion: '019', clave: '019', importe_gravado: 400, importe_exento: 100 },
        horas_extra: [{ dias: 1, tipo_horas: '01', horas_extra: 4, importe_pagado: 500 }],
      },
    ],
  },
  deducciones: [
    { tipo_deduccion: '001', clave: '301', importe: 200 },
    { tipo_deduccion: '002', clave: '302', importe: 100.5 },
  ],
  otros_pagos: [{ tipo_otro_pago: '002', clave: '401', importe: 0, subsidio_causado: 0 }],
};

const place = (state: string, zip: string) => ({
  Calle: 'Uno',
  Estado: state,
  Pais: 'MEX',
  CodigoPostal: zip,
});
export const waybill = {
  IdCCP: 'CCC1A2B3-4C5D-4E6F-8A9B-0C1D2E3F4A5B',
  TranspInternac: 'No',
  TotalDistRec: 120,
  Ubicaciones: [
    {
      ...{ TipoUbicacion: 'Origen', RFCRemitenteDestinatario: 'EKU9003173C9' },
      ...{ FechaHoraSalidaLlegada: '2026-11-22T08:00:00', Domicilio: place('HID', '42501') },
    },
    {
      ...{ TipoUbicacion: 'Destino', RFCRemitenteDestinatario: 'URE180429TM6', DistanciaRecorrida: 120 },
      ...{ FechaHoraSalidaLlegada: '2026-11-22T12:00:00', Domicilio: place('TAB', '86991') },
    },
  ],
  Mercancias: {
    ...{ PesoBrutoTotal: 10.5, UnidadPeso: 'KGM', NumTotalMercancias: 1 },
    Mercancia: [
      {
        ...{ BienesTransp: '60131324', Descripcion: 'Ukeleles', Cantidad: 10, ClaveUnidad: 'H87' },
        PesoEnKg: 10.5,
      },
    ],
    Autotransporte: {
      ...{ PermSCT: 'TPAF01', NumPermisoSCT: 'SICT-2026/1' },
      IdentificacionVehicular: {
        ...{ ConfigVehicular: 'C2', PesoBrutoVehicular: 17.5, PlacaVM: 'ABC1234', AnioModeloVM: '2022' },
      },
      Seguros: { AseguraRespCivil: 'Seguros', PolizaRespCivil: 'RC-0001' },
    },
  },
  FiguraTransporte: [
    { TipoFigura: '01', RFCFigura: 'CACX7605101P8', NumLicencia: 'L123456', NombreFigura: 'XOCHILT CASAS' },
  ],
};

export const itself = {
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  address: { zip: '42501' },
};

/** Bodies by name; what the XML's root must say of the type's fixed values. */
export const typedInvoices: Readonly<Record<string, { body: Json; root: Readonly<Record<string, string>> }>> =
  {
    'a credit note with the defaults of its products': {
      body: {
        type: 'E',
        customer: universidad,
        items: [{ product: { description: 'Descuento', price: 116 } }],
        payment_form: '03',
        related_documents: [{ relationship: '01', documents: ['39C85A3F-275B-4341-B259-E8971D9F8A94'] }],
      },
      root: { TipoDeComprobante: 'E', Total: '116.00', MetodoPago: 'PUE' },
    },
    'a payroll': {
      body: { type: 'N', customer: employee, complements: [{ type: 'nomina', data: payroll }] },
      root: {
        TipoDeComprobante: 'N',
        SubTotal: '3303.77',
        Descuento: '300.50',
        Total: '3003.27',
        Moneda: 'MXN',
      },
    },
    'the payroll of a worker who has died': {
      body: {
        type: 'N',
        customer: { ...employee, tax_id: 'XAXX010101000' },
        complements: [{ type: 'nomina', data: payroll }],
      },
      root: { TipoDeComprobante: 'N', Total: '3003.27' },
    },
    'goods that are moved, with their Carta Porte': {
      body: {
        type: 'T',
        customer: itself,
        items: [{ quantity: 10, product: { description: 'Ukelele', product_key: '60131324' } }],
        complements: [{ type: 'carta_porte', data: waybill }],
      },
      root: { TipoDeComprobante: 'T', Total: '0', Moneda: 'XXX' },
    },
    'freight that is charged, with its Carta Porte': {
      body: {
        customer: universidad,
        items: [line({ product_key: '78101802', unit_key: 'E48' })],
        payment_form: '03',
        complements: [
          { type: 'carta_porte', data: { ...waybill, IdCCP: 'CCC1A2B3-4C5D-4E6F-8A9B-0C1D2E3F4A5C' } },
          { type: 'leyendas_fiscales', data: { leyendas: [{ texto_leyenda: 'Sin más & <efectos>' }] } },
        ],
      },
      root: { TipoDeComprobante: 'I', Total: '345.60' },
    },
    'an export': {
      body: {
        customer: acme,
        items: [
          {
            quantity: 2,
            product: {
              ...{
                description: 'Cigarros',
                product_key: '50211503',
                price: 200,
                sku: 'A-1',
                unit_name: '01',
              },
              taxes: [{ type: 'IVA', rate: 0 }],
            },
          },
        ],
        ...{ payment_form: '03', currency: 'USD', exchange: 17.1995, export: '02' },
        complements: [
          {
            type: 'comercio_exterior',
            data: {
              ...{ ClaveDePedimento: 'A1', CertificadoOrigen: 0, TipoCambioUSD: 17.1995, TotalUSD: 400 },
              Emisor: {
                Domicilio: {
                  Calle: 'Uno',
                  Estado: 'HID',
                  Pais: 'MEX',
                  CodigoPostal: '42501',
                  Municipio: '067',
                },
              },
              Receptor: { Domicilio: { Calle: 'Main St', Estado: 'TX', Pais: 'USA', CodigoPostal: '75001' } },
              Mercancias: {
                Mercancia: [
                  { NoIdentificacion: 'A-1', FraccionArancelaria: '2402200100', ValorDolares: 400 },
                ],
              },
            },
          },
        ],
      },
      root: { TipoDeComprobante: 'I', Exportacion: '02', Moneda: 'USD' },
    },
    'lines with complements, a complement as XML, and an addenda': {
      body: {
        customer: universidad,
        items: [
          line(
            { price: 100 },
            {
              complement: {
                ...{ nombreAlumno: 'Zoë', CURP: 'CACX760510MGTSHC04', nivelEducativo: 'Primaria' },
                autRVOE: '201587PRIM',
              },
            },
          ),
          line(
            { product_key: '15101514', unit_key: 'LTR', unit_name: 'Litro', price: 24 },
            {
              quantity: 40,
              complement: {
                ...{
                  tipo_permiso: 'PER01',
                  numero_permiso: 'PL/10001/EXP/ES/2015',
                  sub_producto_hyp: 'SP16',
                },
              },
            },
          ),
        ],
        payment_form: '03',
        complements: [
          {
            type: 'custom',
            data: '<donat:Donatarias version="1.1" noAutorizacion="100" fechaAutorizacion="2020-01-01" leyenda="Donativo"/>',
          },
        ],
        addenda: '<acme:pedido numero="1">Entregar & antes</acme:pedido>'.replace('&', '&amp;'),
        namespaces: [
          {
            prefix: 'acme',
            uri: 'http://acme.example/addenda',
            schema_location: 'http://acme.example/a.xsd',
          },
        ],
      },
      root: { TipoDeComprobante: 'I' },
    },
  };
