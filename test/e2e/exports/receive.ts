import { randomUUID } from 'node:crypto';
import { importedDocument } from '#billing';
import { readReceived } from '#cfdi';
import { invoicesReadModel, type ImportedInvoice, type SatStanding } from '#contracts';
import { newId } from '#kernel';
import type { TestApp } from '../../support/app.js';
import { asTyped, caughtUp } from '../../support/commands.js';

/** Documents as an organization receives them: of their XML, and with how the tax authority has them. */
export async function receive(
  { runtime }: TestApp,
  organizationId: string,
  xmls: readonly string[],
  sat: Partial<SatStanding> = {},
): Promise<void> {
  const documents = xmls.map((xml): ImportedInvoice => {
    const read = readReceived(xml);
    if (!read.ok) throw new Error(read.why);
    const { content, issue, stamp, pays, issuer } = importedDocument(read.value, 'nowhere');
    return {
      ...{ content, issue, stamp, pays, issuer_type: 'receiving', source: 'upload' },
      supplier: { id: newId(), legal_name: issuer.legal_name, tax_id: issuer.tax_id },
      sat: { status: 'valid', checked_at: issue.date, efos: 'not_listed', ...sat },
    };
  });
  const outcome = await runtime.bus.send(
    asTyped({
      ...{ id: randomUUID(), type: 'invoicing.import', key: newId(), data: { documents } },
      ...{ tenant: { organizationId, livemode: false }, actor: 'test', correlationId: newId() },
      time: new Date().toISOString(),
    }),
  );
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  await caughtUp(runtime, invoicesReadModel.projection);
}
