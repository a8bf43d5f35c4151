import { createHash } from 'node:crypto';
import { timbreXml, type Estado, type EstatusCancelacion } from '#cfdi';
import { deterministicUuid } from '#kernel';
import type {
  CancelOutcome,
  CancelRequest,
  DocumentKey,
  FindOutcome,
  FindRequest,
  Pac,
  StampOutcome,
  StampRequest,
  StatusOutcome,
  Timbre,
} from '#pac';

/** How the provider takes one request to stamp. */
export type StampTurn =
  | 'stamps'
  | 'says duplicate'
  | 'refuses'
  | 'is out of service'
  /** No answer, and nothing was stamped. */
  | 'loses the document'
  /** No answer, and it was stamped. */
  | 'loses the answer'
  /** The sender never gets an answer: the process dies while it waits. */
  | 'hangs'
  | 'stamps and hangs';

/** A provider that does what a spec says, and remembers what it was asked. What is not said goes well. */
export class FakePac implements Pac {
  readonly name = 'fake';
  readonly capabilities = { find: 'query' } as const;
  /** What comes next, in order. */
  readonly stampTurns: StampTurn[] = [];
  readonly findTurns: FindOutcome[] = [];
  readonly cancelTurns: CancelOutcome[] = [];
  readonly statusTurns: StatusOutcome[] = [];

  /** How many of the next requests to cancel get no answer that anybody lives to hear. */
  hangsAfterCancel = 0;

  readonly stampsAsked: StampRequest[] = [];
  readonly findsAsked: FindRequest[] = [];
  readonly cancelsAsked: CancelRequest[] = [];
  readonly statusesAsked: DocumentKey[] = [];
  private readonly hanging: ((error: Error) => void)[] = [];
  /** Its own books: a stamp for each document, by its bytes. */
  readonly ledger = new Map<string, Timbre>();

  stamp(request: StampRequest): Promise<StampOutcome> {
    this.stampsAsked.push(request);
    const turn = this.stampTurns.shift() ?? 'stamps';
    switch (turn) {
      case 'stamps':
        return Promise.resolve({ kind: 'stamped', timbre: this.enter(request.xml), duplicate: false });
      case 'says duplicate':
        return Promise.resolve({ kind: 'stamped', timbre: this.enter(request.xml), duplicate: true });
      case 'refuses':
        return Promise.resolve({
          kind: 'refused',
          code: request.kind === 'retencion' ? 'Reten20116' : 'CFDI40145',
          message: 'El nombre no corresponde.',
          source: 'sat',
        });
      case 'is out of service':
        return Promise.resolve({ kind: 'unavailable', reason: 'outage' });
      case 'loses the answer':
        this.enter(request.xml);
        return Promise.resolve({ kind: 'unknown', reason: 'timeout' });
      case 'loses the document':
        return Promise.resolve({ kind: 'unknown', reason: 'timeout' });
      case 'stamps and hangs':
        this.enter(request.xml);
        return this.hang();
      case 'hangs':
        return this.hang();
    }
  }

  find(request: FindRequest): Promise<FindOutcome> {
    this.findsAsked.push(request);
    const turn = this.findTurns.shift();
    if (turn) return Promise.resolve(turn);
    const timbre = this.ledger.get(request.xml);
    return Promise.resolve(timbre ? { kind: 'found', timbre } : { kind: 'not_found' });
  }

  cancel(request: CancelRequest): Promise<CancelOutcome> {
    this.cancelsAsked.push(request);
    if (this.hangsAfterCancel > 0) {
      this.hangsAfterCancel -= 1;
      return this.hang();
    }
    return Promise.resolve(
      this.cancelTurns.shift() ?? { kind: 'accepted', acuse: '<Acuse/>', at: '2026-11-21T18:00:05.000Z' },
    );
  }

  status(request: DocumentKey): Promise<StatusOutcome> {
    this.statusesAsked.push(request);
    return Promise.resolve(this.statusTurns.shift() ?? statusOf('Vigente', ''));
  }

  /** Ends all waiting: what was left hanging fails. */
  hangUp(): void {
    for (const fail of this.hanging.splice(0)) fail(new Error('the process is dead'));
  }

  private hang(): Promise<never> {
    return new Promise((_, reject) => this.hanging.push(reject));
  }

  /** One stamp for the same bytes, however often they come. */
  private enter(xml: string): Timbre {
    const known = this.ledger.get(xml);
    if (known) return known;
    const timbre = {
      uuid: deterministicUuid(xml).toUpperCase(),
      fechaTimbrado: '2026-11-21T12:00:01',
      rfcProvCertif: 'SPR190613I52',
      selloCfd: / Sello="([^"]+)"/.exec(xml)?.[1] ?? '',
      noCertificadoSat: '30001000000500003456',
      selloSat: createHash('sha256').update(xml).digest('base64'),
    };
    const entered: Timbre = { ...timbre, xml: timbreXml(timbre) };
    this.ledger.set(xml, entered);
    return entered;
  }
}

/** What the tax authority's status service says; `''` where it shows no request. */
export const statusOf = (
  estado: Estado,
  estatusCancelacion: EstatusCancelacion | '',
  acuse?: string,
): StatusOutcome => ({
  kind: 'status',
  estado,
  esCancelable: 'Cancelable con aceptación',
  ...(estatusCancelacion !== '' && { estatusCancelacion }),
  at: '2026-11-21T18:00:05.000Z',
  ...(acuse !== undefined && { acuse }),
});
