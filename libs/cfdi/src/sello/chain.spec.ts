import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  hasMaterial,
  makeAuthority,
  makeCertificado,
  makeKeyPair,
  material,
  type CertificateOptions,
} from '../testing/certificates.js';
import { readAuthorities } from './authorities.js';
import { readCertificado } from './certificado.js';
import { judgeIssuer, type Trust } from './chain.js';

const keys = makeKeyPair();
const NUMBER = '00001000000700000001';
const sat = makeAuthority();
const stranger = makeAuthority();
const sandbox = makeAuthority({ name: 'AC SANDBOX TIMBRA' });
const x509 = (...all: readonly { readonly cer: Buffer }[]) => all.map(({ cer }) => new X509Certificate(cer));
const trust: Trust = { live: x509(sat), sandbox: x509(sandbox) };

const judgeCer = (cer: Buffer, over = trust) => {
  const read = readCertificado(cer);
  if (!read.ok) throw new Error(read.refusal.code);
  return judgeIssuer(read.value, over);
};
const judge = (options: CertificateOptions, over = trust) =>
  judgeCer(makeCertificado({ keys, number: NUMBER, ...options }).cer, over);

describe('who stands behind a certificate', () => {
  it('is the tax authority where one of its certificates has signed it: good for Live', () => {
    expect(judge({ issuer: sat })).toBe('live');
    expect(judge({ issuer: sat }, { ...trust, live: x509(stranger, sat) })).toBe('live');
  });

  it('is nobody where another of the same name has signed it', () =>
    expect(judge({ issuer: stranger })).toBeUndefined());

  it('is nobody where no authority is known, or it has signed itself', () => {
    expect(judge({ issuer: sat }, { ...trust, live: [] })).toBeUndefined();
    expect(judge({})).toBeUndefined();
  });

  it('is still the tax authority’s earlier certificate, after it was renewed under its name or has ended', () => {
    const earlier = makeAuthority({ until: new Date('2024-06-01T00:00:00Z') });
    const renewed = { ...trust, live: x509(sat, earlier) };
    expect(judge({ issuer: earlier }, renewed)).toBe('live');
    expect(judge({ issuer: earlier, from: new Date('2024-07-01T00:00:00Z') }, renewed)).toBeUndefined();
    expect(judge({ issuer: earlier, from: new Date('2019-07-01T00:00:00Z') }, renewed)).toBeUndefined();
  });

  it('is nobody where its signature can be forged', () =>
    expect(judge({ issuer: sat, digest: 'sha1' })).toBeUndefined());

  it('is of Test where its number is, whoever has signed it', () =>
    expect(judge({ issuer: sat, number: '30001000000500000001' })).toBe('test'));

  it('is of Test where the sandbox has issued it, by its key', () => {
    expect(judge({ issuer: sandbox })).toBe('test');
    expect(judge({ issuer: makeAuthority({ name: 'AC SANDBOX TIMBRA' }) })).toBeUndefined();
  });

  it.each(['AC UAT', 'A.C. 2 de pruebas(4096)'])(
    'is of Test with a test number and the issuer %s',
    (name) => {
      const issuer = makeAuthority({ name });
      expect(judge({ issuer, number: '30001000000500003416' })).toBe('test');
      expect(judge({ issuer, number: '20001000000300022779' })).toBe('test');
      expect(judge({ issuer })).toBeUndefined();
      expect(judge({ issuer: stranger, number: '30001000000500003416' })).toBeUndefined();
    },
  );

  it('is nobody where the certificate was changed after it was signed', () => {
    const { cer } = makeCertificado({ keys, number: NUMBER, issuer: sat });
    const at = cer.indexOf('EKU9003173C9');
    const other = Buffer.from(cer);
    other.write('EKU9003173C8', at);
    expect(judgeCer(cer)).toBe('live');
    expect(judgeCer(other)).toBeUndefined();
  });

  (hasMaterial ? it : it.skip)('is of Test for the tax authority’s public test certificates', () => {
    for (const path of ['EKU9003173C9/csd.cer', 'EKU9003173C9/fiel.cer', 'CACX7605101P8/csd.cer'])
      expect(judgeCer(material('csd', path))).toBe('test');
  });

  (hasMaterial ? it : it.skip)('is the tax authority for what its real certificates have issued', () => {
    const real = ['AC4_SAT.cer', 'AC5_SAT.cer'].map((path) => {
      const base64 = material('csd/pac', path).toString('base64');
      return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
    });
    const read = readAuthorities(real.join('Autoridad del SAT\n'));
    if ('problem' in read) throw new Error(read.problem);
    const live = { live: read.certificates, sandbox: [] };
    expect(judgeCer(material('csd/pac', '00001000000504465028.cer'), live)).toBe('live');
    expect(judgeCer(material('csd/pac', '00001000000403258748.cer'), live)).toBe('live');
    expect(judgeCer(material('csd/pac', '00001000000708361114.cer'), live)).toBeUndefined();
  });
});

describe('a file of authorities', () => {
  const problemOf = (pem: string) => {
    const read = readAuthorities(pem);
    return 'problem' in read ? read.problem : `${read.certificates.length} read`;
  };
  const block = (label: string, bytes: Buffer) =>
    `-----BEGIN ${label}-----\n${bytes.toString('base64')}\n-----END ${label}-----\n`;

  it('has one after another, with text around them', () =>
    expect(problemOf(`# AC5\n${sat.pem}\r\nsubject=x\n${stranger.pem}`)).toBe('2 read'));

  it.each([
    ['', 'has no certificate in PEM form'],
    [sat.pem.slice(0, -30), 'has no certificate in PEM form'],
    [`${sat.pem}${sat.pem.slice(0, -30)}`, 'has a block that begins and does not end'],
    [
      `${sat.pem}${block('PRIVATE KEY', Buffer.from('x'))}`,
      'has a PRIVATE KEY in block 2, which is no certificate',
    ],
    [block('CERTIFICATE', Buffer.from('x')), 'has in block 1 something that is no X.509 certificate'],
    [
      block('CERTIFICATE', makeCertificado({ keys }).cer),
      'has in block 1 a certificate that may not issue others',
    ],
    [makeAuthority({ ca: false }).pem, 'has in block 1 a certificate that may not issue others'],
    [
      makeAuthority({ bits: 1024 }).pem,
      'has in block 1 an authority whose key is not RSA of at least 2048 bits',
    ],
    [sat.pem.repeat(201), 'has more than 200 certificates'],
  ])('that cannot be used says why: %#', (pem, problem) => expect(problemOf(pem)).toBe(problem));
});
