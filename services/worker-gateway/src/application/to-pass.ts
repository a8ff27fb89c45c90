import { MAX_CP, MAX_MATE_PLIES, pliesToMate, scoreOfMate } from '@atomicdb/chess';
import { Rejected } from '@atomicdb/decider';
import type { Line } from '@atomicdb/events';
import type { Pass, workerApi } from '@atomicdb/rpc';

function refuseScore(rank: number, why: string): never {
  throw new Rejected('pass-score', `Line ${rank}: ${why}.`, 'lines.cp');
}

function mateToCp(rank: number, moves: number): number {
  const plies = pliesToMate(moves);
  if (plies < 1 || plies > MAX_MATE_PLIES) refuseScore(rank, `a mate is 1 to ${MAX_MATE_PLIES} plies away`);
  return scoreOfMate(moves);
}

/**
 * Only here are the two kinds still apart: beyond this door a large cp would pass for a mate. Source: analyses.md,
 * "Passes".
 */
function toCp({ rank, cp, mate }: workerApi.Line): number {
  if (mate !== undefined && cp === undefined) return mateToCp(rank, mate);
  if (cp === undefined || mate !== undefined) return refuseScore(rank, 'exactly one of cp and mate is set');
  return Math.abs(cp) <= MAX_CP ? cp : refuseScore(rank, `cp is at most ${MAX_CP} either way`);
}

function toLine(line: workerApi.Line): Line {
  const { rank, pv, depth, seldepth } = line;
  return { rank, move: pv[0] ?? '', cp: toCp(line), pv, depth, seldepth };
}

/**
 * A finished search in the words of the analyses service, mates in its convention.
 *
 * @param multipv lines the assignment asked for
 * @throws Rejected (pass-score) for a score that is none
 */
export function toPass(complete: workerApi.Complete, multipv: number): Pass {
  const { name = '', version = '' } = complete.engine ?? {};
  return {
    searchedNodes: complete.nodes,
    lines: complete.lines.map(toLine),
    engine: { name, version, build: complete.engineBuild, net: complete.netHash },
    threads: complete.threads,
    hashMb: complete.hashMb,
    multipv,
    elapsedMs: complete.elapsedMs,
  };
}
