import { describe, expect, it } from '@jest/globals';
import { given as givenOf } from '#kernel/testing';
import type { ImportedInvoice, SatStanding } from '#contracts';
import { invoiceRow } from '#answers';
import { invoiceDecider, type InvoiceCommand } from './decide.js';
import { NOW, at, create, history, issuer, recordStamp } from './testing.js';

const standing = (over: Partial<SatStanding> = {}): SatStanding => ({
  ...{ status: 'valid', checked_at: at, efos: 'not_listed', ...over },
});
const UNKNOWN: SatStanding = { status: null, checked_at: null, efos: null };

/** A document of ours, as somebody else would have issued it. */
function received(sat: SatStanding = UNKNOWN, over: Partial<ImportedInvoice> = {}): InvoiceCommand {
  const [issued, stamped] = history(create(), recordStamp());
  if (issued?.type !== 'InvoiceIssued' || stamped?.type !== 'InvoiceStamped') throw new Error('no document');
  const invoice: ImportedInvoice = {
    ...{ issuer_type: 'receiving', source: 'upload', content: issued.data.content, issue: issued.data.issue },
    ...{ stamp: stamped.data.stamp, sat, pays: [] },
    supplier: { id: 's', legal_name: issuer.legal_name, tax_id: issuer.tax_id },
    ...over,
  };
  return { type: 'import', now: NOW, invoice };
}
const says = (over: Partial<SatStanding> = {}): InvoiceCommand => ({
  ...{ type: 'record-sat-status', now: NOW, sat: standing(over) },
});
const given = (...commands: InvoiceCommand[]) => givenOf(invoiceDecider, history(...commands));
const recorded = (over: Partial<SatStanding>, more: object = {}) => ({
  type: 'SatStatusRecorded' as const,
  data: { issuer_type: 'receiving' as const, sat: standing(over), ...more, at },
});

describe('what the tax authority says of a document of others', () => {
  it('is written down where it is news, and only then', () => {
    given(received())
      .when(says())
      .then([recorded({})]);
    given(received(standing()))
      .when(says({ checked_at: '2027-01-01T00:00:00.000Z' }))
      .then([]);
  });

  it('once it is canceled, stays; what a payment paid is due again', () => {
    const pays = [{ uuid: 'A', amount: '10' }];
    given(received(standing(), { pays }))
      .when(says({ status: 'canceled' }))
      .then([recorded({ status: 'canceled' }, { pays })]);
    given(received(standing({ status: 'canceled' })))
      .when(says())
      .then([]);
  });

  it('is not taken back by no answer, nor by one that does not find what was found', () => {
    given(received(standing())).when({ type: 'record-sat-status', now: NOW, sat: UNKNOWN }).then([]);
    given(received(standing()))
      .when(says({ status: 'not_found', efos: null }))
      .then([]);
    given(received(standing({ status: 'not_found', efos: null })))
      .when(says())
      .then([recorded({})]);
  });

  it('of article 69-B is told once, and not forgotten by an answer that does not speak of it', () => {
    given(received(standing()))
      .when(says({ efos: 'listed' }))
      .then([recorded({ efos: 'listed' }, { listed: true })]);
    given(received(standing({ efos: 'listed' })))
      .when(says({ efos: null }))
      .then([]);
    // From the list, where the service says nothing.
    given(received())
      .when({ type: 'record-sat-status', now: NOW, sat: { ...UNKNOWN, efos: 'listed' } })
      .then([recorded({ status: null, checked_at: null, efos: 'listed' }, { listed: true })]);
    given(received(standing({ efos: 'listed' })))
      .when(says({ efos: 'third_party_listed' }))
      .then([recorded({ efos: 'third_party_listed' })]);
  });

  it('of a request to cancel it is shown, until it is settled', () => {
    const asked = { cancellation: 'pending' } as const;
    given(received(standing()))
      .when(says(asked))
      .then([recorded(asked)]);
    given(received(standing(asked)))
      .when(says({ cancellation: 'rejected' }))
      .then([recorded({ cancellation: 'rejected' })]);
  });

  it('concerns no document of our own', () => {
    given(create(), recordStamp())
      .when(says({ status: 'canceled' }))
      .then([]);
  });
});

describe('the row of a received document', () => {
  const rowOf = (...commands: InvoiceCommand[]) => {
    const metadata = { organizationId: 'o', livemode: false, commandId: 'c', correlationId: 'c', actor: 'a' };
    const told = history(...commands).map((event, revision) => ({
      ...event,
      ...{ id: `e${revision}`, streamId: 'invoice-i', revision, recordedAt: new Date(NOW), metadata },
    }));
    return told.reduce<ReturnType<typeof invoiceRow>>((row, event) => invoiceRow(row, event), undefined);
  };

  it('shows the request of its issuer to cancel it, and what came of it', () => {
    expect(rowOf(received(standing()))).toMatchObject({ cancellation_status: 'none', status: 'valid' });
    const asked = rowOf(received(standing()), says({ cancellation: 'pending' }));
    expect(asked).toMatchObject({ cancellation_status: 'pending', doc: { cancellation: { motive: null } } });
    const gone = rowOf(received(standing()), says({ cancellation: 'pending' }), says());
    expect(gone).toMatchObject({ cancellation_status: 'none', doc: { cancellation: null } });
    const canceled = rowOf(received(standing()), says({ status: 'canceled', cancellation: 'accepted' }));
    expect(canceled).toMatchObject({
      ...{ status: 'canceled', cancellation_status: 'accepted', amount_due: '0' },
      doc: { imported: { sat_status: 'canceled' }, canceled_at: at },
    });
  });
});
