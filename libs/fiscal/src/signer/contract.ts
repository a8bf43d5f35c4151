import { createVerify, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildComprobante,
  cancelacionXml,
  cadenaOriginalOf,
  parseComprobante,
  readCertificado,
  sealComprobante,
  verifyCancelacion,
  verifySello,
} from '#cfdi';
import { sampleInputs } from '#cfdi/testing/documents';
import { newId, type FixedClock, type Result, type Tenant } from '#kernel';
import type { Issuer, Signer, SigningCertificate } from './port.js';

/** What an adapter's test gives the contract: the adapter, issuers that it signs for, and ways to disturb it. */
export interface SignerHarness {
  readonly signer: Signer;
  /** The tenants' time. */
  readonly clock: FixedClock;
  /** A new organization in Test that can seal for an issuer. */
  organization(): Promise<{ readonly tenant: Tenant; readonly issuer: Issuer }>;
  /** Gives an organization another certificate of the same RFC; answers with the issuer that it seals for now. */
  replace(tenant: Tenant, issuer: Issuer): Promise<Issuer>;
  /** From now on nothing that the adapter has not at hand can be had, until `recover`. */
  fail(): Promise<void> | void;
  recover(): Promise<void> | void;
  close(): Promise<void>;
}

/** Declares the tests that every adapter of the Signer port passes, wherever its keys are. */
export function signerContract(name: string, open: () => Promise<SignerHarness>): void {
  describe(`Signer contract: ${name}`, () => {
    let h: SignerHarness;
    beforeAll(async () => {
      h = await open();
    });
    afterAll(() => h.close());

    const certificateOf = (result: Result<SigningCertificate>): SigningCertificate => {
      if (!result.ok) throw new Error(result.refusal.code);
      return result.value;
    };
    const currentOf = async (tenant: Tenant, issuer: Issuer) =>
      certificateOf(await h.signer.current(tenant, issuer));

    it('gives a certificate of the issuer, whose key makes what it verifies', async () => {
      const { tenant, issuer } = await h.organization();
      const given = await currentOf(tenant, issuer);
      const read = readCertificado(Buffer.from(given.certificado, 'base64'));
      expect(read).toMatchObject({
        ok: true,
        value: { rfc: issuer.rfc, noCertificado: given.noCertificado, fiel: false },
      });
      expect(given.rfc).toBe(issuer.rfc);
      const cadena = '||4.0|Ñandú €|𝄞||';
      expect(verifySello(cadena, await given.sign(cadena, 'sha256'), given.certificado)).toBe(true);
      const { publicKey } = new X509Certificate(Buffer.from(given.certificado, 'base64'));
      const sha1 = Buffer.from(await given.sign(cadena, 'sha1'), 'base64');
      expect(createVerify('sha1').update(cadena).verify(publicKey, sha1)).toBe(true);
      expect(JSON.stringify(given)).not.toMatch(/PRIVATE KEY|privateKey/);
    });

    it('seals documents, and signs requests to cancel them', async () => {
      const { tenant, issuer } = await h.organization();
      const [[, input] = []] = sampleInputs();
      if (!input) throw new Error('no samples');
      const built = buildComprobante({ ...input, emisor: { ...input.emisor, ...issuer } });
      if (!built.ok) throw new Error(JSON.stringify(built.refusal));
      const { xml } = await sealComprobante(built.value, await currentOf(tenant, issuer));
      const parsed = parseComprobante(xml);
      if (!parsed.ok) throw new Error('the document does not read');
      const { sello, certificado } = parsed.value;
      const cadena = cadenaOriginalOf(parsed.value);
      expect(verifySello(cadena.ok ? cadena.value : '', sello, certificado)).toBe(true);
      const request = await cancelacionXml(
        {
          rfcEmisor: issuer.rfc,
          fecha: '2026-11-21T12:00:00',
          folios: [{ uuid: '5B8F1CAA-0C38-4C1A-9F1F-1F3C0E0E0E0E', motivo: '02' }],
        },
        certificateOf(await h.signer.ofRfc(tenant, issuer.rfc)),
      );
      if (!request.ok) throw new Error(request.refusal.code);
      expect(verifyCancelacion(request.value)).toMatchObject({ ok: true });
    });

    it('gives one certificate to all who ask at the same time, and each sello verifies', async () => {
      const { tenant, issuer } = await h.organization();
      const sealed = await Promise.all(
        Array.from({ length: 40 }, async (_, n) => {
          const given = await currentOf(tenant, issuer);
          const cadena = `||documento ${n}||`;
          const sello = await given.sign(cadena, 'sha256');
          return { number: given.noCertificado, verified: verifySello(cadena, sello, given.certificado) };
        }),
      );
      expect(sealed.every(({ verified }) => verified)).toBe(true);
      expect(new Set(sealed.map(({ number }) => number)).size).toBe(1);
    });

    it('knows nobody else’s: strangers and Live are refused with their codes', async () => {
      const { tenant, issuer } = await h.organization();
      await currentOf(tenant, issuer);
      const stranger = { organizationId: newId(), livemode: false };
      const mismatch = { refusal: { code: 'invoice_cancellation_rfc_mismatch' } };
      expect(await h.signer.ofRfc(stranger, issuer.rfc)).toMatchObject(mismatch);
      expect(await h.signer.ofRfc(tenant, 'AAA010101AAA')).toMatchObject(mismatch);
      const incomplete = { refusal: { code: 'organization_incomplete' } };
      const live = { ...tenant, livemode: true };
      expect(await h.signer.current(live, issuer)).toMatchObject(incomplete);
      expect(await h.signer.ofRfc(live, issuer.rfc)).toMatchObject(incomplete);
    });

    it('refuses a certificate before and after its validity, though it was given out a moment ago', async () => {
      const { tenant, issuer } = await h.organization();
      const began = h.clock.now();
      const { validFrom, validTo } = await currentOf(tenant, issuer);
      const moveTo = (at: number) => h.clock.advance(at - h.clock.now().getTime());
      const codesAt = async (at: number) => {
        moveTo(at);
        const both = [await h.signer.current(tenant, issuer), await h.signer.ofRfc(tenant, issuer.rfc)];
        return both.map((one) => (one.ok ? 'ok' : one.refusal.code));
      };
      try {
        expect(await codesAt(validTo.getTime())).toEqual(['ok', 'ok']);
        expect(await codesAt(validTo.getTime() + 1000)).toEqual(Array(2).fill('certificate_expired'));
        expect(await codesAt(validFrom.getTime() - 1000)).toEqual(Array(2).fill('certificate_not_yet_valid'));
      } finally {
        moveTo(began.getTime());
      }
      expect((await currentOf(tenant, issuer)).validTo).toEqual(validTo);
    });

    it('gives the new certificate after a replacement, and the one before still signs for its document', async () => {
      const { tenant, issuer } = await h.organization();
      const before = await currentOf(tenant, issuer);
      const renewed = await h.replace(tenant, issuer);
      const after = await currentOf(tenant, renewed);
      expect(after.noCertificado).not.toBe(before.noCertificado);
      for (const given of [before, after])
        expect(verifySello('||x||', await given.sign('||x||', 'sha256'), given.certificado)).toBe(true);
    });

    it('that cannot be reached rejects, refuses nothing, and answers again afterwards', async () => {
      const { tenant, issuer } = await h.organization();
      const asked = [
        async () => (await currentOf(tenant, issuer)).sign('||x||', 'sha256'),
        async () => certificateOf(await h.signer.ofRfc(tenant, issuer.rfc)).sign('||x||', 'sha1'),
      ];
      await h.fail();
      try {
        // What certificateOf throws for a refusal has its code alone as its message.
        for (const ask of asked) await expect(ask()).rejects.not.toThrow(/^[a-z_]+$/);
      } finally {
        await h.recover();
      }
      const given = await currentOf(tenant, issuer);
      expect(verifySello('||x||', await given.sign('||x||', 'sha256'), given.certificado)).toBe(true);
    });
  });
}
