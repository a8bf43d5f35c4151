import { describe, expect, it } from '@jest/globals';
import { StartupError } from '../postgres/startup-error.js';
import { loadConfig } from './config.js';
import { smtpSettings } from './smtp.js';

describe('TIMBRA_SMTP_URL', () => {
  it.each([
    ['smtps://ana:s3cr%40t@mail.example.com', 465, 'implicit'],
    ['smtps://ana:s3cr%40t@mail.example.com:4650/', 4650, 'implicit'],
    ['smtp://ana:s3cr%40t@mail.example.com', 587, 'required'],
    ['smtp://ana:s3cr%40t@mail.example.com:2525?tls=off', 2525, 'off'],
  ])('%s', (url, port, tls) => {
    expect(smtpSettings(url)).toEqual({
      host: 'mail.example.com',
      port,
      tls,
      user: 'ana',
      password: 's3cr@t',
    });
  });

  it('needs no credentials', () => {
    const none = { user: undefined, password: undefined };
    expect(smtpSettings('smtp://relay:25')).toEqual({ host: 'relay', port: 25, tls: 'offered', ...none });
    expect(smtpSettings('smtp://[::1]:25?tls=required')).toEqual({
      host: '::1',
      port: 25,
      tls: 'required',
      ...none,
    });
  });

  it.each([
    'mail.example.com',
    'http://ana:hunter2@mail.example.com',
    'smtp://ana:hunter2@',
    'smtp://:hunter2@mail.example.com',
    'smtp://hunter2@mail.example.com',
    'smtp://ana:hunter2@mail.example.com/inbox',
    'smtp://ana:hunter2@mail.example.com?tls=maybe',
    'smtp://ana:hunter2@mail.example.com?rejectUnauthorized=false',
    'smtps://ana:hunter2@mail.example.com?tls=off',
    'smtp://ana:hunter2%@mail.example.com',
  ])('%s is refused in one sentence that does not repeat it', (url) => {
    const load = () => loadConfig({ TIMBRA_SMTP_URL: url, TIMBRA_MAIL_FROM: 'a@example.com' });
    expect(load).toThrow(StartupError);
    expect(load).toThrow(/^TIMBRA_SMTP_URL [^\n]*\.$/);
    expect(load).not.toThrow(/hunter2/);
  });
});

describe('TIMBRA_MAIL_FROM', () => {
  const from = (text: string, smtp = 'smtp://relay:25') =>
    loadConfig({ TIMBRA_SMTP_URL: smtp, TIMBRA_MAIL_FROM: text }).mailFrom;

  it('is the address alone, and must be told where mails leave the machine', () => {
    expect(from('facturas@example.com')).toBe('facturas@example.com');
    expect(from('', '')).toBe('timbra@localhost');
    expect(() => from('')).toThrow(/^TIMBRA_MAIL_FROM must be set with TIMBRA_SMTP_URL/);
  });

  it.each(['Ana <ana@example.com>', 'ana', 'a@b\r\nBcc: c@d', 'a@b, c@d', 'añá@example.com'])(
    'can not be %j',
    (text) => expect(() => from(text)).toThrow(/^TIMBRA_MAIL_FROM must be an address/),
  );
});
