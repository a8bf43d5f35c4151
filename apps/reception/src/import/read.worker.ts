import { createHash, X509Certificate } from 'node:crypto';
import {
  judgeIssuer,
  readReceived,
  rememberWritten,
  verifySello,
  type Certificado,
  type CertificateUse,
  type NotReceived,
  type Trust,
} from '#cfdi';
import { field, type Detail, type ErrorCode } from '#kernel';
import { importedDocument, type ImportedDocument } from '#billing';
import { pack } from '#eventing/content/packing';
import { decodeXml, isXml } from './text.js';
import { unpackZipped } from './unpack.js';
import type { Zipped } from './zip.js';

/** Suppliers of a month; of most companies all of them. */
const readCertificado = rememberWritten(1_000);

/** Documents that a thread is to read and verify. */
export interface DocumentsToRead {
  /** Authorities' certificates: DER in base64. */
  readonly trust: { readonly live: readonly string[]; readonly sandbox: readonly string[] };
  /** Certificates of PACs that are known already, by their number: DER in base64. */
  readonly stamps: Readonly<Record<string, string>>;
  readonly files: readonly FileToRead[];
}

export interface FileToRead {
  /** Buffers arrive in a thread as plain arrays of bytes. */
  readonly bytes: Uint8Array;
  readonly zipped?: Zipped['zipped'];
}

/** A stamp whose SelloSAT is to be verified by the certificate of its number. */
export interface StampToJudge {
  readonly number: string;
  readonly rfc: string;
  /** What SelloSAT signs. */
  readonly cadena: string;
  readonly sello: string;
  /** What a thread has found that knew the certificate. */
  readonly holds?: boolean;
}

export type DocumentRead =
  | {
      readonly ok: true;
      readonly document: ImportedDocument;
      /** Its XML as the content store keeps it. */
      readonly packed: Uint8Array;
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
export async function readDocuments({
  trust,
  stamps,
  files,
}: DocumentsToRead): Promise<readonly DocumentRead[]> {
  const trusted = { ...trustOf(trust), stamps };
  const read: DocumentRead[] = [];
  for (const { bytes, zipped } of files) {
    const xml = zipped ? unpackZipped(bytes, zipped) : bytes;
    read.push(typeof xml === 'string' ? refused(xml, null) : await readDocument(xml, trusted));
  }
  return read;
}

async function readDocument(bytes: Uint8Array, trusted: Known): Promise<DocumentRead> {
  if (!isXml(bytes)) return refused('invoice_import_not_xml', null);
  const decoded = decodeXml(bytes);
  if (!decoded.ok)
    return refused('invoice_import_unreadable', null, [
      field('file', 'invalid_format', { message: decoded.why, location: 'files' }),
    ]);
  const received = readReceived(decoded.text, readCertificado);
  if (!received.ok)
    return refused(CODES[received.why], received.uuid, received.details.slice(0, MOST_DETAILS).map(ofFile));
  const { emisor, timbre, cadenaTfd } = received.value;
  const use = useOf(emisor, trusted);
  if (use === undefined) return refused('invoice_import_certificate_not_trusted', timbre.uuid);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    ok: true,
    document: importedDocument(received.value, `imported-${sha256}`),
    packed: await pack(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
    use,
    stamp: judged(
      {
        number: timbre.noCertificadoSat,
        rfc: timbre.rfcProvCertif,
        cadena: cadenaTfd,
        sello: timbre.selloSat,
      },
      trusted.stamps,
    ),
  };
}

/** A stamp with what is found out here, where its certificate is known: it takes as long as half of the rest. */
function judged(stamp: StampToJudge, stamps: Known['stamps']): StampToJudge {
  const { number, cadena, sello } = stamp;
  const certificate = readCertificado(stamps[number] ?? '');
  return certificate?.noCertificado === number
    ? { ...stamp, holds: verifySello(cadena, sello, certificate.publicKey) }
    : stamp;
}

/** A defect of the document as one of the file that was sent, by the names that the document has. */
const ofFile = (detail: Detail): Detail => ({
  ...detail,
  path: (detail.path ?? '').replace(/^xml(?:\.|$)/, '') || 'file',
  location: 'files',
});

const refused = (code: ErrorCode, uuid: string | null, details: readonly Detail[] = []): DocumentRead => ({
  ...{ ok: false, code, uuid, details },
});

/** The last authorities that this thread was given, parsed once, as they change once in years; and how they judged certificates. */
let last: { readonly text: string; readonly trust: Trust; readonly uses: Uses } | undefined;

type Uses = WeakMap<Certificado, { readonly use: CertificateUse | undefined }>;
type Trusted = NonNullable<typeof last>;
type Known = Trusted & Pick<DocumentsToRead, 'stamps'>;

function trustOf(given: DocumentsToRead['trust']): Trusted {
  const text = JSON.stringify(given);
  if (last?.text === text) return last;
  const parse = (list: readonly string[]) =>
    list.map((one) => new X509Certificate(Buffer.from(one, 'base64')));
  const trust = { live: parse(given.live), sandbox: parse(given.sandbox) };
  last = { text, trust, uses: new WeakMap() };
  return last;
}

/** Who stands behind a certificate: judged once, since no day counts for it but that of its own issue. */
function useOf(emisor: Certificado, { trust, uses }: Trusted): CertificateUse | undefined {
  const known = uses.get(emisor);
  if (known) return known.use;
  const use = judgeIssuer(emisor, trust);
  uses.set(emisor, { use });
  return use;
}
