import { createHash } from 'node:crypto';
import { signWith } from '#cfdi';
import { systemNow } from '#kernel';
import { send } from '../http.js';
import {
  shownText,
  type ManifestOutcome,
  type ManifestReader,
  type ManifestRequest,
  type ManifestSigner,
  type ManifestTexts,
  type SignsManifests,
} from '../manifest.js';
import type { PacParts } from '../real.js';
import { centralTime } from '../sandbox/place-of-issue.js';
import { bodyOf, readNodes, textOf } from '../soap/read.js';
import { writeCall } from '../soap/write.js';
import { ofNode } from './answer.js';
import { saidIn } from './codes.js';
import type { ProdigiaSettings } from './settings.js';

const NAMESPACE = 'timbrado.ws.pade.mx';
const METHOD = 'firmarManifiesto';
/** Who signs, in the words of its documentation. */
const ISSUER = 'CONTRIBUYENTE';
const NO_TEXT = { kind: 'not_configured', setting: 'TIMBRA_PRODIGIA_MANIFEST_TEXT' } as const;

/**
 * Prodigia's manifest (FirmarContrato, SOAP): a `Contrato` with the text, the SHA-1 of it, and the issuer's seal, all made here. It
 * hands out no text: the operator has it from Prodigia, since the hash has to be that of the very text.
 */
export class ProdigiaManifests implements SignsManifests {
  readonly signsWith = 'here';
  private readonly now: () => Date;

  constructor(
    private readonly settings: ProdigiaSettings,
    private readonly parts: Pick<PacParts, 'timeoutMs' | 'now' | 'sandbox'>,
  ) {
    this.now = parts.now ?? systemNow;
  }

  async sign({ fiel, text }: ManifestRequest): Promise<ManifestOutcome> {
    const { manifestUrl } = this.settings;
    if (text === undefined || manifestUrl === undefined) return NO_TEXT;
    const contract = await signContract(text, fiel, this.now());
    const outcome = await send({
      ...{ method: 'POST', url: manifestUrl, timeoutMs: this.parts.timeoutMs },
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
      body: writeCall({
        ...{ namespace: NAMESPACE, method: METHOD, qualified: false },
        fields: [
          ['xml', Buffer.from(contract).toString('base64')],
          ['modoPrueba', String(this.parts.sandbox)],
        ],
      }),
    });
    if (outcome.kind === 'not_reached')
      return { kind: 'unavailable', reason: `Prodigia: ${outcome.reason}`, trouble: 'not_reached' };
    if (outcome.kind === 'no_answer') return unknown(outcome.reason);
    if (outcome.status >= 500) return unknown(`HTTP ${outcome.status}`);
    return readAnswer(outcome.body) ?? unknown(`HTTP ${outcome.status}, and not with an answer of its own`);
  }

  async read({ text }: ManifestReader): Promise<ManifestTexts> {
    if (text === undefined) return NO_TEXT;
    return { kind: 'texts', texts: [{ title: 'Carta manifiesto', text }] };
  }
}

const unknown = (reason: string): ManifestOutcome => ({ kind: 'unknown', reason: `Prodigia: ${reason}` });

/**
 * The contract, sealed: RSA with SHA-1 over the text, so that the seal is that of the very hash it names. Its documentation does not
 * say how the seal is made, nor how the hash is written; hexadecimal is taken.
 */
export async function signContract(text: string, fiel: ManifestSigner, now: Date): Promise<string> {
  const hash = createHash('sha1').update(text).digest('hex');
  const sello = await signWith(fiel, text, 'sha1');
  const attributes = Object.entries({
    ...{ Quien: ISSUER, RFC: fiel.rfc, Nombre: fiel.nombre, CertificadoSerie: fiel.noCertificado },
    ...{ Certificado: fiel.certificado, Sello: sello },
  });
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    `<Contrato><Fecha>${centralTime(now)}</Fecha><Hash>${hash}</Hash><Texto>${escapeXml(text)}</Texto>` +
    `<Firmas><Firma${attributes.map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join('')}/></Firmas></Contrato>`
  );
}

/** Signed, or refused as it says; undefined for an answer that is not one of its own. */
function readAnswer(body: string): ManifestOutcome | undefined {
  const answer = bodyOf(readNodes(body));
  const inner = answer?.name === `${METHOD}Response` ? textOf(answer, 'return') : undefined;
  const root = inner === undefined ? undefined : readNodes(inner);
  if (!root) return undefined;
  const fields = ofNode(root);
  const { code, text } = saidIn(fields);
  if (code === '') return undefined;
  if (code === '0' && fields.text('firmaOk')?.toLowerCase() !== 'false') return { kind: 'signed' };
  return { kind: 'refused', code, message: shownText(text) };
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' },
};
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"\r]/g, (sign) => ESCAPES[sign] ?? sign);
