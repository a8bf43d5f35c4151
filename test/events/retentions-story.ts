import { retentionDecider, type RetentionCommand } from '#apps/invoicing/src/retention/decide';
import { stampingDecider } from '#apps/stamping/src/stamping/decide';
import { newId } from '#kernel';
import { RETENTION_STREAM, stampingKey } from '#contracts';
import { retention } from '../support/bodies.js';
import type { Json, TestApp } from '../support/app.js';
import { decide, happened } from './decided.js';

/** Everything that can happen to retentions, once: by the API, and by deciders where only days or a crash would. */
export async function tellRetentions(app: TestApp): Promise<void> {
  await drafts(app);
  await stamps(app);
  await cancellations(app);
  await abandoned(app);
}

const make = (app: TestApp, fields: object = {}): Promise<Json> => app.post('/retentions', retention(fields));
const triggered = (app: TestApp, trigger: string) =>
  app.api('POST', '/retentions', retention({ desc_retenc: trigger }));
const decideRetention = (app: TestApp, id: string, command: RetentionCommand) =>
  decide(app, RETENTION_STREAM, id, retentionDecider, command);

async function drafts(app: TestApp): Promise<void> {
  const { id } = await make(app, { status: 'draft', periodo: undefined, external_id: 'R-1' });
  await app.put(`/retentions/${id}`, { periodo: { mes_ini: 1, mes_fin: 1, ejerc: 2026 }, folio_int: 'A1' });
  await app.post(`/retentions/${id}/stamp`);
  const copy = await app.post(`/retentions/${id}/copy`);
  await app.del(`/retentions/${copy.id}`);
  // What only a process that died, or sleeps, brings about.
  const now = new Date();
  const left = await make(app, { status: 'draft' });
  await decideRetention(app, left.id, { type: 'forgo', now, at: 0 });
  await decideRetention(app, newId(), { type: 'forgo', now, at: -1 });
}

async function stamps(app: TestApp): Promise<void> {
  const dividends = { type: 'dividendos', data: { Remanente: { ProporcionRem: '0.10' } } };
  await make(app, { cve_retenc: '14', complements: [dividends] });
  await triggered(app, 'SANDBOX-REFUSED');
  const { body } = await triggered(app, 'SANDBOX-OUTAGE');
  await happened(app, `${RETENTION_STREAM}${body.id}`, 'RetentionStampingDelayed');
  await app.api('PUT', `/retentions/${body.id}/status`);
}

async function cancellations(app: TestApp): Promise<void> {
  const cancel = async (trigger: string): Promise<Json> => {
    const { body } = await triggered(app, trigger);
    await app.api('DELETE', `/retentions/${body.id}`);
    return body;
  };
  await cancel('SANDBOX-NOT-CANCELABLE');
  const rejected = await cancel('SANDBOX-CANCEL-PENDING-REJECTED');
  await app.put(`/retentions/${rejected.id}/status`);
  // A look after an hour, which finds nothing new.
  const pending = await cancel('SANDBOX-CANCEL-PENDING');
  const now = new Date(Date.now() + 3_600_000);
  const at = now.toISOString();
  const answer = { number: 1, status: 'pending', at, receipt_key: null, code: null, details: [] } as const;
  await decideRetention(app, pending.id, { type: 'record-cancellation', now, answer });
  const one = await make(app);
  const inItsPlace = { related_documents: [{ relationship: '04', documents: [one.uuid] }] };
  const other = await make(app, inItsPlace);
  await app.del(`/retentions/${one.id}?motive=01&substitution=${other.id}`);
}

/** A document that the provider surely never stamped, in three days of outage. */
async function abandoned(app: TestApp): Promise<void> {
  const { body } = await triggered(app, 'SANDBOX-OUTAGE-LONG');
  const key = stampingKey({ kind: 'retention', id: body.id }, 1);
  for (let days = 1; days < 20; days += 1) {
    const now = new Date(Date.now() + days * 86_400_000);
    const send = { type: 'send', now, to: 'sandbox', attempt: days + 1 } as const;
    await decide(app, 'stamping-', key, stampingDecider, send);
    const answer = { kind: 'uncertain', certain: true, reason: 'outage' } as const;
    await decide(app, 'stamping-', key, stampingDecider, { type: 'record', now, answer });
    const history = await app.runtime.store.read(`stamping-${key}`);
    if (history.some(({ type }) => type === 'StampAbandoned')) break;
  }
  await happened(app, `${RETENTION_STREAM}${body.id}`, 'RetentionStampingFailed');
}
