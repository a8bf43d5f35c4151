import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { takeUpload, type FormLimits, type UploadForm } from './form.js';

/** The upload of a request, read by its form: `@Upload(logoForm) upload: Uploaded<'file'>`. */
export const Upload = <File extends string, Name extends string>(
  form: UploadForm<File, Name>,
): ParameterDecorator =>
  createParamDecorator((_: undefined, context: ExecutionContext) =>
    takeUpload(context.switchToHttp().getRequest<FastifyRequest>(), form),
  )();

/** The method takes a form: its body in the OpenAPI document. All files are required, fields are not. */
export const TakesUpload = (form: FormLimits): MethodDecorator =>
  applyDecorators(ApiConsumes('multipart/form-data'), ApiBody({ required: true, schema: schemaOf(form) }));

/** Where a form is kept until the document is whole. */
export const FORM = 'x-form';

/** The method takes a form beside the JSON that its `ApiBody` describes. */
export const TakesForm = (form: FormLimits): MethodDecorator => ApiExtension(FORM, schemaOf(form));

const schemaOf = (form: FormLimits) => ({
  type: 'object' as const,
  required: Object.keys(form.files),
  properties: {
    ...Object.fromEntries(
      Object.entries(form.files).map(([name, { description }]) => [
        name,
        { ...binary, ...(description !== undefined && { description }) },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(form.fields).map(([name, { maxBytes, description }]) => [
        name,
        {
          ...{ type: 'string' as const, maxLength: maxBytes },
          ...(description !== undefined && { description }),
        },
      ]),
    ),
  },
});

const binary = { type: 'string' as const, format: 'binary' };
