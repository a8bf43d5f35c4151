import { monotonicMs } from '#kernel';
import type { Sealer } from '#cfdi';
import { send } from '../../http.js';
import type { DocumentKind } from '../../port.js';
import {
  isSecurityFault,
  readFault,
  readPackage,
  readRequested,
  readToken,
  readVerified,
  type Told,
  type Verified,
} from './answers.js';
import { downloadHosts, type DownloadHosts } from './hosts.js';
import {
  authenticationMessage,
  folioMessage,
  issuedMessage,
  packageMessage,
  verificationMessage,
  receivedMessage,
  type DownloadMessage,
  type IssuedDocuments,
  type ReceivedDocuments,
} from './messages.js';

/** Whose documents are asked for: the certificate of the FIEL, its RFC, and the way to its key. */
export type DownloadFiel = Sealer & { readonly rfc: string };

export interface SatDownloadSettings {
  readonly fiel: DownloadFiel;
  readonly kind: DocumentKind;
  /** TIMBRA_SAT_DOWNLOAD_URL; absent: the tax authority's hosts. */
  readonly url?: string;
  readonly timeoutMs: number;
  readonly now: () => Date;
  readonly elapsed?: () => number;
}

/** The tax authority said no: its CodEstatus (5002 used up, 5004 nothing there, 5005 asked already, 300 to 305, 404). */
export interface DownloadRefused extends Told {
  readonly kind: 'refused';
}
/** Nothing is known: the request may have been taken. */
export interface DownloadUnavailable {
  readonly kind: 'unavailable';
  readonly reason: string;
}
export type DownloadAnswer<T> = ({ readonly kind: 'answer' } & T) | DownloadRefused | DownloadUnavailable;

/** Packages have some tens of MB in base64; answers about them a few kB. */
const MAX_PACKAGE_BYTES = 30 * 1024 * 1024;
const MAX_BYTES = 256 * 1024;
/** A token is not used in its last seconds. */
const SPARE_MS = 30_000;

/**
 * A client of the tax authority's bulk download (descarga masiva, version 1.5) for one taxpayer: authenticate, request, verify,
 * download. It never repeats a request by itself, a refused token excepted: what was asked and not answered is the caller's to know.
 */
export class SatDownload {
  private readonly hosts: DownloadHosts;
  private token: { readonly value: string; readonly until: number } | undefined;

  constructor(private readonly settings: SatDownloadSettings) {
    this.hosts = downloadHosts(settings.kind, settings.url);
  }

  /** Asks for what was issued in a period; answers with the id of the request. */
  async requestIssued(asked: Omit<IssuedDocuments, 'rfc'>): Promise<DownloadAnswer<{ readonly id: string }>> {
    const { fiel } = this.settings;
    return this.request(await issuedMessage(fiel, { ...asked, rfc: fiel.rfc }));
  }

  /** Asks for what was received in a period; answers with the id of the request. */
  async requestReceived(
    asked: Omit<ReceivedDocuments, 'rfc'>,
  ): Promise<DownloadAnswer<{ readonly id: string }>> {
    const { fiel } = this.settings;
    return this.request(await receivedMessage(fiel, { ...asked, rfc: fiel.rfc }));
  }

  /** Asks for one document by its UUID. */
  async requestFolio(uuid: string): Promise<DownloadAnswer<{ readonly id: string }>> {
    const { fiel } = this.settings;
    return this.request(await folioMessage(fiel, fiel.rfc, uuid));
  }

  /** How far a request is. */
  async verify(id: string): Promise<DownloadAnswer<{ readonly verified: Verified }>> {
    const { fiel } = this.settings;
    const message = await verificationMessage(fiel, fiel.rfc, id);
    return this.ask(this.hosts.verification, message, readVerified, (verified) => ({ verified }));
  }

  /** A package, as ZIP. It can be had twice. */
  async download(packageId: string): Promise<DownloadAnswer<{ readonly zip: Buffer }>> {
    const { fiel } = this.settings;
    const message = await packageMessage(fiel, fiel.rfc, packageId);
    return this.ask(
      ...([this.hosts.download, message, readPackage] as const),
      ({ base64 }) => (base64 === '' ? undefined : { zip: Buffer.from(base64, 'base64') }),
      MAX_PACKAGE_BYTES,
    );
  }

  private request(message: DownloadMessage): Promise<DownloadAnswer<{ readonly id: string }>> {
    return this.ask(this.hosts.request, message, readRequested, ({ id }) => (id === '' ? undefined : { id }));
  }

  private async ask<Read extends Told, T extends object>(
    url: string,
    message: DownloadMessage,
    read: (xml: string) => Read | undefined,
    use: (read: Read) => T | undefined,
    maxBytes = MAX_BYTES,
  ): Promise<DownloadAnswer<T>> {
    for (const renewed of [false, true]) {
      const token = await this.authenticate();
      if (token.kind !== 'answer') return token;
      const answer = await this.post(url, message, maxBytes, token.value);
      if (answer.kind === 'unavailable') return answer;
      const said = read(answer.text);
      // The token is not valid (any more), so nothing was done: 300, or a fault. Their clock may be apart from ours.
      const isStale =
        answer.status === 401 ||
        answer.status === 403 ||
        said?.code === '300' ||
        (!said && isSecurityFault(answer.text));
      if (isStale) this.token = undefined;
      if (isStale && !renewed) continue;
      if (!said) return unreadable(answer);
      if (said.code !== '5000') return { kind: 'refused', code: said.code, message: said.message };
      const value = use(said);
      return value ? { kind: 'answer', ...value } : unavailable('the answer lacks what was asked for');
    }
    return unavailable('the token was refused twice');
  }

  private async authenticate(): Promise<DownloadAnswer<{ readonly value: string }>> {
    const { fiel, now, elapsed = monotonicMs } = this.settings;
    const began = elapsed();
    if (this.token && this.token.until > began) return { kind: 'answer', value: this.token.value };
    const answer = await this.post(
      this.hosts.authentication,
      await authenticationMessage(fiel, now()),
      MAX_BYTES,
    );
    if (answer.kind === 'unavailable') return answer;
    const read = answer.status === 200 ? readToken(answer.text) : undefined;
    if (!read) return unreadable(answer);
    this.token = { value: read.token, until: began + read.lifeMs - SPARE_MS };
    return { kind: 'answer', value: read.token };
  }

  private async post(
    url: string,
    { action, body }: DownloadMessage,
    maxBytes: number,
    token?: string,
  ): Promise<
    { readonly kind: 'text'; readonly status: number; readonly text: string } | DownloadUnavailable
  > {
    // What the server made up as a token goes into a header: nothing that would end it.
    if (token !== undefined && !/^[\x21-\x7e]{1,16384}$/.test(token))
      return unavailable('the token cannot be sent');
    const answer = await send({
      ...{ method: 'POST', url, body, maxBytes, timeoutMs: this.settings.timeoutMs },
      headers: {
        'Content-Type': 'text/xml; charset=utf-8',
        SOAPAction: `"${action}"`,
        ...(token !== undefined && { Authorization: `WRAP access_token="${token}"` }),
      },
    });
    if (answer.kind !== 'answer') return unavailable(answer.reason);
    return { kind: 'text', status: answer.status, text: answer.body };
  }
}

const unavailable = (reason: string): DownloadUnavailable => ({ kind: 'unavailable', reason });

function unreadable({ status, text }: { status: number; text: string }): DownloadUnavailable {
  const fault = readFault(text);
  return unavailable(fault ? `fault: ${fault}` : `HTTP ${status}, and an answer that cannot be read`);
}
