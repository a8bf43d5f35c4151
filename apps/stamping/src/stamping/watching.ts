import { Inject, Injectable } from '@nestjs/common';
import type { CommandOutcome, StampCommand } from '#contracts';
import { Pacs, type PacDirectory, type SatProofs } from '#pac';
import { answerWithData } from '#eventing';
import { SAT_PROOFS } from '#fiscal';
import { stampedAnswer } from './answers.js';
import { accountOf } from './accounts.js';
import { isOtherAccount, type Stamping } from './stamping.js';
import { Writing } from './writing.js';

type Outcome = CommandOutcome<undefined>;

/** Looks for surplus stamps, after an operator has forced another provider. Nothing is ever sent for it. */
@Injectable()
export class Watching {
  constructor(
    private readonly writing: Writing,
    @Inject(Pacs) private readonly pacs: PacDirectory,
    @Inject(SAT_PROOFS) private readonly proofs: SatProofs,
  ) {}

  /** Asks the others that perhaps stamped a document that has its stamp: theirs is a surplus one. */
  async watch(
    command: StampCommand,
    { xmlKey, watched, accounts, uuid, surplus }: Extract<Stamping, { status: 'stamped' }>,
  ): Promise<Outcome> {
    if (xmlKey === null || watched.length === 0) return answerWithData();
    const account = accountOf(command.tenant);
    const document = await this.writing.stored(command, xmlKey);
    const { kind, xml } = document;
    let isAsked = true;
    for (const name of watched) {
      const pac = await this.pacs.named(account, name);
      const held = { account: accounts[name] ?? null };
      if (pac?.capabilities.find !== 'query' || isOtherAccount(held, pac.account)) isAsked = false;
      else {
        const found = await pac.find({ kind, account, xml });
        if (found.kind === 'found')
          await this.writing.record(
            command,
            `watch-${name}`,
            stampedAnswer(name, document, found.timbre, true),
          );
      }
    }
    // Asked by sending, it would make the stamp that is looked for, and another account does not know it: only the tax authority can say whether there is one.
    if (isAsked || !account.livemode) return answerWithData();
    const except = [uuid, ...surplus.map((one) => one.uuid)];
    const proof = await this.proofs.prove({
      requestId: `${command.key}/surplus`,
      kind,
      account,
      xml,
      except,
    });
    if (proof.kind === 'stamped')
      await this.writing.record(command, 'watch-sat', stampedAnswer(proof.pac, document, proof.timbre, true));
    return answerWithData();
  }
}
