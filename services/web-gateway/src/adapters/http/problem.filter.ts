import {
  Catch,
  HttpException,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { Logger } from '@atomicdb/telemetry';
import type { Request, Response } from 'express';
import { DoorFault } from './door-fault';
import { allowed, doorAt } from './doors';
import { everyHeader } from './entrance';
import { pathOf } from './path-of';
import { toProblem } from './to-problem';

/** Every fault of the process's HTTP surface as application/problem+json (RFC 9457). */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (response.headersSent) {
      this.logger.error({ err: error, path: pathOf(request) }, 'an answer broke off');
      response.destroy();
      return;
    }
    // Controllers of the process itself, as the health page, answer in their own way.
    const isMissing = error instanceof NotFoundException;
    if (error instanceof HttpException && !isMissing && pathOf(request).startsWith('/health/')) {
      response.status(error.getStatus()).json(error.getResponse());
      return;
    }
    this.answer(isMissing ? missing(request) : error, request, response);
  }

  private answer(error: unknown, request: Request, response: Response): void {
    const { problem, headers } = toProblem(error);
    if (problem.status >= 500) {
      this.logger.error({ err: error, method: request.method, path: pathOf(request) }, 'a call failed');
    }
    // `OPTIONS *` names no path, so that the entrance never sees it.
    response.removeHeader('x-powered-by');
    response.status(problem.status).set({ ...everyHeader, 'cache-control': 'no-store', ...headers });
    response.set('content-type', 'application/problem+json; charset=utf-8');
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(problem));
  }
}

function missing(request: Request): DoorFault {
  const { method } = request;
  const door = doorAt(pathOf(request));
  if (!door)
    return new DoorFault('unknown-door', 'There is nothing at this address: look at the method page.');
  const headers = { allow: allowed(door) };
  return new DoorFault('method-not-allowed', `${method} is not for this door: use ${headers.allow}.`, {
    headers,
  });
}
