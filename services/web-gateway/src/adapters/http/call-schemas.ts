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
