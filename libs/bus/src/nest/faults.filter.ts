import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';

/**
 * Hands a fault of a handler on as it is. Nest's own filter turns all faults into "Internal server error", and the bus
 * could not tell `Contended`, which is worth another attempt at once, from a bug.
 */
@Catch()
export class FaultsFilter implements RpcExceptionFilter {
  catch(fault: unknown): Observable<never> {
    return throwError(() => fault);
  }
}
