import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { isRejected } from '@atomicdb/decider';
import type { WalkAnswer } from '@atomicdb/rest';
import type { Request, Response } from 'express';
import { compare } from '../../application/compare';
import type { GatewayPeers } from '../../application/gateway-peers';
import { signIn } from '../../application/sign-in';
import type { WalkAllowance } from '../../application/walk-allowance';
import { reportLine, walk } from '../../application/walk-line';
import type { LineCall } from '../../application/read-line';
import { lineSchema, sameSchema, walkSchema } from './call-schemas';
import { DoorFault } from './door-fault';
import { readFields } from './fields';
import { networkOf } from './network-of';
import { optionalCredentials } from './optional-credentials';
import { fieldsOf } from './read-body';
import { sendCacheable, sendJson } from './send-json';
import { ALLOWANCE, PEERS } from './tokens';

const briefly = 'public, max-age=5';

/** Doors of lines: what a path says, and opening its moves. Only the POST adds anything (positions.md, "Lines"). */
@Controller('atomicdb/api')
export class LinesController {
  constructor(
    @Inject(PEERS) private readonly peers: GatewayPeers,
    @Inject(ALLOWANCE) private readonly allowance: WalkAllowance,
  ) {}

  @Get('line')
  async line(@Req() request: Request, @Res() response: Response): Promise<void> {
    const call = readFields(lineSchema, fieldsOf(request));
    if (call.pgn === undefined && !call.fen) {
      throw new DoorFault('fen-missing', 'Say where the line starts: add ?fen= to the address, or pgn=.', {
        field: 'fen',
      });
    }
    sendCacheable(request, response, await reportLine(this.peers, call), briefly);
  }

  @Get('same')
  same(@Req() request: Request, @Res() response: Response): void {
    sendCacheable(request, response, compare(readFields(sameSchema, fieldsOf(request))), briefly);
  }

  @Post('walk')
  async walk(@Req() request: Request, @Res() response: Response): Promise<void> {
    const call = readFields(walkSchema, fieldsOf(request));
    if (call.pgn === undefined && call.fen === undefined) {
      throw new DoorFault('field-missing', 'The field fen is missing: send it, or a pgn.', { field: 'fen' });
    }
    const credentials = optionalCredentials(call);
    if (credentials) await signIn(this.peers, credentials);
    const answer = credentials
      ? await walk(this.peers, call, () => undefined)
      : await this.walkAnonymously(networkOf(request), call);
    sendJson(response, 200, answer);
  }

  private async walkAnonymously(network: string, call: LineCall): Promise<WalkAnswer> {
    const seconds = this.allowance.take(network, Date.now());
    if (seconds > 0) {
      throw new DoorFault('walk-limit', `Wait ${seconds} seconds, or send a name and a password.`, {
        headers: { 'retry-after': String(seconds) },
      });
    }
    const charge = (added: number) => this.allowance.charge(network, added, Date.now());
    try {
      return await walk(this.peers, call, charge);
    } catch (error) {
      // "Rejected calls use up nothing" (api.md).
      if (isRejected(error)) charge(-1);
      throw error;
    }
  }
}
