import { uciVariant, VARIANT_NAMES, type VariantName } from '@atomicdb/chess';
import { collect, passLines, startReport } from '../../domain/search-report';
import { PROBE_NODES, type VariantProbe, variantProbes } from '../../domain/variant-probe';
import type { UciInfo } from '../../domain/uci-info';
import type { UciEngine } from './uci-engine';

async function passes(engine: UciEngine, variant: VariantName, probe: VariantProbe): Promise<boolean> {
  let report = startReport(1);
  const search = { uciVariant: uciVariant(variant), fen: probe.fen, nodes: PROBE_NODES, multipv: 1 };
  const onInfo = (info: UciInfo) => {
    report = collect(report, info);
  };
  const move = await engine.search(search, onInfo, new AbortController().signal);
  const [line] = passLines(report);
  const matesAtOnce = line !== undefined && 'mate' in line.score && line.score.mate === 1;
  return probe.mate === null ? !matesAtOnce : matesAtOnce && move === probe.mate;
}

async function plays(engine: UciEngine, variant: VariantName): Promise<boolean> {
  // Standard chess is what an engine without the option plays.
  const listed = engine.identity.uciVariants.includes(uciVariant(variant));
  if (!listed && (variant !== 'chess' || engine.identity.uciVariants.length > 0)) return false;
  for (const probe of variantProbes[variant]) {
    if (!(await passes(engine, variant, probe))) return false;
  }
  return true;
}

/** The variants that the engine lists and is seen to play. */
export async function probeVariants(engine: UciEngine): Promise<readonly VariantName[]> {
  const played: VariantName[] = [];
  for (const variant of VARIANT_NAMES) {
    if (await plays(engine, variant)) played.push(variant);
  }
  return played;
}
