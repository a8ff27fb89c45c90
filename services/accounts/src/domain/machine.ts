import { Rejected } from '@atomicdb/decider';

const pattern = /^[!-~]([ -~]{0,62}[!-~])?$/;

/** Chosen by the worker and shown on pages; it identifies nobody. Throws Rejected with machine-invalid. */
export function checkMachine(machine: string): void {
  if (pattern.test(machine)) return;
  throw new Rejected('machine-invalid', 'A machine name has 1 to 64 printable ASCII characters.', 'machine');
}
