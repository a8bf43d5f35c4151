import {
  shownText,
  type ManifestOutcome,
  type ManifestRequest,
  type ManifestTexts,
  type SignsManifests,
} from '../manifest.js';
import { send } from '../http.js';
import { isSession, readMessage } from './codes.js';
import { readEnvelope } from './envelope.js';
import type { SwSession } from './session.js';
import type { SwSettings } from './settings.js';

const PATH = '/management/v2/api/dealers/manifests';

/**
 * SW's manifest: its documented service wants the FIEL's certificate, key and password, signs by itself and answers with the PDF.
 * Another one that takes a signature exists, and is not documented enough to be spoken to. So the files that came with this very
 * request are handed on, over TLS, and kept nowhere; without files nothing is sent.
 */
export class SwManifests implements SignsManifests {
  readonly signsWith = 'files';

  constructor(
    private readonly settings: SwSettings,
    private readonly session: SwSession,
    private readonly timeoutMs: number,
  ) {}

  async sign({ files, contact: { email } }: ManifestRequest): Promise<ManifestOutcome> {
    if (!files) return { kind: 'needs_files' };
    const body = JSON.stringify({
      ...{ B64Cer: files.cer.toString('base64'), B64Key: files.key.toString('base64') },
      ...{ Password: files.password, SendEmail: email !== undefined, Email: email ?? '' },
    });
    for (let first = true; ; first = false) {
      const token = await this.session.token();
      if (typeof token !== 'string') return token;
      const outcome = await this.post(token, body, files.password);
      // A token that is refused is renewed once: nothing was processed with it.
      if (outcome.kind !== 'session') return outcome;
      if (!(this.session.giveUp(token) && first))
        return { kind: 'unavailable', reason: 'SW refuses the token', trouble: 'account' };
    }
  }

  async read(): Promise<ManifestTexts> {
    return { kind: 'none' };
  }

  private async post(
    token: string,
    body: string,
    password: string,
  ): Promise<ManifestOutcome | { readonly kind: 'session' }> {
    const outcome = await send({
      ...{ method: 'POST', url: `${this.settings.apiUrl}${PATH}`, timeoutMs: this.timeoutMs, body },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    if (outcome.kind === 'not_reached')
      return { kind: 'unavailable', reason: `SW: ${outcome.reason}`, trouble: 'not_reached' };
    if (outcome.kind === 'no_answer') return { kind: 'unknown', reason: `SW: ${outcome.reason}` };
    const { status, bytes } = outcome;
    if (status >= 500) return { kind: 'unknown', reason: `SW answers HTTP ${status}` };
    // The signed manifest itself, as it is documented; clients have also seen it in the envelope of all other answers.
    if (status < 300 && bytes.subarray(0, 5).equals(PDF)) return { kind: 'signed' };
    const answer = readEnvelope(outcome.body);
    if (answer?.success) return { kind: 'signed' };
    const { code, text } = readMessage(answer?.message, answer?.detail);
    if (status === 401 || (answer && isSession(code, text))) return { kind: 'session' };
    if (!answer) return { kind: 'unknown', reason: `SW answers HTTP ${status}, unreadable` };
    // Whatever it repeats of what it was sent.
    const message = shownText(password === '' ? text : text.replaceAll(password, '…'));
    return { kind: 'refused', message, ...(code !== '' && { code }) };
  }
}

const PDF = Buffer.from('%PDF-');
