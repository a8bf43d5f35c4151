import type { Detail } from '#kernel';
import { invalidFormat } from '../details.js';
import { textProblem } from '../text.js';

/** Forms of the XSD that several nodes share. */

export const RFC_NACIONAL = 'XAXX010101000';
export const RFC_EXTRANJERO = 'XEXX010101000';

const RFC = /^[A-Z&Ñ]{3,4}\d{2}(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]$/;
export const CP = /^\d{5}$/;
export const REGIMEN = /^\d{3}$/;
export const rfcProblem = (rfc: string, path: string): Detail | undefined =>
  RFC.test(rfc) ? undefined : invalidFormat(path, 'RFC');

export const patternProblem = (
  value: string,
  path: string,
  pattern: RegExp,
  expected: string,
): Detail | undefined => (pattern.test(value) ? undefined : invalidFormat(path, expected));
export const optionalText = (value: string | undefined, path: string, max: number): Detail | undefined =>
  value === undefined ? undefined : textProblem(value, path, max);
