import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { ok, refuse, type Clock, type Result, type Tenant } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  DeliverMailCommand,
  SendMailCommand,
  type Command,
  type CommandOutcome,
  type SendMail,
} from '#contracts';
import { answerWithData, receipt, type ContentStore } from '#eventing';
import { CLOCK, CONFIG, CONTENTS, LOG, Vault, type Config, type Logger } from '#hosting';
import { Logos } from '../render/logos.js';
import { DOCUMENT_RENDERER, type DocumentRenderer } from '../render/renderer.js';
import { acceptMail, type StoredMail } from './accept.js';
import { certificateView } from './certificate-view.js';
import { compose, type MailFile } from './compose.js';
import type { Delivery } from './decide.js';
import { editLinkView } from './edit-link-view.js';
import { invitationView } from './invitation-view.js';
import { receiptFiles, stampedFiles } from './files.js';
import { invoiceView } from './invoice-view.js';
import type { Mail } from './mail.js';
import { Mails } from './mails.js';
import { receiptView } from './receipt-view.js';
import { retentionView } from './retention-view.js';
import { securityView } from './security-view.js';
import { supportEmailView } from './support-email-view.js';
import { MAIL_TRANSPORT, type MailTransport } from './transport.js';
import type { MailLook, MailView } from './view.js';
import { webhookView } from './webhook-view.js';

/** Mails handed over at the same time: a mail server that hesitates must not hold the other work up. */
const AT_ONCE = 8;
/** Larger ones are refused by most mail servers; counted as they travel, in base64. */
const MAX_BYTES = 25 * 1024 * 1024;

/** With which JSON begins, and nothing that is sealed. */
const OPENING_BRACE = 0x7b;

/** All hands are full: the command comes again. */
class MailsUnderWay extends Error {
  override readonly name = 'MailsUnderWay';
}

type Waiting = Extract<Mail, { status: 'waiting' }>;
type Outcome = CommandOutcome<undefined>;

/** Takes a mail on behalf of a request. */
@CommandHandler(SendMailCommand)
export class SendMailHandler implements Handles<SendMailCommand> {
  constructor(
    readonly mails: Mails,
    @Inject(CONTENTS) readonly contents: ContentStore,
  ) {}

  execute(command: SendMailCommand): Promise<Outcome> {
    return acceptMail(this, command, command.data);
  }
}

/** Hands a mail over. */
@CommandHandler(DeliverMailCommand)
export class DeliverMailHandler implements Handles<DeliverMailCommand> {
  private underWay = 0;

  constructor(
    private readonly mails: Mails,
    private readonly vault: Vault,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
    @Inject(MAIL_TRANSPORT) private readonly transport: MailTransport,
    @Inject(DOCUMENT_RENDERER) private readonly renderer: DocumentRenderer,
    private readonly logos: Logos,
  ) {}

  async execute(command: DeliverMailCommand): Promise<Outcome> {
    const { key, tenant } = command;
    const mail = await this.mails.state(key, tenant);
    if (mail.status === 'new') return refuse('not_found');
    if (mail.status === 'over') return this.tidyUp(command, mail.contentKey);
    if (command.data.attempt !== mail.attempts + 1) return answerWithData();
    if (this.underWay >= AT_ONCE) throw new MailsUnderWay('as many mails as may be are under way');
    this.underWay += 1;
    try {
      return await this.attempt(command, mail);
    } finally {
      this.underWay -= 1;
    }
  }

  /** One try and its result. If the process ends in between, the try is repeated. */
  private async attempt(command: DeliverMailCommand, mail: Waiting): Promise<Outcome> {
    const delivery = await this.handOver(command, mail);
    const recorded = await this.mails.handle(command, {
      type: 'record',
      // Read again: the mail server may have taken its time, and the pause before the next try begins now.
      now: this.clock.now(command.tenant),
      attempt: command.data.attempt,
      delivery,
    });
    if (!recorded.ok) return recorded;
    if (delivery.sent.length < mail.waiting.length)
      this.log.warn(
        {
          mail: command.key,
          attempt: command.data.attempt,
          refused: delivery.refused.length,
          later: delivery.later.length,
        },
        'a mail did not reach everybody',
      );
    if (recorded.value.state.status === 'over') await this.contents.take(command.tenant, mail.contentKey);
    return receipt(recorded);
  }

  private async tidyUp({ tenant }: Command, contentKey: string): Promise<Outcome> {
    await this.contents.take(tenant, contentKey);
    return answerWithData();
  }

  private async handOver(command: DeliverMailCommand, mail: Waiting): Promise<Delivery> {
    const { config } = this;
    const { tenant, key } = command;
    const asked = await this.readStored(tenant, key, mail.contentKey);
    const look = lookOf(asked, await this.logos.logoOf(asked.organization));
    const files = await this.files(tenant, asked);
    const nobody = (kind: 'later' | 'refused', reason: string): Delivery => ({
      ...{ sent: [], refused: [], later: [] },
      [kind]: mail.waiting.map((address) => ({ address, reason })),
    });
    if (!files.ok) return nobody('later', 'its files could not be made');
    const message = await compose({
      ...{ tenant, id: key, from: config.mailFrom, to: asked.to, waiting: mail.waiting },
      // Every try has the date of the first: it is the same message.
      ...{ date: new Date(asked.at), view: viewOf(asked, look), look, files: files.value },
    });
    if (message.raw.length > MAX_BYTES) return nobody('refused', 'the message is too large');
    return this.transport.send(message);
  }

  private async readStored(tenant: Tenant, id: string, contentKey: string): Promise<StoredMail> {
    const stored = await this.contents.get(tenant, contentKey);
    if (!stored) throw new Error(`the content of mail ${id} is missing`);
    // Mails of the release before were sealed one by one, in a store that sealed nothing.
    const text =
      stored[0] === OPENING_BRACE ? stored : await this.vault.open(tenant.organizationId, contentKey, stored);
    return JSON.parse(text.toString()) as StoredMail;
  }

  private async files(tenant: Tenant, asked: SendMail): Promise<Result<readonly MailFile[]>> {
    const sources = { contents: this.contents, renderer: this.renderer };
    if (asked.template === 'receipt') return receiptFiles(sources, tenant, asked.data, asked.organization);
    if (asked.template !== 'invoice' && asked.template !== 'retention') return ok([]);
    return stampedFiles(sources, tenant, asked.data, asked.organization);
  }
}

const lookOf = ({ language, organization }: SendMail, logo: Buffer | null): MailLook => ({
  language,
  organization: organization.legal,
  color: organization.customization.color,
  logo,
});

function viewOf(asked: SendMail, look: MailLook): MailView {
  const { timezone } = asked.organization;
  switch (asked.template) {
    case 'invoice':
      return invoiceView(asked.data, look, timezone);
    case 'retention':
      return retentionView(asked.data, look, timezone);
    case 'receipt':
      return receiptView(asked.data, look, timezone);
    case 'customer-edit-link':
      return editLinkView(asked.data, look, timezone);
    case 'support-email':
      return supportEmailView(asked.data, look, timezone);
    case 'invitation':
      return invitationView(asked.data, look, timezone);
    case 'certificate-expiring':
      return certificateView(asked.data, look, timezone);
    case 'security-notice':
      return securityView(asked.data, look, timezone);
    case 'webhook-notice':
      return webhookView(asked.data, look, timezone);
  }
}
