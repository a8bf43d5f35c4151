import type { DownloadFiel, SatAnswer, SatDownloadAsked, SatRequestStanding } from '#contracts';
import { SatDownload, type DownloadAnswer, type SatDownloadSettings } from '#pac';
import { localDateTime } from '#sat';
import type { UploadedCertificates } from '../csd/uploaded.js';
import type { DownloadAsks } from './asks.js';

interface Settings {
  /** TIMBRA_SAT_DOWNLOAD_URL. */
  readonly url: string | undefined;
  readonly timeoutMs: number;
  readonly fiels: Pick<UploadedCertificates, 'fielOf'>;
  readonly asks: DownloadAsks;
  readonly now: () => Date;
}

/** By whose clock the SAT's periods are. */
const SAT_ZONE = 'America/Mexico_City';
/** The SAT's clock may be behind ours; a period that ends in the future is refused. */
const SPARE_MS = 60_000;
const MAX_CLIENTS = 50;

/**
 * The SAT's bulk download for organizations in Live, with the FIEL that each of them has uploaded. Nothing here waits for a request to
 * be ready: that takes minutes to hours, and whoever asks comes again.
 */
export class SatDownloads {
  /** Clients with their tokens, by organization and certificate. */
  private readonly clients = new Map<string, SatDownload>();

  constructor(private readonly settings: Settings) {}

  async fielOf(organizationId: string, rfc: string): Promise<DownloadFiel> {
    const found = await this.clientOf(organizationId, rfc);
    return typeof found === 'string' ? found : 'ready';
  }

  /**
   * Asks for the documents of a period. A question of a name that led to a request leads to the same one. One that was asked and got
   * lost is asked in other words, a second more each time: the SAT refuses live words (5005), and those that it has answered twice (5002).
   */
  async request(
    organizationId: string,
    name: string,
    asked: SatDownloadAsked,
  ): Promise<SatAnswer<{ readonly id: string }>> {
    const { asks, now } = this.settings;
    const client = await this.clientOf(organizationId, asked.rfc);
    if (typeof client === 'string') return { kind: 'no_fiel', fiel: client };
    const known = await asks.answered(name);
    if (known !== undefined) return { kind: 'answer', id: known };
    const latest = localDateTime(new Date(now().getTime() - SPARE_MS), SAT_ZONE);
    const period = { from: asked.from, until: asked.until < latest ? asked.until : latest };
    if (period.from >= period.until) return { kind: 'unavailable', reason: 'the period has only begun' };
    // Before it is asked: an answer that gets lost leaves a request that lives.
    const used = await asks.use({ ...asked, ...period });
    const words = {
      ...{ from: secondsBefore(period.from, used), until: period.until },
      type: asked.format === 'xml' ? ('CFDI' as const) : ('Metadata' as const),
    };
    const answer =
      asked.kind === 'issued'
        ? await client.requestIssued({ ...words, status: 'Todos' })
        : // Of received documents the SAT hands out no XML that was cancelled.
          await client.requestReceived({ ...words, status: asked.format === 'xml' ? 'Vigente' : 'Todos' });
    if (answer.kind === 'answer') await asks.answer(name, answer.id, now());
    return answer;
  }

  async verify(
    organizationId: string,
    rfc: string,
    id: string,
  ): Promise<SatAnswer<{ readonly standing: SatRequestStanding }>> {
    const client = await this.clientOf(organizationId, rfc);
    if (typeof client === 'string') return { kind: 'no_fiel', fiel: client };
    const answer = await client.verify(id);
    if (answer.kind !== 'answer') return answer;
    const { state, stateCode, count, packages } = answer.verified;
    return { kind: 'answer', standing: { state, state_code: stateCode, documents: count, packages } };
  }

  /** Writes a package (ZIP) as it comes; it is whole where the answer is one. The SAT hands it out twice. */
  async fetch(
    organizationId: string,
    rfc: string,
    packageId: string,
    write: (bytes: Buffer) => Promise<void>,
  ): Promise<DownloadAnswer<{ readonly bytes: number }> | Extract<SatAnswer<object>, { kind: 'no_fiel' }>> {
    const client = await this.clientOf(organizationId, rfc);
    if (typeof client === 'string') return { kind: 'no_fiel', fiel: client };
    return client.fetch(packageId, write);
  }

  private async clientOf(
    organizationId: string,
    rfc: string,
  ): Promise<SatDownload | Exclude<DownloadFiel, 'ready'>> {
    const { fiels, now, url, timeoutMs } = this.settings;
    const fiel = await fiels.fielOf(organizationId, rfc);
    if (!fiel) return 'missing';
    if (fiel.use !== 'live') return 'not_of_sat';
    if (fiel.csd.validTo < now()) return 'expired';
    const key = `${organizationId}/${fiel.csd.noCertificado}`;
    const known = this.clients.get(key);
    if (known) return known;
    const settings: SatDownloadSettings = {
      ...{ fiel: fiel.csd, kind: 'comprobante', timeoutMs, now },
      ...(url !== undefined && { url }),
    };
    const client = new SatDownload(settings);
    if (this.clients.size >= MAX_CLIENTS) this.clients.clear();
    this.clients.set(key, client);
    return client;
  }
}

/** A local time so many seconds before. */
const secondsBefore = (local: string, seconds: number): string =>
  new Date(Date.parse(`${local}Z`) - seconds * 1_000).toISOString().slice(0, 19);
