/** Why a text or move was not taken: a stable machine code and one sentence. `ply` counts from 1 along a line. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly ply?: number;
}

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Refusal };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

export const refuse = (code: string, message: string): Result<never> => ({
  ok: false,
  error: { code, message },
});

/** The refusal of a move along a line, with the ply it names. */
export const atPly = (error: Refusal, ply: number): Result<never> => ({
  ok: false,
  error: { ...error, ply, message: `Ply ${ply}: ${error.message}` },
});
