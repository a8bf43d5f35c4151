import type { AcusePdfModel, InvoicePdfModel, PdfItem } from '../model.js';

const labels: Record<string, Record<string, string>> = {
  c_FormaPago: { '03': 'Transferencia electrónica de fondos', '99': 'Por definir' },
  c_MetodoPago: { PUE: 'Pago en una sola exhibición', PPD: 'Pago en parcialidades o diferido' },
  c_UsoCFDI: { G03: 'Gastos en general.', S01: 'Sin efectos fiscales.' },
  c_RegimenFiscal: {
    '601': 'General de Ley Personas Morales',
    '612': 'Personas Físicas con Actividades Empresariales y Profesionales',
  },
  c_Moneda: { MXN: 'Peso Mexicano', USD: 'Dolar americano' },
  c_ClaveUnidad: { H87: 'Pieza', E48: 'Unidad de servicio' },
  c_ObjetoImp: { '02': 'Sí objeto de impuesto.' },
  c_Exportacion: { '01': 'No aplica' },
  c_TipoRelacion: { '04': 'Sustitución de los CFDI previos' },
  c_Periodicidad: { '04': 'Mensual' },
  c_Meses: { '11': 'Noviembre' },
  c_Pais: { MEX: 'México', USA: 'Estados Unidos (los)' },
};

/** A line with IVA at 16%; amounts as in the CFDI. */
export const sampleItem = (description: string, values: Partial<PdfItem> = {}): PdfItem => ({
  quantity: '1',
  unit_value: '1000',
  amount: '1000',
  product: {
    description,
    product_key: '81112101',
    unit_key: 'E48',
    unit_name: 'Unidad de servicio',
    taxability: '02',
  },
  taxes: [{ type: 'IVA', rate: '0.16', base: '1000', amount: '160' }],
  ...values,
});

/** A stamped Live invoice of three lines, for specs. */
export const sampleInvoice = (values: Partial<InvoicePdfModel> = {}): InvoicePdfModel => ({
  livemode: true,
  status: 'valid',
  type: 'I',
  series: 'F',
  folio_number: 1042,
  uuid: '3F2B7A10-9C4E-4D81-B7A5-6E0D9C1F2A34',
  date: '2026-11-21T16:41:05.000Z',
  timezone: 'America/Mexico_City',
  issuer_info: {
    legal_name: 'PANADERÍA Y CAFÉ NIÑO ARTILLERO',
    tax_id: 'PCN160101AB1',
    tax_system: '601',
    address: {
      street: 'Av. Insurgentes Sur',
      exterior: '1602',
      interior: '4B',
      neighborhood: 'Crédito Constructor',
      zip: '03940',
      municipality: 'Benito Juárez',
      state: 'Ciudad de México',
      country: 'MEX',
    },
  },
  customer: {
    legal_name: 'COMERCIALIZADORA PEÑA & HIJOS',
    tax_id: 'CPH010203XY9',
    tax_system: '601',
    address: {
      street: 'Calle Hidalgo',
      exterior: '77',
      zip: '44100',
      city: 'Guadalajara',
      state: 'Jalisco',
      country: 'MEX',
    },
    email: 'facturas@penahijos.example',
  },
  currency: 'MXN',
  exchange: '1',
  payment_form: '03',
  payment_method: 'PUE',
  use: 'G03',
  export: '01',
  items: [
    sampleItem('Consultoría en procesos de panificación', {
      quantity: '12',
      unit_value: '850.5',
      amount: '10206',
      taxes: [{ type: 'IVA', rate: '0.16', base: '10206', amount: '1632.96' }],
    }),
    sampleItem('Café de altura, tueste medio, bolsa de 1 kg', {
      quantity: '24',
      unit_value: '241.379310',
      amount: '5793.10344',
      discount: '579.310344',
      product: {
        description: 'Café de altura, tueste medio, bolsa de 1 kg',
        product_key: '50201706',
        unit_key: 'H87',
        unit_name: 'Pieza',
        sku: 'CAF-1KG-M',
        taxability: '02',
      },
      taxes: [{ type: 'IVA', rate: '0', base: '5213.793096', amount: '0' }],
    }),
    sampleItem('Mantenimiento “preventivo” de molinos', {
      quantity: '1',
      unit_value: '4300',
      amount: '4300',
      taxes: [{ type: 'IVA', rate: '0.16', base: '4300', amount: '688' }],
    }),
  ],
  subtotal: '20299.10',
  discount: '579.31',
  taxes: [
    { type: 'IVA', rate: '0.16', base: '14506', amount: '2320.96' },
    { type: 'IVA', rate: '0', base: '5213.79', amount: '0' },
  ],
  total: '22040.75',
  conditions: 'Pago a 15 días naturales contra entrega.',
  certificate_number: '00001000000512345678',
  stamp: {
    date: '2026-11-21T16:41:07.000Z',
    signature: `${'Qm9sZG8gZGUgcHJ1ZWJhIHBhcmEgdW4gUERG'.repeat(9)}AbCdEfGhIjKl12345w==`,
    sat_cert_number: '00001000000598765432',
    sat_signature: `${'U2VsbG8gZGVsIFNBVCBkZSBlamVtcGxv'.repeat(10)}ZyXwVuTsRq98765Q==`,
    complement_string: `||1.1|3F2B7A10-9C4E-4D81-B7A5-6E0D9C1F2A34|2026-11-21T10:41:07|SPR190613I52|${'Qm9sZG8gZGUgcHJ1ZWJhIHBhcmEgdW4gUERG'.repeat(9)}AbCdEfGhIjKl12345w==|00001000000598765432||`,
    rfc_provider_cert: 'SPR190613I52',
  },
  verification_url:
    'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=3F2B7A10-9C4E-4D81-B7A5-6E0D9C1F2A34&re=PCN160101AB1&rr=CPH010203XY9&tt=22040.75&fe=l12345w==',
  organization: {
    name: 'Niño Artillero',
    phone: '55 5555 0101',
    website: 'ninoartillero.example',
    color: 'B4532A',
  },
  label: (catalogue, key) => labels[catalogue]?.[key],
  ...values,
});

/** The acuse of that invoice's cancellation, for specs. */
export const sampleAcuse = (): AcusePdfModel => {
  const { uuid, issuer_info, customer, total, date, timezone, organization, stamp } = sampleInvoice();
  return {
    livemode: true,
    uuid: uuid ?? '',
    series: 'F',
    folio_number: 1042,
    issuer: issuer_info,
    customer: customer ?? null,
    total,
    currency: 'MXN',
    issued_at: date ?? null,
    motive: '01',
    substitution_uuid: 'AAAAAAAA-9C4E-4D81-B7A5-6E0D9C1F2A34',
    requested_at: '2026-11-21T20:00:00Z',
    acknowledged_at: '2026-11-21T20:00:01Z',
    canceled_at: '2026-11-21T20:00:01Z',
    status_code: '201',
    cancellation_status: 'accepted',
    sat_seal: stamp?.sat_signature ?? null,
    timezone,
    organization,
  };
};
