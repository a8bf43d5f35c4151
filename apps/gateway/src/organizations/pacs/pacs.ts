import { Inject, Injectable } from '@nestjs/common';
import { newId, ok, type Refused, type Result } from '#kernel';
import {
  ORGANIZATION_PACS,
  organizationsReadModel,
  type InstalledPacs,
  type KeptCredentials,
  type OfPacs,
  type OrganizationPac,
  type PacSecrets,
  type PacSettingsInput,
} from '#contracts';
import { refuseSettings } from '#billing';
import { LOG, type Logger } from '#hosting';
import { CommandSender, type CallContext } from '../../commands.js';
import { parseOrganizationDoc } from '../../docs.js';
import { contextOf, type OrganizationCall } from '../caller.js';
import { Organizations } from '../organizations.js';
import { Sealing } from '../sealing.js';
import { pacsProblems, secretsIn, type Pacs, type PacsBody } from './pacs.dto.js';
import { maskUser, showPacs } from './shown.js';

const readModel = organizationsReadModel;

/** The PACs of organizations for the API. */
@Injectable()
export class OrganizationPacs {
  constructor(
    @Inject(LOG) private readonly log: Logger,
    private readonly sealing: Sealing,
    private readonly organizations: Organizations,
    private readonly sender: CommandSender,
  ) {}

  async find(id: string, call: OrganizationCall): Promise<Result<Pacs>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const installed = await this.installed(id, contextOf(id, call));
    return installed.ok ? ok(showPacs(parseOrganizationDoc(known.value).pacs, installed.value)) : installed;
  }

  /**
   * Sets what was sent. Credentials are sealed here, before anything carries or stores them; the service that stamps keeps them
   * under a new id, and then the organization names that id. If it refuses to, they are destroyed; if the process dies in between,
   * they lie there without effect until they are swept away, and the same may be sent again. After the organization has named
   * it, it comes into force whoever dies (`stamping.pacs`).
   */
  async set(id: string, body: PacsBody, call: OrganizationCall): Promise<Result<Pacs>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const problems = pacsProblems(body);
    if (problems.length > 0) return refuseSettings(problems);
    const context = contextOf(id, call);
    const secrets = secretsIn(body.credentials ?? {});
    const keptAs = newId();
    const installed = await this.installed(id, context);
    if (!installed.ok) return installed;
    const kept = await this.keep(id, context, secrets, keptAs);
    if (!kept.ok) return kept;
    const set = await this.put(changesIn(body, secrets, keptAs), installed.value, context);
    if (!set.ok && isCertain(set)) await this.forget(id, context, secrets, keptAs);
    return set;
  }

  /** Names settings in the organization, and puts them into force. Answered with them as they are then. */
  async put(
    changes: PacSettingsInput,
    installed: InstalledPacs,
    context: CallContext,
  ): Promise<Result<Pacs>> {
    const id = context.tenant.organizationId;
    const data = { pacs: changes, installed: installed.accounts };
    const set = await this.sender.send({ type: 'organizations.set-pacs', key: id, data }, context, {
      readModel,
    });
    if (!set.ok) return set;
    const { pacs } = set.value.data;
    // Who reads the answer may issue at once; the process that follows the event does it too, if this one dies.
    if (pacs.number > 0)
      await this.sender.send({ type: 'stamping.use-pacs', key: id, data: { pacs } }, context);
    return ok(showPacs(pacs, installed));
  }

  /** Only who stamps knows whom the installation itself has an account with. */
  async installed(id: string, context: CallContext): Promise<Result<InstalledPacs>> {
    const asked = await this.sender.send({ type: 'stamping.installed-pacs', key: id, data: {} }, context);
    return asked.ok ? ok(asked.value.data) : asked;
  }

  private async keep(
    key: string,
    context: CallContext,
    secrets: PacSecrets,
    id: string,
  ): Promise<Result<undefined>> {
    if (Object.keys(secrets).length === 0) return ok(undefined);
    const upload = await this.sealing.seal(context, 'pac-credentials', secrets);
    if (!upload.ok) return upload;
    const data = { id, upload: upload.value };
    const kept = await this.sender.send({ type: 'stamping.keep-pacs', key, data }, context);
    return kept.ok ? ok(undefined) : kept;
  }

  /** Whether it comes about or not, the caller learns what was refused. */
  private async forget(key: string, context: CallContext, secrets: PacSecrets, id: string): Promise<void> {
    const dropped = ORGANIZATION_PACS.flatMap((pac) => (secrets[pac] ? [{ pac, id }] : []));
    if (dropped.length === 0) return;
    await this.sender
      .send({ type: 'stamping.forget-pacs', key, data: { dropped } }, context)
      .catch((err: unknown) => this.log.warn({ err }, 'refused credentials are left to the sweep'));
  }
}

/** Who has to wait does not know what becomes of it: the organization may name the credentials yet. */
const isCertain = ({ refusal: { code } }: Refused): boolean =>
  code !== 'service_unavailable' && code !== 'conflict';

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
