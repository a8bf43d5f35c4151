import { createHash, verify, X509Certificate } from 'node:crypto';
import { readCertificado } from '#cfdi';
import type { Fault } from '../core/faults.js';
import type { Fields } from './envelope.js';

type Text = (name: string) => string;

/** The number that the double's integrator has. */
export const SNID = '0123456789abcdef0123456789abcdef01234567';

/** What an issuer has signed. */
export interface SignedManifest {
  readonly certificate: string;
  readonly privacy: string;
  readonly contract: string;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const said = (message: string, success = true): Fields => [
  ['success', String(success)],
  ['message', message],
];
const failed = (error: string): Fields => [
  ['success', 'false'],
  ['error', error],
];

/** The manifest: two texts to be signed with the FIEL, which come back signed. */
export class Manifests {
  /** By the issuer's RFC. */
  readonly signed = new Map<string, SignedManifest>();
  /** What was handed out, by RFC. */
  private readonly texts = new Map<string, { readonly contract: string; readonly privacy: string }>();

  answer(method: string, text: Text, fault: Fault | undefined): Fields | undefined {
    if (text('snid') !== SNID) return failed('El SNID no es válido');
    switch (method) {
      case 'get_contracts_snid':
        return this.handOut(text);
      case 'sign_contract':
        return this.take(text, fault);
      case 'get_documents': {
        const found = this.signed.get(text('taxpayer_id'));
        if (!found) return failed('No existen documentos firmados');
        return [
          ['success', 'true'],
          ['contract', base64(found.contract)],
          ['privacy', base64(found.privacy)],
        ];
      }
      default:
        return undefined;
    }
  }

  private handOut(text: Text): Fields {
    const [rfc, name] = [text('taxpayer_id'), text('name')];
    if (rfc === '' || name === '' || text('email') === '') return failed('Faltan datos del contribuyente');
    const who = `${name} (${rfc}), con domicilio en ${text('address') || 'el que tiene registrado'}`;
    const texts = {
      contract: `CONTRATO de ejemplo & "de prueba" <doble>.\r\n${who}\nconoce y autoriza a su PAC.`,
      privacy: `AVISO DE PRIVACIDAD de ejemplo.\n${who}`,
    };
    this.texts.set(rfc, texts);
    return [
      ['success', 'true'],
      ['contract', base64(texts.contract)],
      ['privacy', base64(texts.privacy)],
    ];
  }

  private take(text: Text, fault: Fault | undefined): Fields {
    const [privacy, contract] = (['privacy_xml', 'contract_xml'] as const).map((name) =>
      Buffer.from(text(name), 'base64').toString(),
    ) as [string, string];
    const read = [readSigned(privacy), readSigned(contract)];
    const [ofPrivacy, ofContract] = read;
    if (fault?.name === 'bad_fiel' || !ofPrivacy || !ofContract)
      return said('La firma del documento no es válida', false);
    const { rfc, certificate } = ofContract;
    const texts = this.texts.get(rfc);
    if (texts?.contract !== ofContract.text || texts.privacy !== ofPrivacy.text || ofPrivacy.rfc !== rfc)
      return said('Los documentos no son los que se entregaron', false);
    this.signed.set(rfc, { certificate, privacy, contract });
    return said('Documentos firmados correctamente');
  }
}

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

/** Of a signed document: its text, and whose FIEL has signed it; undefined where the signature does not hold. */
export function readSigned(
  xml: string,
): { readonly rfc: string; readonly certificate: string; readonly text: string } | undefined {
  const parts =
    /^<\?xml[^>]*\?>\s*<documento>(<contrato [^>]*>([^<]*)<\/contrato>)(<ds:Signature .*<\/ds:Signature>)<\/documento>$/s.exec(
      xml,
    );
  const [, contract = '', text = '', signature = ''] = parts ?? [];
  const between = (name: string): string =>
    new RegExp(`<ds:${name}>([^<]*)</ds:${name}>`).exec(signature)?.[1] ?? '';
  const info = /<ds:SignedInfo>(.*)<\/ds:SignedInfo>/s.exec(signature)?.[1] ?? '';
  const read = readCertificado(Buffer.from(between('X509Certificate'), 'base64'));
  if (!parts || !read.ok || !read.value.fiel) return undefined;
  const { rfc, noCertificado } = read.value;
  const digest = createHash('sha1').update(`<documento>${contract}</documento>`).digest('base64');
  const signed = Buffer.from(`<ds:SignedInfo xmlns:ds="${DSIG}">${info}</ds:SignedInfo>`);
  const key = new X509Certificate(Buffer.from(between('X509Certificate'), 'base64')).publicKey;
  const holds =
    between('DigestValue') === digest &&
    info.includes('<ds:Reference URI="">') &&
    contract.includes(` rfc="${rfc.replace('&', '&amp;')}"`) &&
    /fecha="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"/.test(contract) &&
    verify('sha1', signed, key, Buffer.from(between('SignatureValue'), 'base64'));
  return holds ? { rfc, certificate: noCertificado, text: unescape(text) } : undefined;
}

const unescape = (text: string): string =>
  text.replaceAll('&#xD;', '\r').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
