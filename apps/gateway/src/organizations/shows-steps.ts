import {
  Inject,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { organizationNow, type Clock, type Language } from '#kernel';
import { stepInEnglish, withSteps } from '#answers';
import type { CertificateDoc, OrganizationDoc } from '#contracts';
import { languageOf } from '#http';
import { CLOCK } from '#hosting';

/** What a row can't know, as nothing happens to it then: that a certificate is over, and in which language it is read. */
@Injectable()
class StepsInterceptor implements NestInterceptor<unknown, unknown> {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const language = languageOf(headers['accept-language']);
    return next
      .handle()
      .pipe(map((answer) => (typeof answer === 'string' ? this.show(answer, language) : answer)));
  }

  private show(text: string, language: Language): string {
    const answer = JSON.parse(text) as
      OrganizationDoc | { readonly data: readonly OrganizationDoc[] } | string;
    if (typeof answer === 'string') return text;
    const one = (doc: OrganizationDoc) => this.showOne(doc, language);
    return JSON.stringify('data' in answer ? { ...answer, data: answer.data.map(one) } : one(answer));
  }

  private showOne(doc: OrganizationDoc, language: Language): OrganizationDoc {
    const shown = withoutUse(withSteps(doc, organizationNow(this.clock, doc.id)));
    if (language === 'es') return shown;
    const inEnglish = shown.pending_steps.map(({ type, description }) => ({
      ...{ type, description: stepInEnglish(description) },
    }));
    return { ...shown, pending_steps: inEnglish };
  }
}

/** What a certificate is good for, and which manifests are signed, is said by the steps. */
const withoutUse = ({ pacs: _pacs, ...doc }: OrganizationDoc): OrganizationDoc => ({
  ...doc,
  certificate: toShown(doc.certificate),
  fiel: toShown(doc.fiel),
});
const toShown = ({ use: _use, ...shown }: CertificateDoc): CertificateDoc => shown;

/** For methods that answer organizations, or lists of them, as JSON text: steps as they are now, in the caller's language. */
export const ShowsSteps = () => UseInterceptors(StepsInterceptor);
