import { Controller, Put } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { testApp, testKeys, type TestApp } from '../testing/app.js';
import type { Uploaded, UploadForm } from './form.js';
import { TakesUpload, Upload } from './upload.js';

const filesForm: UploadForm<'cer' | 'key', 'password'> = {
  files: { cer: { maxBytes: 1000 }, key: { maxBytes: 600_000 } },
  fields: { password: { maxBytes: 20 } },
  missing: (names) =>
    names.length === 2
      ? 'certificate_files_required'
      : names[0] === 'cer'
        ? 'certificate_file_required'
        : 'private_key_file_required',
};

@Controller('uploads')
class UploadsController {
  @Put()
  @TakesUpload(filesForm)
  put(@Upload(filesForm) { files, fields }: Uploaded<'cer' | 'key', 'password'>) {
    return { cer: files.cer.toString('hex'), key: files.key.length, ...fields };
  }
}

let http: TestApp;
beforeAll(async () => {
  http = await testApp([UploadsController], {
    'PUT /v2/uploads': {
      operation: 'write.uploads.put',
      keys: ['live'],
      bodyLimit: 'upload',
      rateClass: 'write',
    },
  });
});
afterAll(() => http.app.close());

const B = 'xxBOUNDARYxx';
const part = (
  name: string,
  content: string,
  more = '; filename="a.b"\r\nContent-Type: application/octet-stream',
) => `--${B}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const end = `--${B}--\r\n`;
const typed = `multipart/form-data; boundary=${B}`;

async function put(body: string | FormData | undefined, type?: string, language = 'en') {
  const response = await http.call('/v2/uploads', {
    method: 'PUT',
    authorization: `Bearer ${testKeys.live}`,
    headers: { 'accept-language': language, ...(type !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: typeof body === 'string' ? Buffer.from(body, 'latin1') : body }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('a form with files', () => {
  it('gives its files as bytes and its fields as text, whatever they call themselves', async () => {
    const form = new FormData();
    form.set('cer', new Blob([Buffer.from([0, 255, 13, 10, 45, 45])]), '../../x.cer');
    form.set('key', new Blob([Buffer.alloc(500_000, 7)], { type: 'image/png' }));
    form.set('password', 'contraseña ✓');
    expect(await put(form)).toEqual({
      status: 200,
      body: { cer: '00ff0d0a2d2d', key: 500_000, password: 'contraseña ✓' },
    });
  });

  it('may send a file without a name and a type, and say nothing after its end', async () => {
    const body = part('cer', 'abc', '') + part('key', 'k') + `--${B}--`;
    expect(await put(body, typed)).toEqual({ status: 200, body: { cer: '616263', key: 1 } });
  });

  it('is a multipart/form-data body in the OpenAPI document', async () => {
    const document = (await (await http.call('/v2/openapi.json')).json()) as {
      paths: Record<string, { put: { requestBody: unknown } }>;
    };
    const binary = { type: 'string', format: 'binary' };
    expect(document.paths['/v2/uploads']?.put.requestBody).toEqual({
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['cer', 'key'],
            properties: { cer: binary, key: binary, password: { type: 'string', maxLength: 20 } },
          },
        },
      },
    });
  });
});

const both = part('cer', 'c') + part('key', 'k');
const password = (text: string) => part('password', text, '');

describe('a form is refused', () => {
  it.each<[string, string, string, number, string, string | undefined]>([
    ['with nothing in it', end, typed, 400, 'certificate_files_required', 'cer'],
    ['without a body', '', typed, 400, 'certificate_files_required', 'cer'],
    ['without one of its files', part('key', 'k') + end, typed, 400, 'certificate_file_required', 'cer'],
    ['without the other', part('cer', 'k') + end, typed, 400, 'private_key_file_required', 'key'],
    [
      'with an empty file',
      part('cer', '') + part('key', 'k') + end,
      typed,
      400,
      'certificate_file_required',
      'cer',
    ],
    ['under a wrong name', part('file', 'x') + end, typed, 400, 'certificate_files_required', 'cer'],
    ['with something else', both + part('pasword', 'x', '') + end, typed, 400, 'invalid_request', 'pasword'],
    ['with a file twice', both + part('cer', 'd') + end, typed, 413, 'multipart_limit_exceeded', 'cer'],
    [
      'with a file that is too large',
      part('cer', 'c'.repeat(1001)) + end,
      typed,
      413,
      'payload_too_large',
      'cer',
    ],
    [
      'with a long field',
      both + password('x'.repeat(21)) + end,
      typed,
      413,
      'multipart_limit_exceeded',
      'password',
    ],
    ['with many parts', part('x', 'y').repeat(30_000) + end, 'wide', 413, 'payload_too_large', undefined],
    [
      'with some parts too many',
      both + part('x', 'y').repeat(9) + end,
      typed,
      413,
      'multipart_limit_exceeded',
      undefined,
    ],
    [
      'with a name that is too long',
      part('x'.repeat(101), 'y') + end,
      typed,
      413,
      'multipart_limit_exceeded',
      undefined,
    ],
    ['that is cut off', both.slice(0, -5), typed, 400, 'invalid_multipart_form_data', undefined],
    [
      'that ends in the head of a part',
      both + `--${B}\r\nContent-Dis`,
      typed,
      400,
      'invalid_multipart_form_data',
      undefined,
    ],
    ['without its end', both, typed, 400, 'invalid_multipart_form_data', undefined],
    [
      'of another boundary',
      both + end,
      'multipart/form-data; boundary=other',
      400,
      'invalid_multipart_form_data',
      undefined,
    ],
    ['without a boundary', both + end, 'multipart/form-data', 400, 'invalid_multipart_form_data', undefined],
    [
      'with a part without a name',
      '--' + B + '\r\nContent-Disposition: form-data\r\n\r\nx\r\n' + end,
      typed,
      400,
      'invalid_multipart_form_data',
      undefined,
    ],
    ['that is no form', 'PNG', typed, 400, 'invalid_multipart_form_data', undefined],
    ['that is JSON', '{}', 'application/json', 415, 'unsupported_media_type', undefined],
    ['that is an image by itself', 'PNG', 'image/png', 415, 'unsupported_media_type', undefined],
    [
      'that is urlencoded',
      'cer=1',
      'application/x-www-form-urlencoded',
      415,
      'unsupported_media_type',
      undefined,
    ],
  ])('%s', async (_, body, type, status, code, path) => {
    const answer = await put(body, type === 'wide' ? typed : type);
    expect([answer.status, answer.body.code, answer.body.path]).toEqual([status, code, path]);
    if (path !== undefined || code.includes('multipart'))
      expect(answer.body.location).toBe(code === 'invalid_request' ? 'body' : 'files');
  });

  it('and says which type it takes', async () => {
    expect((await put('{}', 'application/json')).body.message).toBe(
      'The content type "application/json" is not supported. Send the Content-Type header with "multipart/form-data".',
    );
  });

  it('in the language of its sender', async () => {
    expect((await put(both, typed)).body.message).toBe(
      'The multipart form data of the request is not valid.',
    );
    expect((await put(part('x', 'y').repeat(11) + end, typed, 'es')).body.message).toBe(
      'El formulario multipart excede los límites permitidos (10 partes).',
    );
  });

  it('before it is read where its caller has no key for it', async () => {
    const socket = connect(Number(new URL(http.origin).port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (data: string) => (text += data));
    socket.write(
      `PUT /v2/uploads HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${testKeys.test}\r\ncontent-type: ${typed}\r\ncontent-length: 100000\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    expect(text).toMatch(/^HTTP\/1\.1 403 [^]*live_api_key_required/);
    socket.destroy();
  });

  it('when it comes in chunks and is JSON', async () => {
    const response = await fetch(`${http.origin}/v2/uploads`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${testKeys.live}`, 'content-type': 'application/json' },
      body: new Blob(['{"a":1}']).stream(),
      duplex: 'half',
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      415,
      'unsupported_media_type',
    ]);
  });
});
