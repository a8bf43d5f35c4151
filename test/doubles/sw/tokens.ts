import { randomBytes } from 'node:crypto';

/** SW's tokens: two hours, their end as an absolute time in epoch seconds; an "infinite" one from the portal never ends. */
export const INFINITE_TOKEN = 'infinite.token.sw';
const HOURS_2 = 2 * 3600;

export class Tokens {
  private readonly ends = new Map<string, number>();

  issue(now: Date): { token: string; expires_in: number } {
    const token = ['e30', randomBytes(12).toString('base64url'), randomBytes(12).toString('base64url')].join(
      '.',
    );
    const expires_in = Math.floor(now.getTime() / 1000) + HOURS_2;
    this.ends.set(token, expires_in);
    return { token, expires_in };
  }

  /** Why a token is not taken; undefined: it is. */
  judge(authorization: string | undefined, now: Date): string | undefined {
    const token = /^bearer\s+(.*)$/i.exec(authorization ?? '')?.[1] ?? '';
    if (token === '') return 'AU4101 - El token proporcionado viene vacio.';
    if (token.split('.').length !== 3) return 'El token debe contener 3 partes';
    if (token === INFINITE_TOKEN) return undefined;
    const end = this.ends.get(token);
    if (end === undefined) return 'AU2001 - El token no es valido.';
    return now.getTime() / 1000 < end ? undefined : 'AU4102 - El token ha expirado.';
  }

  /** Ends all tokens that were given out. */
  revoke(): void {
    this.ends.clear();
  }
}
