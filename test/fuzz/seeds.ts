import { cases } from '../e2e/invoices/documents/cases.js';
import {
  invoice,
  line,
  retention,
  sale,
  triggered,
  ukelele,
  universidad,
  xochilt,
} from '../support/bodies.js';
import type { Json } from '../support/app.js';

const employee = {
  legal_name: 'INGRID XODAR JIMENEZ',
  tax_id: 'XOJI740919U48',
  tax_system: '605',
  address: { zip: '76028' },
};
const payroll = {
  fecha_pago: '2026-10-15',
  fecha_inicial_pago: '2026-10-01',
  fecha_final_pago: '2026-10-15',
  num_dias_pagados: 15,
  receptor: {
    curp: 'XOJI740919MQTDMN05',
    tipo_contrato: '09',
    tipo_regimen: '09',
    num_empleado: '7',
    periodicidad_pago: '04',
    clave_ent_fed: 'QUE',
  },
  percepciones: {
    percepcion: [{ tipo_percepcion: '046', clave: '046', importe_gravado: 5000, importe_exento: 0 }],
  },
  deducciones: [{ tipo_deduccion: '002', clave: '002', importe: 400 }],
};

const place = { Calle: 'Uno', Estado: 'HID', Pais: 'MEX', CodigoPostal: '42501' };
const stop = { FechaHoraSalidaLlegada: '2026-11-22T08:00:00', Domicilio: place };
const waybill = {
  TranspInternac: 'No',
  TotalDistRec: 5,
  Ubicaciones: [
    { TipoUbicacion: 'Origen', RFCRemitenteDestinatario: 'EKU9003173C9', ...stop },
    {
      ...{ TipoUbicacion: 'Destino', RFCRemitenteDestinatario: 'EKU9003173C9', DistanciaRecorrida: 5 },
      ...stop,
    },
  ],
  Mercancias: {
    ...{ PesoBrutoTotal: 2, UnidadPeso: 'KGM', NumTotalMercancias: 1 },
    Mercancia: [
      {
        ...{ BienesTransp: '60131324', Descripcion: 'Uno', Cantidad: 1, ClaveUnidad: 'H87' },
        PesoEnKg: 2,
      },
    ],
    Autotransporte: {
      ...{ PermSCT: 'TPAF01', NumPermisoSCT: 'SICT-1' },
      IdentificacionVehicular: {
        ...{ ConfigVehicular: 'C2', PesoBrutoVehicular: 17.5, PlacaVM: 'ABC1234', AnioModeloVM: '2022' },
      },
      Seguros: { AseguraRespCivil: 'Seguros', PolizaRespCivil: 'RC-0001' },
    },
  },
  FiguraTransporte: [{ TipoFigura: '01', RFCFigura: 'CACX7605101P8', NumLicencia: 'L1', NombreFigura: 'X' }],
};

const payment = (amount: number) => ({
  type: 'P',
  customer: universidad,
  complements: [
    {
      type: 'pago',
      data: {
        payment_form: '03',
        related_documents: [
          {
            uuid: '5FB2822E-396D-4725-8521-CDC4BDD20CCF',
            ...{ amount, installment: 1, last_balance: 1160, currency: 'MXN' },
            taxes: [{ base: 100, type: 'IVA', rate: 0.16 }],
          },
        ],
      },
    },
  ],
});

const invoices: readonly Json[] = [
  invoice(),
  { ...invoice(), status: 'draft' },
  { status: 'draft' },
  invoice({ payment_method: 'PPD', payment_form: '99' }),
  ...Object.values(cases).map(([body]) => body),
  {
    type: 'E',
    customer: universidad,
    items: [{ product: { description: 'Descuento', price: 116 } }],
    payment_form: '03',
    related_documents: [{ relationship: '01', documents: ['39C85A3F-275B-4341-B259-E8971D9F8A94'] }],
  },
  payment(500),
  { type: 'N', customer: employee, complements: [{ type: 'nomina', data: payroll }] },
  {
    type: 'T',
    customer: xochilt,
    items: [{ product: { description: 'Uno', product_key: '60131324' } }],
    complements: [{ type: 'carta_porte', data: waybill }],
  },
  invoice({
    items: [line({ product_key: '78101802', unit_key: 'E48' })],
    complements: [{ type: 'carta_porte', data: waybill }],
  }),
  invoice({
    complements: [{ type: 'leyendas_fiscales', data: { leyendas: [{ texto_leyenda: 'Una leyenda' }] } }],
    addenda: '<a:b xmlns:a="http://example.com/a">1</a:b>',
    pdf_options: { codes: false, product_key: false },
  }),
  invoice({
    items: [
      line(
        {},
        {
          complement: {
            ...{ nombreAlumno: 'Ana', CURP: 'XOJI740919MQTDMN05', autRVOE: 'R1' },
            nivelEducativo: 'Primaria',
          },
        },
      ),
    ],
  }),
];

/** A sale with XML in each of the places that take it. */
const markup = [
  invoice({ addenda: '<b:a xmlns:b="http://example.com/b" c="1">uno</b:a>' }),
  invoice({ complements: [{ type: 'custom', data: '<x:y xmlns:x="http://example.com/x"/>' }] }),
  invoice({ pdf_custom_section: '<h1>Gracias</h1><p>por <b>su</b> compra</p>' }),
  invoice({ items: [line({}, { complement: '<x:y xmlns:x="http://example.com/x"/>' })] }),
];

/** The triggers of the sandbox's provider and tax authority, except those that take a second. */
const triggers = [
  ...['SANDBOX-OUTAGE', 'SANDBOX-REFUSED', 'SANDBOX-REFUSED-PAC', 'SANDBOX-DUPLICATE'],
  ...['SANDBOX-DAMAGED-ANSWER', 'SANDBOX-CANCEL-PENDING', 'SANDBOX-CANCEL-PENDING-ACCEPTED'],
  ...['SANDBOX-CANCEL-PENDING-REJECTED', 'SANDBOX-CANCEL-PENDING-EXPIRED', 'SANDBOX-CANCEL-VERIFYING'],
  ...['SANDBOX-NOT-CANCELABLE', 'SANDBOX-CANCEL-OUTAGE'],
];

/** Invoices that have to do with others. */
const relations: readonly Json[] = [
  invoice({ customer: '@customer', items: [{ quantity: 3, product: '@product' }] }),
  invoice({ related_documents: [{ relationship: '04', documents: ['@uuid'] }] }),
  {
    type: 'P',
    customer: universidad,
    complements: [
      { type: 'pago', data: { payment_form: '03', date: '2026-11-20', invoice: '@invoice', amount: 10 } },
    ],
  },
  invoice({ folio_number: 7, series: 'Z' }),
  invoice({ idempotency_key: 'once' }),
];

/** What was withheld: with a complement, of a foreigner, in the place of another, with triggers. */
const retentions: readonly Json[] = [
  retention(),
  retention({
    cve_retenc: '14',
    complements: [{ type: 'dividendos', data: { Remanente: { ProporcionRem: '0.10' } } }],
    addenda: '<b:a xmlns:b="http://example.com/b" c="1">uno</b:a>',
  }),
  retention({ customer: { legal_name: 'Acme Inc', tax_id: '123456789', address: { country: 'USA' } } }),
  retention({ customer: '@customer', related_documents: [{ relationship: '04', documents: ['@uuid'] }] }),
  retention({
    status: 'draft',
    totales: undefined,
    idempotency_key: 'once',
    pdf_custom_section: '<p>Uno</p>',
  }),
  ...triggers.map((trigger) => retention({ desc_retenc: trigger })),
];

/** Bodies that make sense, by the operation that takes them. */
export const seeds: Readonly<Record<string, readonly Json[]>> = {
  'POST /v2/customers': [universidad, xochilt],
  'POST /v2/products': [ukelele, { ...ukelele, taxes: [{ type: 'IEPS', rate: 0.08 }], sku: 'U-1' }],
  'POST /v2/suppliers': [universidad, { ...xochilt, external_id: 'P-1' }],
  'POST /v2/invoices': [
    ...invoices,
    ...markup,
    ...relations,
    ...triggers.map((trigger) => triggered(trigger)),
  ],
  'POST /v2/invoices/preview': [...invoices, ...markup, ...relations],
  'POST /v2/invoices/preview/pdf': [...invoices, ...markup],
  'POST /v2/invoices/preview/pdf/download-url': [...invoices, ...markup],
  'PUT /v2/invoices/{invoice_id}': invoices.filter(({ status }) => status === undefined),
  'POST /v2/downloads': [
    { kind: 'issued', format: 'metadata', from: '2026-11-01', to: '2026-11-03' },
    { kind: 'received', format: 'xml', from: '2026-11-01', to: '2026-11-01' },
  ],
  'POST /v2/receipts': [sale(), sale({ customer: xochilt, branch: 'Centro', idempotency_key: 'once' })],
  'POST /v2/receipts/batch': [{ receipts: [sale(), sale({ idempotency_key: 'once' })] }],
  'POST /v2/retentions': retentions,
  'PUT /v2/retentions/{retention_id}': [retention({ folio_int: 'A1' })],
  'POST /v2/retentions/{retention_id}/email': [{ email: 'pagos@example.com' }],
  'POST /v2/organizations': [{ name: 'Otra más' }],
  'PUT /v2/organizations/{organization_id}/pacs': [
    {
      order: ['sw', 'finkok'],
      credentials: { sw: { user: 'a@b.mx', password: 'uno' } },
      manifests: { sw: true },
    },
    { credentials: { sw: { token: 'a.b.c' }, finkok: null }, pac: 'sw', manifests: { finkok: false } },
    { order: [], credentials: { prodigia: { contract: 'c', user: 'u', password: 'p' } }, pac: 'sandbox' },
  ],
  'POST /v2/invoices/zip-requests': [{ year: 2026, month: 11, issuer_type: 'issuing' }],
};
