import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type pg from 'pg';
import { deterministicUuid, field, ok, refuse, refuseFields, type Result, type Tenant } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  buildComprobante,
  cancelacionXml,
  parseComprobante,
  sealComprobante,
  type ComprobanteInput,
} from '#cfdi';
import {
  CancelSuppliedCommand,
  MOST_SUPPLIED,
  SupplyCommand,
  type Command,
  type CommandOutcome,
  type SuppliedDocument,
} from '#contracts';
import { answerWithData, type ContentStore } from '#eventing';
import { SANDBOX_PAC, SIGNER, type Signer } from '#fiscal';
import { CONTENTS, SHARED_POOL } from '#hosting';
import { stampedAs, SUPPLIED, type SandboxPac } from '#pac';
import { instantOf, localDateTime } from '#sat';
import { invoiceOf, paymentOf, type Written } from './document.js';
import { suppliedKey } from './supplied.js';

/** Where suppliers of the sandbox are, and the tax authority. */
const ZONE = 'America/Mexico_City';
/** Documents of a call that are signed and stamped at a time. */
const AT_ONCE = 8;

/**
 * Issues documents to an organization in the name of suppliers that the sandbox plays: signed by certificates of the sandbox's authority,
 * stamped and kept in the ledger as the organization's own are. What is issued follows from the command alone, so that the same command
 * again finds the stamps that are there.
 */
@CommandHandler(SupplyCommand)
export class SupplyHandler implements Handles<SupplyCommand> {
  constructor(
    @Inject(SANDBOX_PAC) private readonly sandbox: Pick<SandboxPac, 'stamp'>,
    @Inject(SIGNER) private readonly signer: Pick<Signer, 'current'>,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(SHARED_POOL) private readonly pool: pg.Pool,
  ) {}

  async execute(command: SupplyCommand): Promise<CommandOutcome<{ documents: readonly SuppliedDocument[] }>> {
    const { tenant, data } = command;
    if (tenant.livemode) throw new Error('the sandbox supplies nothing in Live');
    if (data.asked.pays !== null) {
      const paid = await this.pay(command, data.asked.pays);
      return paid.ok ? answerWithData({ documents: [paid.value] }) : paid;
    }
    const { asked } = data;
    const numbers = Array.from({ length: asked.quantity }, (_, number) => number);
    const documents: SuppliedDocument[] = [];
    for (let from = 0; from < numbers.length; from += AT_ONCE) {
      const some = numbers.slice(from, from + AT_ONCE);
      const issued = await Promise.all(
        some.map((number) => this.issue(command, number, invoiceOf(asked, writtenBy(command, number)))),
      );
      for (const one of issued) {
        if (!one.ok) return one;
        documents.push(one.value);
      }
    }
    return answerWithData({ documents });
  }

  /** A payment of an invoice that was supplied to the same organization. */
  private async pay(command: SupplyCommand, uuid: string): Promise<Result<SuppliedDocument>> {
    const { tenant, data } = command;
    const xml = await suppliedXml(this.pool, this.contents, tenant, uuid);
    const paid = xml && parseComprobante(xml.toString());
    if (!paid?.ok) return refuse('invoice_not_found');
    const { MetodoPago, Total: total = '0' } = paid.value.attributes;
    if (MetodoPago !== 'PPD') return refuseFields([field('pays', 'not_allowed')]);
    const written = writtenBy(command, 0);
    const issued = await this.issue(command, 0, paymentOf(paid.value, uuid, data.asked, written));
    return issued.ok ? ok({ ...issued.value, type: 'P', total }) : issued;
  }

  private async issue(
    command: SupplyCommand,
    number: number,
    input: ComprobanteInput,
  ): Promise<Result<SuppliedDocument>> {
    const { tenant } = command;
    const built = buildComprobante(input);
    if (!built.ok)
      return refuse('invoice_stamping_validation_error', { details: built.refusal.details ?? [] });
    const { rfc, nombre } = built.value.emisor;
    const csd = await this.signer.current(tenant, { rfc, nombre });
    if (!csd.ok) return csd;
    const { xml } = await sealComprobante(built.value, csd.value);
    const requestId = SUPPLIED + deterministicUuid(command.id, 'supplied', String(number));
    // Before its stamp: what has one has its XML.
    await this.contents.put(tenant, suppliedKey(requestId), Buffer.from(xml));
    const stamped = await this.sandbox.stamp({ kind: 'comprobante', requestId, account: tenant, xml });
    if (stamped.kind === 'refused') {
      const { code, message, source } = stamped;
      const details = [{ code, source, message: { es: message, en: message } }];
      return refuse('invoice_stamping_validation_error', { details });
    }
    if (stamped.kind !== 'stamped')
      return refuse('invoice_stamping_service_unavailable', { params: { retryAfter: 5 } });
    const { uuid, fechaTimbrado } = stamped.timbre;
    return ok({
      ...{ uuid, type: 'I', supplier: { tax_id: rfc, legal_name: nombre }, total: built.value.total },
      stamped_at: instantOf(fechaTimbrado, ZONE).toISOString(),
    });
  }
}

/** A supplier asks the sandbox's tax authority to cancel what it issued, as issuers do. */
@CommandHandler(CancelSuppliedCommand)
export class CancelSuppliedHandler implements Handles<CancelSuppliedCommand> {
  constructor(
    @Inject(SANDBOX_PAC) private readonly sandbox: Pick<SandboxPac, 'cancel'>,
    @Inject(SIGNER) private readonly signer: Pick<Signer, 'ofRfc'>,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(SHARED_POOL) private readonly pool: pg.Pool,
  ) {}

  async execute(command: CancelSuppliedCommand): Promise<CommandOutcome<{ status: 'pending' | 'canceled' }>> {
    const { tenant, data } = command;
    const uuid = data.uuid.toUpperCase();
    const xml = tenant.livemode ? undefined : await suppliedXml(this.pool, this.contents, tenant, uuid);
    const document = xml && parseComprobante(xml.toString());
    if (!document?.ok) return refuse('invoice_not_found');
    const { Rfc: rfcEmisor = '' } = document.value.emisor;
    const csd = await this.signer.ofRfc(tenant, rfcEmisor);
    if (!csd.ok) return csd;
    const fecha = localDateTime(new Date(command.time), ZONE);
    const folios = [{ uuid, motivo: '02' }];
    const signed = await cancelacionXml({ tipo: 'cfdi', rfcEmisor, fecha, folios }, csd.value);
    if (!signed.ok) return signed;
    const asked = { requestId: `supplier-${command.id}`, account: tenant, xml: signed.value } as const;
    const outcome = await this.sandbox.cancel({ kind: 'comprobante', ...asked });
    switch (outcome.kind) {
      case 'accepted':
        return answerWithData({ status: 'canceled' });
      case 'pending':
      case 'verifying':
        return answerWithData({ status: 'pending' });
      case 'refused': {
        const { code, message, source } = outcome;
        const details = [{ code, source, message: { es: message, en: message } }];
        return refuse('invoice_not_cancelable_by_sat', { details });
      }
      case 'unavailable':
      case 'unknown':
        return refuse('invoice_cancellation_service_unavailable', { params: { retryAfter: 5 } });
    }
  }
}

/** The signed XML of a document that was supplied to a tenant; undefined of any other. */
async function suppliedXml(
  pool: pg.Pool,
  contents: ContentStore,
  tenant: Tenant,
  uuid: string,
): Promise<Buffer | undefined> {
  const requestId = await stampedAs(pool, tenant, uuid);
  return requestId === undefined ? undefined : contents.get(tenant, suppliedKey(requestId));
}

/** When a document is written, and its folio: both follow from the command. */
function writtenBy({ id, time }: Command, number: number): Written {
  const series = parseInt(deterministicUuid(id, 'folio').slice(0, 8), 16);
  return { fecha: localDateTime(new Date(time), ZONE), folio: String(series * MOST_SUPPLIED + number + 1) };
}
