import type { FastifyRequest } from 'fastify';
import { field, ok, refuseFields, type Language, type Refusal, type Result } from '#kernel';
import { errorBody, readUpload } from '#http';
import { certificateForm } from '../../organizations/certificates.dto.js';
import type { CertificateFiles } from '../../organizations/sealing.js';
import { ownWords, type FieldName } from './errors.js';

/** The fields of the form, in their order. */
export const FIELDS: readonly FieldName[] = ['cer', 'key', 'password'];

/** What is wrong with a field, in a language. */
export interface FieldError {
  readonly name: FieldName;
  readonly message: string;
}

/** The files and the password of a form that was sent; refused as PUT certificate refuses them. */
export function readForm(request: FastifyRequest): Result<CertificateFiles> {
  const form = readUpload(request, certificateForm);
  if (!form.ok) return form;
  const { files, fields } = form.value;
  const { password } = fields;
  if (password === undefined) return refuseFields([field('password', 'required')]);
  return ok({ ...files, password });
}

/** The problems of a refusal that the form can show at its fields, one a field, in the fields' order. */
export function fieldErrors(refusal: Refusal, language: Language): readonly FieldError[] {
  const { code, path, message, errors } = errorBody(refusal, language);
  const problems = [...errors, { code, path, message }];
  return FIELDS.flatMap((name) => {
    const problem = problems.find((one) => one.path === name || (one.code === BOTH && name === 'key'));
    if (!problem) return [];
    return [{ name, message: ownWords(name, refusal.code, problem.code, language) ?? problem.message }];
  });
}

/** It stands at the first file alone. */
const BOTH = 'certificate_files_required';
