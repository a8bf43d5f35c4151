import { describe, expect, it } from '@jest/globals';
import { StartupError } from '../postgres/startup-error.js';
import { loadConfig } from './config.js';

const token = 'a-token-of-32-characters-in-all-';
const browser = (env: Record<string, string>) => loadConfig(env).browser;

describe('TIMBRA_BROWSER_URL', () => {
  it('is no setting that a process must have', () => {
    expect(browser({})).toBeUndefined();
    expect(browser({ TIMBRA_BROWSER_URL: '', TIMBRA_BROWSER_TOKEN: token })).toBeUndefined();
  });

  it.each(['ws://browser:9222', 'wss://browser.example.com'])('%s, with its token', (url) =>
    expect(browser({ TIMBRA_BROWSER_URL: url, TIMBRA_BROWSER_TOKEN: token })).toEqual({ url, token }),
  );

  it.each([
    'browser:9222',
    'http://browser:9222',
    `ws://browser:9222/${token}`,
    `ws://user:${token}@browser:9222`,
    `ws://browser:9222?token=${token}`,
  ])('%s is refused in one sentence that repeats nothing', (url) => {
    const load = () => browser({ TIMBRA_BROWSER_URL: url, TIMBRA_BROWSER_TOKEN: token });
    expect(load).toThrow(StartupError);
    expect(load).toThrow(/^TIMBRA_BROWSER_URL must [^\n]*\.$/);
    expect(load).not.toThrow(token);
  });

  it.each([{}, { TIMBRA_BROWSER_TOKEN: 'short' }])('needs a token that nobody guesses', (env) =>
    expect(() => browser({ TIMBRA_BROWSER_URL: 'ws://browser:9222', ...env })).toThrow(
      /^TIMBRA_BROWSER_TOKEN must be set/,
    ),
  );
});
