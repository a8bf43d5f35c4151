import {
  readMetadata,
  readTimbre,
  SatDownload,
  verifyTimbre,
  type DocumentKind,
  type MetadataRow,
  type PacCertificates,
  type ProofOutcome,
  type ProofRequest,
  type SatDownloadSettings,
  type SatProofs,
} from '#pac';
import { pacOfProvider } from '#contracts';
import type { UploadedCertificates } from '../csd/uploaded.js';
import type { Progress, ProgressStore } from './progress.js';
import { fetchFiles, type Fetched } from './fetch-files.js';
import {
  askedFrom,
  coveredUntil,
  mayBe,
  periodOf,
  provenFrom,
  selloCfdOf,
  wantedOf,
  type Wanted,
} from './wanted.js';

interface Settings {
  /** TIMBRA_SAT_DOWNLOAD_URL. */
  readonly url: string | undefined;
  readonly timeoutMs: number;
  readonly fiels: Pick<UploadedCertificates, 'fielOf'>;
  readonly certificates: PacCertificates;
  readonly progress: ProgressStore;
  readonly now: () => Date;
}

/** A package holds the documents of a few days of one receiver: more than these and it is not this document's alone. */
const MOST_CANDIDATES = 20;

/** User, seal or certificate are not valid. */
const OF_WHO_ASKS = /^30\d$/;

const later = (reason: string): ProofOutcome => ({ kind: 'later', reason, asked: true });
const never = (reason: string): ProofOutcome => ({ kind: 'later', reason, asked: false });

interface Question {
  readonly request: ProofRequest;
  readonly wanted: Wanted;
  readonly download: SatDownload;
}

/**
 * Proofs by the tax authority's bulk download: metadata of what the issuer issued in the days that count, and then the document
 * itself, which is ours by its seal. Each call goes on where the one before had to wait, in whichever process. What is
 * incomplete, cannot be read, or fits and is not ours for sure proves nothing.
 */
export class MetadataProofs implements SatProofs {
  /** Clients with their tokens, by issuer and kind. */
  private readonly clients = new Map<string, SatDownload>();

  constructor(private readonly settings: Settings) {}

  async prove(request: ProofRequest): Promise<ProofOutcome> {
    const { now, progress } = this.settings;
    if (!request.account.livemode) return never('documents of Test are not at the SAT');
    const wanted = wantedOf(request.kind, request.xml);
    if (!wanted) return never('the sealed document cannot be read');
    if (now() < askedFrom(wanted)) return never('a PAC may still stamp it');
    const fiel = await this.settings.fiels.fielOf(request.account.organizationId, wanted.rfcEmisor);
    if (fiel?.use !== 'live') return never(`the FIEL of ${wanted.rfcEmisor} is not here`);
    if (fiel.csd.validTo < now()) return never(`the FIEL of ${wanted.rfcEmisor} has expired`);
    const download = this.clientOf(request.account.organizationId, request.kind, fiel.csd);
    return this.goOn({ request, wanted, download }, await progress.read(request.requestId));
  }

  private async goOn(question: Question, so: Progress): Promise<ProofOutcome> {
    const { found } = so;
    const timbre = found && readTimbre(found.timbre);
    if (timbre) return { kind: 'stamped', timbre, pac: pacOfProvider(found.rfcPac) };
    if (so.absent) {
      // Rows of older releases: those were asked for when nobody took it any more, and what was stamped by then was shown.
      const until = so.covers === undefined ? askedFrom(question.wanted) : new Date(so.covers);
      if (until >= (question.request.sentUntil ?? until)) return { kind: 'absent', until };
      return this.askMetadata(question, { attempt: so.attempt });
    }
    if (!so.metadata && !so.candidates) return this.askMetadata(question, so);
    if (!so.candidates) return this.readMetadata(question, so);
    const [first] = so.candidates;
    if (!first) {
      if (so.proves) return this.note(question, { ...so, absent: true });
      await this.save(question, { attempt: so.attempt });
      return later('the SAT does not show it yet');
    }
    if (so.folio) return this.readDocument(question, so, first.rfcPac);
    const { sello } = await this.settings.progress.read(documentKey(question, first.uuid));
    if (sello !== undefined && sello !== question.wanted.sello)
      return this.note(question, { ...so, candidates: so.candidates.slice(1) });
    return this.askDocument(question, so, first.uuid);
  }

  private async askMetadata(question: Question, so: Progress): Promise<ProofOutcome> {
    const { wanted, download } = question;
    const { sentUntil } = question.request;
    const now = this.settings.now();
    // Before it is sent: an answer that gets lost leaves a live request, and the same one again would be refused (5005).
    const asked = { attempt: so.attempt + 1 };
    await this.save(question, asked);
    const answer = await download.requestIssued({
      ...periodOf(wanted, { attempt: asked.attempt, now, ...(sentUntil && { sentUntil }) }),
      ...{ type: 'Metadata', status: 'Todos' },
      ...(wanted.rfcReceptor !== undefined && { receivers: [wanted.rfcReceptor] }),
    });
    if (answer.kind !== 'answer') {
      const reason = reasonOf('the request for metadata', answer);
      // Who asks is refused, with such a FIEL for ever; anything else passes, such as two that ask at the same moment (5005).
      return answer.kind === 'refused' && OF_WHO_ASKS.test(answer.code) ? never(reason) : later(reason);
    }
    return this.note(question, { ...asked, metadata: { id: answer.id, at: now.toISOString() } });
  }

  private async readMetadata(question: Question, so: Progress): Promise<ProofOutcome> {
    const { wanted, download } = question;
    const { id = '', at = '' } = so.metadata ?? {};
    const fetched = await fetchFiles(download, id, { at, now: this.settings.now(), ending: '.txt' });
    if (fetched.kind !== 'files') return this.giveUpOrWait(question, fetched, { attempt: so.attempt });
    const rows: MetadataRow[] = [];
    for (const [name, content] of fetched.files) {
      if (name.toLowerCase().endsWith('_tercero.txt')) continue;
      const read = readMetadata(content.toString('utf8'));
      if (!read) return this.giveUpOrWait(question, { kind: 'gone', reason: 'metadata cannot be read' }, so);
      rows.push(...read);
    }
    if (rows.length !== fetched.count)
      return this.giveUpOrWait(question, { kind: 'gone', reason: 'the metadata is not complete' }, so);
    const { sentUntil, except = [] } = question.request;
    const others = rows.filter((row) => !except.includes(row.uuid.toUpperCase()));
    const candidates = others
      .filter((row) => mayBe(row, wanted))
      .map(({ uuid, rfcPac }) => ({ uuid, rfcPac }));
    if (candidates.length > MOST_CANDIDATES) return never('too many documents are like it');
    const covers = coveredUntil(new Date(at));
    const proves = Date.parse(at) >= provenFrom(wanted).getTime() && covers >= (sentUntil ?? covers);
    return this.note(question, {
      ...{ attempt: so.attempt, candidates, proves, covers: covers.toISOString() },
    });
  }

  private async askDocument(question: Question, so: Progress, uuid: string): Promise<ProofOutcome> {
    const at = this.settings.now().toISOString();
    const answer = await question.download.requestFolio(uuid);
    if (answer.kind !== 'answer') return later(reasonOf('the request for the document', answer));
    return this.note(question, { ...so, folio: { id: answer.id, uuid, at } });
  }

  private async readDocument(question: Question, so: Progress, rfcPac: string): Promise<ProofOutcome> {
    const { request, wanted, download } = question;
    const { folio: { id = '', at = '', uuid = '' } = {}, ...rest } = so;
    const { now, certificates } = this.settings;
    const fetched = await fetchFiles(download, id, { at, now: now(), ending: '.xml' });
    if (fetched.kind !== 'files') return this.giveUpOrWait(question, fetched, rest);
    const [xml, other] = [...fetched.files.values()].map((content) => content.toString('utf8'));
    const sello = xml === undefined ? undefined : selloCfdOf(xml);
    if (xml === undefined || other !== undefined || sello === undefined)
      return this.giveUpOrWait(
        question,
        { kind: 'gone', reason: 'the document is not in its package' },
        rest,
      );
    // Another document that is like this one, such as an equal one of the same second, may be in doubt too.
    await this.settings.progress.save(documentKey(question, uuid), { attempt: 0, sello }, now());
    if (sello !== wanted.sello)
      return this.note(question, { ...rest, candidates: rest.candidates?.slice(1) ?? [] });
    const verified = await verifyTimbre({
      ...{ xml: request.xml, answer: xml, rfcPac: [rfcPac], certificates, now: now() },
    });
    if (verified.kind === 'doubt') return later(`its stamp ${uuid} is not verified: ${verified.reason}`);
    return this.note(question, { ...rest, found: { timbre: verified.timbre.xml, rfcPac } });
  }

  /** What cannot be had any more is asked for anew by the next call. */
  private async giveUpOrWait(
    question: Question,
    fetched: Exclude<Fetched, { kind: 'files' }>,
    anew: Progress,
  ): Promise<ProofOutcome> {
    if (fetched.kind === 'gone') {
      const { metadata: _metadata, ...left } = anew;
      await this.save(question, left);
    }
    return later(fetched.reason);
  }

  /** Notes how far it has come, and goes on. */
  private async note(question: Question, so: Progress): Promise<ProofOutcome> {
    await this.save(question, so);
    return this.goOn(question, so);
  }

  private save({ request }: Question, so: Progress): Promise<void> {
    return this.settings.progress.save(request.requestId, so, this.settings.now());
  }

  private clientOf(
    organizationId: string,
    kind: DocumentKind,
    fiel: SatDownloadSettings['fiel'] & { readonly noCertificado: string },
  ): SatDownload {
    const key = `${organizationId}/${fiel.noCertificado}/${kind}`;
    const known = this.clients.get(key);
    if (known) return known;
    const { url, timeoutMs, now } = this.settings;
    const client = new SatDownload({ fiel, kind, timeoutMs, now, ...(url !== undefined && { url }) });
    // Doubts of this kind are few; a client is cheap to make again.
    if (this.clients.size >= 50) this.clients.clear();
    this.clients.set(key, client);
    return client;
  }
}

/** The key of what is known of a document of the tax authority's; those of stampings have no blank. */
const documentKey = ({ request }: Question, uuid: string): string =>
  `${request.account.organizationId} ${uuid.toUpperCase()}`;

const reasonOf = (
  what: string,
  answer: { kind: 'refused'; code: string; message: string } | { kind: 'unavailable'; reason: string },
): string =>
  answer.kind === 'refused'
    ? `${what} was refused: ${answer.code} ${answer.message}`
    : `${what} got no answer: ${answer.reason}`;
