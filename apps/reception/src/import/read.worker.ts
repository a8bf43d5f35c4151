import { createHash, X509Certificate } from 'node:crypto';
import { judgeIssuer, readReceived, type CertificateUse, type NotReceived, type Trust } from '#cfdi';
import { field, type Detail, type ErrorCode } from '#kernel';
import { importedDocument, type ImportedDocument } from '#billing';
import { decodeXml } from './text.js';

/** Documents that a thread is to read and verify. */
export interface DocumentsToRead {
  /** Authorities' certificates: DER in base64. */
  readonly trust: { readonly live: readonly string[]; readonly sandbox: readonly string[] };
  /** Buffers arrive in a thread as plain arrays of bytes. */
  readonly files: readonly Uint8Array[];
}

/** A stamp whose SelloSAT is still to be verified, by the certificate of its number. */
export interface StampToJudge {
  readonly number: string;
  readonly rfc: string;
  /** What SelloSAT signs. */
  readonly cadena: string;
  readonly sello: string;
}

export type DocumentRead =
  | {
      readonly ok: true;
      readonly document: ImportedDocument;
      /** Where the certificate of its issuer is good. */
      readonly use: CertificateUse;
      readonly stamp: StampToJudge;
    }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly details: readonly Detail[];
      readonly uuid: string | null;
    };

const CODES: Readonly<Record<NotReceived, ErrorCode>> = {
  unreadable: 'invoice_import_unreadable',
  not_cfdi: 'invoice_import_not_cfdi',
  old_version: 'invoice_import_version_not_supported',
  retention: 'invoice_import_retention',
  not_stamped: 'invoice_import_not_stamped',
  stamped_twice: 'invoice_import_stamped_twice',
  structure: 'invoice_import_structure_invalid',
  seal: 'invoice_import_seal_invalid',
  holder: 'invoice_import_certificate_not_trusted',
  stamp_of_another: 'invoice_import_stamp_invalid',
};

/** How many defects of a document are told. */
const MOST_DETAILS = 20;

/** Reads documents, and verifies all of them that they can say for themselves; in their order. */
export function readDocuments({ trust, files }: DocumentsToRead): readonly DocumentRead[] {
  const trusted = trustOf(trust);
  return files.map((bytes) => readDocument(bytes, trusted));
}

function readDocument(bytes: Uint8Array, trust: Trust): DocumentRead {
  const decoded = decodeXml(bytes);
  if (!decoded.ok)
    return refused('invoice_import_unreadable', null, [
      field('file', 'invalid_format', { message: decoded.why, location: 'files' }),
    ]);
  if (!BEGINS_AS_XML.test(decoded.text)) return refused('invoice_import_not_xml', null);
  const received = readReceived(decoded.text);
  if (!received.ok)
    return refused(CODES[received.why], received.uuid, received.details.slice(0, MOST_DETAILS).map(ofFile));
  const { emisor, timbre, cadenaTfd } = received.value;
  const use = judgeIssuer(emisor, trust);
  if (use === undefined) return refused('invoice_import_certificate_not_trusted', timbre.uuid);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    ok: true,
    document: importedDocument(received.value, `imported-${sha256}`),
    use,
    stamp: {
      number: timbre.noCertificadoSat,
      rfc: timbre.rfcProvCertif,
      cadena: cadenaTfd,
      sello: timbre.selloSat,
    },
  };
}

/** What is in a PDF or a text begins otherwise. */
const BEGINS_AS_XML = /^\s*</;

/** A defect of the document as one of the file that was sent, by the names that the document has. */
const ofFile = (detail: Detail): Detail => ({
  ...detail,
  path: (detail.path ?? '').replace(/^xml(?:\.|$)/, '') || 'file',
  location: 'files',
});

const refused = (code: ErrorCode, uuid: string | null, details: readonly Detail[] = []): DocumentRead => ({
  ...{ ok: false, code, uuid, details },
});

/** The last authorities that this thread was given: parsed once, as they change once in years. */
let last: { readonly text: string; readonly trust: Trust } | undefined;

function trustOf(given: DocumentsToRead['trust']): Trust {
  const text = JSON.stringify(given);
  if (last?.text === text) return last.trust;
  const parse = (list: readonly string[]) =>
    list.map((one) => new X509Certificate(Buffer.from(one, 'base64')));
  const trust = { live: parse(given.live), sandbox: parse(given.sandbox) };
  last = { text, trust };
  return trust;
}
