import { monotonicMs } from '#kernel';
import type { Sealer } from '#cfdi';
import { send, type HttpRequest } from '../../http.js';
import type { DocumentKind } from '../../port.js';
import {
  isSecurityFault,
  readFault,
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
import { NoPackageAnswer, PackageAnswer } from './package-answer.js';

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

/** How an answer is read: of its text, unless it takes what comes. A new one for each time that it is asked for. */
interface Reading<Read> {
  readonly take?: (piece: Buffer) => Promise<void>;
  /** What is to be looked at where `read` finds nothing: a fault. */
  readonly text?: () => string;
  readonly read: (text: string) => Read | undefined;
}

/** Packages have some tens of MB, a third more in base64, and are read as they come; answers about them have a few kB. */
const MAX_PACKAGE_BYTES = 96 * 1024 * 1024;
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
    return this.ask(
      ...([this.hosts.verification, message] as const),
      () => ({ read: readVerified }),
      (verified) => ({ verified }),
    );
  }

  /**
   * Fetches a package (ZIP), which can be had twice. Its bytes are written as they come; of an answer of another kind than `answer`, some
   * may have been, which prove nothing. What `write` throws is thrown.
   */
  async fetch(
    packageId: string,
    write: (bytes: Buffer) => Promise<void>,
  ): Promise<DownloadAnswer<{ readonly bytes: number }>> {
    const { fiel } = this.settings;
    const message = await packageMessage(fiel, fiel.rfc, packageId);
    const open = () => {
      const answer = new PackageAnswer(write);
      return {
        take: (piece: Buffer) => answer.push(piece),
        text: () => answer.text,
        read: () => answer.end(),
      };
    };
    try {
      return await this.ask(
        ...([this.hosts.download, message, open] as const),
        ({ size }) => (size === 0 ? undefined : { bytes: size }),
        MAX_PACKAGE_BYTES,
      );
    } catch (error) {
      if (error instanceof NoPackageAnswer)
        return unavailable(`the package cannot be read: ${error.message}`);
      throw error;
    }
  }

  /** A small package, whole. */
  async download(packageId: string): Promise<DownloadAnswer<{ readonly zip: Buffer }>> {
    const pieces: Buffer[] = [];
    const got = await this.fetch(packageId, async (bytes) => void pieces.push(bytes));
    return got.kind === 'answer' ? { kind: 'answer', zip: Buffer.concat(pieces) } : got;
  }

  private request(message: DownloadMessage): Promise<DownloadAnswer<{ readonly id: string }>> {
    return this.ask(
      ...([this.hosts.request, message] as const),
      () => ({ read: readRequested }),
      ({ id }) => (id === '' ? undefined : { id }),
    );
  }

  private async ask<Read extends Told, T extends object>(
    url: string,
    message: DownloadMessage,
    open: () => Reading<Read>,
    use: (read: Read) => T | undefined,
    maxBytes = MAX_BYTES,
  ): Promise<DownloadAnswer<T>> {
    for (const renewed of [false, true]) {
      const token = await this.authenticate();
      if (token.kind !== 'answer') return token;
      const { take, text, read } = open();
      const posted = await this.post(url, message, { maxBytes, ...(take && { take }) }, token.value);
      if (posted.kind === 'unavailable') return posted;
      const answer = { ...posted, text: text ? text() : posted.text };
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
    const answer = await this.post(this.hosts.authentication, await authenticationMessage(fiel, now()), {
      maxBytes: MAX_BYTES,
    });
    if (answer.kind === 'unavailable') return answer;
    const read = answer.status === 200 ? readToken(answer.text) : undefined;
    if (!read) return unreadable(answer);
    this.token = { value: read.token, until: began + read.lifeMs - SPARE_MS };
    return { kind: 'answer', value: read.token };
  }

  private async post(
    url: string,
    { action, body }: DownloadMessage,
    answered: Pick<HttpRequest, 'maxBytes' | 'take'>,
    token?: string,
  ): Promise<
    { readonly kind: 'text'; readonly status: number; readonly text: string } | DownloadUnavailable
  > {
    // What the server made up as a token goes into a header: nothing that would end it.
    if (token !== undefined && !/^[\x21-\x7e]{1,16384}$/.test(token))
      return unavailable('the token cannot be sent');
    const answer = await send({
      ...{ method: 'POST', url, body, timeoutMs: this.settings.timeoutMs, ...answered },
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
