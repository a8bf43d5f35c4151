import { LRUCache } from 'lru-cache';
import { Inject, Injectable } from '@nestjs/common';
import { readCertificado, verifySello, type Certificado } from '#cfdi';
import { monotonicMs, type Tenant } from '#kernel';
import type { CommandBus } from '#bus';
import {
  MOST_STAMP_CERTIFICATES,
  type Command,
  type StampCertificate,
  type VerificationMaterial,
} from '#contracts';
import { BUS } from '#hosting';
import { TEST_PAC_RFC } from '#pac';
import { answered, ask } from './asking.js';
import type { StampToJudge } from './read.worker.js';

/** What a stamp is worth. `doubt`: its certificate could not be had. */
export type StampVerdict = 'valid' | 'invalid' | 'doubt';

/** How long authorities are believed: an installation may change them without a restart. */
const TRUST_MS = 60_000;
/** How long "there is none" is believed, and a server that did not answer left alone: it may be back when its document comes again. */
const ABSENT_MS = 60_000;
const SILENT_MS = 2_000;
const KEPT = 500;
/** That a thread is given: a few PACs stamp nearly all documents. */
const GIVEN = 30;

interface Known {
  readonly certificate: Certificado | undefined;
  readonly why: StampCertificate['why'];
}

/**
 * What documents are verified by: authorities, and the certificates that PACs stamp with. This service has no way outside: stamping
 * has them, and is asked once for each.
 */
@Injectable()
export class Material {
  private readonly certificates = new LRUCache<string, Known>({ max: KEPT });
  private readonly trust = new Map<boolean, { readonly until: number; readonly trust: Trust }>();

  constructor(@Inject(BUS) private readonly bus: CommandBus) {}

  /** The authorities of the command's environment. */
  async trustOf(command: Command): Promise<Trust> {
    const known = this.trust.get(command.tenant.livemode);
    if (known && known.until > monotonicMs()) return known.trust;
    return this.learn(command, []);
  }

  /** Certificates of PACs that are known, for a thread that reads documents: of the environment, those that came last. */
  stampsOf({ livemode }: Tenant): Readonly<Record<string, string>> {
    const known: Record<string, string> = {};
    let count = 0;
    for (const [key, { certificate }] of this.certificates.entries()) {
      if (!certificate || key !== keyOf({ livemode }, certificate.noCertificado)) continue;
      known[certificate.noCertificado] = certificate.certificado;
      if ((count += 1) === GIVEN) break;
    }
    return known;
  }

  /** Judges stamps; each certificate is asked for once. */
  async judge(command: Command, stamps: readonly StampToJudge[]): Promise<readonly StampVerdict[]> {
    const missing = [...new Set(stamps.map(({ number }) => number))].filter(
      (number) => !this.certificates.has(keyOf(command.tenant, number)),
    );
    for (let at = 0; at < missing.length; at += MOST_STAMP_CERTIFICATES)
      await this.learn(command, missing.slice(at, at + MOST_STAMP_CERTIFICATES));
    return stamps.map((stamp) => this.verdict(command.tenant, stamp));
  }

  private verdict(tenant: Tenant, { number, rfc, cadena, sello, holds }: StampToJudge): StampVerdict {
    if (holds !== undefined) return holds ? 'valid' : 'invalid';
    const known = this.certificates.get(keyOf(tenant, number));
    if (known?.certificate)
      return verifySello(cadena, sello, known.certificate.publicKey) ? 'valid' : 'invalid';
    // Stamps of the test world have no fiscal validity, and nothing to verify them with is published.
    if (known?.why === 'not_published' && rfc === TEST_PAC_RFC && !tenant.livemode) return 'valid';
    return known?.why === 'not_trusted' ? 'invalid' : 'doubt';
  }

  private async learn(command: Command, numbers: readonly string[]): Promise<Trust> {
    const what = `material ${numbers.join()}`;
    const asked = { type: 'stamping.verification-material', what, data: { numbers } } as const;
    const material: VerificationMaterial = answered(await ask(this.bus, command, asked), asked.type);
    for (const { number, certificate, why } of material.certificates) {
      const read = certificate === null ? undefined : readCertificado(Buffer.from(certificate, 'base64'));
      const known = { certificate: read?.ok ? read.value : undefined, why };
      const options = known.certificate ? {} : { ttl: why === 'unavailable' ? SILENT_MS : ABSENT_MS };
      this.certificates.set(keyOf(command.tenant, number), known, options);
    }
    const trust = { live: material.live, sandbox: material.sandbox };
    this.trust.set(command.tenant.livemode, { until: monotonicMs() + TRUST_MS, trust });
    return trust;
  }
}

type Trust = Pick<VerificationMaterial, 'live' | 'sandbox'>;

const keyOf = ({ livemode }: Pick<Tenant, 'livemode'>, number: string): string => `${livemode} ${number}`;
