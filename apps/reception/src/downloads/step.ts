import { Inject, Injectable } from '@nestjs/common';
import type { Command, DownloadTrouble, SatAnswer, SatDownloadAsked } from '#contracts';
import { CONFIG, type Config } from '#hosting';
import { Asking } from './asking.js';
import type { DownloadCommand, PartEvent } from './decide.js';
import type { KnownDownload, Part } from './download.js';
import { Packages } from './packages.js';
import { halvesOf } from './parts.js';
import { MAX_GIVEN_UP, MAX_TRIES, PATIENCE_MS, pauseMs } from './pauses.js';

/** What a step came to: something about the part, or the end of the whole download. */
export type Found = Extract<DownloadCommand, { readonly type: 'note' | 'fail' }>;

/** The SAT's words for who asks: user, seal or certificate are not valid, or may not ask for this RFC. */
const OF_WHO_ASKS = /^(?:30[0-5]|5001)$/;
const TOO_MANY = '5003';
const NOTHING = '5004';

/**
 * One step of a part: has the SAT take a request, looks at it, or takes a package. It writes nothing down itself; whatever dies before
 * its outcome is written down, the same step is taken again, and stamping and import recognise it.
 */
@Injectable()
export class Steps {
  constructor(
    private readonly asking: Asking,
    private readonly packages: Packages,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @param goesOn whether the download is still under way, where a step takes long */
  take(
    command: Command,
    download: KnownDownload,
    part: Part,
    goesOn: () => Promise<boolean>,
  ): Promise<Found> {
    const step = new Step(command, download, part, this.config.sat.downloadPauseMs);
    if (part.status === 'requested') return this.look(step);
    return part.status === 'ready' ? this.takePackage(step, goesOn) : this.request(step);
  }

  private async request(step: Step): Promise<Found> {
    const { command, part, asked } = step;
    const name = `${command.key}/${part.period.part}/${part.givenUp}`;
    const answer = await this.asking.ask(command, 'stamping.request-download', name, { name, asked });
    if (answer.kind === 'answer')
      return step.note('DownloadPartRequested', { request: answer.id, next_at: step.nextAt(0) });
    return step.without(answer);
  }

  private async look(step: Step): Promise<Found> {
    const { command, part, asked } = step;
    const id = part.request ?? '';
    const answer = await this.asking.ask(command, 'stamping.verify-download', id, { id, asked });
    // 5004 of a look: the SAT knows no such request.
    if (answer.kind === 'refused' && answer.code === NOTHING)
      return step.giveUp({ code: 'lost', said: answer.message });
    if (answer.kind !== 'answer') return step.without(answer);
    const { state, state_code: code, documents, packages } = answer.standing;
    if (code === NOTHING) return step.note('DownloadPartReady', { documents: 0, packages: [] });
    if (code === TOO_MANY) return step.split({ code, said: state });
    if (state === 'finished')
      return packages.length === 0 && documents > 0
        ? step.delay({ code: 'unreadable', said: 'no packages' })
        : step.note('DownloadPartReady', { documents, packages });
    if (state === 'accepted' || state === 'in_process')
      return step.isTooLong() ? step.giveUp({ code: 'expired', said: state }) : step.delay(null);
    // Of a request that was rejected as a copy of another (5005), or as used up (5002), the code says more than the state.
    return step.giveUp({ code: code === '5000' || code === '' ? state : code, said: state });
  }

  private async takePackage(step: Step, goesOn: () => Promise<boolean>): Promise<Found> {
    const { command, part, asked } = step;
    const [name = ''] = part.packages;
    const store = `download/${command.key}/${name}.zip`;
    const answer = await this.asking.ask(command, 'stamping.fetch-package', name, {
      ...{ package: name, asked, store },
    });
    // It was handed out twice, or has expired.
    if (answer.kind === 'refused' && !OF_WHO_ASKS.test(answer.code))
      return step.giveUp({ code: 'lost', said: `${answer.code} ${answer.message}` });
    if (answer.kind !== 'answer') return step.without(answer);
    const taken = await this.packages.take(command, step.download, {
      ...{ name, store, stored: answer.stored, goesOn },
    });
    if (taken.kind !== 'taken')
      // Of half a day it has fewer documents.
      return taken.kind === 'too_large'
        ? step.split({ code: TOO_MANY, said: taken.reason })
        : step.giveUp({ code: 'unreadable', said: taken.reason });
    const { counts, problems, ask } = taken;
    return step.note('DownloadPackageTaken', { package: name, counts, problems, ask });
  }
}

type DataOfPart<Type extends PartEvent['type']> = Omit<
  Extract<PartEvent, { readonly type: Type }>['data'],
  'part' | 'at'
>;

/** A step, and the ways in which it may end. */
class Step {
  constructor(
    readonly command: Command,
    readonly download: KnownDownload,
    readonly part: Part,
    private readonly unitMs: number,
  ) {}

  get asked(): SatDownloadAsked {
    const { rfc, kind, format } = this.download.asked;
    const { from, until } = this.part.period;
    return { rfc, kind, format, from, until };
  }

  /** In Test the sandbox has everything at once. */
  nextAt(delays: number): string {
    const { tenant, time } = this.command;
    const pause = tenant.livemode ? pauseMs(delays, this.unitMs) : 0;
    return new Date(Date.parse(time) + pause).toISOString();
  }

  isTooLong(): boolean {
    const since = Date.parse(this.part.requestedAt ?? this.command.time);
    return Date.parse(this.command.time) - since > PATIENCE_MS;
  }

  note<Type extends PartEvent['type']>(type: Type, data: DataOfPart<Type>): Found {
    const { part } = this.part.period;
    // The data is that of its type, which the signature says; an object that is spread loses the tie.
    const found = { type, data: { part, ...data, at: this.command.time } } as unknown as PartEvent;
    return { type: 'note', found };
  }

  delay(trouble: DownloadTrouble | null): Found {
    if (trouble !== null && this.part.delays >= MAX_TRIES)
      return this.note('DownloadPartFailed', { trouble });
    return this.note('DownloadPartDelayed', { trouble, next_at: this.nextAt(this.part.delays) });
  }

  giveUp(trouble: DownloadTrouble): Found {
    if (this.part.givenUp + 1 >= MAX_GIVEN_UP) return this.note('DownloadPartFailed', { trouble });
    return this.note('DownloadPartGivenUp', { trouble, next_at: this.nextAt(0) });
  }

  split(trouble: DownloadTrouble): Found {
    const into = halvesOf(this.part.period);
    return into ? this.note('DownloadPartSplit', { into }) : this.note('DownloadPartFailed', { trouble });
  }

  /** The SAT did not do what it was asked for. */
  without(answer: Exclude<SatAnswer<object>, { readonly kind: 'answer' }>): Found {
    const { time: at } = this.command;
    if (answer.kind === 'no_fiel')
      return { type: 'fail', trouble: { code: `fiel_${answer.fiel}`, said: '' }, at };
    if (answer.kind === 'unavailable') return this.delay({ code: 'no_answer', said: answer.reason });
    const trouble = { code: answer.code, said: answer.message };
    if (OF_WHO_ASKS.test(answer.code)) return { type: 'fail', trouble, at };
    if (answer.code === TOO_MANY) return this.split(trouble);
    if (answer.code === NOTHING) return this.note('DownloadPartReady', { documents: 0, packages: [] });
    return this.delay(trouble);
  }
}
