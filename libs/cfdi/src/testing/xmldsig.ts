import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509Certificate, type KeyObject } from 'node:crypto';

/** Other people's code for XML signatures: xmlsec1 and xmllint, where they are installed. */

const esta = (programa: string): boolean => spawnSync(programa, ['--version']).error === undefined;

export const hasXmlsec = esta('xmlsec1');
export const hasXmllint = esta('xmllint');

function enCarpeta<T>(ejecuta: (archivo: (nombre: string, texto: string) => string) => T): T {
  const carpeta = mkdtempSync(join(tmpdir(), 'xmldsig-'));
  try {
    return ejecuta((nombre, texto) => {
      writeFileSync(join(carpeta, nombre), texto);
      return join(carpeta, nombre);
    });
  } finally {
    rmSync(carpeta, { recursive: true });
  }
}

/** Whether xmlsec1 finds the signature in a document to be of the certificate (DER, base64) inside it. */
export const verificaXmlsec = (xml: string): boolean =>
  enCarpeta((archivo) => {
    const [, der = ''] = /<(?:\w+:)?X509Certificate>([^<]+)</.exec(xml) ?? [];
    const { publicKey } = new X509Certificate(Buffer.from(der, 'base64'));
    const pem = archivo('llave.pem', publicKey.export({ type: 'spki', format: 'pem' }) as string);
    const args = [
      '--verify',
      '--enabled-key-data',
      'rsa',
      '--pubkey-pem',
      pem,
      archivo('solicitud.xml', xml),
    ];
    return spawnSync('xmlsec1', args).status === 0;
  });

/** Has xmlsec1 fill in digest and signature of a document that has a place for them. */
export const firmaXmlsec = (xml: string, privateKey: KeyObject): string =>
  enCarpeta((archivo) => {
    const pem = archivo('llave.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
    const args = ['--sign', '--enabled-key-data', 'rsa', '--privkey-pem', pem, archivo('solicitud.xml', xml)];
    const { status, stdout, stderr } = spawnSync('xmlsec1', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  });

/** The canonical form of a document by libxml2. */
export const canonicoXmllint = (xml: string): string =>
  enCarpeta(
    (archivo) => spawnSync('xmllint', ['--c14n', archivo('x.xml', xml)], { encoding: 'utf8' }).stdout,
  );
