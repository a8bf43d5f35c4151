import type { Comprobante, ReceivedComprobante, ReceptorInput } from '#cfdi';
import {
  emptyAddress,
  type CustomerSnapshot,
  type GlobalInformation,
  type InvoiceContent,
  type Namespace,
} from '#contracts';
import { periodicidades, RFC_EXTRANJERO } from '#sat';
import { complementsOf } from './complements.js';
import { plain } from './decimals.js';
import { itemOf, thirdPartyOf } from './items.js';

/** Types whose only line is fixed by Anexo 20: what they are about is in their complement, and they have no items here. */
const WITHOUT_ITEMS: ReadonlySet<Comprobante['tipo']> = new Set(['P', 'N']);

/** What a document of others says, as our own invoices say it. Its customer's id is known to who keeps customers. */
export function contentOf(received: ReceivedComprobante, timeZone: string): InvoiceContent {
  const { comprobante } = received;
  const { tipo, conceptos } = comprobante;
  const [only] = conceptos;
  return {
    type: tipo,
    customer: customerOf(comprobante.receptor),
    items: WITHOUT_ITEMS.has(tipo) ? [] : conceptos.map(itemOf),
    payment_form: comprobante.formaPago ?? null,
    payment_method: comprobante.metodoPago ?? null,
    use: comprobante.receptor.usoCfdi,
    ...currencyOf(comprobante),
    conditions: comprobante.condicionesDePago ?? null,
    related_documents: comprobante.cfdiRelacionados.map(({ tipoRelacion, uuids }) => ({
      relationship: tipoRelacion,
      documents: uuids.map((uuid) => uuid.toUpperCase()),
    })),
    global: globalOf(comprobante),
    export: comprobante.exportacion,
    date: null,
    // The place of issue is the issuer's, of which a document says the postal code alone.
    address: null,
    external_id: null,
    idempotency_key: null,
    folio_number: null,
    series: comprobante.serie ?? null,
    pdf_custom_section: null,
    pdf_options: null,
    complements: complementsOf(received, timeZone),
    addenda: comprobante.addenda?.trim() || null,
    namespaces: (comprobante.espacios ?? []).map(({ prefijo, uri, esquema }): Namespace => ({
      prefix: prefijo,
      uri,
      schema_location: esquema,
    })),
    third_party: tipo === 'P' ? thirdPartyOf(only?.aCuentaTerceros) : null,
  };
}

/** The Receptor as it is printed. A foreign one is known by its country, and by its tax number there. */
export function customerOf(receptor: ReceptorInput): CustomerSnapshot {
  const { rfc, nombre, regimenFiscal, domicilioFiscal, residenciaFiscal, numRegIdTrib } = receptor;
  const known = { id: null, legal_name: nombre, email: null };
  if (rfc === RFC_EXTRANJERO && residenciaFiscal !== undefined && residenciaFiscal !== 'MEX')
    return {
      ...known,
      tax_id: numRegIdTrib ?? null,
      tax_system: regimenFiscal,
      address: { ...emptyAddress, country: residenciaFiscal },
    };
  return {
    ...known,
    tax_id: rfc,
    tax_system: regimenFiscal,
    address: { ...emptyAddress, zip: domicilioFiscal },
  };
}

/** Payments and goods that are moved are written in XXX, which is none: our own say MXN there. */
function currencyOf({ moneda, tipoCambio }: Comprobante): Pick<InvoiceContent, 'currency' | 'exchange'> {
  if (moneda === 'XXX') return { currency: 'MXN', exchange: '1' };
  const exchange = tipoCambio === undefined ? undefined : plain(tipoCambio);
  return { currency: moneda, exchange: exchange ?? (moneda === 'MXN' ? '1' : null) };
}

function globalOf({ informacionGlobal }: Comprobante): GlobalInformation | null {
  if (informacionGlobal === undefined) return null;
  const { periodicidad, meses, anio } = informacionGlobal;
  return { periodicity: periodicidades.find(periodicidad)?.name ?? periodicidad, months: meses, year: anio };
}
