import { ignoreUnknown } from '#kernel';
import type { CancellationRequest } from '../document/cancellation-answer.js';
import { revisionOf } from '../document/revision.js';
import { paidElsewhereOf, paidInvoicesOf, payWith, receiverRfc } from '#billing';
import { parseRfc } from '#sat';
import { pacOfProvider } from '#contracts';
import type {
  EfosStanding,
  CertifiedReceiver,
  FiscalDocument,
  ImportedInvoice,
  InvoiceContent,
  InvoiceEvent,
  InvoiceIssue,
  InvoiceStamp,
  PaidDocument,
  PaidInvoice,
  ReceiptsMark,
} from '#contracts';

interface Written {
  readonly content: InvoiceContent;
  /** How often it was issued so far. */
  readonly issues: number;
  /** Of its last event. Attempts to stamp or edit it name the revision at which they began (ADR 34). */
  readonly revision: number;
}

interface Issued extends Written {
  readonly issue: InvoiceIssue;
  /** The revision at which it was issued, −1 of a new invoice: what it holds was claimed at that revision. */
  readonly issuedAt: number;
  /** It is made of receipts, or has another's: their service hears of what becomes of it. */
  readonly receipts?: ReceiptsMark;
  /** It was issued elsewhere, by the organization or, `receiving`, by somebody else. */
  readonly imported?: Imported;
}

/** What matters of a document that was issued elsewhere. */
export type Imported = Pick<ImportedInvoice, 'issuer_type' | 'sat' | 'pays'>;

export interface Cancellation extends CancellationRequest {
  readonly substitutionInvoice?: string;
}

/** An invoice by its status. */
export type Invoice =
  | { readonly status: 'absent' }
  /** `edited`: the revision since which it says what it says now. */
  | ({ readonly status: 'draft'; readonly edited: number } & Written)
  /**
   * Issued and on its way to the stamp. `fromDraft`: a refusal makes it a draft again; `shown`: its maker knows it
   * without its stamp.
   */
  | ({ readonly status: 'pending'; readonly fromDraft: boolean; readonly shown: boolean } & Issued)
  | ({
      readonly status: 'valid';
      readonly stamp: InvoiceStamp;
      /** Who stamped it. */
      readonly pac?: string;
      readonly cancellation: Cancellation | null;
      /** Amounts of the stamped payments that it received, by the payment's id. */
      readonly payments: Readonly<Record<string, string>>;
      /** The payments that some of them replace. */
      readonly replaces?: Readonly<Record<string, readonly string[]>>;
      /** How the tax authority has the issuer on its list of article 69-B, as it was noted last. */
      readonly efos?: EfosStanding;
      /** Payments that were canceled: they never count again, in whichever order that was heard of. */
      readonly reverted?: readonly string[];
      /** Of a payment: the invoices that it names by UUID and counts on. */
      readonly matched?: readonly string[];
    } & Issued)
  | ({ readonly status: 'canceled'; readonly stamp: InvoiceStamp } & Issued)
  /** Certainly never stamped, and given up, or `refused`. */
  | ({ readonly status: 'failed'; readonly refused?: true } & Issued)
  /** Gone: a draft that was deleted, or an invoice that was refused, or given up, before it ever existed. */
  | { readonly status: 'deleted' }
  | { readonly status: 'refused' };

export const absent: Invoice = { status: 'absent' };

/** Total and tolerant: an event that does not fit the state leaves it as it is, but for its revision. */
export function evolve(state: Invoice, event: InvoiceEvent): Invoice {
  const revision = revisionOf(state) + 1;
  const next = applyEvent(state, event, revision);
  return 'revision' in next ? { ...next, revision } : next;
}

function applyEvent(state: Invoice, event: InvoiceEvent, revision: number): Invoice {
  switch (event.type) {
    case 'InvoiceDrafted':
      return state.status === 'absent'
        ? { status: 'draft', content: event.data.content, issues: 0, revision, edited: revision }
        : state;
    case 'DraftEdited':
      return state.status === 'draft' ? { ...state, content: event.data.content, edited: revision } : state;
    case 'DraftDeleted':
      return state.status === 'draft' ? { status: 'deleted' } : state;
    case 'InvoiceForgone':
      return state.status === 'absent' ? { status: 'deleted' } : state;
    case 'InvoiceIssued': {
      if (state.status !== 'absent' && state.status !== 'draft') return state;
      const { content, issue, later: shown = false, receipts } = event.data;
      const fromDraft = state.status === 'draft';
      const issuedAt = revisionOf(state);
      return {
        status: 'pending',
        fromDraft,
        shown,
        content,
        issue,
        issues: issue.number,
        revision,
        issuedAt,
        ...(receipts && { receipts }),
      };
    }
    case 'InvoiceStamped':
      return state.status === 'pending'
        ? {
            status: 'valid',
            ...issuedOf(state),
            stamp: event.data.stamp,
            ...(event.data.pac !== undefined && { pac: event.data.pac }),
            cancellation: null,
            payments: {},
          }
        : state;
    case 'PaymentReceived': {
      const { payment, amount, replaces } = event.data;
      if (state.status !== 'valid') return state;
      const payments = { ...state.payments, [payment]: amount };
      return {
        ...state,
        payments,
        ...(replaces && { replaces: { ...state.replaces, [payment]: replaces } }),
      };
    }
    case 'PaymentReverted': {
      if (state.status !== 'valid') return state;
      const { [event.data.payment]: _, ...payments } = state.payments;
      return { ...state, payments, reverted: [...(state.reverted ?? []), event.data.payment] };
    }
    case 'PaymentDisregarded':
      return state.status === 'valid'
        ? { ...state, reverted: [...(state.reverted ?? []), event.data.payment] }
        : state;
    case 'PaymentMatched':
      return state.status === 'valid'
        ? { ...state, matched: [...(state.matched ?? []), event.data.invoice] }
        : state;
    // Only the revision moves, by which attempts that began before are known; a document keeps the stamp that it has.
    case 'ClaimsForgone':
    case 'InvoiceSurplusStampFound':
    case 'InvoiceSurplusStampSettled':
      return state;
    case 'ReceiptsHeld':
      return state.status === 'pending' || state.status === 'valid'
        ? { ...state, receipts: event.data.receipts }
        : state;
    case 'InvoiceRefused':
      if (state.status !== 'pending') return state;
      if (state.fromDraft) {
        const { content, issues } = state;
        return { status: 'draft', content, issues, revision, edited: revision };
      }
      return event.data.kept ? { ...toFailed(state), refused: true } : { status: 'refused' };
    case 'StampingDelayed':
      return state.status === 'pending' ? { ...state, shown: true } : state;
    case 'StampingFailed':
      return state.status === 'pending' ? toFailed(state) : state;
    case 'CancellationRequested': {
      const { number, motive, substitution, substitution_invoice: substitutionInvoice, at } = event.data;
      const place = substitutionInvoice === undefined ? {} : { substitutionInvoice };
      const asked = { number, motive, substitution, ...place, requestedAt: at, checkedAt: at };
      return state.status === 'valid' ? { ...state, cancellation: { ...asked, status: 'requested' } } : state;
    }
    case 'CancellationUpdated':
      return state.status === 'valid' && state.cancellation
        ? {
            ...state,
            cancellation: { ...state.cancellation, status: event.data.status, checkedAt: event.data.at },
          }
        : state;
    case 'CancellationRefused':
      return state.status === 'valid' && state.cancellation
        ? { ...state, cancellation: { ...state.cancellation, status: 'none' } }
        : state;
    case 'InvoiceCanceled':
      return state.status === 'valid' ? toCanceled(state) : state;
    case 'StatusChecked': {
      if (state.status !== 'valid') return state;
      const { at: checkedAt, efos } = event.data;
      const cancellation = state.cancellation && { ...state.cancellation, checkedAt };
      return { ...state, cancellation, ...(efos && { efos }) };
    }
    case 'InvoiceImported':
      return state.status === 'absent' ? toImported(event.data.invoice, revision) : state;
    case 'CustomerRecognized': {
      if (!isOfThePast(state) || state.content.customer === null) return state;
      const customer = { ...state.content.customer, id: event.data.customer };
      return { ...state, content: { ...state.content, customer } };
    }
    case 'SatStatusRecorded': {
      if (state.status !== 'valid' && state.status !== 'canceled') return state;
      if (!state.imported) return state;
      const { sat } = event.data;
      const next = { ...state, imported: { ...state.imported, sat } };
      return sat.status === 'canceled' ? toCanceled(next) : next;
    }
    default:
      return ignoreUnknown(event, state);
  }
}

/** Whether the organization issued it elsewhere. */
export const isOfThePast = (state: Invoice): state is Extract<Invoice, { status: 'valid' | 'canceled' }> =>
  (state.status === 'valid' || state.status === 'canceled') && state.imported?.issuer_type === 'issuing';

/** A document that was issued elsewhere: it counts as the tax authority has it, and as valid while that is not known. */
function toImported(invoice: ImportedInvoice, revision: number): Invoice {
  const { content, issue, stamp, issuer_type, sat, pays } = invoice;
  const imported = { issuer_type, sat, pays };
  const issued = { content, issue, issues: issue.number, revision, issuedAt: revision, imported };
  if (sat.status === 'canceled') return { status: 'canceled', ...issued, stamp };
  return { status: 'valid', ...issued, stamp, cancellation: null, payments: {} };
}

/** What an invoice has since it was issued, without what its status adds. */
const issuedOf = ({ content, issue, issues, revision, issuedAt, receipts, imported }: Issued): Issued => ({
  ...{ content, issue, issues, revision, issuedAt },
  ...marking(receipts),
  ...(imported && { imported }),
});

const toCanceled = (state: Issued & { readonly stamp: InvoiceStamp }) =>
  ({ status: 'canceled', ...issuedOf(state), stamp: state.stamp }) as const;

const toFailed = (state: Issued) => ({ status: 'failed', ...issuedOf(state) }) as const;

/** The parts by which the tax authority's services know a stamped invoice. */
export function fiscalDocument(invoice: Extract<Invoice, { status: 'valid' | 'canceled' }>): FiscalDocument {
  return {
    uuid: invoice.stamp.uuid,
    issuer_rfc: invoice.issue.issuer.tax_id,
    receiver_rfc: receiverRfc(invoice.content.customer),
    total: invoice.issue.totals.total,
    sello_tail: invoice.stamp.signature.slice(-8),
    stamped_at: invoice.stamp.date,
    ...('pac' in invoice && invoice.pac !== undefined && { pac: invoice.pac }),
    ...(invoice.imported && { pac: pacOfProvider(invoice.stamp.rfc_provider_cert) }),
  };
}

/** What its payments have paid of an invoice, in millionths. */
export function sumReceived(state: Invoice): bigint {
  if (state.status !== 'valid') return 0n;
  const { payments, replaces = {} } = state;
  return payWith(
    Object.entries(payments).map(([id, amount]) => ({ id, amount, replaces: replaces[id] ?? [] })),
  ).paid;
}

/** The mark of an invoice of receipts, for their service to know. */
export const marking = (receipts: ReceiptsMark | undefined): { readonly receipts?: ReceiptsMark } =>
  receipts ? { receipts } : {};

/** What a payment pays, of invoices of ours and of others, for those to know. */
export function paying(content: InvoiceContent): {
  readonly payments?: readonly PaidInvoice[];
  readonly pays?: readonly PaidDocument[];
} {
  if (content.type !== 'P') return {};
  const payments = paidInvoicesOf(content);
  const pays = paidElsewhereOf(content);
  return { ...(payments.length > 0 && { payments }), ...(pays.length > 0 && { pays }) };
}

/**
 * The receiver whose data a stamp confirms (CFDI40143 to 40149, 40157, 40158: a PAC compares RFC, name, postal code and regime
 * with the register): a stored customer with an RFC of its own. Foreigners and the general public have none.
 */
export function confirming({ customer }: InvoiceContent): {
  readonly receiver?: CertifiedReceiver & { readonly customer: string };
} {
  if (!customer?.id || customer.address.country !== 'MEX') return {};
  const { id, legal_name, tax_system, address } = customer;
  const rfc = parseRfc(customer.tax_id ?? '');
  if (!rfc || rfc.generic || tax_system === null || address.zip === null) return {};
  return { receiver: { customer: id, legal_name, tax_id: rfc.rfc, tax_system, zip: address.zip } };
}
