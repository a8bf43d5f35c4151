import { qrUrl, readPrintedData, urlCartaPorte, type ReceivedComprobante } from '#cfdi';
import {
  emptyAddress,
  type ImportedInvoice,
  type InvoiceIssue,
  type InvoiceStamp,
  type PaidDocument,
  type InvoiceContent,
} from '#contracts';
import { instantOf, postalCode } from '#sat';
import { totalsOf } from '../invoices/totals.js';
import { contentOf } from './content.js';
import { paidBy } from './payments.js';
import { paymentsOf } from '../invoices/payments.js';

/** What a document says of itself; who supplied it, and how it stands at the SAT, is found out elsewhere. */
export interface ImportedDocument extends Pick<ImportedInvoice, 'content' | 'issue' | 'stamp' | 'pays'> {
  /** In upper case. */
  readonly uuid: string;
  /** The Emisor, as it is printed. */
  readonly issuer: { readonly tax_id: string; readonly legal_name: string; readonly tax_system: string };
  /** The RFC of the Receptor, also of one whose customer is known by a number abroad. */
  readonly receiver_rfc: string;
}

/** FechaTimbrado is the time of central Mexico (TimbreFiscalDigitalv11.xsd). */
const CENTRAL = 'America/Mexico_City';
/** Folios that are numbers, as far as ours go. */
const FOLIO = /^\d{1,12}$/;

/**
 * A document of others as an invoice of ours would say it. `xmlKey`: where its XML is kept, whole. The zone of its place of issue
 * follows from LugarExpedicion; central Mexico where no such postal code is known.
 */
export function importedDocument(received: ReceivedComprobante, xmlKey: string): ImportedDocument {
  const { comprobante, timbre } = received;
  const { emisor, receptor } = comprobante;
  const timeZone = postalCode(comprobante.lugarExpedicion)?.timeZone ?? CENTRAL;
  const content = contentOf(received, timeZone);
  return {
    uuid: timbre.uuid,
    content,
    issue: issueOf(received, timeZone),
    stamp: stampOf(received, xmlKey),
    pays: paysOf(content),
    issuer: { tax_id: emisor.rfc, legal_name: emisor.nombre, tax_system: emisor.regimenFiscal },
    receiver_rfc: receptor.rfc,
  };
}

const paysOf = (content: InvoiceContent): readonly PaidDocument[] =>
  content.type === 'P' ? paidBy(paymentsOf(content)) : [];

/** A folio with letters in it can't be a number: 0 stands for it beside what is written. Zeros before a number are written, too. */
function issueOf({ comprobante }: ReceivedComprobante, timeZone: string): InvoiceIssue {
  const { emisor, serie, folio = '', fecha, lugarExpedicion } = comprobante;
  const folio_number = FOLIO.test(folio) ? Number(folio) : 0;
  return {
    number: 0,
    issuer: {
      legal_name: emisor.nombre,
      tax_id: emisor.rfc,
      tax_system: emisor.regimenFiscal,
      address: { ...emptyAddress, zip: lugarExpedicion },
    },
    series: serie ?? null,
    folio_number,
    ...(folio !== '' && (folio_number === 0 || folio !== String(folio_number)) && { folio }),
    date: instantOf(fecha, timeZone).toISOString(),
    fecha,
    totals: totalsOf(comprobante),
  };
}

function stampOf(received: ReceivedComprobante, xmlKey: string): InvoiceStamp {
  const { timbre, parsed, sellado } = received;
  const { uuid, fechaTimbrado, selloCfd: sello } = timbre;
  const { rfcEmisor, rfcReceptor, total, cartaPorte } = readPrintedData(parsed);
  return {
    uuid,
    date: instantOf(fechaTimbrado, CENTRAL).toISOString(),
    signature: sello,
    sat_cert_number: timbre.noCertificadoSat,
    sat_signature: timbre.selloSat,
    rfc_provider_cert: timbre.rfcProvCertif,
    complement_string: received.cadenaTfd,
    issuer_cert_number: sellado.noCertificado,
    xml_key: xmlKey,
    timbre_xml: '',
    verification_url: qrUrl({ uuid, rfcEmisor, rfcReceptor, total, sello }),
    ...(cartaPorte && { verification_carta_porte: urlCartaPorte({ ...cartaPorte, fechaTimbrado }) }),
  };
}
