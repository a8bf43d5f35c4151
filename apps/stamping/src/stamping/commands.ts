import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { monotonicMs, refuse, type Detail, type ErrorCode } from '#kernel';
import type { Handles } from '#bus/nest/index';
import { StampCommand, type CommandOutcome, type StampAsked } from '#contracts';
import { Pacs, type PacDirectory } from '#pac';
import { answerWithData, receipt, type ContentStore } from '#eventing';
import { sealedXmlKey, SIGNER, type Signer } from '#fiscal';
import { CONTENTS } from '#hosting';
import { buildAsked, issuerOf, printedOf, sealDocument, type Unsigned } from './document.js';
import { accountOf, fingerprinted } from './accounts.js';
import { Sending } from './sending.js';
import { Watching } from './watching.js';
import { Stampings, ownStep } from './stampings.js';

type Outcome = CommandOutcome<undefined>;

/**
 * Seals a document, stores it, writes down who gets it, and only then sends it. A command that comes twice, or again after a crash,
 * continues from the stored state: a provider that perhaps has the document is asked first.
 */
@CommandHandler(StampCommand)
export class StampHandler implements Handles<StampCommand> {
  constructor(
    private readonly stampings: Stampings,
    private readonly sending: Sending,
    private readonly watching: Watching,
    @Inject(Pacs) private readonly pacs: PacDirectory,
    @Inject(SIGNER) private readonly signer: Signer,
    @Inject(CONTENTS) private readonly contents: ContentStore,
  ) {}

  async execute(command: StampCommand): Promise<Outcome> {
    // The first delivery finds nothing there, so start without looking: if that is wrong, the append fails.
    if (!('retry' in command.data)) return this.begin(command, command.data);
    return this.goOn(command);
  }

  /** Continues from the stored state. */
  private async goOn(command: StampCommand): Promise<Outcome> {
    const state = await this.stampings.state(command.key, command.tenant);
    switch (state.status) {
      case 'new':
        return refuse('stamping_in_progress');
      case 'sealed':
        // A later pause than this one's has its own turn.
        if ('retry' in command.data && command.data.due !== undefined && command.data.due !== state.retryAt)
          return answerWithData();
        return this.sending.goOn(command, state);
      case 'stamped':
        // Also when its turn was planned while it was in doubt: others that perhaps stamped it too are asked then.
        return 'retry' in command.data ? this.watching.watch(command, state) : answerWithData();
      case 'refused':
      case 'abandoned':
        return answerWithData();
    }
  }

  private async begin(command: StampCommand, asked: StampAsked): Promise<Outcome> {
    const built = buildAsked(asked);
    if (built.ok) return this.seal(command, built.value, asked.certificate);
    return this.refuseUnsigned(command, built.refusal.code, built.refusal.details ?? []);
  }

  private async seal(
    command: StampCommand,
    document: Unsigned,
    certificate: string | undefined,
  ): Promise<Outcome> {
    const issuer = { ...issuerOf(document), ...(certificate !== undefined && { certificate }) };
    const csd = await this.signer.current(command.tenant, issuer);
    if (!csd.ok) return this.refuseUnsigned(command, csd.refusal.code, csd.refusal.details ?? []);
    const { xml, sello } = await sealDocument(document, csd.value);
    const xmlKey = sealedXmlKey(command.key, sello);
    // Asked at the same time: it takes nothing that the document did not take anyway.
    const [order] = await Promise.all([
      this.pacs.orderOf(accountOf(command.tenant)),
      this.contents.put(command.tenant, xmlKey, Buffer.from(xml)),
    ]);
    const [pac] = order;
    const { noCertificado } = csd.value;
    const begun = monotonicMs();
    const sealed = await this.stampings.handle(
      ownStep(command, 'seal'),
      {
        ...{ type: 'seal', now: new Date(command.time), xmlKey, sello, noCertificado },
        ...(pac ? { pac: pac.name, ...fingerprinted(pac) } : { pac: null }),
      },
      { expectNew: true },
    );
    if (!sealed.ok) return sealed;
    // Only who wrote down the seal may send without asking the PAC first.
    if (!sealed.value.changed) return this.goOn(command);
    if (!pac) return receipt(sealed);
    const sealedDocument = { ...printedOf(document, noCertificado), xmlKey, xml };
    await this.sending.send(command, sealedDocument, { pac, number: 1, begun });
    return answerWithData();
  }

  private async refuseUnsigned(
    command: StampCommand,
    code: ErrorCode,
    details: readonly Detail[],
  ): Promise<Outcome> {
    const now = new Date(command.time);
    const refused = await this.stampings.handle(step(command, 'refuse'), {
      type: 'refuse',
      now,
      code,
      details,
    });
    // An earlier delivery has signed it already: it may be at the PAC, so it is not ours to refuse any more.
    return refused.ok ? receipt(refused) : this.goOn(command);
  }
}

/** Two events of one delivery need ids of their own: each step is a command derived from the envelope's. */
const step = (command: StampCommand, name: string): StampCommand => ({
  ...command,
  id: `${command.id}/${name}`,
});
