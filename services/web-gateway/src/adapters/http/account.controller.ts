import { Controller, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { RegisterAnswer } from '@atomicdb/rest';
import type { Request, Response } from 'express';
import type { GatewayPeers } from '../../application/gateway-peers';
import { cancelOwn, readOwnQueue } from '../../application/own-queue';
import { credentialsSchema } from './call-schemas';
import { readFields } from './fields';
import { fieldsOf } from './read-body';
import { sendJson } from './send-json';
import { PEERS } from './tokens';

/** Doors that take a name and a password; cookies are ignored. */
@Controller('atomicdb/api')
export class AccountController {
  constructor(@Inject(PEERS) private readonly peers: GatewayPeers) {}

  @Post('register')
  async register(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { username, password } = readFields(credentialsSchema, fieldsOf(request));
    const { account } = await this.peers.accounts.registerAccount({ name: username, password });
    sendJson(response, 201, { account: account?.name ?? username } satisfies RegisterAnswer);
  }

  @Post('my-queue')
  async ownQueue(@Req() request: Request, @Res() response: Response): Promise<void> {
    const credentials = readFields(credentialsSchema, fieldsOf(request));
    sendJson(response, 200, await readOwnQueue(this.peers, credentials));
  }

  @Post('queue-cancel/:id')
  async cancel(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const credentials = readFields(credentialsSchema, fieldsOf(request));
    sendJson(response, 200, await cancelOwn(this.peers, id, credentials));
  }
}
