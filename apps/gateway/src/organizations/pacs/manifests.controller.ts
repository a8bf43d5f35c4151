import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiParam } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { field, ok, refuseFields, type Result } from '#kernel';
import { Answers, bringsForm, Caller, readUpload, TakesForm, unwrap, validate, type Principal } from '#http';
import { LogId } from '../../commands.js';
import { organizationOf } from '../caller.js';
import { ManifestLinks } from './manifest-links.js';
import { manifestForm, ManifestBody, ManifestLink } from './manifests.dto.js';
import { OrganizationManifests, type Signature } from './manifests.js';
import { Pacs } from './pacs.dto.js';

const ID = 'organization_id';

/** Manifests (cartas manifiesto), signed with the FIEL of the organization. */
@Controller(`organizations/:${ID}/pacs/:pac`)
export class ManifestsController {
  constructor(
    private readonly manifests: OrganizationManifests,
    private readonly links: ManifestLinks,
  ) {}

  @Post('manifest')
  @HttpCode(200)
  @ApiParam({ name: ID, type: String, description: 'An id, or `me` with an organization’s key' })
  @ApiParam({ name: 'pac', type: String, description: '`sw`, `finkok` or `prodigia`' })
  @ApiBody({ type: ManifestBody, required: false })
  @TakesForm(manifestForm)
  @ApiOkResponse({ type: Pacs, description: 'The settings, with the manifest as it is now' })
  async sign(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Param('pac') pac: string,
    @Req() request: FastifyRequest,
  ): Promise<Pacs> {
    const organization = organizationOf(principal, id);
    const signature = unwrap(signatureOf(request));
    return unwrap(await this.manifests.sign(organization, pac, signature, { principal, correlationId }));
  }

  @Post('manifest-link')
  @ApiParam({ name: ID, type: String, description: 'An id, or `me` with an organization’s key' })
  @ApiParam({ name: 'pac', type: String, description: '`sw`, `finkok` or `prodigia`' })
  @ApiBody({ type: ManifestBody, required: false })
  @Answers(ManifestLink)
  async link(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Param('pac') pac: string,
    @Body() { email }: ManifestBody,
  ): Promise<ManifestLink> {
    const organization = organizationOf(principal, id);
    return unwrap(await this.links.make(organization, pac, email, { principal, correlationId }));
  }
}

/** The files of a form, as PUT fiel takes them; a body of JSON, or none: the FIEL that is kept. */
function signatureOf(request: FastifyRequest): Result<Signature> {
  if (!bringsForm(request)) {
    const sent = validate(ManifestBody, request.body ?? {}, 'body');
    return sent.ok ? ok({ files: undefined, ...emailOf(sent.value.email) }) : sent;
  }
  const form = readUpload(request, manifestForm);
  if (!form.ok) return form;
  const { files, fields } = form.value;
  const { password } = fields;
  if (password === undefined) return refuseFields([field('password', 'required')]);
  const sent = validate(ManifestBody, fields.email === undefined ? {} : { email: fields.email }, 'body');
  return sent.ok ? ok({ files: { ...files, password }, ...emailOf(sent.value.email) }) : sent;
}

const emailOf = (email: string | undefined) => (email === undefined ? {} : { email });
