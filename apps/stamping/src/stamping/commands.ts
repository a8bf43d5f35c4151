import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { refuse, type Clock, type Detail, type ErrorCode, type Tenant } from '#kernel';
import type { Handles } from '#bus/nest/index';
import { StampCommand, parseStampingKey, type CommandOutcome, type StampAsked } from '#contracts';
import { Pacs, type Pac, type StampOutcome } from '#pac';
import { answerWithData, receipt, type ContentStore } from '#eventing';
import { SIGNER, type Signer } from '#fiscal';
import { CLOCK, CONTENTS } from '#hosting';
import type { StampAnswer, StampDecision } from './decide.js';
import {
  buildAsked,
  fieldOf,
  issuerOf,
  printedOf,
  readPrinted,
  sealDocument,
  validationError,
  type SealedDocument,
  type Unsigned,
} from './document.js';
import { stampOf } from './stamp.js';
import { Stampings } from './stampings.js';

type Outcome = CommandOutcome<undefined>;

/**
 * Seals a document, stores it, and only then asks the PAC. A command that comes twice, or again after a crash,
 * continues from the stored state: a document that may have reached the PAC is looked for there first.
 */
@CommandHandler(StampCommand)
export class StampHandler implements Handles<StampCommand> {
  constructor(
    private readonly stampings: Stampings,
    private readonly pacs: Pacs,
    @Inject(SIGNER) private readonly signer: Signer,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(CLOCK) private readonly clock: Clock,
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
        return this.resume(command, state.xmlKey);
      case 'stamped':
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
    // Named after its seal: what was sealed by another delivery can't be taken for this, or be written over.
    const xmlKey = `cfdi/${command.key}/${createHash('sha256').update(sello).digest('hex').slice(0, 16)}.xml`;
    await this.contents.put(command.tenant, xmlKey, Buffer.from(xml));
    const { noCertificado } = csd.value;
    const sealed = await this.stampings.handle(
      step(command, 'seal'),
      { type: 'seal', now: new Date(command.time), xmlKey, sello, noCertificado },
      { expectNew: true },
    );
    if (!sealed.ok) return sealed;
    // Only who wrote down the seal may send without asking the PAC first.
    if (!sealed.value.changed) return this.goOn(command);
    return this.send(command, { ...printedOf(document, noCertificado), xmlKey, xml });
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

  /** Takes up a document that was signed before: it may have reached the PAC, so that is asked first. */
  private async resume(command: StampCommand, xmlKey: string): Promise<Outcome> {
    const stored = await this.contents.get(command.tenant, xmlKey);
    if (!stored) throw new Error(`the signed XML ${xmlKey} is missing`);
    const xml = stored.toString();
    const { kind } = parseStampingKey(command.key);
    const printed = readPrinted(kind === 'retention' ? 'retencion' : 'comprobante', xml);
    if (!printed) throw new Error(`the signed XML ${xmlKey} does not read`);
    const document = { ...printed, xmlKey, xml };
    const account = accountOf(command.tenant);
    const found = await this.pacs.of(account).find({ kind: printed.kind, account, xml });
    switch (found.kind) {
      case 'found':
        return this.record(command, document, { kind: 'stamped', timbre: found.timbre, duplicate: true });
      case 'not_found':
        return this.send(command, document);
      case 'unavailable':
        return this.record(command, document, { kind: 'unknown', reason: found.reason });
    }
  }

  private async send(command: StampCommand, document: SealedDocument): Promise<Outcome> {
    const { kind, xml } = document;
    const account = accountOf(command.tenant);
    const outcome = await this.pacs.of(account).stamp({ kind, requestId: command.key, account, xml });
    return this.record(command, document, outcome);
  }

  private record(command: StampCommand, document: SealedDocument, outcome: StampOutcome): Promise<Outcome> {
    const answer = answerOf(this.pacs.of(command.tenant), document, outcome);
    // Read again: the PAC may have taken its time to answer, and the pause before the next try begins now.
    const now = this.clock.now(command.tenant);
    return this.run(command, 'record', { type: 'record', now, answer });
  }

  private async run(command: StampCommand, name: string, what: StampDecision): Promise<Outcome> {
    return receipt(await this.stampings.handle(step(command, name), what));
  }
}

/** What came of a request to stamp. */
function answerOf({ name: pac }: Pac, document: SealedDocument, outcome: StampOutcome): StampAnswer {
  switch (outcome.kind) {
    case 'stamped': {
      const { timbre, duplicate } = outcome;
      return { kind: 'stamped', stamp: stampOf(document, timbre), pac, duplicate };
    }
    case 'refused': {
      const { code, message, source } = outcome;
      const path = fieldOf(document, code);
      return {
        kind: 'refused',
        code: validationError(document.kind),
        details: [{ code, message, source, ...(path !== undefined && { path, location: 'body' }) }],
      };
    }
    case 'unavailable':
      return { kind: 'uncertain', certain: true, reason: outcome.reason };
    case 'unknown':
      return { kind: 'uncertain', certain: false, reason: outcome.reason };
  }
}

/** Two events of one delivery need ids of their own: each step is a command derived from the envelope's. */
const step = (command: StampCommand, name: string): StampCommand => ({
  ...command,
  id: `${command.id}/${name}`,
});

const accountOf = ({ organizationId, livemode }: Tenant) => ({ organizationId, livemode });
