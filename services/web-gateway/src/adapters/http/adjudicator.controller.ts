import { Controller, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { adjudicateCall } from '../../application/adjudicate';
import { adjudicateSchema } from './call-schemas';
import { DoorFault } from './door-fault';
import { readFields } from './fields';
import { fieldsOf } from './read-body';
import { sendJson } from './send-json';

type Call = ReturnType<typeof readFields<typeof adjudicateSchema.shape>>;

/** The adjudicator needs no graph: xiangqi too. It takes no scores (positions.md, "Material", last item). */
@Controller('atomicdb/api')
export class AdjudicatorController {
  @Post('adjudicate')
  async adjudicate(@Req() request: Request, @Res() response: Response): Promise<void> {
    const call = readFields(adjudicateSchema, fieldsOf(request));
    checkKind(call);
    sendJson(response, 200, await adjudicateCall(call));
  }
}

/** One FEN, one game or a batch. */
function checkKind({ fen, moves, pgn, batch }: Call): void {
  const single = [fen, moves, pgn].some((field) => field !== undefined);
  if (batch !== undefined && single) {
    throw new DoorFault('field-invalid', 'A batch stands alone: leave fen, moves and pgn out.', {
      field: 'batch',
    });
  }
  if (batch === undefined && !single) {
    throw new DoorFault('field-missing', 'Send a fen, a game (fen and moves, or pgn), or a batch.', {
      field: 'fen',
    });
  }
}
