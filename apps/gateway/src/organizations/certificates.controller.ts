import { Controller, Delete, Param, Put } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { field, refuseFields } from '#kernel';
import type { CertificateKind } from '#contracts';
import { Caller, HttpRefusal, TakesUpload, Upload, unwrap, type Principal, type Uploaded } from '#http';
import { LogId } from '../commands.js';
import { parseOrganizationDoc } from '../docs.js';
import { organizationOf } from './caller.js';
import { certificateForm, OrganizationWithoutCertificate } from './certificates.dto.js';
import { OrganizationCertificates } from './certificates.js';
import type { CertificateFiles } from './sealing.js';
import { AnswersOrganization } from './shows-folios.js';

const ID = 'organization_id';
const idOrMe = ApiParam({ name: ID, type: String, description: 'An id, or `me` with an organization’s key' });

type Form = Uploaded<'cer' | 'key', 'password'>;

@Controller('organizations')
export class OrganizationCertificatesController {
  constructor(private readonly certificates: OrganizationCertificates) {}

  @Put(`:${ID}/certificate`)
  @TakesUpload(certificateForm)
  @idOrMe
  @AnswersOrganization()
  async setCsd(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Upload(certificateForm) form: Form,
  ): Promise<string> {
    const call = { principal, correlationId };
    return unwrap(await this.certificates.set(organizationOf(principal, id), 'csd', filesOf(form), call));
  }

  @Put(`:${ID}/fiel`)
  @TakesUpload(certificateForm)
  @idOrMe
  @AnswersOrganization()
  async setFiel(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Upload(certificateForm) form: Form,
  ): Promise<string> {
    const call = { principal, correlationId };
    return unwrap(await this.certificates.set(organizationOf(principal, id), 'fiel', filesOf(form), call));
  }

  @Delete(`:${ID}/certificate`)
  @idOrMe
  @AnswersOrganization(OrganizationWithoutCertificate)
  async removeCsd(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
  ): Promise<string> {
    return this.remove('csd', id, { principal, correlationId });
  }

  @Delete(`:${ID}/fiel`)
  @idOrMe
  @AnswersOrganization(OrganizationWithoutCertificate)
  async removeFiel(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
  ): Promise<string> {
    return this.remove('fiel', id, { principal, correlationId });
  }

  private async remove(
    kind: CertificateKind,
    id: string,
    call: { readonly principal: Principal; readonly correlationId: string },
  ): Promise<string> {
    const organization = organizationOf(call.principal, id);
    const doc = parseOrganizationDoc(unwrap(await this.certificates.remove(organization, kind, call)));
    const { updated_at } = kind === 'csd' ? doc.certificate : doc.fiel;
    return JSON.stringify({ ...doc, updated_at, has_certificate: false });
  }
}

/** The files of a form, with the password, which may be empty but not missing. */
function filesOf({ files, fields: { password } }: Form): CertificateFiles {
  if (password === undefined) throw new HttpRefusal(refuseFields([field('password', 'required')]).refusal);
  return { ...files, password };
}
