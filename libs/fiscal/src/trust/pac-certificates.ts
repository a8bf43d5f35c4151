import { LRUCache } from 'lru-cache';
import { isIssuedBy, judgeIssuer, readCertificado, type CertificateUse } from '#cfdi';
import { monotonicMs, SharedWork } from '#kernel';
import { send, type NoCertificate, type PacCertificates } from '#pac';
import type { Logger } from '#hosting/logging/logger';
import type { CertificateRows } from './certificate-rows.js';
import type { TrustStore } from './trust-store.js';

/** Certificates have 1.5 kB. */
export const MAX_CERTIFICATE_BYTES = 10 * 1024;
/** PACs change theirs every four years: an installation sees a handful. */
const KEPT = 500;
/** How long "there is none" is believed: the tax authority may publish one a moment after its first stamp. */
const NEGATIVE_MS = 60_000;
/** How long a server that did not answer is left alone for one number, so that no queue of stamps waits for it. */
const SILENT_MS = 2_000;
const TEST_NUMBER = /^[23]0001\d{15}$/;
const LIVE: ReadonlySet<CertificateUse> = new Set(['live']);
const TESTS_TOO: ReadonlySet<CertificateUse> = new Set(['live', 'test']);

interface Settings {
  /** TIMBRA_SAT_CERTIFICATES_URL, without a slash at the end. */
  readonly url: string;
  readonly timeoutMs: number;
  readonly trust: Pick<TrustStore, 'trust'>;
  readonly rows: CertificateRows;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Milliseconds of a clock that only moves forward. */
  readonly elapsed?: () => number;
}

/**
 * The certificates that PACs stamp with, from where the tax authority publishes all of them:
 * `<url>/{1-6}/{7-12}/{13-14}/{15-16}/{17-18}/{20 digits}.cer`. One is fetched once, by whoever asks first; it is kept in memory
 * and in the database, and judged by the trusted authorities each time that it is handed out.
 */
export class SatCertificates implements PacCertificates {
  private readonly known = new LRUCache<string, Buffer>({ max: KEPT });
  private readonly absent = new LRUCache<string, { readonly why: NoCertificate; readonly until: number }>({
    max: KEPT,
  });
  private readonly looks = new SharedWork<string, Buffer | NoCertificate>();

  /**
   * For a PAC's own sandbox, whose stamps have no fiscal validity: the tax authority's test certificates too, which are known
   * by their number and their issuer's name alone. The tax authority publishes them nowhere that is sure: one that is not to be
   * had is told apart, so that its stamps are not in doubt for ever.
   */
  readonly ofSandbox: PacCertificates = {
    byNumber: async (number) => {
      const found = await this.find(number, TESTS_TOO);
      const isAbsent = found === 'unknown' || found === 'unavailable';
      return isAbsent && TEST_NUMBER.test(number) ? 'not_published' : found;
    },
  };

  constructor(private readonly settings: Settings) {}

  /**
   * The certificate in DER, of production. Only a number of 20 digits is asked for, so an answer's text cannot lead anywhere else. Whether
   * it has ended is not judged: it counts that it was valid when it stamped, and PACs have to see to that.
   */
  byNumber(noCertificado: string): Promise<Buffer | NoCertificate> {
    return this.find(noCertificado, LIVE);
  }

  private async find(
    noCertificado: string,
    uses: ReadonlySet<CertificateUse>,
  ): Promise<Buffer | NoCertificate> {
    if (!/^\d{20}$/.test(noCertificado)) return 'unknown';
    const found = await this.obtain(noCertificado);
    return typeof found === 'string' ? found : this.judge(noCertificado, found, uses);
  }

  /** A certificate with this number: of anybody who is trusted in some environment. */
  private async obtain(noCertificado: string): Promise<Buffer | NoCertificate> {
    const known = this.known.get(noCertificado);
    if (known) return known;
    const absent = this.absent.get(noCertificado);
    if (absent && absent.until > this.elapsed()) return absent.why;
    return this.looks.do(noCertificado, () => this.look(noCertificado));
  }

  private elapsed(): number {
    return (this.settings.elapsed ?? monotonicMs)();
  }

  private async look(number: string): Promise<Buffer | NoCertificate> {
    const { rows, log } = this.settings;
    const unread = (error: unknown) => {
      log.warn({ err: error }, 'certificates of the tax authority could not be read from the database');
      return undefined;
    };
    const stored = await rows.read(number).catch(unread);
    if (stored && (await this.judge(number, stored, TESTS_TOO)) === stored) {
      this.known.set(number, stored);
      return stored;
    }
    const fetched = await this.fetch(number);
    const judged = typeof fetched === 'string' ? fetched : await this.judge(number, fetched, TESTS_TOO);
    if (typeof judged === 'string') {
      const until = this.elapsed() + (judged === 'unavailable' ? SILENT_MS : NEGATIVE_MS);
      this.absent.set(number, { why: judged, until });
      return judged;
    }
    this.known.set(number, judged);
    // A stamp does not fail for it: it is fetched again after the next start.
    await rows
      .keep(number, judged)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'a certificate of the tax authority could not be kept in the database'),
      );
    return judged;
  }

  private async fetch(number: string): Promise<Buffer | NoCertificate> {
    const parts = [number.slice(0, 6), number.slice(6, 12), number.slice(12, 14), number.slice(14, 16)];
    const path = [...parts, number.slice(16, 18), `${number}.cer`].join('/');
    const { url, log } = this.settings;
    let answer = await this.get(`${url}/${path}`);
    // Where the setting names a host alone, as the other addresses do, the tax authority's own folder counts too.
    if (isNotFound(answer) && new URL(url).pathname === '/') answer = await this.get(`${url}/rccf/${path}`);
    if (isNotFound(answer)) return 'unknown';
    if (answer.kind === 'answer' && answer.status === 200) return answer.bytes;
    const reason = answer.kind === 'answer' ? `HTTP ${answer.status}` : answer.reason;
    log.warn({ number, reason }, 'the certificate of a stamp could not be fetched');
    return 'unavailable';
  }

  private get(url: string): ReturnType<typeof send> {
    const { timeoutMs } = this.settings;
    return send({ method: 'GET', url, timeoutMs, maxBytes: MAX_CERTIFICATE_BYTES });
  }

  /** The certificate, where it has the number that was asked for and an authority of the tax authority issued it. */
  private async judge(
    number: string,
    der: Buffer,
    uses: ReadonlySet<CertificateUse>,
  ): Promise<Buffer | NoCertificate> {
    const read = readCertificado(der);
    // A page instead of a certificate, such as a proxy's: nothing is known.
    if (!read.ok) return 'unavailable';
    if (read.value.noCertificado !== number) return 'not_trusted';
    const { live } = await this.settings.trust.trust();
    // A trusted authority is enough: an installation may trust others than the tax authority's, whose numbers it does not know.
    const isTrusted =
      isIssuedBy(read.value, live) ||
      (uses.has('test') && judgeIssuer(read.value, { live, sandbox: [] }) === 'test');
    if (!isTrusted) {
      this.settings.log.error({ number }, 'the certificate of a stamp was not issued by a trusted authority');
      return 'not_trusted';
    }
    return der;
  }
}

const isNotFound = (answer: Awaited<ReturnType<typeof send>>): boolean =>
  answer.kind === 'answer' && answer.status === 404;
