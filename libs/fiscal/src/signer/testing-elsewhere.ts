import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ok, refuse, type Clock, type Result, type Tenant } from '#kernel';
import { openCsd, type CsdFiles, type SignatureDigest } from '#cfdi';
import { SignerUnavailable, type Issuer, type Signer, type SigningCertificate } from './port.js';

/**
 * A program that keeps keys and signs with them: what an HSM, a KMS or an issuer's own machine is to the service. A line
 * of JSON is a key to keep or a text to sign; nothing gives a key back.
 */
const KEEPER = `
const { createPrivateKey, sign } = require('node:crypto');
const keys = new Map();
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, number, key, text, digest } = JSON.parse(line);
  if (key) keys.set(number, createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' }));
  const sello = text && sign(digest, Buffer.from(text), keys.get(number)).toString('base64');
  process.stdout.write(JSON.stringify({ id, sello }) + '\\n');
});`;

interface Kept {
  readonly tenant: Tenant;
  readonly certificate: Omit<SigningCertificate, 'sign'>;
  /** PKCS#8: what the keeper has on its own disk. */
  readonly key: string;
}

/** Signs with keys that another process keeps. For tests: it shows that the port fits what is not the vault. */
export class ElsewhereSigner implements Signer {
  readonly name = 'elsewhere';
  private readonly kept: Kept[] = [];
  private readonly waiting = new Map<number, (sello: string | undefined) => void>();
  private keeper: ChildProcess | undefined;
  private asked = 0;

  constructor(private readonly clock: Clock) {}

  /** Gives the keeper a certificate's key; the newest one of an organization seals. */
  async keep(tenant: Tenant, files: CsdFiles): Promise<void> {
    const csd = openCsd(files);
    if (!csd.ok) throw new Error(csd.refusal.code);
    const { privateKey, ...certificate } = csd.value;
    const key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    this.kept.unshift({ tenant, certificate, key });
    await this.ask({ number: certificate.noCertificado, key });
  }

  async current(tenant: Tenant, { rfc }: Issuer): Promise<Result<SigningCertificate>> {
    return this.find(tenant, rfc, 'organization_incomplete');
  }

  async ofRfc(tenant: Tenant, rfc: string): Promise<Result<SigningCertificate>> {
    return this.find(
      tenant,
      rfc,
      tenant.livemode ? 'organization_incomplete' : 'invoice_cancellation_rfc_mismatch',
    );
  }

  async start(): Promise<void> {
    const keeper = spawn(process.execPath, ['-e', KEEPER], { stdio: ['pipe', 'pipe', 'inherit'], env: {} });
    keeper.stdin.on('error', () => undefined);
    createInterface({ input: keeper.stdout }).on('line', (line) => {
      const { id, sello } = JSON.parse(line) as { readonly id: number; readonly sello?: string };
      this.waiting.get(id)?.(sello ?? '');
      this.waiting.delete(id);
    });
    keeper.once('exit', () => {
      for (const answer of this.waiting.values()) answer(undefined);
      this.waiting.clear();
    });
    this.keeper = keeper;
    for (const { certificate, key } of this.kept) await this.ask({ number: certificate.noCertificado, key });
  }

  /** Ends the keeper in the middle of whatever it does. */
  async kill(): Promise<void> {
    const { keeper } = this;
    this.keeper = undefined;
    if (!keeper || keeper.exitCode !== null) return;
    keeper.kill('SIGKILL');
    await once(keeper, 'exit');
  }

  private find(
    tenant: Tenant,
    rfc: string,
    code: 'organization_incomplete' | 'invoice_cancellation_rfc_mismatch',
  ): Result<SigningCertificate> {
    const found = this.kept.find(
      (one) =>
        one.tenant.organizationId === tenant.organizationId &&
        one.tenant.livemode === tenant.livemode &&
        one.certificate.rfc === rfc,
    );
    if (!found) return refuse(code);
    const { certificate } = found;
    const now = this.clock.now(tenant);
    if (now < certificate.validFrom) return refuse('certificate_not_yet_valid');
    if (now > certificate.validTo) return refuse('certificate_expired');
    return ok({
      ...certificate,
      sign: (text, digest) => this.ask({ number: certificate.noCertificado, text, digest }),
    });
  }

  private async ask(what: {
    readonly number: string;
    readonly key?: string;
    readonly text?: string;
    readonly digest?: SignatureDigest;
  }): Promise<string> {
    const { keeper } = this;
    if (!keeper) throw new SignerUnavailable('the keeper of keys is away');
    const id = ++this.asked;
    const answer = await new Promise<string | undefined>((resolve) => {
      this.waiting.set(id, resolve);
      keeper.stdin?.write(`${JSON.stringify({ id, ...what })}\n`);
    });
    if (answer === undefined) throw new SignerUnavailable('the keeper of keys has ended');
    return answer;
  }
}
