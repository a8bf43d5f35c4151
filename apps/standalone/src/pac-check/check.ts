import { parseAcuse, parseComprobante, type Csd } from '#cfdi';
import type { DocumentKey, PacAccount, RealPac, StampOutcome, Timbre } from '#pac';
import { sealedInvoice, signedRequest, type DocumentOptions } from './document.js';

/** What a check needs, and whom it tells what it sees. */
export interface CheckParts {
  readonly pac: RealPac;
  readonly csd: Csd;
  readonly document: DocumentOptions;
  readonly now: () => Date;
  readonly say: (line: string) => void;
  /** Between tries. */
  readonly pause: () => Promise<void>;
}

const ACCOUNT: PacAccount = { organizationId: '0'.repeat(24), livemode: true };
/** After a lost answer; and while the SAT does not know the new document yet (205), which takes minutes at times. */
const TRIES = 6;

/**
 * Probes the provider, stamps an invoice, sends the same bytes again, and cancels it: the account, the adapter and the
 * provider's duplicates, as they are. Tells each step as it goes. True where all of it went as it has to.
 */
export async function checkPac(parts: CheckParts): Promise<boolean> {
  const { pac, say } = parts;
  if (!(await probe(parts))) return false;
  const xml = await sealedInvoice(parts.csd, parts.document, parts.now());
  say('2. Stamp of a new invoice of MXN 1.16 to the general public');
  const timbre = await stamped(parts, xml);
  if (!timbre) return false;
  say(`   UUID ${timbre.uuid}, ${timbre.fechaTimbrado} (central Mexico), by ${timbre.rfcProvCertif}`);
  say(`   SelloCFD, certificate ${timbre.noCertificadoSat} and SelloSAT hold.`);
  const same = await sendAgain(parts, xml, timbre);
  const found = pac.capabilities.find === 'query' ? await ask(parts, xml, timbre) : true;
  return (await cancel(parts, xml, timbre)) && same && found;
}

async function probe({ pac, say }: CheckParts): Promise<boolean> {
  say('1. Probe: is the PAC there, does it take the account, what does its clock say');
  const outcome = await pac.probe(ACCOUNT);
  if (outcome.kind !== 'well') {
    say(`   FAILED: ${outcome.reason}. Nothing was stamped.`);
    return false;
  }
  const { stampsLeft, clockAheadMs } = outcome;
  say(`   Well.${stampsLeft === undefined ? '' : ` Stamps left: ${stampsLeft}.`}${clockText(clockAheadMs)}`);
  return true;
}

function clockText(aheadMs: number | undefined): string {
  if (aheadMs === undefined) return '';
  const seconds = Math.round(aheadMs / 1_000);
  // It tells the time in whole seconds.
  if (Math.abs(seconds) <= 1) return ' Its clock agrees with ours.';
  return ` Its clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} ours.`;
}

/** Stamps, and follows a doubt as the service does: asked for, or sent again, always the same bytes. */
async function stamped({ pac, say, pause }: CheckParts, xml: string): Promise<Timbre | undefined> {
  for (let n = 1; n <= TRIES; n += 1) {
    const outcome = await pac.stamp({ kind: 'comprobante', requestId: 'pac-check', account: ACCOUNT, xml });
    if (outcome.kind === 'stamped') return outcome.timbre;
    say(`   ${describe(outcome)}`);
    if (outcome.kind !== 'unknown') return undefined;
    await pause();
    if (pac.capabilities.find !== 'query') continue;
    const found = await pac.find({ kind: 'comprobante', account: ACCOUNT, xml });
    say(`   Asked: ${found.kind}.`);
    if (found.kind === 'found') return found.timbre;
  }
  say('   FAILED: perhaps it was stamped, and there is no proof. Look for it in the portal of the PAC.');
  return undefined;
}

function describe(outcome: Exclude<StampOutcome, { kind: 'stamped' }>): string {
  switch (outcome.kind) {
    case 'refused':
      return `FAILED: refused (${outcome.source}) ${outcome.code}: ${outcome.message}`;
    case 'unavailable':
      return `FAILED: certainly not stamped: ${outcome.reason}`;
    case 'unknown':
      return `Unknown, perhaps stamped: ${outcome.reason}`;
  }
}

async function sendAgain({ pac, say }: CheckParts, xml: string, first: Timbre): Promise<boolean> {
  say('3. The same bytes again: there must be no second stamp');
  const again = await pac.stamp({ kind: 'comprobante', requestId: 'pac-check', account: ACCOUNT, xml });
  if (again.kind !== 'stamped') {
    say(`   FAILED: ${describe(again)}`);
    return false;
  }
  const isSame = again.timbre.uuid === first.uuid;
  const told = again.duplicate ? 'a duplicate' : 'a new stamp, which it is not';
  say(
    isSame
      ? `   The same UUID, told as ${told}.`
      : `   FAILED: a second UUID ${again.timbre.uuid}! Cancel it by hand.`,
  );
  return isSame;
}

async function ask({ pac, say }: CheckParts, xml: string, { uuid }: Timbre): Promise<boolean> {
  say('4. The question for these bytes');
  const found = await pac.find({ kind: 'comprobante', account: ACCOUNT, xml });
  const isFound = found.kind === 'found' && found.timbre.uuid === uuid;
  say(isFound ? '   Found, with the same UUID.' : `   FAILED: ${found.kind}.`);
  return isFound;
}

async function cancel(parts: CheckParts, xml: string, { uuid }: Timbre): Promise<boolean> {
  const { pac, csd, say, pause, now } = parts;
  say('5. Cancellation, motive 02, signed here');
  for (let n = 1; n <= TRIES; n += 1) {
    const request = await signedRequest(csd, uuid, now());
    const outcome = await pac.cancel({
      kind: 'comprobante',
      requestId: 'pac-check',
      account: ACCOUNT,
      xml: request,
    });
    if ('acuse' in outcome) {
      const acuse = parseAcuse(outcome.acuse);
      say(
        `   Taken by the SAT: EstatusUUID ${acuse.ok ? (acuse.value.folios[0]?.estatusUuid ?? '?') : '?'}.`,
      );
      return tellStatus(parts, keyOf(xml, uuid));
    }
    say(
      `   ${outcome.kind === 'refused' ? `${outcome.code}: ${outcome.message}` : `${outcome.kind}: ${outcome.reason}`}`,
    );
    // 202: an earlier try of ours got there.
    if (outcome.kind === 'refused' && outcome.code === '202') return tellStatus(parts, keyOf(xml, uuid));
    if (outcome.kind === 'refused' && outcome.code !== '205') break;
    await pause();
  }
  say(`   FAILED: ${uuid} is not cancelled. Cancel it in the portal of the SAT or of the PAC.`);
  return false;
}

/** The SAT's word comes late, and it does not know what a PAC's sandbox stamps: told, and no reason to fail. */
async function tellStatus({ pac, say }: CheckParts, key: DocumentKey): Promise<boolean> {
  const status = await pac.status(key);
  say(
    status.kind === 'status'
      ? `   The SAT's status service says now: ${status.estado}.`
      : `   The SAT's status service could not be asked: ${status.reason}.`,
  );
  return true;
}

function keyOf(xml: string, uuid: string): DocumentKey {
  const parsed = parseComprobante(xml);
  if (!parsed.ok) throw new Error('our own document cannot be read');
  const { emisor, receptor, attributes, sello } = parsed.value;
  return {
    ...{ kind: 'comprobante', account: ACCOUNT, uuid },
    ...{ rfcEmisor: emisor.Rfc ?? '', receptor: { rfc: receptor.Rfc ?? '' } },
    ...{ total: attributes.Total ?? '', selloTail: sello.slice(-8) },
  };
}
