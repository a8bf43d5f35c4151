import { createPrivateKey, type KeyObject } from 'node:crypto';
import { ok, refuse, type Result } from '#kernel';
import { leerArchivo, rechazarArchivo } from './archivos.js';
import { DER, enteroDe, leerDer, oidDe, partesDe } from './der.js';

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
/** des-ede3-cbc, which the tax authority uses, and AES in CBC; with the size of their blocks. */
const CIFRADOS: Readonly<Record<string, number>> = {
  '1.2.840.113549.3.7': 8,
  '2.16.840.1.101.3.4.1.2': 16,
  '2.16.840.1.101.3.4.1.22': 16,
  '2.16.840.1.101.3.4.1.42': 16,
};
/** The tax authority's files ask for 2048; a file that asked for millions would hold up everyone. */
const MAX_ITERACIONES = 100_000;
/** OpenSSL's own limit. */
const MAX_CONTRASENA = 1024;

/**
 * Opens a .key file: PKCS#8 EncryptedPrivateKeyInfo with PBES2 and PBKDF2 (RFC 5958, RFC 8018), DER or PEM. A password
 * with accents is tried as UTF-8 and as Latin-1. Refuses certificate_files_invalid (no such file) and
 * private_key_password_incorrect.
 */
export function abrirLlave(key: Buffer, password: string): Result<KeyObject> {
  const archivo = leerArchivo(key);
  if (archivo.clase === 'certificado')
    return rechazarArchivo('certificate_files_invalid', 'key', {
      es: 'El archivo de "key" es un certificado (.cer), no una llave privada (.key).',
      en: 'The file in "key" is a certificate (.cer), not a private key (.key).',
    });
  if (archivo.clase === 'llave sin cifrar')
    return rechazarArchivo('certificate_files_invalid', 'key', {
      es: 'La llave privada no está cifrada: envíe el archivo .key como lo entrega el SAT.',
      en: 'The private key is not encrypted: send the .key file as the SAT hands it out.',
    });
  if (archivo.clase !== 'llave' || !esDescifrable(archivo.der)) return refuse('certificate_files_invalid');
  const intentos = [Buffer.from(password, 'utf8'), Buffer.from(password, 'latin1')];
  for (const contrasena of intentos[0]?.equals(intentos[1] as Buffer) ? intentos.slice(1) : intentos) {
    const llave = descifrar(archivo.der, contrasena);
    if (llave) return ok(llave);
  }
  return refuse('private_key_password_incorrect');
}

function descifrar(der: Buffer, contrasena: Buffer): KeyObject | undefined {
  if (contrasena.length > MAX_CONTRASENA) return undefined;
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8', passphrase: contrasena });
  } catch {
    // The outside of the file is sound. One wrong password of 256 ends in a right padding and gets as far as ASN.1.
    return undefined;
  }
}

/** Whether the file asks for a way of decryption that is known here, and for no more work than is fair. */
function esDescifrable(der: Buffer): boolean {
  const [algoritmo, cifrado] = partesDe(leerDer(der)) ?? [];
  const [tipo, parametros] = partesDe(algoritmo) ?? [];
  const [derivacion, cifra] = (partesDe(parametros) ?? []).map(partesDe);
  const [conQue, como] = derivacion ?? [];
  const [sal, iteraciones] = partesDe(como) ?? [];
  const veces = enteroDe(iteraciones) ?? 0;
  const bloque = CIFRADOS[oidDe(cifra?.[0]) ?? ''];
  return (
    oidDe(tipo) === PBES2 &&
    oidDe(conQue) === PBKDF2 &&
    sal?.etiqueta === DER.octetos &&
    veces >= 1 &&
    veces <= MAX_ITERACIONES &&
    bloque !== undefined &&
    cifra?.[1]?.contenido.length === bloque &&
    cifrado !== undefined &&
    cifrado.contenido.length > 0 &&
    cifrado.contenido.length % bloque === 0
  );
}
