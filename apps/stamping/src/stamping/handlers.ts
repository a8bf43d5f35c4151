import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ok, refuse, type Detail, type ErrorCode, type Tenant } from '#kernel';
import {
  buildComprobante,
  cadenaTfd,
  qrUrl,
  urlCartaPorte,
  sealComprobante,
  type ComprobanteInput,
} from '#cfdi';
import {
  STAMPING_STREAM,
  type CommandOutcome,
  type InvoiceStamp,
  type StampingCommand,
  type StampingEvent,
} from '#contracts';
import type { Pac, StampOutcome, Timbre } from '#pac';
import { Aggregates, CsdVault, PAC, RUNTIME, receipt, type Runtime } from '#platform';
import { instantOf } from '#sat';
import { stampingDecider, type StampAnswer, type StampCommand } from './decide.js';
import type { Stamping } from './stamping.js';

/** The PAC answers in the local time of central Mexico. */
const PAC_ZONE = 'America/Mexico_City';

/**
 * Seals a Comprobante, stores it, and only then asks the PAC. Whatever comes twice, or again after a crash,
 * goes on from what is stored: a document that may have reached the PAC is looked for there first.
 */
@Injectable()
export class StampingHandlers implements OnModuleInit {
  private readonly stampings: Aggregates<Stamping, StampCommand, StampingEvent>;

  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(PAC) private readonly pac: Pac,
    private readonly csds: CsdVault,
  ) {
    this.stampings = new Aggregates({
      store: runtime.store,
      decider: stampingDecider,
      streamOf: (key) => `${STAMPING_STREAM}${key}`,
    });
  }

  onModuleInit(): void {
    this.runtime.bus.serve('stamping.stamp', (command) => this.stamp(command as StampingCommand));
  }

  private async stamp(command: StampingCommand): Promise<CommandOutcome> {
    // The first delivery finds nothing there: it begins without looking, and the append tells where that is wrong.
    if ('comprobante' in command.data)
      return this.seal(command, command.data.comprobante as ComprobanteInput);
    return this.goOn(command);
  }

  /** Goes on from what is stored. */
  private async goOn(command: StampingCommand): Promise<CommandOutcome> {
    const state = await this.stampings.state(command.key, command.tenant);
    switch (state.status) {
      case 'new':
        return refuse('stamping_in_progress');
      case 'sealed':
        return this.resume(command, state.xmlKey);
      case 'stamped':
      case 'refused':
      case 'abandoned':
        return ok({ position: '0' });
    }
  }

  private async seal(command: StampingCommand, input: ComprobanteInput): Promise<CommandOutcome> {
    const { contents, clock } = this.runtime;
    const csd = await this.csds.current(command.tenant, input.emisor);
    if (!csd.ok) return this.refuseUnsigned(command, csd.refusal.code, csd.refusal.details ?? []);
    const built = buildComprobante(input);
    if (!built.ok)
      return this.refuseUnsigned(command, 'invoice_stamping_validation_error', built.refusal.details ?? []);
    const { xml, sello } = await sealComprobante(built.value, csd.value);
    // Named after its seal: what was sealed by another delivery can't be taken for this, or be written over.
    const xmlKey = `cfdi/${command.key}/${createHash('sha256').update(sello).digest('hex').slice(0, 16)}.xml`;
    await contents.put(command.tenant, xmlKey, Buffer.from(xml));
    const { noCertificado } = csd.value;
    const sealed = await this.stampings.handle(
      step(command, 'seal'),
      { type: 'seal', now: clock.now(), xmlKey, sello, noCertificado },
      { expectNew: true },
    );
    if (!sealed.ok) return sealed;
    // Only who wrote down the seal may send without asking the PAC first.
    return sealed.value.changed ? this.send(command, xmlKey, xml) : this.goOn(command);
  }

  private async refuseUnsigned(
    command: StampingCommand,
    code: ErrorCode,
    details: readonly Detail[],
  ): Promise<CommandOutcome> {
    const now = this.runtime.clock.now();
    const refused = await this.stampings.handle(step(command, 'refuse'), {
      type: 'refuse',
      now,
      code,
      details,
    });
    // An earlier delivery has signed it already: it may be at the PAC, so it is not ours to refuse any more.
    return refused.ok ? receipt(refused) : this.goOn(command);
  }

  /** Takes up a document that was signed before: it may have reached the PAC, so that is asked first. */
  private async resume(command: StampingCommand, xmlKey: string): Promise<CommandOutcome> {
    const stored = await this.runtime.contents.get(command.tenant, xmlKey);
    if (!stored) throw new Error(`the signed XML ${xmlKey} is missing`);
    const xml = stored.toString();
    const found = await this.pac.find({ account: accountOf(command.tenant), xml });
    switch (found.kind) {
      case 'found':
        return this.record(command, xmlKey, xml, { kind: 'stamped', timbre: found.timbre, duplicate: true });
      case 'not_found':
        return this.send(command, xmlKey, xml);
      case 'unavailable':
        return this.record(command, xmlKey, xml, { kind: 'unknown', reason: found.reason });
    }
  }

  private async send(command: StampingCommand, xmlKey: string, xml: string): Promise<CommandOutcome> {
    const outcome = await this.pac.stamp({ requestId: command.key, account: accountOf(command.tenant), xml });
    return this.record(command, xmlKey, xml, outcome);
  }

  private record(
    command: StampingCommand,
    xmlKey: string,
    xml: string,
    outcome: StampOutcome,
  ): Promise<CommandOutcome> {
    const answer = this.answerOf(xmlKey, xml, outcome);
    return this.run(command, 'record', { type: 'record', now: this.runtime.clock.now(), answer });
  }

  private async run(command: StampingCommand, name: string, what: StampCommand): Promise<CommandOutcome> {
    return receipt(await this.stampings.handle(step(command, name), what));
  }

  private answerOf(xmlKey: string, xml: string, outcome: StampOutcome): StampAnswer {
    switch (outcome.kind) {
      case 'stamped': {
        const { timbre, duplicate } = outcome;
        return { kind: 'stamped', stamp: stampOf(xmlKey, xml, timbre), pac: this.pac.name, duplicate };
      }
      case 'refused': {
        const { code, message, source } = outcome;
        return {
          kind: 'refused',
          code: 'invoice_stamping_validation_error',
          details: [{ code, message, source }],
        };
      }
      case 'unavailable':
        return { kind: 'uncertain', certain: true, reason: outcome.reason };
      case 'unknown':
        return { kind: 'uncertain', certain: false, reason: outcome.reason };
    }
  }
}

/** Two events of one delivery need ids of their own: each step is a command derived from the envelope's. */
const step = (command: StampingCommand, name: string): StampingCommand => ({
  ...command,
  id: `${command.id}/${name}`,
});

const accountOf = ({ organizationId, livemode }: Tenant) => ({ organizationId, livemode });

const attribute = (xml: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1] ?? '';

function stampOf(xmlKey: string, xml: string, timbre: Timbre): InvoiceStamp {
  // The root element's own attributes come first in the documents that we wrote.
  const total = attribute(xml, 'Total');
  const emisor = /<cfdi:Emisor [^>]*>/.exec(xml)?.[0] ?? '';
  const receptor = /<cfdi:Receptor [^>]*>/.exec(xml)?.[0] ?? '';
  return {
    uuid: timbre.uuid,
    date: instantOf(timbre.fechaTimbrado, PAC_ZONE).toISOString(),
    signature: timbre.selloCfd,
    sat_cert_number: timbre.noCertificadoSat,
    sat_signature: timbre.selloSat,
    rfc_provider_cert: timbre.rfcProvCertif,
    complement_string: cadenaTfd(timbre),
    issuer_cert_number: attribute(xml, 'NoCertificado'),
    xml_key: xmlKey,
    timbre_xml: timbre.xml,
    verification_url: qrUrl({
      uuid: timbre.uuid,
      rfcEmisor: attribute(emisor, 'Rfc').replaceAll('&amp;', '&'),
      rfcReceptor: attribute(receptor, 'Rfc').replaceAll('&amp;', '&'),
      total,
      sello: timbre.selloCfd,
    }),
    ...cartaPorte(xml, timbre),
  };
}

/** The address of a Carta Porte's own QR code, where the document carries one. */
function cartaPorte(xml: string, { fechaTimbrado }: Timbre): Pick<InvoiceStamp, 'verification_carta_porte'> {
  const carta = /<cartaporte31:CartaPorte [^>]*>/.exec(xml)?.[0];
  const origen = /<cartaporte31:Ubicacion [^>]*TipoUbicacion="Origen"[^>]*>/.exec(xml)?.[0];
  if (carta === undefined || origen === undefined) return {};
  const idCcp = attribute(carta, 'IdCCP');
  const fechaOrigen = attribute(origen, 'FechaHoraSalidaLlegada');
  return { verification_carta_porte: urlCartaPorte({ idCcp, fechaOrigen, fechaTimbrado }) };
}
