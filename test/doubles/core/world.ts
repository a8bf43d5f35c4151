import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCertificado } from '#cfdi';
import {
  makeAuthority,
  makeCertificado,
  makeKeyPair,
  type KeyPair,
  type MadeAuthority,
  type MadeCertificado,
} from '#cfdi/testing/certificates';

/**
 * The certificates of the doubles' world: one authority, and of each PAC the certificate that it stamps with. Keys of a
 * folder are used again, so that doubles in several processes share a world: all else follows from them.
 */

export type PacName = 'sw' | 'finkok' | 'prodigia';

/** RFC that each PAC writes into RfcProvCertif, and the number of its certificate here. */
export const PACS = {
  sw: { rfc: 'LSO1306189R5', number: '00001000000700000016' },
  finkok: { rfc: 'FIN1203015JA', number: '00001000000700000025' },
  prodigia: { rfc: 'PPD101129EA3', number: '00001000000700000034' },
} as const satisfies Record<PacName, { readonly rfc: string; readonly number: string }>;

export interface PacCertificate {
  readonly rfc: string;
  readonly noCertificado: string;
  readonly cer: Buffer;
  readonly privateKey: KeyObject;
}

export interface World {
  readonly authority: MadeAuthority;
  /** PEM of the root: what TIMBRA_SAT_ROOTS takes. */
  readonly roots: string;
  pac(name: PacName): PacCertificate;
  /** The certificate (DER) of a number, as the tax authority publishes it. */
  certificate(number: string): Buffer | undefined;
  /** A CSD or FIEL of this authority, for an issuer of a test. */
  issue(options: {
    rfc: string;
    name: string;
    fiel?: boolean;
    number?: string;
    password?: string;
  }): MadeCertificado;
}

const FROM = new Date('2020-01-01T00:00:00Z');
const UNTIL = new Date('2032-01-01T00:00:00Z');

/** Keys by name: made anew, or kept in a folder. */
function keysOf(folder: string | undefined, name: string): KeyPair {
  const file = folder === undefined ? undefined : join(folder, `${name}.pem`);
  if (file !== undefined && existsSync(file)) {
    const privateKey = createPrivateKey(readFileSync(file));
    return { privateKey, publicKey: createPublicKey(privateKey) };
  }
  const keys = makeKeyPair();
  if (file !== undefined && folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, keys.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  }
  return keys;
}

/** A new world; with a folder, the one whose keys lie there. */
export function makeWorld(folder?: string): World {
  const authority = makeAuthority({
    name: 'AC DE LOS DOBLES DE PRUEBA',
    ...{ from: FROM, until: UNTIL, keys: keysOf(folder, 'authority') },
  });
  const published = new Map<string, Buffer>();
  const pacs = new Map<PacName, PacCertificate>();
  const open = (name: PacName): PacCertificate => {
    const { rfc, number } = PACS[name];
    const keys = keysOf(folder, name);
    const { cer } = makeCertificado({
      ...{ rfc, name: `DOBLE DE ${name.toUpperCase()}`, number, keys, issuer: authority },
      ...{ from: FROM, until: UNTIL },
    });
    published.set(number, cer);
    return { rfc, noCertificado: number, cer, privateKey: keys.privateKey };
  };
  const pac = (name: PacName): PacCertificate => {
    const made = pacs.get(name) ?? open(name);
    pacs.set(name, made);
    return made;
  };
  let issued = 0;
  return {
    ...{ authority, roots: authority.pem, pac },
    certificate: (number) => {
      const name = (Object.keys(PACS) as PacName[]).find((key) => PACS[key].number === number);
      return name === undefined ? published.get(number) : pac(name).cer;
    },
    issue: ({ number = `0000100000071${String(++issued).padStart(7, '0')}`, ...options }) => {
      const made = makeCertificado({ ...options, number, issuer: authority, from: FROM, until: UNTIL });
      const read = readCertificado(made.cer);
      if (read.ok) published.set(read.value.noCertificado, made.cer);
      return made;
    },
  };
}

let shared: World | undefined;

/** The world of this process: doubles that are given none share it. */
export const sharedWorld = (): World => (shared ??= makeWorld());
