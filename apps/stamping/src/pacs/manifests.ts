import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { readFile } from 'node:fs/promises';
import { ok, refuse, type Result } from '#kernel';
import { checkFielRfc, type Fiel } from '#cfdi';
import type { Handles } from '#bus/nest/index';
import {
  ReadManifestCommand,
  SignManifestCommand,
  type CommandOutcome,
  type ManifestAsked,
  type ManifestText,
  type OrganizationPac,
} from '#contracts';
import { answerWithData } from '#eventing';
import {
  judgeChain,
  MANIFESTS_AT_PACS,
  TrustStore,
  UploadedCertificates,
  type ManifestsAtPacs,
} from '#fiscal';
import {
  CONFIG,
  LOG,
  TELEMETRY,
  UploadKeys,
  WorkerPool,
  type Config,
  type Logger,
  type Runtime,
} from '#hosting';
import type { FielFiles, ManifestContact, SignsManifests } from '#pac';
import { openUpload } from '../certificates/open-upload.js';
import { atItsFile } from '../certificates/places.js';
import { filesRequired, notAvailable, refusalOf, testFiel } from './manifest-refusals.js';

/** A text of a manifest has some pages. */
const MAX_TEXT = 200_000;

interface Signer {
  readonly fiel: Fiel;
  /** What came with this request; undefined: the FIEL is one that is kept. */
  readonly files: FielFiles | undefined;
}

/**
 * Signs the manifest of an organization at a PAC. The FIEL is opened here and judged as an uploaded one is; nothing of it is
 * stored. Whatever dies in between: the same may be asked again, since a manifest that is signed twice is signed.
 */
@CommandHandler(SignManifestCommand)
export class SignManifestHandler implements Handles<SignManifestCommand> {
  constructor(
    private readonly uploads: UploadKeys,
    private readonly uploaded: UploadedCertificates,
    private readonly workers: WorkerPool,
    private readonly trust: TrustStore,
    @Inject(MANIFESTS_AT_PACS) private readonly atPacs: ManifestsAtPacs,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(TELEMETRY) private readonly telemetry: Runtime['telemetry'],
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async execute(command: SignManifestCommand): Promise<CommandOutcome<{ certificate: string }>> {
    const { key: organizationId, data } = command;
    const { pac, rfc } = data;
    const manifests = await this.atPacs.manifestsOf(organizationId, pac);
    if (!manifests) return notAvailable(pac, 'credentials');
    if (manifests.signsWith === 'files' && data.upload === null) return filesRequired(pac);
    const signer = await this.signerOf(command, manifests);
    if (!signer.ok) return atItsFile(signer);
    const { fiel, files } = signer.value;
    const own = checkFielRfc(fiel, rfc);
    if (!own.ok) return atItsFile(own);
    const outcome = await manifests.sign({
      ...{ account: { organizationId, livemode: true }, fiel, files, contact: contactOf(data) },
      text: await textOf(pac, this.config, this.log),
    });
    const { noCertificado: certificate } = fiel;
    this.telemetry.metrics.pacRequests.inc({ pac, operation: 'manifest', outcome: outcome.kind });
    this.log.info({ pac, operation: 'manifest', outcome: outcome.kind, certificate }, 'the PAC was asked');
    const refusal = refusalOf(outcome, pac);
    if (refusal) return refusal;
    return answerWithData({ certificate });
  }

  private async signerOf(
    { key: organizationId, tenant, data: { upload, rfc }, time }: SignManifestCommand,
    { signsWith }: SignsManifests,
  ): Promise<Result<Signer>> {
    if (upload === null) {
      const kept = await this.uploaded.fielOf(organizationId, rfc);
      if (!kept) return refuse('certificate_files_required', { location: 'files', path: 'cer' });
      const { csd: fiel, use } = kept;
      if (use !== 'live') return testFiel();
      if (fiel.validTo < new Date(time)) return refuse('certificate_expired');
      return ok({ fiel, files: undefined });
    }
    const { uploads, workers } = this;
    const opened = await openUpload(
      { uploads, workers },
      { upload, kind: 'manifest', tenant, at: new Date(time) },
    );
    if (!opened.ok) return opened;
    const { certificate: fiel, files } = opened.value;
    const use = await judgeChain(fiel, 'fiel', this.trust);
    if (!use.ok) return use;
    if (use.value !== 'live') return testFiel();
    return ok({ fiel, files: signsWith === 'files' ? files : undefined });
  }
}

/** What a manifest says, before it is signed. */
@CommandHandler(ReadManifestCommand)
export class ReadManifestHandler implements Handles<ReadManifestCommand> {
  constructor(
    @Inject(MANIFESTS_AT_PACS) private readonly atPacs: ManifestsAtPacs,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async execute({
    key: organizationId,
    data,
  }: ReadManifestCommand): Promise<CommandOutcome<{ texts: readonly ManifestText[]; files: boolean }>> {
    const { pac, rfc, legal_name: nombre } = data;
    const manifests = await this.atPacs.manifestsOf(organizationId, pac);
    if (!manifests) return notAvailable(pac, 'credentials');
    const text = await textOf(pac, this.config, this.log);
    const read = await manifests.read({ rfc, nombre, contact: contactOf(data), text });
    const refusal = refusalOf(read, pac);
    if (refusal) return refusal;
    const texts = read.kind === 'texts' ? read.texts : [];
    return answerWithData({
      texts: texts.map(({ title, text: whole }) => ({ title, text: whole.slice(0, MAX_TEXT) })),
      files: manifests.signsWith === 'files',
    });
  }
}

const contactOf = ({ address, email }: ManifestAsked): ManifestContact => ({
  ...{ address, email: email ?? undefined },
});

/** The text of a manifest whose PAC hands out none; a file that cannot be read is as good as none, and the log says so. */
async function textOf(
  pac: OrganizationPac,
  { pacs }: Pick<Config, 'pacs'>,
  log: Pick<Logger, 'error'>,
): Promise<string | undefined> {
  const file = pac === 'prodigia' ? pacs.prodigia.manifestText : undefined;
  if (file === undefined) return undefined;
  try {
    const text = await readFile(file, 'utf8');
    return text.trim() === '' || text.length > MAX_TEXT ? undefined : text;
  } catch (error) {
    log.error({ err: error }, 'the text of the manifest could not be read (TIMBRA_PRODIGIA_MANIFEST_TEXT)');
    return undefined;
  }
}
