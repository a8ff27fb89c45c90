const NAMES: Record<string, string> = { atomic: 'Atomic', chess: 'Standard chess' };

export function variantName(variant: string): string {
  return NAMES[variant] ?? variant;
}
