import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ask } from '../../application/ask';
import type { GatewayPeers } from '../../application/gateway-peers';
import { readPosition } from '../../application/read-position';
import { querySchema, requestSchema } from './call-schemas';
import { DoorFault } from './door-fault';
import { readFields } from './fields';
import { optionalCredentials } from './optional-credentials';
import { fieldsOf } from './read-body';
import { sendCacheable, sendJson } from './send-json';
import { PEERS, SITE, type Site } from './tokens';

/** 202: the queue has taken something up; 200: nothing had to be. */
const statusOf = { queued: 202, joined: 202, 'already-running': 200, 'already-yours': 200 } as const;

/** The two doors that any page may use: query and request. */
@Controller('atomicdb/api')
export class AskingController {
  constructor(
    @Inject(PEERS) private readonly peers: GatewayPeers,
    @Inject(SITE) private readonly site: Site,
  ) {}

  @Get('query')
  async query(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = fieldsOf(request);
    if (!fields.get('fen')) throw fenMissing();
    const row = await readPosition(this.peers, readFields(querySchema, fields));
    sendCacheable(request, response, row, 'public, max-age=5');
  }

  /** Cookies are ignored, so that a page open in a browser cannot spend its owner's queue (V, "API"). */
  @Post('request')
  async request(@Req() request: Request, @Res() response: Response): Promise<void> {
    const call = readFields(requestSchema, fieldsOf(request));
    const answer = await ask(this.peers, this.site.ladder, {
      fen: call.fen,
      variant: call.variant,
      budgetNodes: call.budget,
      credentials: optionalCredentials(call),
    });
    sendJson(response, statusOf[answer.status], answer);
  }
}

function fenMissing(): DoorFault {
  return new DoorFault('fen-missing', 'Say which position: add ?fen= to the address.', { field: 'fen' });
}
