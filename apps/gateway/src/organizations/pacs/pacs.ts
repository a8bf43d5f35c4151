import { Inject, Injectable } from '@nestjs/common';
import { newId, ok, refuse, type Result } from '#kernel';
import {
  ORGANIZATION_PACS,
  organizationsReadModel,
  uploadContext,
  type KeptCredentials,
  type OfPacs,
  type OrganizationPac,
  type PacSecrets,
  type PacSettingsInput,
  type SealedUpload,
} from '#contracts';
import { refuseSettings } from '#billing';
import { CONFIG, LOG, Vault, sealUpload, type Config, type Logger } from '#hosting';
import { CommandSender, type CallContext } from '../../commands.js';
import { parseOrganizationDoc } from '../../docs.js';
import { contextOf, type OrganizationCall } from '../caller.js';
import { Organizations } from '../organizations.js';
import { pacsProblems, secretsIn, type Pacs, type PacsBody } from './pacs.dto.js';
import { maskUser, showPacs } from './shown.js';

/** Who opens credentials. */
const SIGNING_SERVICE = 'stamping';
const RETRY_AFTER_SECONDS = 5;
const readModel = organizationsReadModel;

/** The PACs of organizations for the API. */
@Injectable()
export class OrganizationPacs {
  constructor(
    @Inject(LOG) private readonly log: Logger,
    @Inject(CONFIG) private readonly config: Config,
    private readonly vault: Vault,
    private readonly organizations: Organizations,
    private readonly sender: CommandSender,
  ) {}

  async find(id: string, call: OrganizationCall): Promise<Result<Pacs>> {
    const known = await this.organizations.findActive(id, call.principal);
    return known.ok ? ok(showPacs(parseOrganizationDoc(known.value).pacs, this.config.pacs.order)) : known;
  }

  /**
   * Sets what was sent. Credentials are sealed here, before anything carries or stores them; the service that stamps keeps them
   * under a new id, and then the organization names that id. If the process dies in between, they lie there without effect: the
   * same may be sent again. After the organization has named it, it comes into force whoever dies (`stamping.pacs`).
   */
  async set(id: string, body: PacsBody, call: OrganizationCall): Promise<Result<Pacs>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const problems = pacsProblems(body);
    if (problems.length > 0) return refuseSettings(problems);
    const context = contextOf(id, call);
    const secrets = secretsIn(body.credentials ?? {});
    const keptAs = newId();
    const upload = Object.keys(secrets).length === 0 ? ok(null) : await this.seal(context, secrets);
    if (!upload.ok) return upload;
    const kept = await this.sender.send(
      { type: 'stamping.keep-pacs', key: id, data: { id: keptAs, upload: upload.value } },
      context,
    );
    if (!kept.ok) return kept;
    return this.put(changesIn(body, secrets, keptAs), kept.value.data.installed, context);
  }

  /** Names settings in the organization, and puts them into force. Answered with them as they are then. */
  async put(
    changes: PacSettingsInput,
    installed: readonly OrganizationPac[],
    context: CallContext,
  ): Promise<Result<Pacs>> {
    const id = context.tenant.organizationId;
    const data = { pacs: changes, installed };
    const set = await this.sender.send({ type: 'organizations.set-pacs', key: id, data }, context, {
      readModel,
    });
    if (!set.ok) return set;
    const { pacs } = set.value.data;
    // Who reads the answer may issue at once; the process that follows the event does it too, if this one dies.
    if (pacs.number > 0)
      await this.sender.send({ type: 'stamping.use-pacs', key: id, data: { pacs } }, context);
    return ok(showPacs(pacs, this.config.pacs.order));
  }

  private async seal(
    { tenant: { organizationId, livemode } }: CallContext,
    secrets: PacSecrets,
  ): Promise<Result<SealedUpload>> {
    const plain = Buffer.from(JSON.stringify(secrets));
    try {
      const context = uploadContext(organizationId, livemode, 'pac-credentials');
      return ok(await sealUpload(this.vault, SIGNING_SERVICE, plain, context));
    } catch (error) {
      // The service has not started yet, or its database is away.
      this.log.error({ err: error }, 'credentials could not be sealed');
      return refuse('service_unavailable', { params: { retryAfter: RETRY_AFTER_SECONDS } });
    } finally {
      plain.fill(0);
    }
  }
}

/** What the organization is told of what was sent: names and choices, and where credentials lie. */
function changesIn(
  { order, pac, manifests, credentials }: PacsBody,
  secrets: PacSecrets,
  keptAs: string,
): PacSettingsInput {
  return {
    ...(order && { order }),
    ...(pac && { pac }),
    ...(credentials && { credentials: ofPacs((name) => keptOf(credentials[name], secrets[name], keptAs)) }),
    ...(manifests && { manifests: ofPacs((name) => saidOf(manifests[name])) }),
  };
}

function keptOf(
  sent: object | null | undefined,
  secrets: PacSecrets[OrganizationPac],
  id: string,
): KeptCredentials | null | undefined {
  if (!secrets) return sent === null ? null : undefined;
  return { id, user: 'user' in secrets ? maskUser(secrets.user) : null };
}

const saidOf = (signed: boolean | undefined): 'declared' | false | undefined =>
  signed === undefined ? undefined : signed && 'declared';

const ofPacs = <Value>(find: (name: OrganizationPac) => Value | undefined): OfPacs<Value> =>
  Object.fromEntries(
    ORGANIZATION_PACS.map((name) => [name, find(name)] as const).filter(([, value]) => value !== undefined),
  );
