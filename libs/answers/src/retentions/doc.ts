import { formatDecimal, parseDecimal, roundMicros } from '#kernel';
import type {
  InvoiceStamp,
  IssuerSnapshot,
  RetentionAmounts,
  RetentionContent,
  RetentionDoc,
  RetentionIssue,
  RetentionIssueDoc,
  RetentionTax,
  RetentionTaxDoc,
  RetentionTotalsDoc,
} from '#contracts';
import { customerDoc, number, relatedDoc, stampDoc } from '../invoices/doc.js';

/** The type of payment that says that a tax was paid provisionally (c_TipoPagoRet). */
const PROVISIONAL = '04';

/** An amount as the document has it: pesos with cents. */
function cents(text: string): string;
function cents(text: string | null): string | null;
function cents(text: string | null): string | null {
  const micros = text === null ? undefined : parseDecimal(text);
  return micros === undefined ? text : formatDecimal(roundMicros(micros, 2));
}

const inCents = (tax: RetentionTax): RetentionTax => ({
  ...tax,
  base_ret: cents(tax.base_ret),
  monto_ret: cents(tax.monto_ret),
});

const taxDoc = ({ base_ret, impuesto, monto_ret, tipo_pago_ret }: RetentionTax): RetentionTaxDoc => ({
  base_ret: number(base_ret),
  impuesto,
  monto_ret: number(monto_ret),
  tipo_pago_ret,
  pago_provisional: tipo_pago_ret === PROVISIONAL,
  base: number(base_ret),
  monto: number(monto_ret),
});

/** Its amounts: those of the document once they can be computed, and until then those that were written. */
function totalsOf(
  { totales }: RetentionContent,
  amounts: RetentionAmounts | null,
): RetentionTotalsDoc | null {
  if (!totales) return null;
  const { monto_tot_operacion, monto_tot_exent, monto_tot_grav, monto_tot_ret } = amounts ?? totales;
  const { utilidad_bimestral, isr_correspondiente } = totales;
  return {
    monto_tot_operacion: number(monto_tot_operacion),
    monto_tot_exent: number(monto_tot_exent),
    monto_tot_grav: number(monto_tot_grav),
    monto_tot_ret: number(monto_tot_ret),
    imp_retenidos: totales.imp_retenidos.map((tax) => taxDoc(amounts ? inCents(tax) : tax)),
    utilidad_bimestral: number(amounts ? cents(utilidad_bimestral) : utilidad_bimestral),
    isr_correspondiente: number(amounts ? cents(isr_correspondiente) : isr_correspondiente),
  };
}

/** The part of the answer that the caller wrote. */
type WrittenDoc = Omit<
  RetentionDoc,
  | keyof RetentionIssueDoc
  | ('id' | 'created_at' | 'livemode' | 'organization' | 'type' | 'status' | 'is_ready_to_stamp')
  | ('uuid' | 'verification_url' | 'stamp')
  | ('cancellation_status' | 'cancellation' | 'canceled_at' | 'cancellation_receipt')
>;

/** What a retention says, as it is answered. */
export const retentionContentDoc = (
  content: RetentionContent,
  amounts: RetentionAmounts | null,
): WrittenDoc => ({
  customer: customerDoc(content.customer),
  cve_retenc: content.cve_retenc,
  desc_retenc: content.desc_retenc,
  folio_int: content.folio_int,
  periodo: content.periodo,
  totales: totalsOf(content, amounts),
  related_documents: relatedDoc(content.related_documents),
  // XML as text, which is how clients send it and read it.
  complements: content.complements.map((one) => (one.type === 'custom' ? one.data : one)),
  addenda: content.addenda,
  namespaces: content.namespaces,
  external_id: content.external_id,
  idempotency_key: content.idempotency_key,
  pdf_custom_section: content.pdf_custom_section,
});

/** The part that a draft does not have yet, beside the date that it asks for. */
export const retentionDraftDoc = ({ fecha_exp }: RetentionContent): RetentionIssueDoc => ({
  fecha_exp,
  issuer_info: null,
});

export const retentionIssueDoc = ({ date, issuer }: RetentionIssue): RetentionIssueDoc => ({
  fecha_exp: date,
  issuer_info: issuerDoc(issuer),
});

/** Without the certificate that it was signed with. */
const issuerDoc = ({ legal_name, tax_id, tax_system, address }: IssuerSnapshot): IssuerSnapshot => ({
  ...{ legal_name, tax_id, tax_system, address },
});

/** What its stamp adds. */
export function retentionStampDoc(
  stamp: InvoiceStamp,
): Pick<RetentionDoc, 'uuid' | 'verification_url' | 'stamp'> {
  const { uuid, verification_url, stamp: doc } = stampDoc(stamp);
  return { uuid, verification_url, stamp: doc };
}
