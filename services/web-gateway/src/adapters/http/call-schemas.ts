import { z } from '@atomicdb/config';

const text = z.string({ error: 'it is a text' });
const budget = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ],
  {
    error: 'it is a whole number of nodes',
  },
);

/** Fields of each door. */
export const querySchema = z.object({ fen: text, variant: text.optional() });
export const credentialsSchema = z.object({ username: text, password: text });
export const requestSchema = z.object({
  fen: text,
  variant: text.optional(),
  budget: budget.optional(),
  username: text.optional(),
  password: text.optional(),
});
export const nothingSchema = z.object({});

const moves = z.union([z.string(), z.array(z.string())], { error: 'it is a text or a list of moves' });
const line = {
  variant: text.optional(),
  fen: text.optional(),
  moves: moves.optional(),
  pgn: text.optional(),
};

const mostItems = 100;
/** A text has one item a line. */
const batch = z
  .union([z.array(z.string()), z.string().transform((lines) => lines.split(/\r\n|\n/))], {
    error: 'it is a list of texts',
  })
  .refine((items) => items.length > 0 && items.length <= mostItems, {
    error: `it has 1 to ${mostItems} items`,
  });

export const lineSchema = z.object(line);
export const walkSchema = z.object({ ...line, username: text.optional(), password: text.optional() });
export const sameSchema = z.object({ ...line, a: text, b: text });
export const adjudicateSchema = z.object({
  ...line,
  batch: batch.optional(),
  coords: z.enum(['uci', 'ucci'], { error: 'it is uci or ucci' }).optional(),
});
