import type { Pool } from 'pg';
import { systemClock, systemNow, type Clock, type SystemNow } from '#kernel';
import type { KnownContext } from '#cfdi';
import type { LargeCatalogues } from '#sat';
import type { AnswerOutcome, AnswerRequest } from '../pending-port.js';
import type { CancelOutcome, CancelRequest, Pac, PacAccount } from '../port.js';
import { listPending, takeAnswer } from './answering.js';
import { openAuthority, SANDBOX_PAC_RFC, type Sealing } from './authority.js';
import type { CsdIssuer } from './certificates.js';
import { ofSandbox } from './check.js';
import { cancelFaultOf, takeCancellation } from './cancelling.js';
import { Ledger, listStamps, type StampPage } from './ledger.js';
import { CannotExamine, examine, type Examine, type Sent } from './examine.js';
import type { Examined } from './examined.js';
import { findInLedger, stampDocument, type SandboxTimeouts, type Stamper } from './stamping.js';
import { statusOf } from './status.js';
import { createFaults, type CancelFault, type Faults } from './triggers.js';

export interface SandboxPacOptions extends Sealing {
  /** A database with the sandbox's schema (`migrateSandboxPac`). */
  readonly pool: Pool;
  /**
   * An expression of SQL that lets the commit of a stamp not wait for the disk, where an event in the same database follows every
   * stamp before anybody learns of it: a power cut in between takes a stamp that nobody has seen. By default it waits.
   */
  readonly commit?: string;
  /** The time that an account's documents are stamped, cancelled and looked at by. */
  readonly clock?: Clock;
  /** The time that certificates are issued and renewed by. */
  readonly systemNow?: SystemNow;
  /** The large catalogues that documents are checked by; without them keys are checked by form. */
  readonly large?: LargeCatalogues;
  /** Who reads and checks documents; without it, this module does, where it is called. */
  readonly examine?: Examine;
  readonly timeouts?: Partial<SandboxTimeouts>;
  /** Waits; tests inject one that does not. */
  readonly delay?: (ms: number) => Promise<void>;
}

/** The sandbox behind the PAC port, with what only a sandbox has. */
export interface SandboxPac extends Pac, CsdIssuer {
  /** Faults for tests, whatever the documents say. */
  readonly faults: Faults;
  /** DER certificates of the sandbox's authority and of its PAC. */
  readonly certificates: { readonly authority: Buffer; readonly pac: Buffer };
  /** The ledger of an account, newest first; `page` counts from 1. */
  listStamps(query: PacAccount & { readonly page: number; readonly limit: number }): Promise<StampPage>;
}

const defaults: SandboxTimeouts = { clientMs: 10_000, simulatedMs: 1_000, slowMs: 3_000 };

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Documents are checked by these catalogues and the sandbox's own register. */
export function examineOver(large?: LargeCatalogues): (sent: Sent, now: Date) => Examined {
  const known: KnownContext = { ...ofSandbox, large };
  return (sent, now) => examine(sent, now, known);
}

/**
 * Opens the sandbox PAC: loads its authority and certificate, or makes them at the first start.
 * Rejects when the stored keys do not open with the caller's key, or the schema is missing.
 */
export async function createSandboxPac(options: SandboxPacOptions): Promise<SandboxPac> {
  const { pool, clock = systemClock, delay = wait, large, commit } = options;
  const timeouts = { ...defaults, ...options.timeouts };
  const authority = await openAuthority(pool, options.systemNow ?? systemNow, options);
  const faults = createFaults();
  const stamper: Stamper = {
    ...{ pool, ledger: new Ledger(pool, commit), clock, delay, timeouts, faults },
    identity: authority.pac,
    examine: options.examine ?? examineOver(large),
  };

  async function cancel(request: CancelRequest): Promise<CancelOutcome> {
    const fault: CancelFault | undefined = faults.take('cancel') ?? (await cancelFaultOf(pool, request));
    if (fault === 'outage') return unavailable;
    const simulated = Math.min(timeouts.simulatedMs, timeouts.clientMs);
    if (fault === 'timeout-before') {
      await delay(simulated);
      return { kind: 'unknown', reason: 'timeout' };
    }
    const outcome = await takeCancellation(pool, request, authority.pac, clock.now(request.account));
    if (fault !== 'timeout-after') return outcome;
    await delay(simulated);
    return { kind: 'unknown', reason: 'timeout' };
  }

  async function answer(request: AnswerRequest): Promise<AnswerOutcome> {
    const fault = faults.take('answer');
    if (fault === 'outage') return unavailable;
    const simulated = Math.min(timeouts.simulatedMs, timeouts.clientMs);
    if (fault !== 'timeout-before') {
      const outcome = await takeAnswer(pool, request, authority.pac, clock.now(request.account));
      if (fault !== 'timeout-after') return outcome;
    }
    await delay(simulated);
    return { kind: 'unknown', reason: 'timeout' };
  }

  return {
    name: 'sandbox',
    capabilities: { find: 'query', listsPending: true, answersAs: SANDBOX_PAC_RFC },
    faults,
    certificates: { authority: authority.cer, pac: authority.pac.cer },
    stamp: (request) =>
      answerInTime(stampDocument(stamper, request), { kind: 'unknown', reason: 'ledger_failed' }, overloaded),
    find: (request) => answerInTime(findInLedger(stamper, request), unavailable, overloaded),
    cancel: (request) => answerInTime(cancel(request), { kind: 'unknown', reason: 'ledger_failed' }),
    status: (key) =>
      faults.take('status')
        ? Promise.resolve(unavailable)
        : answerInTime(statusOf(pool, key, clock.now(key.account)), unavailable),
    pendingCancellations: (request) =>
      faults.take('pending')
        ? Promise.resolve(unavailable)
        : answerInTime(listPending(pool, request), unavailable),
    answerCancellation: (request) =>
      answerInTime(answer(request), { kind: 'unknown', reason: 'ledger_failed' }),
    issueCsd: (holder) => authority.issueCsd(holder),
    listStamps: (query) => listStamps(pool, query),
  };
}

const unavailable = { kind: 'unavailable', reason: 'sandbox_outage' } as const;
const overloaded = { kind: 'unavailable', reason: 'overloaded' } as const;

/**
 * What the sandbox's storage does to an operation is an outcome, not an error: a commit may have happened
 * before its answer was lost. Any other error is a bug and is thrown on.
 */
async function answerInTime<T>(operation: Promise<T>, lost: T, notExamined = lost): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof CannotExamine) return notExamined;
    if (isStorageError(error)) return lost;
    throw error;
  }
}

/**
 * Codes of the network (ECONNRESET) and SQLSTATE classes of a server that is gone, full, busy or shutting down;
 * the driver's own errors about connections have only a text. A wrong statement (class 42) is a bug.
 */
function isStorageError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code !== undefined) return /^(E[A-Z]+$|08|25|40|53|55|57|58|XX)/.test(code);
  return /connection|pool|timeout/i.test(error.message);
}
