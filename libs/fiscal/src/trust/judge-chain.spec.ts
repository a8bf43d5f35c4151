import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCertificado } from '#cfdi';
import {
  makeAuthority,
  makeCertificado,
  makeKeyPair,
  type CertificateOptions,
} from '#cfdi/testing/certificates';
import { createLogger } from '#hosting/logging/logger';
import { judgeChain } from './judge-chain.js';
import { BUILT_IN } from './roots/built-in.js';
import { TrustStore } from './trust-store.js';

const keys = makeKeyPair();
const [sat, next, sandbox] = [makeAuthority(), makeAuthority(), makeAuthority({ name: 'SANDBOX' })];
const folder = mkdtempSync(join(tmpdir(), 'timbra-roots-'));
const path = join(folder, 'roots.pem');
const lines: string[] = [];
const log = createLogger({ level: 'warn', to: { write: (line) => void lines.push(line) } });
afterEach(() => {
  lines.splice(0);
  rmSync(path, { force: true });
});

const openStore = (roots?: string) => TrustStore.open(roots, sandbox.cer, log);
async function judge(store: TrustStore, options: CertificateOptions, kind: 'csd' | 'fiel' = 'csd') {
  const made = makeCertificado({ keys, number: '00001000000700000001', ...options });
  const read = readCertificado(made.cer);
  if (!read.ok) throw new Error(read.refusal.code);
  const judged = await judgeChain(read.value, kind, store);
  return judged.ok ? judged.value : judged.refusal;
}

describe('judging an uploaded certificate', () => {
  it('takes the tax authority’s for Live, the sandbox’s for Test, and nobody else’s', async () => {
    writeFileSync(path, sat.pem);
    const store = await openStore(path);
    expect(await judge(store, { issuer: sat })).toBe('live');
    expect(await judge(store, { issuer: sandbox })).toBe('test');
    const nobody = { path: 'cer', location: 'files', details: [{ code: 'invalid_value', path: 'cer' }] };
    expect(await judge(store, { issuer: next })).toMatchObject({ code: 'certificate_invalid', ...nobody });
    expect(await judge(store, { issuer: next }, 'fiel')).toMatchObject({ code: 'fiel_invalid', ...nobody });
    expect(lines.join('')).toContain('AC DEL SERVICIO DE PRUEBA');
  });

  it('without a file takes those of the authorities that Timbra brings along, and no others', async () => {
    const store = await openStore();
    expect(await store.authorities()).toEqual(BUILT_IN);
    expect(await judge(store, { issuer: sat })).toMatchObject({
      code: 'certificate_invalid',
      details: [{ path: 'cer', location: 'files', message: { es: expect.stringContaining('SAT_ROOTS') } }],
    });
    expect(await judge(store, { issuer: sandbox })).toBe('test');
  });

  it('a file takes the place of the built-in ones', async () => {
    writeFileSync(path, sat.pem);
    expect(await (await openStore(path)).authorities()).toHaveLength(1);
  });
});

describe('the file of the tax authority’s certificates', () => {
  it('is read again when it has changed or was replaced', async () => {
    writeFileSync(path, sat.pem);
    const store = await openStore(path);
    expect(await judge(store, { issuer: next })).toMatchObject({ code: 'certificate_invalid' });
    writeFileSync(path, sat.pem + next.pem);
    expect(await judge(store, { issuer: next })).toBe('live');
    writeFileSync(`${path}.new`, next.pem);
    renameSync(`${path}.new`, path);
    expect(await judge(store, { issuer: sat })).toMatchObject({ code: 'certificate_invalid' });
  });

  it('that became unusable leaves the last ones in use, and is an error in the log', async () => {
    writeFileSync(path, sat.pem);
    const store = await openStore(path);
    for (const breakIt of [() => writeFileSync(path, 'nothing'), () => rmSync(path)]) {
      breakIt();
      expect(await judge(store, { issuer: sat })).toBe('live');
      expect(lines.splice(0).join('')).toContain('were not read again');
    }
  });

  it('ends the start of the process with a sentence where it cannot be used', async () => {
    await expect(openStore(path)).rejects.toThrow(`TIMBRA_SAT_ROOTS: the file ${path} cannot be read.`);
    writeFileSync(path, makeCertificado({ keys }).cer);
    await expect(openStore(path)).rejects.toThrow('has no certificate in PEM form.');
    writeFileSync(path, Buffer.alloc(2_000_000, 'x'));
    await expect(openStore(path)).rejects.toThrow('is larger than 1 MB.');
  });
});
