/**
 * Faults on demand. A PAC sees nothing but the document, so a trigger is a value of the document itself:
 * the NoIdentificacion of any concept, which is the API's product `sku`; of a document of retentions a word of DescRetenc,
 * or FolioInt. docs/sandbox.md lists them.
 */

export type StampFault =
  /** No answer, not stamped. */
  | 'timeout-before'
  /** Stamped, and the answer is lost. */
  | 'timeout-after'
  /** The provider says that it is out of service. */
  | 'outage'
  | 'refused-by-sat'
  | 'refused-by-pac'
  /** Stamped, and answered late. */
  | 'slow'
  /** Stamped, and answered as one that had been stamped before (307). */
  | 'duplicate'
  /** Stamped, and answered with a damaged stamp. */
  | 'damaged';

export type CancelFault = 'outage' | 'timeout-before' | 'timeout-after';

/** A fault and the number of first attempts that it hits. */
export interface StampTrigger {
  readonly fault: StampFault;
  readonly attempts: number;
}

export const stampTriggers: Readonly<Record<string, StampTrigger>> = {
  'SANDBOX-TIMEOUT-BEFORE': { fault: 'timeout-before', attempts: 1 },
  'SANDBOX-TIMEOUT-AFTER': { fault: 'timeout-after', attempts: 1 },
  'SANDBOX-OUTAGE': { fault: 'outage', attempts: 2 },
  'SANDBOX-OUTAGE-LONG': { fault: 'outage', attempts: 8 },
  'SANDBOX-REFUSED': { fault: 'refused-by-sat', attempts: Infinity },
  'SANDBOX-REFUSED-PAC': { fault: 'refused-by-pac', attempts: Infinity },
  'SANDBOX-SLOW': { fault: 'slow', attempts: Infinity },
  'SANDBOX-DUPLICATE': { fault: 'duplicate', attempts: Infinity },
  'SANDBOX-DAMAGED-ANSWER': { fault: 'damaged', attempts: 1 },
};

/** What happens to the first cancellation request of a document, and what the next status query then finds. */
export interface CancelTrigger {
  /** `elsewhere`: it is found cancelled without a request. */
  readonly first: 'pending' | 'verifying' | 'not-cancelable' | 'refused' | 'elsewhere' | CancelFault;
  /** Outcome at the next status query; without it the request stays as it is. */
  readonly then?: 'accepted' | 'rejected' | 'expired';
  /** Accepted since the receiver said nothing in time ("Plazo vencido", and cancelled). */
  readonly bySilence?: true;
  /** EstatusUUID or CodEstatus of what is refused. */
  readonly code?: string;
  /** Faults and refusals hit this many first attempts; after them the cancellation goes as any other. */
  readonly attempts?: number;
}

export const cancelTriggers: Readonly<Record<string, CancelTrigger>> = {
  'SANDBOX-CANCEL-PENDING': { first: 'pending' },
  'SANDBOX-CANCEL-PENDING-ACCEPTED': { first: 'pending', then: 'accepted' },
  'SANDBOX-CANCEL-PENDING-SILENCE': { first: 'pending', then: 'accepted', bySilence: true },
  'SANDBOX-CANCEL-PENDING-REJECTED': { first: 'pending', then: 'rejected' },
  'SANDBOX-CANCEL-PENDING-EXPIRED': { first: 'pending', then: 'expired' },
  'SANDBOX-CANCEL-VERIFYING': { first: 'verifying', then: 'accepted' },
  'SANDBOX-CANCELED-ELSEWHERE': { first: 'elsewhere' },
  'SANDBOX-NOT-CANCELABLE': { first: 'not-cancelable' },
  'SANDBOX-CANCEL-RFC-MISMATCH': { first: 'refused', code: '203' },
  'SANDBOX-CANCEL-NOT-FOUND': { first: 'refused', code: '205' },
  'SANDBOX-CANCEL-NOT-FOUND-YET': { first: 'refused', code: '205', attempts: 2 },
  'SANDBOX-CANCEL-TOO-LATE': { first: 'refused', code: '210' },
  'SANDBOX-CANCEL-FAILED': { first: 'refused', code: '304' },
  'SANDBOX-CANCEL-OUTAGE': { first: 'outage', attempts: 2 },
  'SANDBOX-CANCEL-TIMEOUT-BEFORE': { first: 'timeout-before', attempts: 1 },
  'SANDBOX-CANCEL-TIMEOUT-AFTER': { first: 'timeout-after', attempts: 1 },
};

/** The triggers in a document's NoIdentificacion values: the first of each kind counts. */
export interface DocumentTriggers {
  readonly stamp?: StampTrigger;
  /** Name of a cancel trigger: the ledger keeps it until the cancellation. */
  readonly cancel?: string;
}

export function triggersOf(numbers: Iterable<string | undefined>): DocumentTriggers {
  let stamp: StampTrigger | undefined;
  let cancel: string | undefined;
  for (const text of numbers) {
    if (!text?.startsWith('SANDBOX-')) continue;
    if (Object.hasOwn(stampTriggers, text)) stamp ??= stampTriggers[text];
    if (Object.hasOwn(cancelTriggers, text)) cancel ??= text;
  }
  return { ...(stamp && { stamp }), ...(cancel && { cancel }) };
}

/** Triggers as a FolioInt may have them: its form has no hyphens. */
const byFolio = new Map(
  [...Object.keys(stampTriggers), ...Object.keys(cancelTriggers)].map((name) => [
    name.replaceAll('-', ''),
    name,
  ]),
);

/** The triggers of a document of retentions: words of its DescRetenc, or its FolioInt without the hyphens. */
export const triggersOfRetencion = (
  descRetenc: string | undefined,
  folioInt: string | undefined,
): DocumentTriggers => triggersOf([...(descRetenc ?? '').split(/\s+/), byFolio.get(folioInt ?? '')]);

/** A fault that a test switches on, whatever the documents say. */
interface Switched<Fault> {
  readonly fault: Fault;
  left: number;
}

export interface OperationFaults {
  readonly stamp: StampFault;
  readonly find: 'outage';
  readonly cancel: CancelFault;
  readonly status: 'outage';
  readonly pending: 'outage';
  /** `timeout-before`: not taken, `timeout-after`: taken, and nobody hears of it. */
  readonly answer: CancelFault;
}

/** The switchboard of a sandbox in a test: faults by operation, for a number of calls. */
export interface Faults {
  set<Operation extends keyof OperationFaults>(
    operation: Operation,
    fault: OperationFaults[Operation],
    times?: number,
  ): void;
  clear(): void;
  /** Takes the fault for one call of an operation, if one is set. */
  take<Operation extends keyof OperationFaults>(operation: Operation): OperationFaults[Operation] | undefined;
}

export function createFaults(): Faults {
  const switched = new Map<keyof OperationFaults, Switched<OperationFaults[keyof OperationFaults]>>();
  return {
    set: (operation, fault, times = Infinity) => void switched.set(operation, { fault, left: times }),
    clear: () => switched.clear(),
    take: <Operation extends keyof OperationFaults>(operation: Operation) => {
      const entry = switched.get(operation);
      if (!entry || entry.left <= 0) return undefined;
      entry.left -= 1;
      return entry.fault as OperationFaults[Operation];
    },
  };
}
