import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509Certificate, type KeyObject } from 'node:crypto';

/** Other people's code for XML signatures: xmlsec1 and xmllint, where they are installed. */

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

export const hasXmlsec = isInstalled('xmlsec1');
export const hasXmllint = isInstalled('xmllint');

function runInFolder<T>(run: (writeFile: (name: string, text: string) => string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'xmldsig-'));
  try {
    return run((name, text) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether xmlsec1 finds the signature in a document to be of the certificate (DER, base64) inside it. */
export const verifyWithXmlsec = (xml: string): boolean =>
  runInFolder((writeFile) => {
    const [, der = ''] = /<(?:\w+:)?X509Certificate>([^<]+)</.exec(xml) ?? [];
    const { publicKey } = new X509Certificate(Buffer.from(der, 'base64'));
    const pem = writeFile('llave.pem', publicKey.export({ type: 'spki', format: 'pem' }) as string);
    const args = [
      '--verify',
      '--enabled-key-data',
      'rsa',
      '--pubkey-pem',
      pem,
      writeFile('solicitud.xml', xml),
    ];
    return spawnSync('xmlsec1', args).status === 0;
  });

/** Has xmlsec1 fill in digest and signature of a document that has a place for them. */
export const signWithXmlsec = (xml: string, privateKey: KeyObject): string =>
  runInFolder((writeFile) => {
    const pem = writeFile('llave.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
    const args = [
      '--sign',
      '--enabled-key-data',
      'rsa',
      '--privkey-pem',
      pem,
      writeFile('solicitud.xml', xml),
    ];
    const { status, stdout, stderr } = spawnSync('xmlsec1', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  });

/** The canonical form of a document by libxml2. */
export const canonicalizeWithXmllint = (xml: string): string =>
  runInFolder(
    (writeFile) => spawnSync('xmllint', ['--c14n', writeFile('x.xml', xml)], { encoding: 'utf8' }).stdout,
  );
