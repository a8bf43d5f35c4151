import { Controller, Headers, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { newId, warning, type Detail, type Refusal } from '#kernel';
import type { DocumentOutcome, InvoiceDoc } from '#contracts';
import {
  errorBody,
  FormBody,
  HttpRefusal,
  languageOf,
  NoQuery,
  StreamedForm,
  unwrap,
  Versioned,
  type VersionedDoc,
} from '#http';
import { Call, CommandSender, type CallContext } from '../../commands.js';
import { parseInvoiceDoc } from '../../docs.js';
import { WarnedInvoice } from '../answer.js';
import { toVersionedDoc } from '../issuing.js';
import { InvoiceQueries } from '../queries.js';
import { ImportedFiles } from './dto.js';
import { ImportedRows } from './rows.js';
import { DocumentUploads } from './upload.js';

/** 10,000 documents take some seconds; who asks for so many waits for them. */
const WAIT_MS = 300_000;

/** Documents that others issued: XML, or a ZIP of them. */
@ApiTags('invoices')
@Controller('invoices/import')
export class ImportInvoicesController {
  constructor(
    private readonly sender: CommandSender,
    private readonly uploads: DocumentUploads,
    private readonly rows: ImportedRows,
    private readonly invoices: InvoiceQueries,
  ) {}

  /** An XML answers the invoice; a ZIP what became of each of its files. */
  @Post()
  @HttpCode(200)
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    required: true,
    schema: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    },
  })
  @ApiExtraModels(WarnedInvoice, ImportedFiles)
  @ApiOkResponse({
    description: 'The invoice of an XML, or what became of the files of a ZIP',
    schema: { oneOf: [{ $ref: getSchemaPath(WarnedInvoice) }, { $ref: getSchemaPath(ImportedFiles) }] },
  })
  @Versioned()
  async import(
    @Call() call: CallContext,
    @FormBody() form: StreamedForm,
    @Headers('accept-language') languages: string | undefined,
    @NoQuery() _: void,
    @Req() request: FastifyRequest,
  ): Promise<VersionedDoc | string> {
    const file = await this.uploads.receive(call.tenant, form);
    try {
      await request.judgeAgain();
      const command = {
        type: 'reception.import',
        key: newId(),
        data: { ...file, source: 'upload' },
      } as const;
      const imported = unwrap(await this.sender.send(command, call, { timeoutMs: WAIT_MS })).data;
      await this.rows.wait(call.tenant, imported);
      if (!imported.zip) return await this.answerOf(call, imported.outcomes[0]);
      const language = languageOf(languages);
      return JSON.stringify({
        results: imported.outcomes.map((one) => {
          const { message, errors } = one.code === null ? NONE : errorBody(refusalOf(one), language);
          const { file: name, status, code, uuid, id } = one;
          return { file: name, status, code, message, errors, uuid, id };
        }),
      });
    } finally {
      await this.uploads.drop(call.tenant, file);
    }
  }

  private async answerOf(call: CallContext, outcome: DocumentOutcome | undefined): Promise<VersionedDoc> {
    if (outcome?.status !== 'imported' || outcome.id === null)
      throw new HttpRefusal(
        refusalOf(outcome ?? { code: 'invoice_import_unreadable', details: [], id: null }),
      );
    const stored = unwrap(await this.invoices.find(call.tenant, outcome.id));
    return { ...toVersionedDoc(stored), warnings: importWarnings(parseInvoiceDoc(stored.doc)) };
  }
}

const NONE = { message: null, errors: [] } as const;

/** Why a document was not imported, as its own request is answered. */
function refusalOf({
  code,
  details,
  params,
  id,
}: Pick<DocumentOutcome, 'code' | 'details' | 'params' | 'id'>): Refusal {
  return {
    code: code ?? 'invoice_import_unreadable',
    ...{ path: 'file', location: 'files' },
    ...(params && { params }),
    ...(details.length > 0 && { details }),
    ...(id !== null && { resourceId: id }),
  };
}

/** What is doubtful in a document that is imported: it is there all the same. */
function importWarnings({ imported, issuer_info }: InvoiceDoc): readonly Detail[] {
  if (!imported) return [];
  const { sat_status, efos } = imported;
  const rfc = issuer_info?.tax_id ?? '';
  return [
    ...(sat_status === 'not_found' ? [warning('file', 'unknown_at_sat')] : []),
    ...(sat_status === 'canceled' ? [warning('file', 'canceled_at_sat')] : []),
    ...(efos === 'listed' ? [warning('file', 'issuer_listed_69b', { rfc })] : []),
    ...(efos === 'third_party_listed' ? [warning('file', 'third_party_listed_69b')] : []),
  ];
}
