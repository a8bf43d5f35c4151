import { ok, refuse, refuseFields, type Decider, type Refused, type Result } from '#kernel';
import { previewRetention, retentionDateProblems, withFreshFechaExp } from '#billing';
import type {
  SurplusNews,
  CancellationAnswer,
  CreateRetention,
  CustomerSnapshot,
  DataOf,
  IssuerSnapshot,
  RetentionContent,
  RetentionEvent,
} from '#contracts';
import { sentTo } from '../document/history.js';
import { builtInCatalogues, type LargeCatalogues } from '#sat';
import type { Forgo } from '../document/fences.js';
import { revisionOf } from '../document/revision.js';
import { withFolio } from './folio.js';
import { cancel, recordCancellation } from './decide-cancellation.js';
import { prepare } from './prepare.js';
import { absent, evolve, type Retention } from './retention.js';

/** The commands as the decider sees them: time has entered. */
export type RetentionCommand =
  | { type: 'create-draft'; now: Date; data: CreateRetention; copiedFrom?: string }
  | { type: 'create'; now: Date; data: CreateRetention }
  /** `at`: the revision at which a key was claimed for it. */
  | ({ type: 'edit-draft'; now: Date; at?: number } & DataOf<'invoicing.edit-retention'>)
  | ({ type: 'delete-draft'; now: Date } & DataOf<'invoicing.delete-retention'>)
  | Forgo
  | ({ type: 'stamp-draft'; now: Date; id: string } & DataOf<'invoicing.stamp-retention'>)
  | ({ type: 'record-stamp'; now: Date } & DataOf<'invoicing.record-retention-stamp'>)
  | { type: 'record-surplus-stamp'; now: Date; news: SurplusNews }
  | ({ type: 'record-refusal'; now: Date } & DataOf<'invoicing.record-retention-refusal'>)
  | ({ type: 'record-delay'; now: Date } & DataOf<'invoicing.record-retention-delay'>)
  | { type: 'record-failure'; now: Date; number: number; reason: string }
  | ({ type: 'cancel'; now: Date } & DataOf<'invoicing.cancel-retention'>)
  | { type: 'record-cancellation'; now: Date; answer: CancellationAnswer };

type Decision = Result<readonly RetentionEvent[]>;
type Draft = Extract<Retention, { status: 'draft' }>;
type CommandOf<Type extends RetentionCommand['type']> = Extract<RetentionCommand, { type: Type }>;

/** The rules of retentions, over the large catalogues that the installation has. */
export const retentionDeciderOver = (
  large: LargeCatalogues,
): Decider<Retention, RetentionCommand, RetentionEvent> => ({
  initial: absent,
  evolve,
  decide: (command, state) => decide(command, state, large),
});

/** The same over what is built in. */
export const retentionDecider = retentionDeciderOver(builtInCatalogues);

function decide(command: RetentionCommand, state: Retention, large: LargeCatalogues): Decision {
  switch (command.type) {
    case 'create-draft':
      return createDraft(command, state, large);
    case 'create': {
      if (state.status !== 'absent') return refuse('conflict');
      const { content, issuer } = command.data;
      return issue({ content, issuer, number: 1, now: command.now }, large);
    }
    case 'edit-draft':
      return editDraft(command, state, large);
    case 'delete-draft':
      if (state.status !== 'draft') return notDraft(state);
      if (isOvertaken(command, state)) return refuse('draft_update_in_progress');
      return ok([{ type: 'RetentionDraftDeleted', data: { at: command.now.toISOString() } }]);
    case 'forgo':
      return forgo(command, state);
    case 'stamp-draft':
      return stampDraft(command, state, large);
    case 'record-surplus-stamp': {
      if (state.status === 'absent') return ok([]);
      const { uuid, pac, status } = command.news;
      const at = command.now.toISOString();
      return ok([
        status === 'found'
          ? { type: 'RetentionSurplusStampFound', data: { uuid, pac, at } }
          : { type: 'RetentionSurplusStampSettled', data: { uuid, pac, status, at } },
      ]);
    }
    case 'record-stamp':
    case 'record-refusal':
    case 'record-delay':
    case 'record-failure':
      return recordOutcome(command, state);
    case 'cancel':
      return cancel(command, state, command.now);
    case 'record-cancellation':
      return recordCancellation(command.answer, state, command.now);
  }
}

function createDraft(
  { data, now, copiedFrom }: CommandOf<'create-draft'>,
  state: Retention,
  large: LargeCatalogues,
): Decision {
  if (state.status !== 'absent') return refuse('conflict');
  const { content, issuer } = data;
  const impossible = retentionDateProblems(content, now);
  if (impossible.length > 0) return refuseFields(impossible);
  const shown = previewRetention(content, issuer, now, large);
  const copied = copiedFrom === undefined ? {} : { copied_from: copiedFrom };
  return ok([{ type: 'RetentionDrafted', data: { content, ...shown, at: now.toISOString(), ...copied } }]);
}

function editDraft(command: CommandOf<'edit-draft'>, state: Retention, large: LargeCatalogues): Decision {
  if (state.status !== 'draft') return notDraft(state);
  const { changes, issuer, now, at: claimedAt = state.revision } = command;
  if (isOvertaken(command, state) || claimedAt !== state.revision) return refuse('draft_update_in_progress');
  const content = { ...state.content, ...changes };
  // A date that was right when it was written may grow old; one that is sent must be right now.
  const impossible = changes.fecha_exp === undefined ? [] : retentionDateProblems(content, now);
  if (impossible.length > 0) return refuseFields(impossible);
  const shown = previewRetention(content, issuer, now, large);
  return ok([{ type: 'RetentionDraftEdited', data: { content, ...shown, at: now.toISOString() } }]);
}

/** Whether the draft says something else than at the revision that the caller meant: of requests that overlap the first counts. */
export const isOvertaken = ({ base }: { readonly base?: number | undefined }, { edited }: Draft): boolean =>
  base !== undefined && base < edited;

function forgo({ at, now }: Forgo, state: Retention): Decision {
  if (at !== revisionOf(state)) return ok([]);
  const data = { at: now.toISOString() };
  if (state.status === 'absent') return ok([{ type: 'RetentionForgone', data }]);
  return ok(state.status === 'draft' ? [{ type: 'RetentionClaimsForgone', data }] : []);
}

/** A draft is issued with its customer as it is now. What the draft says of its date gives way where it has grown old. */
function stampDraft(command: CommandOf<'stamp-draft'>, state: Retention, large: LargeCatalogues): Decision {
  if (state.status !== 'draft') return notDraft(state);
  if (isOvertaken(command, state)) return refuse('draft_update_in_progress');
  const { issuer, now, customer, id } = command;
  const content = withFolio(contentToStamp(state.content, customer, now), id);
  const issued = issue({ content, issuer, number: state.issues + 1, now }, large);
  if (issued.ok) return issued;
  return refuse('draft_not_ready_to_stamp', { details: issued.refusal.details ?? [] });
}

/** What a draft says when it is stamped. */
export const contentToStamp = (
  content: RetentionContent,
  customer: CustomerSnapshot | undefined,
  now: Date,
): RetentionContent => withFreshFechaExp(customer ? { ...content, customer } : content, now);

/** What a copy says: what names the original alone does not go along. */
export const contentToCopy = (content: RetentionContent): RetentionContent => ({
  ...content,
  ...{ fecha_exp: null, folio_int: null, external_id: null, idempotency_key: null },
});

interface Issuing {
  readonly content: RetentionContent;
  readonly issuer: IssuerSnapshot;
  /** Counts the stampings of this retention. */
  readonly number: number;
  readonly now: Date;
}

/** The retention leaves for its stamp: from here on its content is fixed. */
function issue({ content, issuer, number, now }: Issuing, large: LargeCatalogues): Decision {
  const prepared = prepare(content, issuer, now, large);
  if (!prepared.ok) return prepared;
  const { amounts, date, fecha } = prepared.value;
  const at = now.toISOString();
  const issue = { number, issuer, date, fecha, amounts };
  return ok([{ type: 'RetentionIssued', data: { content, issue, at } }]);
}

/** What a stamping came to; of another one than the last it changes nothing. */
function recordOutcome(
  command: CommandOf<'record-stamp' | 'record-refusal' | 'record-delay' | 'record-failure'>,
  state: Retention,
): Decision {
  if (state.status !== 'pending' || state.issue.number !== command.number) return ok([]);
  const { number } = command;
  const at = command.now.toISOString();
  switch (command.type) {
    case 'record-stamp':
      return ok([
        { type: 'RetentionStamped', data: { number, stamp: command.stamp, at, ...sentTo(command) } },
      ]);
    case 'record-refusal': {
      const { code, details } = command;
      // Whoever was shown it finds it, and why it has no stamp.
      const kept = state.shown && !state.fromDraft ? { kept: true as const } : {};
      return ok([{ type: 'RetentionRefused', data: { number, code, details, at, ...kept } }]);
    }
    case 'record-delay':
      return ok([
        {
          type: 'RetentionStampingDelayed',
          data: { number, reason: command.reason, at, ...sentTo(command) },
        },
      ]);
    case 'record-failure':
      return ok([{ type: 'RetentionStampingFailed', data: { number, reason: command.reason, at } }]);
  }
}

function notDraft(state: Exclude<Retention, Draft>): Refused {
  switch (state.status) {
    case 'absent':
    case 'deleted':
    case 'refused':
      return refuse('retention_not_found');
    case 'pending':
      return refuse('stamping_in_progress');
    case 'valid':
    case 'canceled':
    case 'failed':
      return refuse('retention_not_draft');
  }
}
