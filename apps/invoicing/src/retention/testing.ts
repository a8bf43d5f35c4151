import { fold } from '#kernel';
import type { InvoiceStamp, RetentionContent, RetentionEvent } from '#contracts';
import { foreigner, retentionContent, retentionIssuer } from '#billing/retentions/testing';
import { retentionDecider, type RetentionCommand } from './decide.js';

/** Retentions for specs: a tenth of ISR of professional services. */

export { foreigner, retentionContent as content, retentionIssuer as issuer };

export const NOW = new Date('2026-11-21T18:00:00.250Z');
export const at = NOW.toISOString();
/** As the document is dated: in whole seconds. */
export const date = '2026-11-21T18:00:00.000Z';
export const after = (ms: number): Date => new Date(NOW.getTime() + ms);
export const HOUR = 3_600_000;
export const RETENTION_ID = '6743f1c2a1b2c3d4e5f60718';

export const stamp: InvoiceStamp = {
  uuid: '5FB2822E-396D-4725-8521-CDC4BDD20CCF',
  date,
  signature: 'c2VsbG8gZGVsIGVtaXNvcg+/aBcD==',
  sat_cert_number: '30001000000500003456',
  sat_signature: 'c2VsbG8gZGVsIFNBVA==',
  rfc_provider_cert: 'SPR190613I52',
  complement_string: '||1.1|…||',
  issuer_cert_number: '30001000000500003416',
  xml_key: 'stampings/1.xml',
  timbre_xml: '<tfd:TimbreFiscalDigital/>',
  verification_url: 'https://prodretencionverificacion.clouda.sat.gob.mx/?id=…',
};

const made = (over: Partial<RetentionContent>, draft: boolean) => ({
  content: retentionContent(over),
  issuer: retentionIssuer,
  draft,
});
export const create = (over: Partial<RetentionContent> = {}): RetentionCommand => ({
  ...{ type: 'create', now: NOW, data: made(over, false) },
});
export const draft = (over: Partial<RetentionContent> = {}): RetentionCommand => ({
  ...{ type: 'create-draft', now: NOW, data: made(over, true) },
});
export const edit = (
  changes: Partial<RetentionContent>,
  over: { base?: number; at?: number; now?: Date } = {},
): RetentionCommand => ({ type: 'edit-draft', now: NOW, changes, issuer: retentionIssuer, ...over });
export const stampDraft = (
  over: Partial<Extract<RetentionCommand, { type: 'stamp-draft' }>> = {},
): RetentionCommand => ({
  type: 'stamp-draft',
  now: NOW,
  id: RETENTION_ID,
  issuer: retentionIssuer,
  ...over,
});
export const deleteDraft: RetentionCommand = { type: 'delete-draft', now: NOW };
export const recordStamp = (number = 1): RetentionCommand => ({
  ...{ type: 'record-stamp', now: NOW, number, stamp },
});
export const refusal = {
  code: 'retention_stamping_validation_error',
  details: [{ code: 'Reten20116', source: 'sat' }],
} as const;
export const recordRefusal = (number = 1): RetentionCommand => ({
  ...{ type: 'record-refusal', now: NOW, number, ...refusal },
});
export const recordDelay = (number = 1): RetentionCommand => ({
  ...{ type: 'record-delay', now: NOW, number, reason: 'timeout' },
});
export const recordFailure = (number = 1): RetentionCommand => ({
  ...{ type: 'record-failure', now: NOW, number, reason: 'outage' },
});
export const cancel = (
  motive: '01' | '02' | '03' | '04' = '02',
  substitution: string | null = null,
): RetentionCommand => ({ type: 'cancel', now: NOW, motive, substitution });

type Answer = Extract<RetentionCommand, { type: 'record-cancellation' }>['answer'];
/** When the tax authority said it. */
export const answeredAt = '2026-11-21T18:00:05.000Z';
export const recordAnswer = (
  status: Answer['status'],
  over: Partial<Answer> = {},
  now = NOW,
): RetentionCommand => ({
  type: 'record-cancellation',
  now,
  answer: { number: 1, status, at: answeredAt, receipt_key: null, code: null, details: [], ...over },
});

/** The events that commands leave, one after the other. */
export function history(...commands: readonly RetentionCommand[]): RetentionEvent[] {
  const events: RetentionEvent[] = [];
  for (const command of commands) {
    const decision = retentionDecider.decide(command, fold(retentionDecider, events));
    if (!decision.ok) throw new Error(`${command.type} was refused: ${JSON.stringify(decision.refusal)}`);
    events.push(...decision.value);
  }
  return events;
}

/** One history for each status. */
export const lives = {
  absent: [],
  draft: [draft()],
  'draft again': [draft(), stampDraft(), recordRefusal()],
  pending: [create()],
  valid: [create(), recordStamp()],
  canceled: [create(), recordStamp(), cancel(), recordAnswer('accepted')],
  failed: [create(), recordFailure()],
  'failed after it was shown': [create(), recordDelay(), recordRefusal()],
  deleted: [draft(), deleteDraft],
  refused: [create(), recordRefusal()],
} satisfies Record<string, RetentionCommand[]>;
export type Life = keyof typeof lives;
export const ALL = Object.keys(lives) as Life[];
export const GONE: readonly Life[] = ['absent', 'deleted', 'refused'];
export const without = (...some: readonly Life[]): Life[] => ALL.filter((life) => !some.includes(life));
