import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { GatewayPeers } from '../../application/gateway-peers';
import { readBoards, readQueuePage, siteFacts } from '../../application/public-pages';
import { nothingSchema } from './call-schemas';
import { DoorFault } from './door-fault';
import type { EventStreams } from './event-streams';
import { readFields } from './fields';
import { problemPage } from './problem-page';
import { fieldsOf } from './read-body';
import { sendCacheable } from './send-json';
import { PEERS, SITE, STREAMS, type Site } from './tokens';

/** Kept by nobody unasked: the pages read again when a hint says so. */
const revalidate = 'no-cache';

/** Doors that show everybody the same. */
@Controller('atomicdb')
export class PublicController {
  constructor(
    @Inject(PEERS) private readonly peers: GatewayPeers,
    @Inject(SITE) private readonly site: Site,
    @Inject(STREAMS) private readonly streams: EventStreams,
  ) {}

  @Get('api/boards')
  async boards(@Req() request: Request, @Res() response: Response): Promise<void> {
    readFields(nothingSchema, fieldsOf(request));
    sendCacheable(request, response, await readBoards(this.peers), revalidate);
  }

  @Get('api/queue')
  async queue(@Req() request: Request, @Res() response: Response): Promise<void> {
    readFields(nothingSchema, fieldsOf(request));
    sendCacheable(request, response, await readQueuePage(this.peers), revalidate);
  }

  @Get('api/site')
  facts(@Req() request: Request, @Res() response: Response): void {
    readFields(nothingSchema, fieldsOf(request));
    sendCacheable(request, response, siteFacts(this.site.ladder, this.site.ladderName), revalidate);
  }

  @Get('api/events')
  events(@Req() request: Request, @Res() response: Response): void {
    readFields(nothingSchema, fieldsOf(request));
    this.streams.open(request, response);
  }

  @Get('problems/:code')
  problem(@Param('code') code: string, @Res() response: Response): void {
    const page = problemPage(code);
    if (page === null) throw new DoorFault('unknown-door', 'There is no problem of this name.');
    response
      .set({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .end(page);
  }
}
