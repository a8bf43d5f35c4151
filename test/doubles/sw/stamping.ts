import { cadenaTfd, parseComprobante, parseRetencion } from '#cfdi';
import type { Certifier } from '../core/certifier.js';
import type { Fault } from '../core/faults.js';
import { hashOf, type LedgerStamp } from '../core/ledger.js';
import { json, type Answer, type Double } from '../core/server.js';

/** SW's stamp of a sealed document: versions 1 to 4 of the answer, its customid, and what it says of a repeated one. */

export const fail = (message: string, messageDetail: string | null = null, status = 400): Answer =>
  json({ message, messageDetail, data: null, status: 'error' }, status);

const HOURS_72 = 72 * 3_600_000;

export class SwStamping {
  private readonly customIds = new Map<string, { hash: string; at: number }>();

  constructor(
    private readonly certifier: Certifier,
    private readonly double: Double,
  ) {}

  async stamp(
    document: Buffer | undefined,
    {
      version,
      b64,
      customId,
      old,
    }: { version: string; b64: boolean; customId: string | undefined; old: boolean },
    fault: Fault | undefined,
  ): Promise<Answer> {
    if (!document || document.length === 0) return fail('Xml CFDI33 no proporcionado o viene vacio.');
    const { faults } = this.double;
    const { settings } = faults;
    if (settings.accountRefused) return fail('AU2000 - El usuario y/o contraseña son inválidos.', null, 401);
    if (settings.balance <= 0)
      return fail('El usuario no cuenta con timbres disponibles, saldo insuficiente.');
    if (fault?.name === 'CO1000' && fault.when !== 'after') return uncontrolled();
    const bytes = b64 ? Buffer.from(document.toString(), 'base64') : document;
    const hash = hashOf(bytes);
    const taken = await this.otherOfId(customId, hash);
    if (taken)
      return json(
        {
          ...{
            message: 'CFDI3307 - Timbre duplicado. El customId proporcionado está duplicado.',
            messageDetail: '',
          },
          ...{ data: { tfd: taken.tfd, cfdi: null }, status: 'error' },
        },
        400,
      );
    const certified = await this.certifier.certify(bytes, fault);
    if (certified.kind === 'refused') {
      const { code, message } = certified.problem;
      if (code === '707') return fail('307. El comprobante contiene un timbre previo.');
      const own =
        code === '302' ? (certified.facts?.kind === 'retencion' ? 'Reten20101' : 'CFDI40102') : code;
      return fail(`${own} - ${message}`, message);
    }
    const { stamp, duplicate } = certified;
    if (!duplicate) faults.set({ balance: settings.balance - 1 });
    if (customId !== undefined && !this.customIds.has(customId))
      this.customIds.set(customId, { hash, at: this.double.now().getTime() });
    if (fault?.name === 'CO1000') return uncontrolled();
    const data = dataOf(stamp, version, b64);
    if (fault?.name === 'contradiction')
      return json({ message: CONTRADICTION, messageDetail: null, data, status: 'error' }, 400);
    if (!duplicate) return json({ data, status: 'success' });
    const message = '307. El comprobante contiene un timbre previo.';
    const variant = fault?.name ?? (old && version === 'v3' && b64 ? 'detail' : settings.duplicates);
    if (variant === 'detail')
      return json(
        { message, messageDetail: b64 ? base64(stamp.xml) : stamp.xml, data: null, status: 'error' },
        400,
      );
    if (variant === 'data_null')
      return json({ message, messageDetail: null, data: null, status: 'error' }, 400);
    return json({ message, messageDetail: null, data, status: 'error' }, 400);
  }

  /** The stamp of other bytes that were sent with this customid within 72 hours. */
  private async otherOfId(customId: string | undefined, hash: string): Promise<LedgerStamp | undefined> {
    const first = customId === undefined ? undefined : this.customIds.get(customId);
    if (!first || customId === undefined) return undefined;
    if (this.double.now().getTime() - first.at > HOURS_72) {
      this.customIds.delete(customId);
      return undefined;
    }
    return first.hash === hash ? undefined : this.double.ledger.find(first.hash);
  }
}

/** A refusal, beside the stamp. */
const CONTRADICTION = 'CFDI40145 - El campo Nombre del receptor no corresponde.';
const uncontrolled = (): Answer => fail('CO1000 - Error no controlado.');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** `data` by version: 1 tfd, 2 tfd and cfdi, 3 cfdi, 4 all the parts. */
function dataOf(stamp: LedgerStamp, version: string, b64: boolean): object {
  const cfdi = b64 ? base64(stamp.xml) : stamp.xml;
  if (version === 'v1') return { tfd: stamp.tfd };
  if (version === 'v2') return { tfd: stamp.tfd, cfdi };
  if (version === 'v3') return { cfdi };
  const read = stamp.kind === 'comprobante' ? parseComprobante(stamp.xml) : parseRetencion(stamp.xml);
  const timbre = read.ok ? read.value.timbre : undefined;
  return {
    ...{
      cadenaOriginalSAT: timbre ? cadenaTfd(timbre) : '',
      noCertificadoSAT: timbre?.noCertificadoSat ?? '',
    },
    ...{ noCertificadoCFDI: read.ok ? read.value.noCertificado : '', uuid: stamp.uuid },
    ...{ selloSAT: timbre?.selloSat ?? '', selloCFDI: stamp.sello, fechaTimbrado: stamp.fechaTimbrado },
    ...{ qrCode: '', cfdi },
  };
}
